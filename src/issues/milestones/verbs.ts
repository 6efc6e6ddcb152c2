import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { endOfDay, moment } from '../ground/days.ts'
import { milestoneCreated, milestoneEdited, milestoneRemoved } from '../ground/facts.ts'
import type { MilestoneRow } from '../tables.ts'
import * as store from './store.ts'

export interface MilestoneInput {
  title?: string
  description?: string
  due_on?: string
  state?: string
}

/** By id, also in hexadecimal; failing that by its exact title. */
export async function open(db: Db, repo: Repo, key: string): Promise<MilestoneRow> {
  const id = /^(\d{1,15}|0x[0-9a-f]{1,12})$/i.test(key) ? Number(key) : 0
  const found = (id && (await store.find(db, repo.id, id))) || (await store.findTitled(db, repo.id, key))
  if (!found) throw notFound()
  return found
}

export function create(cx: Cx, repo: Repo, by: Account, input: MilestoneInput): Promise<MilestoneRow> {
  const title = (input.title ?? '').trim()
  const now = cx.now()
  const closed = input.state === 'closed'
  return cx.write(async (tx) => {
    const row = await store.insert(tx, {
      repo_id: repo.id, title, lower_title: title.toLowerCase(), description: input.description ?? '', is_closed: closed, closed_at: closed ? now : null,
      deadline_at: input.due_on ? moment(input.due_on) : null, num_issues: 0, num_closed_issues: 0, created_at: now, updated_at: now,
    })
    await emit(tx, milestoneCreated, { repo_id: repo.id, by_id: by.id, milestone_id: row.id })
    return row
  })
}

/** A due date that is not sent again is cleared, as on the wire. */
export function edit(cx: Cx, repo: Repo, by: Account, key: string, input: MilestoneInput): Promise<MilestoneRow> {
  return cx.write(async (tx) => {
    const old = await open(tx, repo, key)
    const title = input.title ? input.title : old.title
    const closed = input.state === undefined ? old.is_closed : input.state === 'closed'
    const row = await store.update(tx, old.id, {
      title, lower_title: title.toLowerCase(), description: input.description ?? old.description, is_closed: closed,
      closed_at: !closed ? null : old.is_closed ? old.closed_at : cx.now(),
      deadline_at: input.due_on ? endOfDay(input.due_on, 'server') : null, updated_at: cx.now(),
    })
    await emit(tx, milestoneEdited, { repo_id: repo.id, by_id: by.id, milestone_id: row.id })
    return row
  })
}

/** Issues lose it without a word. */
export function remove(cx: Cx, repo: Repo, by: Account, key: string): Promise<void> {
  return cx.write(async (tx) => {
    const row = await open(tx, repo, key)
    await store.remove(tx, row.id)
    await emit(tx, milestoneRemoved, { repo_id: repo.id, by_id: by.id, milestone_id: row.id, title: row.title })
  })
}
