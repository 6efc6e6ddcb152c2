// Runs: the list with its filters, one run with its jobs, and what can be done to it.
import { repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import type { Paged } from '../../kernel/paging.ts'
import { action, ago, box, bytes, choice, doButton, empty, html, icon, menu, menuLink, notice, page, pager, pathOf, person, redirect, rows, sideNav, withQuery, withSide, type Content, type PageCx } from '../../web/index.ts'
import type { Static } from '../../kernel/schema.ts'
import type { ActionArtifact } from '../artifacts/schema.ts'
import * as workflowVerbs from '../workflows/verbs.ts'
import * as workflowView from '../workflows/view.ts'
import { jobGraph } from './graph.ts'
import { listed, reads, writes } from './routes.ts'
import { unserved, type Missed } from '../runners/verbs.ts'
import { missing, stateBadge, stateIcon, took, wordOf, type Stated } from './shown.ts'
import * as runs from './verbs.ts'

interface Run extends Stated {
  id: number
  html_url: string
  display_title: string
  path: string
  event: string
  run_attempt: number
  run_number: number
  head_sha: string
  head_branch?: string
  actor?: { id: number; login: string; avatar_url: string }
  trigger_actor?: { id: number; login: string; avatar_url: string }
  created_at: string
  started_at: string
  completed_at: string
}
interface Job extends Stated {
  id: number
  html_url: string
  name: string
  runner_name?: string
  started_at: string
  completed_at: string
}

const statuses = ['queued', 'waiting', 'in_progress', 'success', 'failure', 'cancelled', 'skipped'] as const
const events = ['push', 'pull_request', 'workflow_dispatch', 'schedule', 'release', 'issues'] as const

/** Which words of the list's filters are chosen; the one in force is marked. */
function filter(page: PageCx, name: string, words: string, choices: readonly (readonly [string, string])[]) {
  const now = page.query[name] ?? ''
  const shown = choices.find(([value]) => value === now)?.[1]
  return choice(html`${words}${shown && html`: <b>${shown}</b>`}`, [menuLink(withQuery(page, { [name]: undefined, page: undefined }), page.w.actions.any, undefined, !now), ...choices.map(([value, text]) => menuLink(withQuery(page, { [name]: value, page: undefined }), text, undefined, value === now))], { kind: 'quiet small' })
}

/** `path@ref` is how the wire names a workflow. */
const fileIn = (path: string) => path.split('@', 1)[0].split('/').at(-1)!

/** The branch or pull request a run is about. */
function origin(repo: RepositoryRecord, { head_branch, path }: Run): Content {
  if (head_branch) return html`<span class="badge">${icon('branch')}<bdi>${head_branch}</bdi></span>`
  const pull = /@refs\/pull\/(\d+)\//.exec(path)?.[1]
  return pull && html`<a class="badge" href="${repo.html_url}/pulls/${pull}">${icon('pull')}#${pull}</a>`
}

const list = page({
  id: 'runsPage', at: '/:owner/:repo/actions', says: 'Workflow runs', needs: reads,
  async run(page) {
    const { cx, w, ask, params, query } = page
    const t = w.actions
    const [repo, known, branches] = await Promise.all([theRepo(page), workflowVerbs.list(cx, page.repo), ask.maybe<{ name: string }[]>('listReposBranches', { ...params, limit: 30 })])
    const workflows = workflowView.many(cx, page.repo, known)
    const wanted = { event: query.event, branch: query.branch, status: query.status ? [query.status] : undefined, actor: query.actor, page: Number(query.page) || 1, limit: 20, exclude_pull_requests: true }
    const found = (await listed(cx, [page.repo.id], wanted, query.workflow)) as unknown as Paged<{ workflow_runs: Run[] }>
    const at = `${repo.html_url}/actions`
    const side = sideNav(t.workflows, [{ to: at, words: t.all, current: !query.workflow }, ...workflows.map((one) => ({ to: `${at}?workflow=${encodeURIComponent(one.id)}`, words: html`<span class="cut"><bdi>${one.name}</bdi></span>${one.state !== 'active' && html` <span class="small soft">(${t.disabled})</span>`}`, current: query.workflow === one.id }))])
    const chosen = workflows.find((one) => one.id === query.workflow)
    const nameOf = ({ path }: Run) => workflows.find((one) => one.id === fileIn(path))?.name ?? fileIn(path)
    const line = (one: Run) => html`<div class="row top">${stateIcon(page, one)}<div class="grow"><a class="title" href="${one.html_url}"><bdi>${one.display_title}</bdi></a><div class="meta"><span><bdi>${nameOf(one)}</bdi> #${one.run_number}</span><span>${one.event}</span>${one.actor && html`<span>${t.triggered} ${person(page, one.actor, 16)}</span>`}</div></div>
      <div class="meta nowrap">${origin(repo, one)}<span>${took(page, one.started_at, one.completed_at)}</span>${ago(page, one.created_at)}</div></div>`
    const tools = chosen && repo.permissions?.push && html`<span class="row"><a class="button strong small" href="${at}/workflows/${encodeURIComponent(chosen.id)}/run">${icon('play')}${t.dispatch}</a>${doButton(`${at}/workflows/${encodeURIComponent(chosen.id)}/${chosen.state === 'active' ? 'disable' : 'enable'}`, chosen.state === 'active' ? t.disable : t.enable, {}, { kind: 'small' })}</span>`
    const any = Object.keys(page.rq.query).length > 0
    return repoSheet(page, repo, 'actions', {
      title: t.title, wide: false,
      body: withSide(side, html`<h2 class="unseen">${t.title}</h2>${box(found.items.workflow_runs.length === 0 ? (any ? empty('play', t.noMatch) : empty('play', t.none, t.noneHint)) : rows(found.items.workflow_runs.map(line)), {
        head: html`<b class="grow">${chosen ? html`<bdi>${chosen.name}</bdi>` : t.all}</b>${filter(page, 'status', t.status, statuses.map((one) => [one, t.states[one]]))}${filter(page, 'event', t.event, events.map((one) => [one, one]))}${filter(page, 'branch', t.branch, (branches ?? []).map((one) => [one.name, one.name]))}${tools}`,
      })}${pager(page, { total: found.total, page: found.slice.page, limit: found.slice.limit })}`),
    })
  },
})

/** The jobs of an attempt as operations tell them, with what each waits for. */
async function jobsOf(page: PageCx & { repo: Parameters<typeof runs.get>[1] }, run: Run, attempt: number) {
  const [{ jobs }, row] = await Promise.all([
    page.ask<{ jobs: Job[] }>('listReposActionsRunsAttemptsJobsByAttempt', { owner: page.params.owner, repo: page.params.repo, run: run.id, attempt, limit: 50 }),
    runs.get(page.cx, page.repo, run.id),
  ])
  const held = await runs.jobsOf(page.cx, row, attempt)
  const known = new Map(held.map((one) => [one.id, one]))
  const missed = await unserved(page.cx, page.repo, held)
  return { row, jobs: jobs.map((job) => ({ ...job, missed: missed.get(job.id), key: known.get(job.id)?.key ?? String(job.id), needs: JSON.parse(known.get(job.id)?.needs ?? '[]') as string[] })) }
}

type Artifact = Static<typeof ActionArtifact>

const shown = page({
  id: 'runPage', at: '/:owner/:repo/actions/runs/:run', says: 'A workflow run', needs: reads,
  async run(page) {
    const { w, ask, params, query } = page
    const t = w.actions
    const [repo, latest] = await Promise.all([theRepo(page), ask<Run>('getReposActionsRunsByRun', params)])
    const attempt = Math.min(Math.max(1, Number(query.attempt) || latest.run_attempt), latest.run_attempt)
    const run = attempt === latest.run_attempt ? latest : await ask<Run>('getReposActionsRunsAttemptsByAttempt', { ...params, attempt })
    const { row, jobs } = await jobsOf(page, run, attempt)
    const file = await runs.fileOf(page.cx, page.repo, row)
    const live = run.status !== 'completed'
    const { artifacts } = await ask<{ artifacts: Artifact[] }>('listReposActionsRunsArtifactsByRun', { ...params, limit: 50 })
    const made = (one: Artifact) => html`<div class="row">${icon('package')}<span class="grow">${one.expired ? html`<bdi>${one.name}</bdi> <span class="small soft">(${t.expired})</span>` : html`<a class="title" href="${latest.html_url}/artifacts/${one.id}" download><bdi>${one.name}</bdi></a>`}</span><span class="numbers small soft">${bytes(one.size_in_bytes)}</span></div>`
    const line = (one: Job & { needs: string[]; missed?: Missed }) => html`<div class="row">${stateIcon(page, one)}<span class="grow"><a class="title" href="${one.html_url}"><bdi>${one.name}</bdi></a>${one.missed && html`<br>${missing(page, one.missed)}`}</span>${one.needs.length > 0 && html`<span class="small soft">${t.needs} ${one.needs.join(', ')}</span>`}${one.runner_name && html`<span class="small soft">${icon('server')} <bdi>${one.runner_name}</bdi></span>`}<span class="numbers small soft">${took(page, one.started_at, one.completed_at)}</span></div>`
    return repoSheet(page, repo, 'actions', {
      title: `${run.display_title} · ${t.run(run.run_number)}`, headers: live ? { refresh: '5' } : undefined,
      body: html`<div class="page-head"><div class="grow"><h2><bdi>${run.display_title}</bdi> <span class="soft">#${run.run_number}</span></h2>
        <div class="meta">${stateBadge(page, run)}<span>${run.event}</span>${run.trigger_actor && html`<span>${t.triggered} ${person(page, run.trigger_actor, 16)}</span>`}${ago(page, run.created_at)}<span>${icon('commit')} <a class="mono" href="${repo.html_url}/commit/${run.head_sha}">${run.head_sha.slice(0, 10)}</a></span>${origin(repo, run)}<span>${took(page, run.started_at, run.completed_at)}</span></div></div>
        <div class="row">${latest.run_attempt > 1 && choice(t.attempt(attempt), Array.from({ length: latest.run_attempt }, (_, i) => menuLink(`${latest.html_url}?attempt=${i + 1}`, t.attempt(i + 1), undefined, i + 1 === attempt)), { kind: 'small' })}${tools(page, repo, latest)}</div></div>
        ${row.approval === 'needed' && notice('warn', html`<div class="row between"><span class="grow">${t.approveHint}</span>${repo.permissions?.push && doButton(`${run.html_url}/approve`, t.approve, {}, { kind: 'strong' })}</div>`)}
        ${jobs.length > 1 && box(html`<div class="pad">${jobGraph(jobs.map((one) => ({ key: one.key, name: one.name, needs: one.needs, state: wordOf(one), to: one.html_url })), t.graph)}</div>`)}
        ${box(jobs.length === 0 ? empty('play', t.none) : rows(jobs.map(line)), { head: html`<h3>${t.jobs}</h3><span class="count">${jobs.length}</span>` })}
        ${artifacts.length > 0 && box(rows(artifacts.map(made)), { head: html`<h3>${t.artifacts}</h3><span class="count">${artifacts.length}</span>` })}
        ${file && html`<p class="small"><a href="${repo.html_url}/src/commit/${row.workflow_sha}/${pathOf(file)}">${icon('file')} ${t.file}</a></p>`}`,
    })
  },
})

function tools(page: PageCx, repo: RepositoryRecord, run: Run) {
  const t = page.w.actions
  if (!repo.permissions?.push) return ''
  const item = (word: string, words: string, drawing: Parameters<typeof icon>[0], sure?: string) => html`<form method="post" action="${run.html_url}/${word}"${sure ? html` data-confirm="${sure}"` : ''}><button class="menu-item">${icon(drawing)}${words}</button></form>`
  if (run.status !== 'completed') return html`${doButton(`${run.html_url}/cancel`, t.cancel, {}, { kind: 'small' })}${menu(icon('dots'), page.w.site.more, [item('force-cancel', t.force, 'stop', t.forceSure)])}`
  return html`${doButton(`${run.html_url}/rerun`, [icon('refresh'), t.rerun], {}, { kind: 'small' })}${menu(icon('dots'), page.w.site.more, [run.conclusion !== 'success' && item('rerun-failed', t.rerunFailed, 'refresh'), item('delete', t.remove, 'trash', t.removeSure)])}`
}

const act = (word: string, operation: string, says: 'started' | 'cancelled' | 'removed' | 'approved') =>
  action({
    id: `run-${word}`, at: `/:owner/:repo/actions/runs/:run/${word}`, says: `${word} a run`, needs: writes,
    async run({ ask, params, root, w }) {
      await ask(operation, params)
      const at = `${root}/${encodeURIComponent(params.owner)}/${encodeURIComponent(params.repo)}/actions`
      return redirect(says === 'removed' ? at : `${at}/runs/${encodeURIComponent(params.run)}`, w.actions[says])
    },
  })

export const pages = [
  list, shown, act('cancel', 'createReposActionsRunsCancelByRun', 'cancelled'), act('force-cancel', 'createReposActionsRunsForceCancelByRun', 'cancelled'), act('rerun', 'createReposActionsRunsRerunByRun', 'started'),
  act('rerun-failed', 'createReposActionsRunsRerunFailedJobsByRun', 'started'), act('delete', 'deleteReposActionsRunsByRun', 'removed'), act('approve', 'createReposActionsRunsApproveByRun', 'approved'),
].flat()
