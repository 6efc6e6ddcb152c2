// The pull requests a run belongs to.
import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Static } from '../../kernel/schema.ts'
import type { RunRow } from '../tables.ts'
import type { PullRequestMinimal } from './schema.ts'

export async function pullsOf(_cx: Cx, _runs: readonly RunRow[], _repos: Map<number, Repo>): Promise<Map<number, Static<typeof PullRequestMinimal>[]>> {
  return new Map()
}
