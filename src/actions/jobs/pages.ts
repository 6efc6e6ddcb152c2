// A job with its steps and their logs; while it runs the page follows.
import { repoSheet, theRepo } from '../../repos/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { raw } from '../../kernel/route.ts'
import { action, badge, box, doButton, empty, flag, html, icon, notice, page, redirect, type Html, type PageCx } from '../../web/index.ts'
import { isFinal, wireStatus } from '../engine/status.ts'
import { reads, writes } from '../runs/routes.ts'
import { unserved } from '../runners/verbs.ts'
import { missing, span, stateBadge, stateIcon, took } from '../runs/shown.ts'
import { logLines } from './ansi.ts'
import type { RunJobRow } from '../tables.ts'
import * as jobs from './verbs.ts'
import * as view from './view.ts'

interface Run {
  id: number
  html_url: string
  display_title: string
  run_number: number
  run_attempt: number
}

/** Lines shown of one step. */
const LINES = 5000

type Here = PageCx & { repo: Parameters<typeof jobs.told>[1] }

async function steps(page: Here): Promise<{ body: Html; live: boolean; row: RunJobRow }> {
  const { w, cx, params } = page
  const t = w.actions
  const told = await jobs.told(cx, page.repo, Number(params.job) || 0)
  if (told.job.run_id !== Number(params.run)) throw notFound()
  const live = !isFinal(told.job.status)
  const missed = (await unserved(cx, page.repo, [told.job])).get(told.job.id)
  if (told.steps.length === 0) return { live, row: told.job, body: box(empty('clock', live ? t.waitingFor : t.noLog, missed && missing(page, missed))) }
  const step = (one: jobs.ToldStep, i: number) => {
    const state = wireStatus(one.state)
    const lines = one.lines.slice(-LINES)
    const open = one.state === 'failure' || one.state === 'running'
    const seconds = one.started_at > 0 ? span(Math.max(0, (one.stopped_at || cx.now()) - one.started_at)) : ''
    return html`<details class="log-step" data-step="${i}"${flag('open', open)}><summary class="row">${stateIcon(page, state)}<span class="grow cut">${one.name}</span><span class="numbers small soft">${seconds}</span></summary>${one.lines.length > LINES && html`<p class="pad small soft">${t.cut(LINES)}</p>`}${lines.length > 0 ? logLines(lines, `step-${i}`) : ''}</details>`
  }
  return { live, row: told.job, body: html`${told.gone && notice('info', t.goneLog)}${told.cut && notice('info', t.cut(LINES))}<div class="log-steps">${told.steps.map(step)}${told.rest.length > 0 && html`<details class="log-step" data-step="rest"><summary class="row"><span class="grow">${t.other}</span></summary>${logLines(told.rest.slice(-LINES), 'rest')}</details>`}</div>` }
}

const shown = page({
  id: 'jobPage', at: '/:owner/:repo/actions/runs/:run/jobs/:job', says: 'A job and its log', needs: reads,
  async run(page) {
    const { w, ask, params, query } = page
    const t = w.actions
    const { body, live, row } = await steps(page)
    if (query.part === 'steps') return raw(body.text, { 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-store', 'x-live': String(live), 'content-security-policy': "default-src 'none'; sandbox" })
    const [repo, run, job] = await Promise.all([theRepo(page), ask<Run>('getReposActionsRunsByRun', { owner: params.owner, repo: params.repo, run: params.run }), view.one(page.cx, row)])
    return repoSheet(page, repo, 'actions', {
      title: `${job.name} · ${run.display_title}`, islands: ['log'],
      body: html`<div class="page-head"><div class="grow"><h2><a href="${run.html_url}"><bdi>${run.display_title}</bdi> #${run.run_number}</a> <span class="soft">/</span> <bdi>${job.name}</bdi></h2>
        <div class="meta">${stateBadge(page, job)}${job.runner_name && html`<span>${icon('server')} <bdi>${job.runner_name}</bdi></span>`}<span>${t.labels} ${(job.labels ?? []).map((one) => [badge(one), ' '])}</span><span>${took(page, job.started_at, job.completed_at)}</span></div></div>
        <div class="row"><label class="check small" data-log-tools hidden><input type="checkbox" data-times> ${t.times}</label>${live && html`<label class="check small" data-log-tools hidden><input type="checkbox" data-follow checked> ${t.follow}</label>`}${row.task_id !== null && html`<a class="button small" href="${job.html_url}/logs">${icon('download')}${t.raw}</a>`}${repo.permissions?.push && !live && doButton(`${job.html_url}/rerun`, [icon('refresh'), t.rerunJob], {}, { kind: 'small' })}</div></div>
        <div data-log="${live ? 'live' : 'done'}">${body}</div>`,
    })
  },
})

const whole = page({
  id: 'jobLog', at: '/:owner/:repo/actions/runs/:run/jobs/:job/logs', says: 'The log of a job as a file', needs: reads,
  async run({ cx, repo, params }) {
    const found = await jobs.log(cx, repo, Number(params.job) || 0)
    return raw(found.body, { 'content-type': 'text/plain;charset=utf-8', 'content-disposition': `attachment; filename="${found.name}"`, 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; sandbox" })
  },
})

const again = action({
  id: 'jobRerun', at: '/:owner/:repo/actions/runs/:run/jobs/:job/rerun', says: 'Run a job again', needs: writes,
  async run({ ask, params, root, w }) {
    await ask('createReposActionsRunsJobsRerunByJobId', { owner: params.owner, repo: params.repo, run: params.run, job_id: params.job })
    return redirect(`${root}/${encodeURIComponent(params.owner)}/${encodeURIComponent(params.repo)}/actions/runs/${encodeURIComponent(params.run)}`, w.actions.started)
  },
})

export const pages = [shown, whole, again].flat()
