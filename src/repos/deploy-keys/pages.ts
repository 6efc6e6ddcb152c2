import { Bool, Id, input, Optional, Str } from '../../kernel/schema.ts'
import { action, ago, badge, box, checkField, copyable, doButton, empty, form, html, icon, notice, pager, post, problem, radioField, redirect, rows, submit, textArea, textField, type PageCx } from '../../web/index.ts'
import { repoAddress, theRepo } from '../frame.ts'
import { administered } from '../settings/pages.ts'
import { repoSettings } from '../settings-frame.ts'

interface Key {
  id: number
  title: string
  fingerprint: string
  key_type: 'ssh' | 'token'
  read_only: boolean
  created_at: string
  token?: string
}
interface Given {
  title?: string
  key?: string
  key_type?: string
  writes?: boolean
}

const at = '/:owner/:repo/settings/keys'

async function shown(page: PageCx, given: Given, more: { problem?: string; made?: Key }) {
  const { w, ask, params, query } = page
  const t = w.repoSettings.keys
  const [repo, keys] = await Promise.all([theRepo(page), ask.list<Key>('listReposKeys', { ...params, page: query.page })])
  const here = `${repo.html_url}/settings/keys`
  const line = (one: Key) => html`<div class="row between"><div class="grow">${icon('key')} <b><bdi>${one.title}</bdi></b> ${badge(one.key_type === 'token' ? t.token : t.ssh)} ${badge(one.read_only ? t.readOnly : t.mayPush, one.read_only ? 'quiet' : 'warn')}
    <div class="mono small soft">${one.fingerprint}</div><div class="meta">${w.me.keys.addedOn} ${ago(page, one.created_at)}</div></div>${doButton(`${here}/delete`, w.site.remove, { id: one.id }, { kind: 'small danger', confirm: t.remove(one.title) })}</div>`
  return repoSettings(page, repo, 'keys', html`<p class="lede">${t.lede}</p>${problem(more.problem)}${more.made?.token && notice('good', [html`<p>${t.shown}</p>`, copyable(more.made.token, t.copy)])}
    ${box(keys.items.length > 0 ? rows(keys.items.map(line)) : empty('key', t.none))}${pager(page, keys)}
    ${box(post(here, [
      textField('title', t.title, given.title, { required: true, maxlength: 255 }),
      radioField('key_type', t.kind, [{ value: 'ssh', words: t.ssh }, { value: 'token', words: t.token }], given.key_type ?? 'ssh'),
      textArea('key', t.key, given.key, { code: true, rows: 3, hint: t.keyHint }), checkField('writes', t.writes, given.writes), submit(t.add),
    ]), { head: html`<h3>${t.add}</h3>` })}`)
}

const list = form({
  id: 'repoSettingsKeys', at, says: 'Deploy keys', needs: administered, fields: input('DeployKeyForm', { title: Str, key: Optional(Str), key_type: Optional(Str), writes: Optional(Bool) }),
  show: (page) => shown(page, page.given, { problem: page.problem }),
  async send(page) {
    const { title, key, key_type, writes } = page.given
    const made = await page.ask<Key>('createReposKeys', page.params, { title, key: key_type === 'token' ? undefined : key, key_type, read_only: !writes })
    return made.token ? shown(page, {}, { made }) : redirect(repoAddress(page, '/settings/keys'), page.w.repoSettings.keys.added)
  },
})

const remove = action({
  id: 'repoSettingsKeyRemove', at: `${at}/delete`, says: 'Remove a deploy key', needs: administered, fields: input('DeployKeyRemoveForm', { id: Id }),
  async run({ ask, given, params, root, w }) {
    await ask('deleteReposKeysById', { ...params, id: given.id })
    return redirect(`${root}/${params.owner}/${params.repo}/settings/keys`, w.repoSettings.keys.removed)
  },
})

export const pages = [list, remove].flat()
