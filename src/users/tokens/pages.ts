import { categories } from '../../access/index.ts'
import { invalid } from '../../kernel/errors.ts'
import { Id, input, Optional, Str, Strings } from '../../kernel/schema.ts'
import { action, ago, badge, box, checkField, copyable, doButton, empty, form, html, icon, notice, option, pager, post, problem, redirect, rows, submit, textField, type PageCx, type Sheet } from '../../web/index.ts'
import { own } from '../ground/page-gates.ts'
import { userSettings } from '../settings-frame.ts'

interface Token {
  id: number
  name: string
  sha1: string
  token_last_eight: string
  scopes: string[] | null
  created_at: string
  last_used_at: string
}

const at = '/user/settings/applications'

async function shown(page: PageCx, given: { name?: string; scopes?: string[] }, more: { problem?: string; made?: Token }): Promise<Sheet> {
  const { w, root, ask, viewer, query } = page
  const t = w.me.tokens
  const tokens = await ask.list<Token>('listUsersTokens', { username: viewer!.name, page: query.page })
  const picked = new Set(given.scopes)
  const line = (one: Token) => html`<div class="row between"><div class="grow">${icon('code')} <b><bdi>${one.name}</bdi></b> <code>…${one.token_last_eight}</code> ${(one.scopes ?? []).map((scope) => [badge(scope), ' '])}
    <div class="meta">${w.me.keys.addedOn} ${ago(page, one.created_at)} · ${Date.parse(one.last_used_at) > 0 ? [w.me.keys.used, ' ', ago(page, one.last_used_at)] : w.me.keys.never}</div></div>${doButton(`${root}${at}/delete`, w.site.remove, { id: one.id }, { kind: 'small danger', confirm: t.remove(one.name) })}</div>`
  const category = (one: (typeof categories)[number]) => html`<div class="row between scope"><label for="f-${one}">${t.categories[one]}</label><select id="f-${one}" name="scopes">${
    [['', t.nothing], [`read:${one}`, t.read], [`write:${one}`, t.write]].map(([value, words]) => option([value, words], picked.has(value) ? value : undefined))}</select></div>`
  return userSettings(page, 'tokens', html`<p class="lede">${t.lede}</p>${problem(more.problem)}
    ${more.made && notice('good', [html`<p>${t.shown}</p>`, copyable(more.made.sha1, t.copy)])}
    ${box(tokens.items.length > 0 ? rows(tokens.items.map(line)) : empty('code', t.none, t.noneHint))}${pager(page, tokens)}
    ${box(post(root + at, [
      textField('name', t.name, more.made ? '' : given.name, { required: true, maxlength: 255, hint: t.nameHint, autocomplete: 'off' }),
      html`<fieldset class="field"><legend>${t.scopes}</legend>${checkField('scopes', t.all, picked.has('all'), { value: 'all' })}${checkField('scopes', t.publicOnly, picked.has('public-only'), { value: 'public-only' })}<div class="scopes">${categories.filter((one) => one !== 'admin' || viewer!.is_admin).map(category)}</div></fieldset>`,
      submit(t.make),
    ]), { head: html`<h2>${t.make}</h2>` })}`)
}

const list = form({
  id: 'settingsTokens', at, says: 'Access tokens', needs: own, fields: input('TokenForm', { name: Str, scopes: Optional(Strings) }),
  show: (page) => shown(page, page.given, { problem: page.problem }),
  async send(page) {
    const scopes = (page.given.scopes ?? []).filter(Boolean)
    if (scopes.every((one) => one === 'public-only')) throw invalid(page.w.me.tokens.choose)
    const made = await page.ask<Token>('createUsersTokens', { username: page.viewer!.name }, { name: page.given.name, scopes })
    return shown(page, {}, { made })
  },
})

const remove = action({
  id: 'settingsTokenRemove', at: `${at}/delete`, says: 'Remove a token', needs: own, fields: input('TokenRemoveForm', { id: Id }),
  async run({ ask, given, w, root, viewer }) {
    await ask('deleteUsersTokensByToken', { username: viewer!.name, token: given.id })
    return redirect(root + at, w.me.tokens.gone)
  },
})

export const pages = [list, remove].flat()
