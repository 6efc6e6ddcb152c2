// Who may make, move or remove a tag. All rules that match are asked; owners and administrators are held to them too.
import type { Account, Repo } from '../../access/index.ts'
import type { Db } from '../../kernel/db.ts'
import { glob, type Test } from '../../kernel/glob.ts'
import { regexp } from '../../kernel/regexp.ts'
import * as store from './store.ts'

/** `/…/` is a regular expression, anything else a pattern; or the reason why it is none. */
export const testOf = (pattern: string): Test | string => (/^\/.+\/$/s.test(pattern) ? regexp(pattern.slice(1, -1)) : glob(pattern))

export interface TagRule {
  id: number
  name_pattern: string
  covers: Test
}

export const tagRulesOf = async (db: Db, repoId: number): Promise<TagRule[]> =>
  (await store.list(db, repoId)).map(({ id, name_pattern }) => {
    const test = testOf(name_pattern)
    return { id, name_pattern, covers: typeof test === 'string' ? (tag) => tag === name_pattern : test }
  })

/** Why somebody may not touch a tag; nothing if they may. */
export async function tagRefusal(db: Db, repo: Repo, account: Account | null, tag: string, rules: readonly TagRule[]): Promise<string | undefined> {
  const about = rules.filter((one) => one.covers(tag))
  if (about.length === 0) return undefined
  if (account && (await store.isListed(db, about.map((one) => one.id), repo, account.id))) return undefined
  return `protected by the rule ${JSON.stringify(about[0].name_pattern)}: you are not among those who may create, move or delete this tag`
}
