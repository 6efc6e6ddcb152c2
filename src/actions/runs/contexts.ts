// What expressions and runners are told of a run.
import type { Repo } from '../../access/index.ts'
import { rules, tagRulesOf } from '../../code/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { repoView } from '../../repos/index.ts'
import { accountStore } from '../../users/index.ts'
import type { Contexts } from '../engine/expressions.ts'
import type { JsonObject } from '../engine/workflow.ts'
import type { RunAttemptRow, RunFrame, RunRow } from '../tables.ts'
import * as tasks from '../tasks/store.ts'

const nothing = {
  action: '', action_path: '', action_ref: '', action_repository: '', action_status: '', env: '', event_path: '', graphql_url: '', path: '', retention_days: '', workspace: '',
}

const shortRef = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, '').replace(/^refs\/pull\//, '')
const refType = (ref: string) => (ref.startsWith('refs/heads/') ? 'branch' : ref.startsWith('refs/tags/') ? 'tag' : '')

/** What is told of a run, made or not. */
export type Told = Pick<RunRow, 'id' | 'number' | 'frame' | 'actor_id' | 'ref' | 'sha' | 'payload' | 'event' | 'workflow' | 'inputs'>

/** Whether a rule is about the branch or tag. */
async function isProtected(db: Db, repo: Repo, ref: string): Promise<boolean> {
  if (refType(ref) === 'branch') return (await rules.ruleFor(db, repo, shortRef(ref))) !== undefined
  return refType(ref) === 'tag' && (await tagRulesOf(db, repo.id)).some((one) => one.covers(shortRef(ref)))
}

export interface Known {
  github: JsonObject
  vars: { [name: string]: string }
  inputs: JsonObject
}

/** github, vars and inputs for a run; the parts that differ per job are added by whoever asks. */
export async function known(cx: Cx, db: Db, run: Told, attempt: Pick<RunAttemptRow, 'number' | 'trigger_id'>, repo: Repo): Promise<Known> {
  const frame: RunFrame = JSON.parse(run.frame)
  const people = new Map((await accountStore.listByIds(db, [run.actor_id, attempt.trigger_id])).map((one) => [one.id, one.name]))
  const ref = frame.ref ?? run.ref
  const github: JsonObject = {
    ...nothing,
    actor: people.get(run.actor_id) ?? 'Ghost',
    triggering_actor: people.get(attempt.trigger_id) ?? 'Ghost',
    api_url: `${cx.root}/api/v1`,
    server_url: `${cx.root}/`,
    base_ref: frame.base_ref ?? '',
    head_ref: frame.head_ref ?? '',
    event: JSON.parse(run.payload),
    event_name: run.event,
    ref,
    ref_name: shortRef(ref),
    ref_protected: await isProtected(db, repo, ref),
    ref_type: refType(ref),
    repository: `${repo.owner.name}/${repo.name}`,
    repository_owner: repo.owner.name,
    repositoryUrl: repoView.html(cx, repo),
    run_id: String(run.id),
    run_number: String(run.number),
    run_attempt: String(attempt.number),
    secret_source: 'Actions',
    sha: frame.sha ?? run.sha,
    workflow: run.workflow,
  }
  return { github, vars: await variables(db, repo), inputs: JSON.parse(run.inputs) }
}

export async function variables(db: Db, repo: Repo): Promise<{ [name: string]: string }> {
  const made: { [name: string]: string } = Object.create(null)
  for (const { name, data } of await tasks.variablesOf(db, repo.owner_id, repo.id)) made[name] = data
  return made
}

export const contextsOf = (given: Known): Contexts => ({ github: given.github, vars: given.vars, inputs: given.inputs })
