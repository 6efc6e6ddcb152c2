// The account: password, addresses, browsers that are signed in.
import { invalid } from '../../kernel/errors.ts'
import { Id, input, Str } from '../../kernel/schema.ts'
import { action, ago, badge, box, doButton, form, html, post, problem, redirect, rows, submit, textField, type PageCx } from '../../web/index.ts'
import * as accounts from '../accounts/verbs.ts'
import { own } from '../ground/page-gates.ts'
import { signInCookie } from '../sessions/pages.ts'
import * as sessions from '../sessions/verbs.ts'
import { userSettings } from '../settings-frame.ts'

interface Address {
  email: string
  verified: boolean
  primary: boolean
}

const at = '/user/settings/account'
const actor = (page: PageCx) => ({ ...page.actor, account: page.viewer! })

const account = form({
  id: 'settingsAccount', at, says: 'Password, addresses and sessions', needs: own,
  fields: input('PasswordForm', { old: Str, password: Str, again: Str }),
  async show(page) {
    const { w, root, ask, cx } = page
    const t = w.me.account
    const [addresses, browsers] = await Promise.all([ask<Address[]>('listUserEmails'), sessions.list(cx, actor(page))])
    return userSettings(page, 'account', html`${problem(page.problem)}
      ${box(post(root + at, [
        textField('old', t.old, '', { type: 'password', required: true, autocomplete: 'current-password' }),
        html`<div class="columns">${textField('password', w.signIn.newPassword, '', { type: 'password', required: true, minlength: 8, autocomplete: 'new-password' })}${textField('again', w.signIn.again, '', { type: 'password', required: true, autocomplete: 'new-password' })}</div>`,
        submit(t.change),
      ]), { head: html`<h2>${t.password}</h2>` })}
      ${box([
        rows(addresses.map((one) => html`<div class="row between"><span>${one.email} ${one.primary && badge(t.primary, 'info')} ${one.verified ? badge(t.verified, 'good') : badge(t.unverified, 'warn')}</span>${!one.primary && doButton(`${root}${at}/email/delete`, w.site.remove, { email: one.email }, { kind: 'small danger' })}</div>`)),
        post(`${root}${at}/email`, [textField('email', t.addEmail, '', { type: 'email', required: true }), submit(t.add, '')]),
      ], { head: html`<h2>${t.emails}</h2>` })}
      ${box(rows(browsers.map((one) => html`<div class="row between"><span class="grow">${agentOf(one.agent) || t.unknownAgent} <span class="soft small">${one.address} · ${t.since} ${ago(page, one.created_at)}</span></span>${
        one.id === page.actor.sessionId ? badge(t.here, 'good') : doButton(`${root}${at}/session/delete`, t.end, { id: one.id }, { kind: 'small' })}</div>`)), {
        head: html`<h2 class="grow">${t.sessions}</h2>${browsers.length > 1 && doButton(`${root}${at}/session/others`, t.endOthers, {}, { kind: 'small' })}`,
      })}`)
  },
  async send(page) {
    const { cx, given, w, root, viewer } = page
    if (given.password !== given.again) throw invalid(w.signIn.differ)
    if (given.password.length < 8) throw invalid(w.signIn.upPasswordHint)
    await sessions.prove(cx, viewer!.name, given.old, page.rq.ip).catch(() => {
      throw invalid(w.me.account.wrong)
    })
    await accounts.setPassword(cx, viewer!, given.password)
    const { word } = await sessions.begin(cx, viewer!, { agent: String(page.rq.headers['user-agent'] ?? ''), address: page.rq.ip })
    return redirect(root + at, w.me.account.changed, [signInCookie(page, word)])
  },
})

/** Firefox on Linux, and so on: enough to recognize one's own. */
function agentOf(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari|curl)\//.exec(agent)?.[1]
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1]
  return [browser?.replace('Edg', 'Edge').replace('OPR', 'Opera'), system].filter(Boolean).join(' · ')
}

const addEmail = action({
  id: 'settingsEmailAdd', at: `${at}/email`, says: 'Add an address', needs: own, fields: input('EmailForm', { email: Str }),
  async run({ ask, given, w, root }) {
    await ask('createUserEmails', {}, { emails: [given.email] })
    return redirect(root + at, w.me.account.emailAdded)
  },
})

const removeEmail = action({
  id: 'settingsEmailRemove', at: `${at}/email/delete`, says: 'Remove an address', needs: own, fields: input('EmailForm', { email: Str }),
  async run({ ask, given, w, root }) {
    await ask('deleteUserEmails', {}, { emails: [given.email] })
    return redirect(root + at, w.me.account.emailGone)
  },
})

const endSession = action({
  id: 'settingsSessionEnd', at: `${at}/session/delete`, says: 'Sign a browser out', needs: own, fields: input('SessionForm', { id: Id }),
  async run(page) {
    await sessions.end(page.cx, actor(page), page.given.id)
    return redirect(page.root + at, page.w.me.account.ended)
  },
})

const endOthers = action({
  id: 'settingsSessionOthers', at: `${at}/session/others`, says: 'Sign out everywhere else', needs: own,
  async run(page) {
    await sessions.endOthers(page.cx, actor(page))
    return redirect(page.root + at, page.w.me.account.ended)
  },
})

export const pages = [account, addEmail, removeEmail, endSession, endOthers].flat()
