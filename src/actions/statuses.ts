// Commit statuses that show the jobs of a run.
import type { Repo } from '../access/index.ts'
import type { Cx } from '../kernel/cx.ts'
import type { Db } from '../kernel/db.ts'
import type { RunJobRow, RunRow } from './tables.ts'

export async function record(_cx: Cx, _tx: Db, _repo: Repo, _run: RunRow, _jobs: RunJobRow[]): Promise<void> {}
