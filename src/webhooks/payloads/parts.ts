// Records inside payloads: everybody receives the same, so they are shown as to nobody in particular.
import { allUnits, findAccount, OWNER, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { TSchema } from '../../kernel/schema.ts'
import { serialize } from '../../kernel/serialize.ts'
import { Repository, repoView } from '../../repos/index.ts'
import { User, userView } from '../../users/index.ts'

/** Where something happened and whose doing it was. */
export interface Scene {
  cx: Cx
  repo: Repo
  by: Account | undefined
}

/** Exactly what the record declares, whatever the view made it from. */
export const plain = (schema: TSchema, value: unknown): object => JSON.parse(serialize(schema, value))

export const user = (cx: Cx, account: Account | undefined) => (account ? plain(User, userView.one(cx, account, null)) : null)

export const userById = async (cx: Cx, id: number | null | undefined) => user(cx, typeof id === 'number' ? await findAccount(cx.db, id) : undefined)

/** Whoever may set up a hook administers the repository, so the record says so. */
export const repository = (cx: Cx, repo: Repo) => plain(Repository, repoView.bare(cx, repo, null, { level: OWNER, units: allUnits(OWNER) }))

/** The members every event of a repository ends with. */
export const around = (cx: Cx, repo: Repo, by: Account | undefined) => ({ repository: repository(cx, repo), sender: user(cx, by) })

/** What was there before an edit; labels stand for themselves. */
export const changes = (from: { title?: string; body?: string; ref?: string; name?: string }, labels: { added?: object[]; removed?: object[] } = {}) => ({
  ...Object.fromEntries(Object.entries(from).flatMap(([key, value]) => (value === undefined ? [] : [[key, { from: value }]]))),
  added_labels: labels.added ?? null,
  removed_labels: labels.removed ?? null,
})
