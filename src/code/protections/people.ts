// Names on the lists of rules: who is meant, and whose name is shown.
import { accountAccess, READ, readersOf, type Access, type Repo } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'
import { invalid } from '../../kernel/errors.ts'
import * as store from './store.ts'

const MOST = 500

/** Lists come back whole, so they have an end. */
export function few<T extends readonly string[]>(names: T): T {
  if (names.length > MOST) throw invalid(`a list takes at most ${MOST} words`)
  return names
}

/** All must exist; those without the right are left out. */
export async function accountsFor(db: Db, repo: Repo, names: readonly string[], holds: (access: Access) => boolean): Promise<number[]> {
  const found = await store.accountsNamed(db, few(names))
  const known = new Set(found.map((one) => one.lower_name))
  for (const name of names) if (!known.has(name.toLowerCase())) throw invalid(`user does not exist [name: ${name}]`)
  const ids: number[] = []
  for (const one of found) if (one.type !== 'organization' && holds(await accountAccess(db, one, repo))) ids.push(one.id)
  return ids
}

/** Teams are an organization's matter and ignored elsewhere. */
export async function teamsFor(db: Db, repo: Repo, names: readonly string[]): Promise<number[]> {
  if (repo.owner.type !== 'organization') return []
  const found = await store.teamsNamed(db, repo.owner_id, few(names))
  const known = new Set(found.map((one) => one.lower_name))
  for (const name of names) if (!known.has(name.toLowerCase())) throw invalid(`team does not exist [name: ${name}]`)
  return store.reaching(db, repo, found.map((one) => one.id))
}

interface Grant {
  account_id: number | null
  team_id: number | null
}

/** Those who still hold the repository by name, as owner or by a team; what is open to everybody does not count. */
export async function standing(db: Db, repo: Repo, grants: readonly Grant[]): Promise<(grant: Grant) => boolean> {
  const ids = grants.flatMap((one) => one.account_id ?? [])
  const closed: Repo = { ...repo, is_private: true }
  const people = new Set<number>()
  if (ids.length > 0) {
    for (const unit of ['code', 'pulls'] as const) {
      for (const one of await readersOf(db, closed, unit, ids)) {
        // administrators of the site reach everything, but were not given it
        const given = !one.is_admin || one.id === repo.owner_id || (await accountAccess(db, { ...one, is_admin: false }, closed)).level >= READ
        if (given) people.add(one.id)
      }
    }
  }
  const teams = new Set(await store.reaching(db, repo, grants.flatMap((one) => one.team_id ?? [])))
  return ({ account_id, team_id }) => (account_id !== null ? people.has(account_id) : team_id !== null && teams.has(team_id))
}
