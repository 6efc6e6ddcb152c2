import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTimeAt, ZERO_TIME } from '../../kernel/times.ts'
import { repoView } from '../../repos/index.ts'
import { parsed } from '../runs/files.ts'
import { api, html } from '../runs/view.ts'
import type { Listed } from './verbs.ts'

const path = (text: string) => text.split('/').map(encodeURIComponent).join('/')

export function many(cx: Cx, repo: Repo, { files, disabled, at }: Listed) {
  const time = formatTimeAt(at.date, at.offset)
  const branch = encodeURIComponent(repo.default_branch)
  return files.map((file) => ({
    id: file.id,
    name: parsed(file.text, file.path).workflow?.name || file.id,
    path: file.path,
    state: disabled.has(file.id) ? ('disabled_manually' as const) : ('active' as const),
    created_at: time,
    updated_at: time,
    url: `${repoView.api(cx, repo)}/actions/workflows/${path(file.id)}`,
    html_url: `${repoView.html(cx, repo)}/src/branch/${path(repo.default_branch)}/${path(file.path)}`,
    badge_url: `${repoView.html(cx, repo)}/actions/workflows/${path(file.id)}/badge.svg?branch=${branch}`,
    deleted_at: ZERO_TIME,
  }))
}

export const details = (cx: Cx, repo: Repo, runId: number) => ({ workflow_run_id: runId, run_url: api(cx, repo, runId), html_url: html(cx, repo, runId) })
