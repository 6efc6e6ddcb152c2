// What comes from another server, with its numbers, authors and times: rows and counters, and nobody is told.
import type { Insertable } from 'kysely'
import type { Db, Tables } from '../../kernel/db.ts'
import * as commentStore from '../comments/store.ts'
import * as issueStore from '../issues/store.ts'
import * as labelStore from '../labels/store.ts'
import * as milestoneStore from '../milestones/store.ts'
import { BODY, index, TITLE } from '../text/store.ts'
import { wordsOf } from '../text/words.ts'
import { shortTitle } from './issue.ts'

/** Who wrote it there. */
interface Written {
  author: string
  author_id: number
  created_at: number
  updated_at: number
}
/** `key`: what issues call it by */
export interface ImportedLabel {
  key: number
  name: string
  /** six lower-case hex digits */
  color: string
  description: string
  exclusive: boolean
  is_archived: boolean
}
export interface ImportedMilestone {
  key: number
  title: string
  description: string
  is_closed: boolean
  deadline_at: number | null
  closed_at: number | null
  created_at: number
  updated_at: number
}
export interface ImportedIssue extends Written {
  number: number
  is_pull: boolean
  title: string
  content: string
  is_closed: boolean
  is_locked: boolean
  milestone: number | null
  labels: number[]
  deadline_at: number | null
  closed_at: number | null
}
export interface ImportedComment extends Written {
  /** of the issue */
  number: number
  content: string
}
export interface Imported {
  labels: ImportedLabel[]
  milestones: ImportedMilestone[]
  issues: ImportedIssue[]
  comments: ImportedComment[]
}
/** What the repository's row is to say of it. */
export interface Counted {
  num_issues: number
  num_closed_issues: number
  num_pulls: number
  num_closed_pulls: number
  last_index: number
}

const BATCH = 100

function* batches<T>(list: readonly T[]): Generator<T[]> {
  for (let i = 0; i < list.length; i += BATCH) yield list.slice(i, i + BATCH)
}

/** Into a repository that has none of these yet. Ids by number, and the counters. */
export async function bringIn(tx: Db, repoId: number, now: number, all: Imported): Promise<{ ids: Map<number, number>; counted: Counted }> {
  const labels = await putLabels(tx, repoId, now, all)
  const milestones = await putMilestones(tx, repoId, all)
  const ids = new Map<number, number>()
  const talk = Map.groupBy(all.comments, (one) => one.number)
  for (const some of batches(all.issues)) {
    const rows = some.map((one) => rowOf(repoId, one, milestones, talk.get(one.number)?.length ?? 0))
    for (const { id, number } of await issueStore.insertMany(tx, rows)) ids.set(number, id)
    for (const one of some) {
      const id = ids.get(one.number)!
      await index(tx, id, TITLE, wordsOf(one.title), true)
      await index(tx, id, BODY, wordsOf(one.content), true)
      for (const key of new Set(one.labels)) if (labels.has(key)) await labelStore.put(tx, id, labels.get(key)!)
    }
  }
  await putComments(tx, ids, all.comments)
  return { ids, counted: count(all.issues) }
}

const rowOf = (repoId: number, one: ImportedIssue, milestones: Map<number, number>, comments: number): Insertable<Tables['issue']> => ({
  repo_id: repoId, number: one.number, is_pull: one.is_pull, poster_id: null, title: shortTitle(one.title), content: one.content, content_version: 0, is_closed: one.is_closed,
  is_locked: one.is_locked, lock_reason: '', milestone_id: one.milestone === null ? null : (milestones.get(one.milestone) ?? null), ref: '', deadline_at: one.deadline_at,
  closed_at: one.closed_at, num_comments: comments, pin_order: 0, time_estimate: 0, original_author: one.author, original_author_id: one.author_id, created_at: one.created_at,
  updated_at: one.updated_at,
})

async function putLabels(tx: Db, repoId: number, now: number, all: Imported): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  for (const { key, ...label } of all.labels) {
    const bearing = all.issues.filter((one) => one.labels.includes(key))
    const row = await labelStore.insert(tx, {
      ...label, repo_id: repoId, org_id: null, num_issues: bearing.length, num_closed_issues: bearing.filter((one) => one.is_closed).length, created_at: now, updated_at: now,
    })
    ids.set(key, row.id)
  }
  return ids
}

async function putMilestones(tx: Db, repoId: number, all: Imported): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  for (const { key, ...milestone } of all.milestones) {
    const under = all.issues.filter((one) => one.milestone === key)
    const row = await milestoneStore.insert(tx, {
      ...milestone, repo_id: repoId, lower_title: milestone.title.toLowerCase(), num_issues: under.length, num_closed_issues: under.filter((one) => one.is_closed).length,
    })
    ids.set(key, row.id)
  }
  return ids
}

async function putComments(tx: Db, issues: Map<number, number>, comments: readonly ImportedComment[]): Promise<void> {
  for (const some of batches(comments.filter((one) => issues.has(one.number)))) {
    const rows = some.map((one) => ({
      issue_id: issues.get(one.number)!, poster_id: null, type: 'comment', content: one.content, original_author: one.author, original_author_id: one.author_id,
      created_at: one.created_at, updated_at: one.updated_at,
    }))
    const ids = await commentStore.insertMany(tx, rows)
    for (const [i, { id }] of ids.entries()) await index(tx, rows[i].issue_id, id, wordsOf(rows[i].content), true)
  }
}

function count(issues: readonly ImportedIssue[]): Counted {
  const of = (isPull: boolean, closed: boolean) => issues.filter((one) => one.is_pull === isPull && (!closed || one.is_closed)).length
  return {
    num_issues: of(false, false), num_closed_issues: of(false, true), num_pulls: of(true, false), num_closed_pulls: of(true, true),
    last_index: issues.reduce((most, one) => Math.max(most, one.number), 0),
  }
}
