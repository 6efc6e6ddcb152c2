// What a runner is handed with a job: payload, context, needs, secrets, variables, and a token that lives as long as the task.
import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { runtimeToken } from '../artifacts/identity.ts'
import { tokenAccess, type TokenAccess } from '../engine/permissions.ts'
import { callSecrets } from '../engine/reusable.ts'
import { needsOf, type Conclusion, type Needs } from '../engine/status.ts'
import type { JsonObject } from '../engine/workflow.ts'
import { rowOf, type Progress } from '../runs/progress.ts'
import { contextsFor, fileOf } from '../runs/settle.ts'
import { workflowOf } from '../runs/files.ts'
import type { Call } from '../runs/calls.ts'
import type { RunJobRow, TaskRow } from '../tables.ts'
import { secretContext } from '../secrets/seal.ts'
import * as tasks from '../tasks/store.ts'

type Texts = { [name: string]: string }

export interface Assembled {
  id: number
  payload: string
  context: JsonObject
  secrets: Texts
  vars: Texts
  needs: { [key: string]: { outputs: Texts; result: Conclusion } }
}

const parentOf = (at: Progress, job: RunJobRow) => (job.parent_id === null ? undefined : at.jobs.find((one) => one.id === job.parent_id))

/** What the job's token may do; a called workflow never gets more than its caller. */
export function accessOf(at: Progress, job: RunJobRow): TokenAccess {
  const parent = parentOf(at, job)
  return tokenAccess({
    workflow: fileOf(at, job).permissions, job: job.permissions ? JSON.parse(job.permissions) : undefined, mode: 'permissive', fork: at.run.is_fork_pull,
    most: parent && accessOf(at, parent),
  })
}

/** The owner's secrets, overlaid by the repository's own. */
async function ownSecrets(cx: Cx, tx: Db, repo: Repo): Promise<Texts> {
  const made: Texts = {}
  const rows = await tasks.secretsOf(tx, repo.owner_id, repo.id)
  for (const row of rows.sort((a, b) => Number(a.repo_id !== null) - Number(b.repo_id !== null))) made[row.name] = cx.secrets.decrypt(row.sealed, secretContext(row.name, row))
  return made
}

async function secretsFor(cx: Cx, tx: Db, at: Progress, job: RunJobRow): Promise<Texts> {
  if (at.run.is_fork_pull) return {}
  const parent = parentOf(at, job)
  if (!parent) return ownSecrets(cx, tx, at.repo)
  const call: Call = JSON.parse(parent.callee)
  const caller = fileOf(at, parent).jobs.find((one) => one.id === parent.key)!
  const contexts = { ...contextsFor(at, parent), needs: needsOf(rowOf(parent), at.jobs.map(rowOf)) }
  return callSecrets(workflowOf(parent.callee_text, call.path), caller, await secretsFor(cx, tx, at, parent), contexts).secrets
}

export async function assemble(cx: Cx, tx: Db, at: Progress, job: RunJobRow, task: TaskRow, token: string): Promise<Assembled> {
  const { github } = contextsFor(at, job) as { github: JsonObject }
  const needs: Needs = needsOf(rowOf(job), at.jobs.map(rowOf))
  return {
    id: task.id,
    payload: job.payload,
    context: { ...github, job: job.key, token, gitea_default_actions_url: 'https://github.com', gitea_runtime_token: runtimeToken(cx, at.run.id, job.id, task.id) },
    secrets: { ...(await secretsFor(cx, tx, at, job)), GITHUB_TOKEN: token, GITEA_TOKEN: token },
    vars: at.known.vars,
    needs,
  }
}
