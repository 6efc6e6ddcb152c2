import { Id, input, Str } from '../../kernel/schema.ts'
import { action, ago, box, copyable, doButton, empty, form, html, icon, pager, post, problem, redirect, rows, submit, textArea, textField } from '../../web/index.ts'
import { own } from '../ground/page-gates.ts'
import { userSettings } from '../settings-frame.ts'

interface Key {
  id: number
  title: string
  fingerprint: string
  created_at: string
  last_used_at: string
}

const at = '/user/settings/keys'

const list = form({
  id: 'settingsKeys', at, says: 'SSH keys', needs: own, fields: input('KeyForm', { title: Str, key: Str }),
  async show(page) {
    const { w, root, ask, given, query } = page
    const t = w.me.keys
    const keys = await ask.list<Key>('listUserKeys', { page: query.page })
    const line = (one: Key) => html`<div class="row between"><div class="grow">${icon('key')} <b><bdi>${one.title}</bdi></b><div class="mono small soft">${one.fingerprint}</div>
      <div class="meta">${t.addedOn} ${ago(page, one.created_at)} · ${Date.parse(one.last_used_at) > 0 ? [t.used, ' ', ago(page, one.last_used_at)] : t.never}</div></div>${doButton(`${root}${at}/delete`, w.site.remove, { id: one.id }, { kind: 'small danger', confirm: t.remove(one.title) })}</div>`
    return userSettings(page, 'keys', html`<p class="lede">${t.lede}</p>${problem(page.problem)}
      ${box(keys.items.length > 0 ? rows(keys.items.map(line)) : empty('key', t.none, [html`<p>${t.noneHint}</p>`, copyable('ssh-keygen -t ed25519', w.site.copy)]))}${pager(page, keys)}
      ${box(post(root + at, [textField('title', t.title, given.title, { required: true, maxlength: 100 }), textArea('key', t.key, given.key, { required: true, code: true, rows: 4, hint: t.keyHint }), submit(t.add)]), { head: html`<h2>${t.add}</h2>` })}`)
  },
  async send({ ask, given, w, root }) {
    await ask('createUserKeys', {}, given)
    return redirect(root + at, w.me.keys.added)
  },
})

const remove = action({
  id: 'settingsKeyRemove', at: `${at}/delete`, says: 'Remove an SSH key', needs: own, fields: input('KeyRemoveForm', { id: Id }),
  async run({ ask, given, w, root }) {
    await ask('deleteUserKeysById', { id: given.id })
    return redirect(root + at, w.me.keys.gone)
  },
})

export const pages = [list, remove].flat()
