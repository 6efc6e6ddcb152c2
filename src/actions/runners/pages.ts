import { Id, input, Optional, Str } from '../../kernel/schema.ts'
import { action, badge, box, copyable, doButton, empty, html, icon, page, redirect, rows, type PageCx, type Sheet } from '../../web/index.ts'
import { addressOf, managesAt, places, type Place } from '../places.ts'

interface RunnerShown {
  id: number
  name: string
  status: 'online' | 'offline'
  busy: boolean
  disabled: boolean
  ephemeral: boolean
  labels: { name: string }[] | null
}

function pagesOf(place: Place) {
  const { kind, at, names } = place
  const needs = managesAt(kind)
  const here = `${at}/runners`

  const shown = async (page: PageCx, token?: string): Promise<Sheet> => {
    const { w, ask, params, root } = page
    const t = w.actionsSettings.runners
    const { runners } = await ask<{ runners: RunnerShown[] }>(`list${names}ActionsRunners`, { ...params, limit: 50 })
    const to = addressOf(place, page, '/runners')
    const line = (one: RunnerShown) => html`<div class="row between"><div class="grow">${icon('server')} <b><bdi>${one.name}</bdi></b> ${badge(one.status === 'online' ? t.online : t.offline, one.status === 'online' ? 'good' : 'quiet', 'dot')} ${one.busy && badge(t.busy, 'info')} ${one.disabled && badge(t.disabled, 'warn')} ${one.ephemeral && badge(t.ephemeral)}
      <div class="meta">${(one.labels ?? []).map((label) => html`<code>${label.name}</code>`)}</div></div><span class="row">${doButton(`${to}/pause`, one.disabled ? t.resume : t.pause, { id: one.id, on: one.disabled ? '' : 'true' }, { kind: 'small', label: `${one.disabled ? t.resume : t.pause}: ${one.name}` })}${doButton(`${to}/delete`, w.site.remove, { id: one.id }, { kind: 'small danger', confirm: t.sure(one.name) })}</span></div>`
    return place.frame(page, 'runners', html`<p class="lede">${t.lede}</p>${box(runners.length === 0 ? empty('server', t.none, t.noneHint) : rows(runners.map(line)))}
      ${box(html`<div class="stack">${token ? html`<div><p class="small soft">${t.token}</p>${copyable(token, w.site.copy)}</div><div><p class="small soft">${t.how}</p>${copyable(`act_runner register --no-interactive --instance ${root} --token ${token} --labels ubuntu-latest:host`, w.site.copy)}</div>${copyable('act_runner daemon', w.site.copy)}` : doButton(`${to}/token`, t.show, {}, { kind: 'strong' })}</div>`, { head: html`<h3>${t.register}</h3>` })}`)
  }
  return [
    page({ id: `runners${names}`, at: here, says: 'Runners', needs, run: (page) => shown(page) }),
    action({
      id: `runnerToken${names}`, at: `${here}/token`, says: 'Show the registration token', needs,
      run: async (page) => shown(page, (await page.ask<{ token: string }>(`create${names}ActionsRunnersRegistrationToken`, page.params)).token),
    }),
    action({
      id: `runnerPause${names}`, at: `${here}/pause`, says: 'Pause or resume a runner', needs, fields: input('RunnerPauseForm', { id: Id, on: Optional(Str) }),
      async run(page) {
        await page.ask(`edit${names}ActionsRunnersByRunnerId`, { ...page.params, runner_id: page.given.id }, { disabled: page.given.on === 'true' })
        return redirect(addressOf(place, page, '/runners'), page.w.actionsSettings.runners.paused)
      },
    }),
    action({
      id: `runnerRemove${names}`, at: `${here}/delete`, says: 'Remove a runner', needs, fields: input('RunnerRemoveForm', { id: Id }),
      async run(page) {
        await page.ask(`delete${names}ActionsRunnersByRunnerId`, { ...page.params, runner_id: page.given.id })
        return redirect(addressOf(place, page, '/runners'), page.w.actionsSettings.runners.removed)
      },
    }),
  ].flat()
}

export const pages = places.flatMap(pagesOf)
