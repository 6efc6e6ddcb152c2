// Timetables of the default branch.
import { findAccount, findRepoById, type Repo } from '../../access/index.ts'
import { objects } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { gitDir } from '../../repos/index.ts'
import { botId } from '../bot.ts'
import { next } from '../../kernel/schedule.ts'
import { parsed } from '../runs/files.ts'
import { start, type WorkflowFile } from '../runs/start.ts'
import { around } from '../triggers/payload.ts'
import { filesAt } from '../workflows/files.ts'
import * as workflowStore from '../workflows/store.ts'
import * as store from './store.ts'

export interface Found {
  ref: string
  sha: string
  title: string
  entries: { file: WorkflowFile; spec: string }[]
}

const maxEntries = 100

export async function read(cx: Cx, repo: Repo, ref: string, sha: string): Promise<Found> {
  const entries = (await filesAt(cx, repo, sha)).flatMap((file) => {
    const crons = parsed(file.text, file.path).workflow?.on.flatMap((one) => one.crons) ?? []
    return crons.map((spec) => ({ file, spec }))
  })
  const { message } = await objects.commit(cx.git, gitDir(cx, repo), sha)
  return { ref, sha, title: message.trimStart().split('\n')[0].trim(), entries: entries.slice(0, maxEntries) }
}

const after = (spec: string, now: number) => {
  const at = next(spec, new Date(now * 1000))
  return at ? Math.floor(at.getTime() / 1000) : 0
}

export async function replace(cx: Cx, tx: Db, repoId: number, { ref, sha, title, entries }: Found): Promise<void> {
  await store.replace(tx, repoId, entries.map(({ file, spec }) => ({
    repo_id: repoId, workflow: file.id, path: file.path, workflow_text: file.text, spec, ref, sha, title, next_at: after(spec, cx.now()), prev_at: 0,
  })))
}

/** Starts what is due. What was missed while nobody ran is started once. */
export async function startDue(cx: Cx): Promise<void> {
  if (!cx.config.actions_enabled) return
  for (const row of await store.listDue(cx.db, cx.now())) {
    const repo = await findRepoById(cx.db, row.repo_id)
    const bot = await findAccount(cx.db, botId)
    if (!repo || !bot) continue
    const usable = repo.has_actions && repo.has_code && !repo.is_archived && row.ref === `refs/heads/${repo.default_branch}` && !(await workflowStore.disabledOf(cx.db, repo.id)).has(row.workflow)
    await cx.write(async (tx) => {
      if (!(await store.advance(tx, row.id, row.next_at, after(row.spec, cx.now() + 60), cx.now())) || !usable) return
      const what = { repo, by_id: botId, event: 'schedule', ref: row.ref, sha: row.sha, title: row.title, payload: { schedule: row.spec, ...around(cx, repo, bot) }, source: row.sha }
      await start(cx, tx, what, { id: row.workflow, path: row.path, text: row.workflow_text })
    })
  }
}
