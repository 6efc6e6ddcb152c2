// What activity does when something happens elsewhere.
import { findAccount, findRepoById, unitOf } from '../access/index.ts'
import { commentStore, issueFacts, issueStore, type IssueRow } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { Db } from '../kernel/db.ts'
import { once, react, type Fact, type FactKind, type Reaction } from '../kernel/outbox.ts'
import { pullFacts } from '../pulls/index.ts'
import { releaseFacts, releaseStore } from '../releases/index.ts'
import { forks, refFacts, repoEdits, repos, transfers } from '../repos/index.ts'
import { about, excerpt, firstLine, pushText } from './text/content.ts'
import * as store from './store.ts'
import { record, type Act } from './verbs.ts'

/** An act on an issue or pull request that is still there. */
const acted = <T extends { issue_id: number }>(kind: FactKind<T>, act: (tx: Db, issue: IssueRow, data: T) => Act | undefined | Promise<Act | undefined>): Reaction =>
  react(kind, async (_cx, tx, fact) => {
    const issue = await once(fact, 'issue', () => issueStore.findById(tx, fact.data.issue_id))
    const made = issue && (await act(tx, issue, fact.data))
    if (made) await record(tx, fact, [made])
  }, { prompt: true })

const stateChange = (kind: typeof issueFacts.closed | typeof issueFacts.reopened, word: 'close' | 'reopen') =>
  acted(kind as FactKind<{ issue_id: number }>, async (tx, issue) => {
    const entry = await store.findStateEntry(tx, issue.id, word)
    return { op_type: `${word}_${issue.is_pull ? 'pull_request' : 'issue'}`, unit: unitOf(issue.is_pull), content: about(issue, ''), issue_id: issue.id, comment_id: entry?.id }
  })

interface Moved {
  ref: string
  old: string | null
  new: string | null
  via: string
}

/** Branches and tags that moved: commits are read before the transaction. */
const moved = <T extends { ref: string; via: string }>(kind: FactKind<T>, of: (data: T) => { old: string | null; new: string | null }): Reaction =>
  react(kind, (_cx, tx, fact, acts: Act[]) => record(tx, fact, acts), {
    prompt: true,
    prepare: (cx, fact) => actsOf(cx, fact, { ref: fact.data.ref, via: fact.data.via, ...of(fact.data) }),
  })

async function actsOf(cx: Cx, fact: Fact<object>, at: Moved): Promise<Act[]> {
  const repo = fact.data.repo_id === undefined ? undefined : await findRepoById(cx.db, fact.data.repo_id)
  const kind = at.ref.startsWith('refs/heads/') ? 'branch' : at.ref.startsWith('refs/tags/') ? 'tag' : undefined
  // the branch a repository is born with is part of its creation
  if (!repo || !kind || at.via === 'init') return []
  const of = { unit: 'code' as const, ref_name: at.ref }
  if (at.via === 'mirror') {
    const mine = { ...of, act_user_id: repo.owner_id }
    if (at.new === null) return [{ ...mine, op_type: 'mirror_sync_delete' }]
    const push = { ...mine, op_type: 'mirror_sync_push', content: await pushText(cx, repo, at, at.old === null) }
    return at.old === null ? [push, { ...mine, op_type: 'mirror_sync_create' }] : [push]
  }
  if (kind === 'tag') return [{ ...of, op_type: at.new === null ? 'delete_tag' : 'push_tag', content: await pushText(cx, repo, at) }]
  if (at.new === null) return [{ ...of, op_type: 'delete_branch' }]
  const push = { ...of, op_type: 'commit_repo', content: await pushText(cx, repo, at) }
  return at.old === null ? [{ ...of, op_type: 'commit_repo' }, push] : [push]
}

/** An entry of the timeline that says something about a pull request. */
async function saidOf(tx: Db, issue: IssueRow, op_type: string, commentId: number | undefined): Promise<Act | undefined> {
  const [comment] = commentId === undefined ? [] : await commentStore.listByIds(tx, [commentId])
  const text = firstLine(comment?.content ?? '')
  if (op_type === 'comment_pull' && text === '') return undefined
  return { op_type, unit: 'pulls', content: about(issue, text), issue_id: issue.id, comment_id: comment?.id }
}

const reviewWords: Record<string, string> = { APPROVED: 'approve_pull_request', REQUEST_CHANGES: 'reject_pull_request', COMMENT: 'comment_pull', PENDING: 'comment_pull' }

export const reactions: Reaction[] = [
  react(repos.created, (_cx, tx, fact) => record(tx, fact, fact.data.imported ? [] : [{ op_type: 'create_repo' }]), { prompt: true }),
  react(forks.forked, (_cx, tx, fact) => record(tx, fact, [{ op_type: 'create_repo' }]), { prompt: true }),
  react(repoEdits.renamed, (_cx, tx, fact) => record(tx, fact, [{ op_type: 'rename_repo', content: fact.data.old_name }]), { prompt: true }),
  react(transfers.transferred, async (_cx, tx, fact) => {
    const [from, repo] = [await findAccount(tx, fact.data.old_owner_id), await findRepoById(tx, fact.data.repo_id!)]
    if (repo) await record(tx, fact, [{ op_type: 'transfer_repo', content: `${from?.name ?? ''}/${repo.name}` }])
  }, { prompt: true }),
  react(repoEdits.changed, async (_cx, tx, fact) => {
    const repo = await findRepoById(tx, fact.data.repo_id!)
    if (repo) await store.hide(tx, repo.id, repo.is_private)
  }, { prompt: true }),
  moved(refFacts.created, (data) => ({ old: null, new: data.new })),
  moved(refFacts.pushed, (data) => ({ old: data.old, new: data.new })),
  moved(refFacts.deleted, (data) => ({ old: data.old, new: null })),
  acted(issueFacts.opened, (_tx, issue) => ({ op_type: 'create_issue', unit: 'issues', content: about(issue, issue.title), issue_id: issue.id })),
  acted(issueFacts.commented, async (tx, issue, data) => {
    const [comment] = await commentStore.listByIds(tx, [data.comment_id])
    if (!comment) return undefined
    return { op_type: issue.is_pull ? 'comment_pull' : 'comment_issue', unit: unitOf(issue.is_pull), content: about(issue, excerpt(comment.content)), issue_id: issue.id, comment_id: comment.id }
  }),
  stateChange(issueFacts.closed, 'close'),
  stateChange(issueFacts.reopened, 'reopen'),
  acted(pullFacts.opened, (_tx, issue) => ({ op_type: 'create_pull_request', unit: 'pulls', content: about(issue, issue.title), issue_id: issue.id })),
  acted(pullFacts.merged, (_tx, issue, { auto }) => ({ op_type: auto ? 'auto_merge_pull_request' : 'merge_pull_request', unit: 'pulls', content: about(issue, issue.title), issue_id: issue.id })),
  acted(pullFacts.submitted, (tx, issue, { state, comment_id }) => (reviewWords[state] ? saidOf(tx, issue, reviewWords[state], comment_id) : undefined)),
  acted(pullFacts.remarked, (tx, issue, { comment_id }) => saidOf(tx, issue, 'comment_pull', comment_id)),
  react(releaseFacts.published, async (_cx, tx, fact) => {
    const release = await releaseStore.findById(tx, fact.data.release_id)
    if (release) await record(tx, fact, [{ op_type: 'publish_release', unit: 'releases', content: release.title, ref_name: `refs/tags/${release.tag_name}` }])
  }, { prompt: true }),
]
