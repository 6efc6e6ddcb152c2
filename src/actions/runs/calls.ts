// Calls of reusable workflows: the called file is read from git by a job, then its jobs are planned below the caller's row.
import { accessTo, anonymous, canRead, findRepo, findRepoById, type Repo } from '../../access/index.ts'
import { objects, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import { maxJobs, plan } from '../engine/plan.ts'
import { callContexts, callInputs, maxCallDepth, parseUses } from '../engine/reusable.ts'
import { needsOf } from '../engine/status.ts'
import type { JsonObject } from '../engine/workflow.ts'
import type { RunJobRow } from '../tables.ts'
import { parsed } from './files.ts'
import { addJobs, move, open, rowOf, type Progress } from './progress.ts'
import { contextsFor, fileOf, settle } from './settle.ts'

/** What a caller's row keeps of the call; the secrets are handed over when a job is given out. */
export interface Call {
  path: string
  repo_id: number
  sha: string
  inputs: { values: JsonObject; texts: { [name: string]: string } }
}

const maxFile = 1024 * 1024

/** The file's text, or a message about why it cannot be called. */
async function called(cx: Cx, at: Progress, job: RunJobRow): Promise<{ call: Omit<Call, 'inputs'>; text: string } | string> {
  const parents: RunJobRow[] = []
  for (let one: RunJobRow | undefined = job; one?.parent_id != null; ) {
    one = at.jobs.find((row) => row.id === one!.parent_id)
    if (one) parents.push(one)
  }
  if (parents.length + 1 > maxCallDepth) return 'calls are nested too deeply'
  const callee = parseUses(job.uses!, cx.root)
  if (typeof callee === 'string') return callee
  const above = parents[0] && (JSON.parse(parents[0].callee) as Call)
  const home = above ?? { repo_id: at.run.workflow_repo_id, sha: at.run.workflow_sha }
  const repo = callee.kind === 'local' ? await findRepoById(cx.db, home.repo_id) : await findRepo(cx.db, callee.owner, callee.repo)
  if (!repo || (callee.kind === 'remote' && !(await mayCall(cx, at.repo, repo)))) return 'the called repository does not exist'
  const dir = gitDir(cx, repo)
  const sha = callee.kind === 'local' ? home.sha : (await objects.resolve(cx.git, dir, callee.ref.replace(/^refs\/(?:heads|tags)\//, '')))?.oid
  if (!sha) return 'the called ref does not exist'
  if (parents.some((one) => (JSON.parse(one.callee) as Call).repo_id === repo.id && (JSON.parse(one.callee) as Call).path === callee.path)) return 'a workflow may not call itself'
  const found = await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, sha)).tree, callee.path)
  if (found?.kind !== 'file' && found?.kind !== 'executable') return 'the called file does not exist'
  return { call: { path: callee.path, repo_id: repo.id, sha }, text: (await objects.blob(cx.git, dir, found.oid, { max: maxFile })).toString('utf8') }
}

/** Public files, and those of the same owner. */
const mayCall = async (cx: Cx, from: Repo, to: Repo): Promise<boolean> => from.id === to.id || canRead(await accessTo(cx.db, anonymous, to), 'code') || (!from.is_fork && from.owner_id === to.owner_id)

export async function expandCall(cx: Cx, { run_id, job_id }: { run_id: number; job_id: number }): Promise<void> {
  const seen = await cx.write((tx) => open(cx, tx, run_id))
  const waiting = seen?.jobs.find((one) => one.id === job_id)
  if (!seen || waiting?.callee !== 'pending') return
  const found = await called(cx, seen, waiting)
  await cx.write(async (tx) => {
    const at = await open(cx, tx, run_id)
    const job = at?.jobs.find((one) => one.id === job_id)
    if (!at || job?.callee !== 'pending' || job.status !== 'blocked') return
    const problem = typeof found === 'string' ? found : await unfold(at, job, found)
    if (problem) {
      cx.log.info('a workflow could not be called', { run: run_id, job: job_id, problem })
      move(cx, at, job, 'failure')
    }
    await settle(cx, tx, at)

    async function unfold(at: Progress, job: RunJobRow, { call, text }: Exclude<typeof found, string>): Promise<string | undefined> {
      const { workflow, errors } = parsed(text, call.path)
      if (!workflow) return errors[0]?.message ?? 'the called file does not parse'
      const caller = fileOf(at, job).jobs.find((one) => one.id === job.key)!
      const row = rowOf(job)
      const contexts = { ...contextsFor(at, job), needs: needsOf(row, at.jobs.map(rowOf)), matrix: row.matrix ?? {} }
      const inputs = callInputs(workflow, caller, contexts)
      if (inputs.errors.length > 0) return inputs.errors[0]
      const made = plan(workflow, callContexts(contexts, inputs))
      if (made.errors.length > 0) return made.errors[0].message
      if (at.jobs.length + made.jobs.length > maxJobs) return 'too many jobs'
      job.callee = JSON.stringify({ ...call, inputs: { values: inputs.values, texts: inputs.texts } } satisfies Call)
      job.callee_text = text
      at.changed.add(job)
      await addJobs(cx, tx, at, made.jobs, { parent_id: job.id, blocked: true })
      return undefined
    }
  })
}
