// A workflow that its filters leave out starts nothing, but a branch whose rule waits for its jobs would wait for ever.
import { rules, statuses } from '../../code/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { plan } from '../engine/plan.ts'
import { contextOf } from '../statuses.ts'
import { contextsOf, known, type Told } from './contexts.ts'
import { workflowOf } from './files.ts'
import type { Happening, WorkflowFile } from './start.ts'

/** Says of the jobs that some rule asks for that they were skipped. */
export async function skip(cx: Cx, tx: Db, what: Happening, file: WorkflowFile): Promise<void> {
  const { repo, by_id, frame = {} } = what
  const asking = (await rules.rulesOf(tx, repo.id)).filter((one) => one.enable_status_check && (rules.contextsOf(one) ?? []).length > 0)
  if (asking.length === 0 || !frame.status_sha) return
  const told: Told = {
    id: 0, number: 0, frame: JSON.stringify(frame), actor_id: by_id, ref: what.ref, sha: what.sha, payload: JSON.stringify(what.payload), event: what.event, workflow: file.id, inputs: JSON.stringify(what.inputs ?? {}),
  }
  const workflow = workflowOf(file.text, file.path)
  const { jobs } = plan(workflow, contextsOf(await known(cx, tx, told, { number: 1, trigger_id: by_id }, repo)))
  for (const job of jobs) {
    const context = contextOf(workflow, file.id, job.name, what.event)
    if (!asking.some((one) => rules.asksFor(one, context))) continue
    await statuses.add(cx, tx, repo.id, frame.status_sha, null, { state: 'skipped', context, description: 'Skipped' })
  }
}
