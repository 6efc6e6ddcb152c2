import { mistyped } from '../../kernel/errors.ts'
import { input, Str } from '../../kernel/schema.ts'
import { action, box, doButton, empty, form, html, pager, person, post, problem, redirect, rows, submit, textField } from '../../web/index.ts'
import type { UserRecord } from '../accounts/schema.ts'
import { own } from '../ground/page-gates.ts'
import { userSettings } from '../settings-frame.ts'

const at = '/user/settings/blocked_users'
const fields = input('BlockForm', { username: Str })

const list = form({
  id: 'settingsBlocked', at, says: 'People you have blocked', needs: own, fields,
  async show(page) {
    const { w, root, ask, given, query } = page
    const t = w.me.blocked
    const blocked = await ask.list<UserRecord>('listUserBlocks', { page: query.page })
    return userSettings(page, 'blocked', html`<p class="lede">${t.lede}</p>${problem(page.problem)}
      ${box([
        blocked.items.length > 0 ? rows(blocked.items.map((one) => html`<div class="row between">${person(page, one)}${doButton(`${root}${at}/delete`, t.unblock, { username: one.login }, { kind: 'small' })}</div>`)) : empty('stop', t.none),
        post(root + at, [textField('username', t.name, given.username, { required: true }), submit(t.block, '')]),
      ])}${pager(page, blocked)}`)
  },
  async send({ ask, given, w, root }) {
    const username = given.username.trim()
    await ask('putUserBlocks', { username }).catch(mistyped(w.site.nobodyCalled(username)))
    return redirect(root + at, w.me.blocked.done)
  },
})

const undo = action({
  id: 'settingsUnblock', at: `${at}/delete`, says: 'Unblock somebody', needs: own, fields,
  async run({ ask, given, w, root }) {
    await ask('deleteUserBlocks', { username: given.username })
    return redirect(root + at, w.me.blocked.undone)
  },
})

export const pages = [list, undo].flat()
