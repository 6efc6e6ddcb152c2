import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { labelCreated, labelEdited, labelRemoved } from '../ground/facts.ts'
import type { LabelRow } from '../tables.ts'
import * as store from './store.ts'

/** A repository or an organization, whichever the path names. */
export interface LabelOwner {
  repo?: Repo
  org?: Account
}
export interface LabelInput {
  name?: string
  color?: string
  description?: string
  exclusive?: boolean
  is_archived?: boolean
}

export const ownerOf = (at: LabelOwner): store.Owner => (at.repo ? { repo_id: at.repo.id } : { org_id: at.org!.id })

/** Six lower-case digits from three or six, with or without #. */
export function colorOf(text: string): string {
  const found = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())
  if (!found) throw invalid(`invalid color: ${text}`)
  const digits = found[1].toLowerCase()
  return digits.length === 6 ? digits : [...digits].map((one) => one + one).join('')
}

/** The part before the last slash of an exclusive label, if both sides of it say something. */
export function scopeOf(label: { name: string; exclusive: boolean }): string | undefined {
  const slash = label.name.lastIndexOf('/')
  return label.exclusive && slash > 0 && slash < label.name.length - 1 ? label.name.slice(0, slash) : undefined
}

/** A repository's labels and its organization's, with their counts. */
export const usable = (cx: Cx, repo: Repo): Promise<LabelRow[]> => store.listAllUsable(cx.db, repo)

/** All labels of an organization. */
export const ofOrg = (cx: Cx, org: Account): Promise<LabelRow[]> => store.listAllOf(cx.db, { org_id: org.id })

/** By id when the key is a number, by exact name otherwise. */
export async function open(db: Db, at: LabelOwner, key: string): Promise<LabelRow> {
  const numeric = /^\d{1,15}$/.test(key)
  const found = await (numeric ? store.find(db, ownerOf(at), Number(key)) : store.findNamed(db, ownerOf(at), key))
  if (!found) throw notFound()
  return found
}

export function create(cx: Cx, at: LabelOwner, by: Account, input: LabelInput & { name: string; color: string }): Promise<LabelRow> {
  const color = colorOf(input.color)
  const now = cx.now()
  return cx.write(async (tx) => {
    const row = await store.insert(tx, {
      repo_id: at.repo?.id ?? null, org_id: at.org?.id ?? null, name: input.name, color, description: input.description ?? '', exclusive: input.exclusive ?? false,
      // an organization's begin unarchived, whatever is said
      is_archived: (at.repo && input.is_archived) ?? false, num_issues: 0, num_closed_issues: 0, created_at: now, updated_at: now,
    })
    await emit(tx, labelCreated, { repo_id: at.repo?.id, by_id: by.id, label_id: row.id })
    return row
  })
}

/** Not saying that a label is archived takes it out of the archive, as on the wire. */
export function edit(cx: Cx, at: LabelOwner, by: Account, id: number, input: LabelInput): Promise<LabelRow> {
  return cx.write(async (tx) => {
    const old = await store.find(tx, ownerOf(at), id)
    if (!old) throw notFound()
    const row = await store.update(tx, old.id, {
      name: input.name ?? old.name, color: input.color === undefined ? old.color : colorOf(input.color), description: input.description ?? old.description,
      exclusive: input.exclusive ?? old.exclusive, is_archived: input.is_archived ?? false, updated_at: cx.now(),
    })
    await emit(tx, labelEdited, { repo_id: at.repo?.id, by_id: by.id, label_id: row.id })
    return row
  })
}

/** Nothing happens to what is not there. */
export function remove(cx: Cx, at: LabelOwner, by: Account, id: number): Promise<void> {
  return cx.write(async (tx) => {
    const row = await store.find(tx, ownerOf(at), id)
    if (!row) return
    await store.remove(tx, row.id)
    await emit(tx, labelRemoved, { repo_id: at.repo?.id, by_id: by.id, label_id: row.id, name: row.name })
  })
}
