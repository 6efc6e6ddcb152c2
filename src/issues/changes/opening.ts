// A new issue or pull request: its row and number, and what it starts with.
import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { emit } from '../../kernel/outbox.ts'
import { repoStore } from '../../repos/index.ts'
import { labelled } from '../ground/facts.ts'
import type { At } from '../ground/at.ts'
import * as store from '../issues/store.ts'
import type { IssueRow, LabelRow, MilestoneRow } from '../tables.ts'
import { follow } from '../text/mentions.ts'
import { BODY, indexAll, TITLE } from '../text/store.ts'
import { wordsOf } from '../text/words.ts'
import * as assignees from '../assignees/verbs.ts'
import { setMilestone, shortTitle } from './issue.ts'
import * as marking from './labels.ts'

export interface Opening {
  title: string
  body?: string
  ref?: string
  deadline_at?: number | null
  is_pull?: boolean
  /** one that was taken before; the next one unless given */
  number?: number
  /** for what came from elsewhere */
  created_at?: number
  original_author?: string
  original_author_id?: number
}

/** The row with the next number of the repository, its words and counters, and whom it mentions. No fact yet. */
export async function openRow(cx: Cx, tx: Db, repo: Repo, by: Account, input: Opening): Promise<{ issue: IssueRow; mentioned: number[] }> {
  const now = cx.now()
  const isPull = input.is_pull ?? false
  const counted = input.number === undefined && !isPull
  const number = input.number ?? (await (counted ? repoStore.countedNumber(tx, repo.id) : repoStore.nextNumber(tx, repo.id)))
  const issue = await store.insert(tx, {
    repo_id: repo.id, number, is_pull: isPull, poster_id: by.id, title: shortTitle(input.title), content: input.body ?? '', content_version: 0,
    is_closed: false, is_locked: false, lock_reason: '', milestone_id: null, ref: input.ref ?? '', deadline_at: input.deadline_at ?? null, closed_at: null, num_comments: 0,
    pin_order: 0, time_estimate: 0, original_author: input.original_author ?? '', original_author_id: input.original_author_id ?? 0, created_at: input.created_at ?? now, updated_at: now,
  })
  if (!counted) await repoStore.countIssues(tx, repo.id, isPull, { all: 1 })
  await indexAll(tx, issue.id, [[TITLE, wordsOf(issue.title)], [BODY, wordsOf(issue.content)]])
  const mentioned = await follow(cx, tx, { repo, issue, by }, `${issue.title}\n${issue.content}`, 'new')
  return { issue, mentioned }
}

export interface Equipment {
  milestone?: MilestoneRow
  labels?: readonly LabelRow[]
  assignees?: readonly { id: number }[]
}

/** What it starts with, after its opening has been told. No exclusive scope counts here. */
export async function equip(cx: Cx, tx: Db, at: At, input: Equipment): Promise<IssueRow> {
  let issue = at.issue
  const labels = input.labels ?? []
  if (labels.length > 0) {
    await emit(tx, labelled, { repo_id: at.repo.id, by_id: at.by.id, issue_id: issue.id, added: labels.map((one) => one.id), removed: [], cleared: false })
  }
  if (input.milestone) issue = await setMilestone(cx, tx, at, input.milestone)
  await marking.start(cx, tx, { ...at, issue }, labels)
  await assignees.add(cx, tx, { ...at, issue }, input.assignees ?? [])
  return issue
}
