// The logs of a run in one file.
import { Readable } from 'node:stream'
import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import * as jobStore from '../jobs/store.ts'
import * as jobs from '../jobs/verbs.ts'
import * as runs from '../runs/verbs.ts'
import { zipped } from './zip.ts'

const MOST = 10_000

function none(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

/** Those of the jobs of the latest attempt that have one; 404 where none has. */
export async function logsOf(cx: Cx, repo: Repo, id: number): Promise<{ name: string; body: Readable }> {
  const run = await runs.get(cx, repo, id)
  const { rows } = await jobStore.list(cx.db, [repo.id], { run: { id: run.id, attempt: run.attempt }, newestFirst: false }, { page: 1, limit: MOST, offset: 0 })
  async function* members() {
    for (const job of rows) {
      if (job.task_id === null) continue
      const found = await jobs.log(cx, repo, job.id).catch(none)
      if (found) yield { name: found.name, content: Buffer.isBuffer(found.body) ? found.body : Buffer.concat(await found.body.toArray()) }
    }
  }
  const all = members()
  const first = await all.next()
  if (first.done) throw notFound()
  async function* rest() {
    yield first.value!
    yield* all
  }
  return { name: `${run.workflow.replace(/\.ya?ml$/, '').replace(/[^\w.-]+/g, '_')}-run-${run.id}-logs.zip`, body: Readable.from(zipped(rest())) }
}
