import { issueFacts, issueStore } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import { once, react, type Fact, type FactKind, type Reaction } from '../kernel/outbox.ts'
import { pullFacts } from '../pulls/index.ts'
import { releaseFacts } from '../releases/index.ts'
import { forks, refFacts, repos } from '../repos/index.ts'
import { wikiFacts } from '../wiki/index.ts'
import { runChanged } from './facts.ts'
import * as schedules from './schedules/verbs.ts'
import { begin, mayStart, type Start } from './triggers/match.ts'
import { onComment, onFork, onIssue, onRelease, onRun, onWiki } from './triggers/others.ts'
import * as pulls from './triggers/pulls.ts'
import * as refs from './triggers/refs.ts'

type Heeds = NonNullable<Reaction['heeds']>

/** Files are read before the transaction, runs are begun in it. */
const starts = <T>(kind: FactKind<T>, prepare: (cx: Cx, fact: Fact<T>) => Promise<Start[] | undefined>, heeds: Heeds = mayStart): Reaction =>
  react(kind, (cx, tx, _fact, prepared: Start[] | undefined) => begin(cx, tx, prepared), { prompt: true, heeds, prepare })

/** A pull request's workflows are those of its own branch. */
const onIssues: Heeds = async (cx, tx, fact) => {
  const issue = await once(fact, 'issue', () => issueStore.findById(tx, fact.data.issue_id))
  return issue !== undefined && mayStart(cx, tx, fact, issue.is_pull ? undefined : ['issues'])
}
const onComments: Heeds = (cx, tx, fact) => mayStart(cx, tx, fact, ['issue_comment', 'pull_request_comment'])

const ofRefs = [
  ...[refFacts.created, refFacts.pushed].map((kind) =>
    react(
      kind,
      async (cx, tx, fact, prepared: refs.Prepared | undefined) => {
        if (prepared?.timetable) await schedules.replace(cx, tx, fact.data.repo_id!, prepared.timetable)
        await begin(cx, tx, prepared?.starts)
      },
      { prompt: true, prepare: (cx, fact) => refs.moved(cx, fact) },
    ),
  ),
  starts(refFacts.deleted, refs.gone),
]

const changes = (from: { title?: string; body?: string; ref?: string }) => ({ changes: Object.fromEntries(Object.entries(from).flatMap(([key, value]) => (value === undefined ? [] : [[key, { from: value }]]))) })

const ofIssues = [
  starts(issueFacts.opened, (cx, fact) => onIssue(cx, fact, 'opened'), onIssues),
  starts(issueFacts.edited, (cx, fact) => onIssue(cx, fact, 'edited', changes({ title: fact.data.old_title, body: fact.data.old_body })), onIssues),
  starts(issueFacts.closed, (cx, fact) => onIssue(cx, fact, 'closed'), onIssues),
  starts(issueFacts.reopened, (cx, fact) => onIssue(cx, fact, 'reopened'), onIssues),
  starts(issueFacts.assigned, (cx, fact) => onIssue(cx, fact, fact.data.removed ? 'unassigned' : 'assigned'), onIssues),
  starts(issueFacts.labelled, (cx, fact) => onIssue(cx, fact, fact.data.cleared ? 'label_cleared' : 'label_updated', {}, { added: fact.data.added.length, removed: fact.data.removed.length }), onIssues),
  starts(issueFacts.milestoned, (cx, fact) => onIssue(cx, fact, fact.data.milestone_id === null ? 'demilestoned' : 'milestoned'), onIssues),
  starts(issueFacts.commented, (cx, fact) => onComment(cx, fact, 'created'), onComments),
  starts(issueFacts.commentEdited, (cx, fact) => onComment(cx, fact, 'edited'), onComments),
  starts(issueFacts.commentRemoved, (cx, fact) => onComment(cx, fact, 'deleted'), onComments),
]

const ofPulls = [
  starts(pullFacts.opened, (cx, fact) => pulls.acted(cx, fact, 'opened')),
  starts(pullFacts.merged, (cx, fact) => pulls.acted(cx, fact, 'closed')),
  starts(pullFacts.synchronized, (cx, fact) => pulls.acted(cx, fact, 'synchronized', { before: fact.data.before, after: fact.data.after })),
  starts(pullFacts.retargeted, (cx, fact) => pulls.acted(cx, fact, 'edited', changes({ ref: fact.data.old_base }))),
  starts(pullFacts.requested, (cx, fact) => pulls.acted(cx, fact, fact.data.removed ? 'review_request_removed' : 'review_requested')),
  starts(pullFacts.submitted, pulls.reviewed),
]

const others = [
  starts(releaseFacts.published, (cx, fact) => onRelease(cx, fact, 'published')),
  starts(releaseFacts.updated, (cx, fact) => onRelease(cx, fact, 'updated')),
  starts(releaseFacts.removed, (cx, fact) => onRelease(cx, fact, 'deleted')),
  // told to another repository than the one it is about
  starts(forks.forked, onFork, () => true),
  starts(wikiFacts.created, (cx, fact) => onWiki(cx, fact, 'created')),
  starts(wikiFacts.edited, (cx, fact) => onWiki(cx, fact, 'edited')),
  starts(wikiFacts.removed, (cx, fact) => onWiki(cx, fact, 'deleted')),
  react(runChanged, (cx, tx, _fact, prepared: Start[] | undefined) => begin(cx, tx, prepared), { prepare: onRun }),
  react(repos.removed, (cx, tx, fact) => cx.jobs.enqueue(tx, 'actions.forget-repo', { storage: fact.data.storage })),
]

export const reactions: Reaction[] = [...ofRefs, ...ofIssues, ...ofPulls, ...others]
