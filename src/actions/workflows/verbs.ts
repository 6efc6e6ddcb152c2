import type { Account, Repo } from '../../access/index.ts'
import { objects } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, invalid, notFound } from '../../kernel/errors.ts'
import { gitDir } from '../../repos/index.ts'
import { dispatchInputs } from '../engine/events.ts'
import { parsed } from '../runs/files.ts'
import { start, type WorkflowFile } from '../runs/start.ts'
import type { RunRow } from '../tables.ts'
import { tipOf, titleOf } from '../triggers/match.ts'
import { around } from '../triggers/payload.ts'
import { filesAt } from './files.ts'
import * as store from './store.ts'

export interface Listed {
  files: WorkflowFile[]
  disabled: Set<string>
  /** unix seconds and offset of the tip's author date */
  at: { date: number; offset: number }
}

/** The workflows of the default branch; none in an empty repository. */
export async function list(cx: Cx, repo: Repo): Promise<Listed> {
  const tip = repo.is_empty ? undefined : await tipOf(cx, repo, `refs/heads/${repo.default_branch}`)
  if (!tip) return { files: [], disabled: new Set(), at: { date: 0, offset: 0 } }
  const { author } = await objects.commit(cx.git, gitDir(cx, repo), tip)
  return { files: await filesAt(cx, repo, tip), disabled: await store.disabledOf(cx.db, repo.id), at: author }
}

export async function get(cx: Cx, repo: Repo, id: string): Promise<Listed> {
  const all = await list(cx, repo)
  const files = all.files.filter((one) => one.id === id)
  if (files.length === 0) throw notFound()
  return { ...all, files }
}

export async function enable(cx: Cx, repo: Repo, id: string, on: boolean): Promise<void> {
  await get(cx, repo, id)
  await cx.write(async (tx) => {
    const disabled = await store.disabledOf(tx, repo.id)
    if (on === !disabled.has(id)) return
    if (on) disabled.delete(id)
    else disabled.add(id)
    await store.setDisabled(tx, repo.id, disabled)
  })
}

/** What a workflow asks whoever starts it by hand; undefined where it cannot be. */
export async function asks(cx: Cx, repo: Repo, id: string) {
  const [file] = (await get(cx, repo, id)).files
  const { workflow } = parsed(file.text, file.path)
  return workflow?.on.find((one) => one.event === 'workflow_dispatch')?.inputs
}

/** `refs/heads/x`, `refs/tags/x`, or a branch's bare name. */
const fullRef = (ref: string) => (/^refs\/(?:heads|tags)\/./.test(ref) ? ref : `refs/heads/${ref}`)

export async function dispatch(cx: Cx, repo: Repo, by: Account, id: string, input: { ref: string; inputs?: Record<string, string> }): Promise<RunRow> {
  if ((await store.disabledOf(cx.db, repo.id)).has(id)) throw forbidden('the workflow is disabled')
  const ref = fullRef(input.ref)
  const commit = repo.is_empty ? undefined : await tipOf(cx, repo, ref)
  if (!commit) throw notFound()
  const file = (await filesAt(cx, repo, commit)).find((one) => one.id === id)
  if (!file) throw notFound()
  const { workflow, errors } = parsed(file.text, file.path)
  if (!workflow) throw invalid(`the workflow cannot be read: ${errors[0]?.message ?? ''}`)
  const trigger = workflow.on.find((one) => one.event === 'workflow_dispatch')
  if (!trigger) throw invalid('the workflow has no workflow_dispatch event trigger')
  const { values, texts } = dispatchInputs(trigger, input.inputs ?? {})
  const { message } = await objects.commit(cx.git, gitDir(cx, repo), commit)
  const payload = { workflow: file.id, ref: input.ref, inputs: { ...texts }, ...around(cx, repo, by) }
  const what = { repo, by_id: by.id, event: 'workflow_dispatch', ref, sha: commit, title: titleOf(message), payload, inputs: values, source: commit }
  const run = await cx.write((tx) => start(cx, tx, what, file))
  if (!run) throw invalid('the workflow cannot be started: an expression in it has no value')
  return run
}
