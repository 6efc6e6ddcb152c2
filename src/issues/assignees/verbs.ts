import { accountAccess, isBlocked, READ, units, WRITE, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bad, forbidden, invalid } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { needWriter, type Allowed, type At } from '../ground/at.ts'
import { entry } from '../changes/entries.ts'
import * as commentStore from '../comments/store.ts'
import { assigned } from '../ground/facts.ts'
import * as issueStore from '../issues/store.ts'
import type { IssueRow } from '../tables.ts'
import * as store from './store.ts'

/** A person who may write to some unit, or read pull requests. */
export async function isAssignable(db: Db, repo: Repo, account: Account): Promise<boolean> {
  if (account.type === 'organization') return false
  const access = await accountAccess(db, account, repo)
  return access.units.pulls >= READ || units.some((one) => access.units[one] >= WRITE)
}

/** Accounts by their names, which must all exist. */
export async function named(db: Db, names: readonly string[]): Promise<Account[]> {
  const wanted = [...new Set(names.map((one) => one.toLowerCase()))]
  const found = await commentStore.listNamed(db, wanted)
  for (const name of wanted) if (!found.some((one) => one.lower_name === name)) throw invalid(`assignee does not exist: [name: ${name}]`)
  return found.sort((a, b) => a.id - b.id)
}

/** Throws unless every account may be assigned by `by`; `strict` tells an organization and a stranger apart. */
export async function checkAssignable(db: Db, repo: Repo, by: Account, accounts: readonly Account[], strict = false): Promise<void> {
  for (const one of accounts) {
    if (strict && one.type === 'organization') throw bad(`an organization cannot be assigned [name: ${one.name}]`)
    if (!(await isAssignable(db, repo, one))) throw strict ? forbidden(`${one.name} has no access to the repository`) : invalid(`${one.name} cannot be assigned`)
    if (one.id !== by.id && (await isBlocked(db, one.id, by.id))) throw forbidden(`you are blocked by ${one.name}`)
  }
}

async function set(cx: Cx, tx: Db, at: At, accountId: number, removed: boolean): Promise<void> {
  const changed = await (removed ? store.take : store.put)(tx, at.issue.id, accountId)
  if (!changed) return
  await entry(tx, cx.now(), at.issue.id, at.by.id, 'assignees', { assignee_id: accountId, removed })
  await emit(tx, assigned, { repo_id: at.repo.id, by_id: at.by.id, issue_id: at.issue.id, assignee_id: accountId, removed })
}

export async function add(cx: Cx, tx: Db, at: At, accounts: readonly { id: number }[]): Promise<void> {
  for (const one of accounts) await set(cx, tx, at, one.id, false)
}

export async function take(cx: Cx, tx: Db, at: At, accounts: readonly { id: number }[]): Promise<void> {
  for (const one of accounts) await set(cx, tx, at, one.id, true)
}

/** Makes the accounts the exact set. */
export async function replace(cx: Cx, tx: Db, at: At, accounts: readonly { id: number }[]): Promise<void> {
  const before = await store.listOf(tx, at.issue.id)
  await take(cx, tx, at, before.filter((id) => !accounts.some((one) => one.id === id)).map((id) => ({ id })))
  await add(cx, tx, at, accounts)
}

/** By names, as the operations on an issue's assignees ask for it. */
export async function change(cx: Cx, at: Allowed, names: readonly string[], how: 'add' | 'take'): Promise<IssueRow> {
  needWriter(at)
  const people = await named(cx.db, names)
  if (how === 'add') await checkAssignable(cx.db, at.repo, at.by, people, true)
  await cx.write((tx) => (how === 'add' ? add : take)(cx, tx, at, people))
  return (await issueStore.findById(cx.db, at.issue.id)) ?? at.issue
}

/** Those who may write, by name, and the owner if that is a person. */
export async function usual(db: Db, repo: Repo): Promise<Account[]> {
  const writers = (await store.listWriters(db, repo)).filter((one) => one.id !== repo.owner_id)
  return repo.owner.type === 'user' ? [...writers, repo.owner] : writers
}
