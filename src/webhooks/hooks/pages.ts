// Webhooks in the browser, for a repository, an organization, oneself and the site: the same pages in four frames.
import { orgSettings, theOrg } from '../../orgs/index.ts'
import type { Guard, OwnerKind } from '../../kernel/route.ts'
import { Bool, input, Optional, Str, Strings } from '../../kernel/schema.ts'
import { repoSettings, theRepo } from '../../repos/index.ts'
import { userSettings } from '../../users/index.ts'
import { action, adminSheet, badge, box, doButton, empty, form, html, icon, page, pageNumber, pager, problem, redirect, rows, type Content, type PageCx, type Sheet } from '../../web/index.ts'
import { deliveryRows } from '../deliveries/rows.ts'
import * as deliveries from '../deliveries/verbs.ts'
import { hookOwner } from '../ground/owner.ts'
import { hookForm, type HookGiven, type HookShown } from './form.ts'
import * as hooks from './verbs.ts'

interface Place {
  kind: OwnerKind
  at: string
  /** `listReposHooks` and so on */
  names: string
  frame(page: PageCx, body: Content): Sheet | Promise<Sheet>
}

const places: Place[] = [
  { kind: 'repo', at: '/:owner/:repo/settings/hooks', names: 'Repos', frame: async (page, body) => repoSettings(page, await theRepo(page), 'hooks', body) },
  { kind: 'org', at: '/org/:org/settings/hooks', names: 'Orgs', frame: async (page, body) => orgSettings(page, await theOrg(page), 'hooks', body) },
  { kind: 'user', at: '/user/settings/hooks', names: 'User', frame: (page, body) => userSettings(page, 'hooks', body) },
  { kind: 'site', at: '/-/admin/hooks', names: 'Admin', frame: (page, body) => adminSheet(page, 'hooks', body) },
]

const fields = input('HookForm', {
  type: Optional(Str), system: Optional(Str), name: Optional(Str), url: Str, content_type: Optional(Str), secret: Optional(Str), channel: Optional(Str), branch_filter: Optional(Str),
  authorization_header: Optional(Str), events: Optional(Strings), active: Optional(Bool),
})

/** What the operation wants, from what the form sends. */
const bodyOf = (given: HookGiven, type: string) => ({
  type, name: given.name, branch_filter: given.branch_filter ?? '', authorization_header: given.authorization_header || undefined, events: given.events?.length ? given.events : ['none'], active: given.active ?? false,
  config: { url: given.url ?? '', content_type: given.content_type ?? 'json', ...(given.secret ? { secret: given.secret } : {}), ...(type === 'slack' ? { channel: given.channel ?? '' } : {}), ...(given.system ? { is_system_webhook: given.system } : {}) },
})

function pagesOf({ kind, at, names, frame }: Place) {
  const needs: Guard<Awaited<ReturnType<typeof hookOwner.open>>> = { says: hookOwner.says, open: (rq) => hookOwner.open({ ...rq, owner: kind }) }
  const here = (page: PageCx, rest = '') => page.root + at.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(page.params[name])) + rest
  const members = ({ params }: PageCx) => params

  const list = page({
    id: `hooks${names}`, at, says: 'Webhooks', needs,
    async run(page) {
      const { w, ask, query } = page
      const t = w.webhooks
      const found = await ask.list<HookShown>(`list${names}Hooks`, { ...members(page), page: query.page, type: kind === 'site' ? 'all' : undefined })
      const line = (one: HookShown) => html`<div class="row between"><div class="grow"><a class="title" href="${here(page, `/${one.id}`)}">${icon('webhook')} <bdi>${one.name || one.config.url}</bdi></a> ${badge(t.kinds[one.type] ?? one.type)} ${!one.active && badge(t.inactive, 'warn')}
        <div class="small soft cut">${one.config.url}</div></div>${doButton(here(page, `/${one.id}/delete`), w.site.remove, {}, { kind: 'small danger', confirm: t.sure(one.config.url) })}</div>`
      return frame(page, html`<div class="row between top"><p class="lede grow">${kind === 'site' ? t.siteLede : t.lede}</p><a class="button strong" href="${here(page, '/new')}">${t.create}</a></div>
        ${box(found.items.length === 0 ? empty('webhook', t.none, t.lede) : rows(found.items.map(line)))}${pager(page, found)}`)
    },
  })

  const fresh = form({
    id: `hookNew${names}`, at: `${at}/new`, says: 'Create a webhook', needs, fields,
    show: (page) => frame(page, html`${problem(page.problem)}${hookForm(page, here(page, '/new'), hooks.kinds, page.given, undefined, kind === 'site')}`),
    async send(page) {
      const made = await page.ask<HookShown>(`create${names}Hooks`, members(page), bodyOf(page.given, page.given.type ?? 'gitea'))
      return redirect(here(page, `/${made.id}`), page.w.webhooks.made)
    },
  })

  const edit = form({
    id: `hookEdit${names}`, at: `${at}/:id`, says: 'A webhook and its deliveries', needs, fields,
    async show(page) {
      const { ask, cx, owner, params } = page
      const held = await ask<HookShown>(`get${names}HooksById`, members(page))
      const sent = await deliveries.list(cx, await hooks.get(cx, owner, Number(params.id)), pageNumber(page))
      return frame(page, html`${problem(page.problem)}${hookForm(page, here(page, `/${held.id}`), hooks.kinds, page.given, held, kind === 'site')}
        ${kind === 'repo' && html`<p>${doButton(here(page, `/${held.id}/test`), [icon('play'), page.w.webhooks.test])}</p>`}${deliveryRows(page, sent, here(page, `/${held.id}`))}`)
    },
    async send(page) {
      const held = await page.ask<HookShown>(`get${names}HooksById`, members(page))
      await hooks.revise(page.cx, page.owner, page.actor.account, held.id, bodyOf(page.given, held.type))
      return redirect(here(page, `/${held.id}`), page.w.webhooks.saved)
    },
  })

  const remove = action({
    id: `hookRemove${names}`, at: `${at}/:id/delete`, says: 'Remove a webhook', needs,
    async run(page) {
      await page.ask(`delete${names}HooksById`, members(page))
      return redirect(here(page), page.w.webhooks.gone)
    },
  })

  const again = action({
    id: `hookAgain${names}`, at: `${at}/:id/redeliver`, says: 'Send a delivery again', needs, fields: input('RedeliverForm', { uuid: Str }),
    async run(page) {
      await deliveries.again(page.cx, await hooks.get(page.cx, page.owner, Number(page.params.id)), page.given.uuid)
      return redirect(here(page, `/${page.params.id}`), page.w.webhooks.resent)
    },
  })

  const test = action({
    id: `hookTest${names}`, at: `${at}/:id/test`, says: 'Send a test', needs,
    async run(page) {
      await page.ask('createReposHooksTestsById', members(page))
      return redirect(here(page, `/${page.params.id}`), page.w.webhooks.tested)
    },
  })

  return [list, fresh, edit, remove, again, ...(kind === 'repo' ? [test] : [])].flat()
}

export const pages = places.flatMap(pagesOf)
