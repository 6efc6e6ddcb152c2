// What webhooks does when something happens elsewhere: payloads are rendered right after the change, then stored and sent by a job.
import { findAccount, findRepoById, type Account } from '../access/index.ts'
import { actionFacts } from '../actions/index.ts'
import { statuses } from '../code/index.ts'
import { issueFacts } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { Db } from '../kernel/db.ts'
import { once, react, type Fact, type FactKind, type Reaction } from '../kernel/outbox.ts'
import { packageFacts } from '../packages/index.ts'
import { pullFacts } from '../pulls/index.ts'
import { releaseFacts } from '../releases/index.ts'
import { forks, generated, refFacts, repoEdits, repos } from '../repos/index.ts'
import { wikiFacts } from '../wiki/index.ts'
import * as deliveries from './deliveries/verbs.ts'
import type { Happening, Prepared } from './deliveries/verbs.ts'
import * as hookStore from './hooks/store.ts'
import * as hooks from './hooks/verbs.ts'
import { onComment, onIssue, onLabels, onRemovedIssue } from './payloads/issues.ts'
import { onPackage } from './payloads/packages.ts'
import { changes, type Scene } from './payloads/parts.ts'
import { onPull, onRequest, onReview } from './payloads/pulls.ts'
import { onRef } from './payloads/refs.ts'
import { onRelease, onRemovedRelease } from './payloads/releases.ts'
import { onFork, onRemovedRepo, onRepo } from './payloads/repos.ts'
import { onJob, onRun } from './payloads/runs.ts'
import { onStatus } from './payloads/statuses.ts'
import { onWiki } from './payloads/wiki.ts'

/** Payloads are made outside the transaction that stores them. */
const delivers = <T>(kind: FactKind<T>, prepare: (cx: Cx, fact: Fact<T>) => Promise<Prepared[]>, heeds?: (cx: Cx, tx: Db, fact: Fact<T>) => Promise<boolean>): Reaction =>
  react(kind, (cx, tx, _fact, prepared: Prepared[]) => deliveries.enqueue(cx, tx, prepared), { prompt: true, heeds, prepare })

const repoOf = (db: Db, fact: Fact) => once(fact, 'repo', async () => (fact.data.repo_id === undefined ? undefined : findRepoById(db, fact.data.repo_id)))

/** Whether the repository a fact is about has hooks, or its owner or the site. */
async function isHeard(_cx: Cx, tx: Db, fact: Fact): Promise<boolean> {
  const repo = await repoOf(tx, fact)
  return repo !== undefined && (await hookStore.listHearing(tx, repo.id, repo.owner_id)).length > 0
}

/** Whose doing it was; a deploy key's is the owner's. */
const actorOf = async (cx: Cx, data: { by_id?: number }, otherwise?: Account): Promise<Account | undefined> =>
  (data.by_id === undefined ? undefined : await findAccount(cx.db, data.by_id)) ?? otherwise

/** Something that happened in a repository, told to whoever subscribed. */
const tells = <T>(kind: FactKind<T>, happened: (scene: Scene, data: Fact<T>['data']) => Happening[] | Promise<Happening[]>): Reaction =>
  delivers(kind, async (cx, fact) => {
    const repo = await repoOf(cx.db, fact)
    if (!repo) return []
    return deliveries.prepare(cx, { repoId: repo.id, ownerId: repo.owner_id }, async () => happened({ cx, repo, by: await actorOf(cx, fact.data, repo.owner) }, fact.data))
  }, isHeard)

/** A new repository's own hooks; its creation itself is told to its owner's and the site's only. */
const copies = <T>(kind: FactKind<T>): Reaction =>
  react(kind, (cx, tx, fact) => hooks.copyDefaults(cx, tx, fact.data.repo_id!), { prompt: true, as: 'defaults' })

const ofRepos = [
  copies(repos.created),
  react(generated.generated, async (cx, tx, { data }) => {
    if (data.items.includes('webhooks')) await hooks.copyFrom(cx, tx, data.template_id, data.repo_id!)
  }, { prompt: true }),
  copies(forks.forked),
  tells(repos.created, (scene) => onRepo(scene, 'created')),
  tells(forks.forked, (scene) => (scene.repo.owner.type === 'organization' ? onRepo(scene, 'created') : [])),
  { ...delivers(forks.forked, async (cx, { data }) => {
    const [parent, repo] = [await findRepoById(cx.db, data.parent_id), await findRepoById(cx.db, data.repo_id!)]
    if (!parent || !repo) return []
    return deliveries.prepare(cx, { repoId: parent.id, ownerId: parent.owner_id }, async () => onFork({ cx, repo, by: await actorOf(cx, data) }, parent))
  }), as: 'parent' },
  tells(repoEdits.renamed, (scene, { old_name }) => onRepo(scene, 'renamed', old_name)),
  delivers(repos.removed, (cx, { data }) =>
    deliveries.prepare(cx, { repoId: null, ownerId: data.owner_id }, async () => onRemovedRepo(cx, JSON.parse(data.removed), data.owner_id, await actorOf(cx, data)))),
]

const ofCode = [
  // the branch a repository is born with is part of its creation
  tells(refFacts.created, (scene, { ref, new: next, via }) => (via === 'init' ? [] : onRef(scene, { ref, old: null, new: next }))),
  tells(refFacts.pushed, (scene, { ref, old, new: next }) => onRef(scene, { ref, old, new: next })),
  tells(refFacts.deleted, (scene, { ref, old }) => onRef(scene, { ref, old, new: null })),
  tells(statuses.created, (scene, { status_id }) => onStatus(scene, status_id)),
]

const ofIssues = [
  tells(issueFacts.opened, (scene, { issue_id }) => onIssue(scene, issue_id, '', 'opened')),
  tells(issueFacts.edited, (scene, { issue_id, old_title, old_body }) => onIssue(scene, issue_id, '', 'edited', { changes: () => changes({ title: old_title, body: old_body }) })),
  tells(issueFacts.closed, (scene, { issue_id, commit_sha }) => onIssue(scene, issue_id, '', 'closed', { commit: commit_sha })),
  tells(issueFacts.reopened, (scene, { issue_id }) => onIssue(scene, issue_id, '', 'reopened')),
  tells(issueFacts.issueRemoved, onRemovedIssue),
  tells(issueFacts.assigned, (scene, { issue_id, removed }) => onIssue(scene, issue_id, 'assign', removed ? 'unassigned' : 'assigned')),
  tells(issueFacts.labelled, onLabels),
  tells(issueFacts.milestoned, (scene, { issue_id, milestone_id }) => onIssue(scene, issue_id, 'milestone', milestone_id === null ? 'demilestoned' : 'milestoned')),
  tells(issueFacts.commented, onComment),
  tells(issueFacts.commentEdited, onComment),
  tells(issueFacts.commentRemoved, onComment),
]

const ofPulls = [
  tells(pullFacts.opened, (scene, { issue_id }) => onPull(scene, issue_id, '', 'opened')),
  tells(pullFacts.merged, (scene, { issue_id }) => onPull(scene, issue_id, '', 'closed')),
  tells(pullFacts.synchronized, (scene, { issue_id, before, after }) => onPull(scene, issue_id, 'sync', 'synchronized', { before, after })),
  tells(pullFacts.retargeted, (scene, { issue_id, old_base }) => onPull(scene, issue_id, '', 'edited', { changes: changes({ ref: old_base }) })),
  tells(pullFacts.submitted, onReview),
  tells(pullFacts.requested, onRequest),
  tells(pullFacts.remarked, (scene, data) => (data.reply ? onComment(scene, data) : [])),
]

const ofReleases = [
  tells(releaseFacts.published, (scene, { release_id }) => onRelease(scene, release_id, 'published')),
  tells(releaseFacts.updated, (scene, { release_id }) => onRelease(scene, release_id, 'updated')),
  tells(releaseFacts.removed, onRemovedRelease),
]

const ofWikis = [
  tells(wikiFacts.created, (scene, data) => onWiki(scene, data, 'created')),
  tells(wikiFacts.edited, (scene, data) => onWiki(scene, data, 'edited')),
  tells(wikiFacts.removed, (scene, data) => onWiki(scene, data, 'deleted')),
]

/** The owner's hooks, and those of the repository a package is linked to. */
const ofPackage = <T extends { version_id: number; owner_id: number; removed?: string }>(kind: FactKind<T>): Reaction =>
  delivers(kind, (cx, { data }) => deliveries.prepare(cx, { repoId: data.repo_id ?? null, ownerId: data.owner_id }, async () => onPackage(cx, data, await actorOf(cx, data))))

const ofPackages = [ofPackage(packageFacts.created), ofPackage(packageFacts.removed)]

const ofActions = [tells(actionFacts.runChanged, onRun), tells(actionFacts.jobChanged, onJob)]

export const reactions: Reaction[] = [...ofRepos, ...ofCode, ...ofIssues, ...ofPulls, ...ofReleases, ...ofWikis, ...ofPackages, ...ofActions]
