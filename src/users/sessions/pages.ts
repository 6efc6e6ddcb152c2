// Signing in, out and up, and choosing a password when one must.
import { bySession, open, SESSION } from '../../access/index.ts'
import { forbidden, invalid, notFound, unauthorized } from '../../kernel/errors.ts'
import type { Rq } from '../../kernel/route.ts'
import { Bool, input, Optional, Str } from '../../kernel/schema.ts'
import { verifyPassword } from '../../kernel/secrets.ts'
import { action, checkField, cookie, form, hidden, html, post, problem, redirect, submit, textField, type PageCx, type Sheet } from '../../web/index.ts'
import * as accounts from '../accounts/verbs.ts'
import * as sessions from './verbs.ts'

/** Only an address of this site: a path that no browser takes for a host. */
export const homeward = (root: string, to: string | undefined) => (to && /^\/(?![/\\])[^\\\0-\x1f]*$/.test(to) ? root + to : `${root}/`)

/** With seconds it outlives the browser. */
export const signInCookie = (page: PageCx, word: string, seconds?: number) => cookie(page, SESSION, word, seconds)

const from = (rq: Rq, remember?: boolean) => ({ agent: String(rq.headers['user-agent'] ?? ''), address: rq.ip, remember })

const card = (page: PageCx, title: string, body: ReturnType<typeof html>): Sheet => ({ title, bare: true, body: html`<section class="card"><h1>${title}</h1>${body}</section>` })

const login = form({
  id: 'signInPage', at: '/user/login', says: 'Sign in', needs: open,
  fields: input('SignInForm', { user_name: Str, password: Str, remember: Optional(Bool), redirect_to: Optional(Str) }),
  show(page) {
    const { w, root, given, query } = page
    const to = given.redirect_to ?? query.redirect_to ?? ''
    return card(page, w.signIn.title, html`${problem(page.problem)}${post(`${root}/user/login`, [
      hidden('redirect_to', to),
      textField('user_name', w.signIn.name, given.user_name, { required: true, autofocus: true, autocomplete: 'username' }),
      textField('password', w.signIn.password, '', { type: 'password', required: true, autocomplete: 'current-password' }),
      checkField('remember', w.signIn.remember, given.remember),
      submit(w.signIn.go),
    ])}${page.cx.config.registration === 'open' && html`<hr><p>${w.signIn.noAccount} <a href="${root}/user/sign_up">${w.signIn.upTitle}</a></p>`}`)
  },
  async send(page) {
    const { cx, rq, root, given } = page
    const account = await sessions.prove(cx, given.user_name, given.password, rq.ip)
    const { word, seconds } = await sessions.begin(cx, account, from(rq, given.remember))
    const to = account.must_change_password ? `${root}/user/settings/change_password` : homeward(root, given.redirect_to)
    return redirect(to, undefined, [signInCookie(page, word, given.remember ? seconds : undefined)])
  },
})

const logout = action({
  id: 'signOut', at: '/user/logout', says: 'Sign out', needs: open,
  async run(page) {
    const found = await bySession(page.rq)
    if (found) await sessions.end(page.cx, found, found.sessionId!)
    return redirect(`${page.root}/`, undefined, [signInCookie(page, '', 0)])
  },
})

const signUp = form({
  id: 'signUpPage', at: '/user/sign_up', says: 'Create an account', needs: open,
  fields: input('SignUpForm', { user_name: Str, email: Str, password: Str }),
  show(page) {
    const { w, root, given } = page
    if (page.cx.config.registration !== 'open') return card(page, w.signIn.upTitle, html`<p>${w.signIn.upClosed}</p><p><a href="${root}/user/login">${w.signIn.title}</a></p>`)
    return card(page, w.signIn.upTitle, html`${problem(page.problem)}${post(`${root}/user/sign_up`, [
      textField('user_name', w.signIn.upName, given.user_name, { required: true, autofocus: true, autocomplete: 'username', hint: w.signIn.upNameHint }),
      textField('email', w.signIn.email, given.email, { type: 'email', required: true, autocomplete: 'email' }),
      textField('password', w.signIn.upPassword, '', { type: 'password', required: true, autocomplete: 'new-password', minlength: 8, hint: w.signIn.upPasswordHint }),
      submit(w.signIn.upGo),
    ])}<hr><p>${w.signIn.hasAccount} <a href="${root}/user/login">${w.signIn.title}</a></p>`)
  },
  async send(page) {
    const { cx, rq, root, given, w } = page
    if (cx.config.registration !== 'open') throw forbidden(w.signIn.upClosed)
    if (given.password.length < 8) throw invalid(w.signIn.upPasswordHint)
    const account = await accounts.create(cx, { name: given.user_name, email: given.email, password: given.password })
    const { word } = await sessions.begin(cx, account, from(rq))
    return redirect(`${root}/`, undefined, [signInCookie(page, word)])
  },
})

/** The account of the cookie, even while nothing else is open to it. */
async function whoMust(rq: Rq) {
  const found = await bySession(rq)
  if (!found) throw unauthorized()
  return sessions.mayEnter(found.account)
}

const change = form({
  id: 'mustChangePassword', at: '/user/settings/change_password', says: 'Choose a password', needs: open,
  fields: input('MustChangeForm', { password: Str, again: Str }),
  async show(page) {
    const { w, root } = page
    if (!(await whoMust(page.rq)).must_change_password) throw notFound()
    return card(page, w.signIn.changeTitle, html`<p>${w.signIn.changeWhy}</p>${problem(page.problem)}${post(`${root}/user/settings/change_password`, [
      textField('password', w.signIn.newPassword, '', { type: 'password', required: true, autofocus: true, autocomplete: 'new-password', minlength: 8 }),
      textField('again', w.signIn.again, '', { type: 'password', required: true, autocomplete: 'new-password' }),
      submit(w.signIn.change),
    ])}`)
  },
  async send(page) {
    const { cx, rq, root, given, w } = page
    const account = await whoMust(rq)
    if (!account.must_change_password) throw notFound()
    if (given.password !== given.again) throw invalid(w.signIn.differ)
    if (given.password.length < 8) throw invalid(w.signIn.upPasswordHint)
    if (await verifyPassword(account.password, given.password)) throw invalid(w.signIn.sameAgain)
    await accounts.setPassword(cx, account, given.password)
    const { word } = await sessions.begin(cx, account, from(rq))
    return redirect(`${root}/`, w.signIn.changed, [signInCookie(page, word)])
  },
})

export const pages = [login, logout, signUp, change].flat()
