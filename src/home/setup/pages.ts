// The administrator is made once, through the link on the console.
import { open } from '../../access/index.ts'
import { forbidden } from '../../kernel/errors.ts'
import { input, Str } from '../../kernel/schema.ts'
import { sessions, signInCookie } from '../../users/index.ts'
import { form, hidden, html, post, problem, redirect, submit, textField, type PageCx, type Sheet } from '../../web/index.ts'
import * as setup from './verbs.ts'

/** Shown to everybody while there is no account. */
export const waiting = ({ w }: PageCx, status = 200): Sheet =>
  ({ title: w.home.setup.title, bare: true, status, body: html`<section class="card"><h1>${w.home.setup.almost}</h1><p>${w.home.setup.link}</p></section>` })

export const pages = form({
  id: 'setupPage', at: '/setup', says: 'Create the administrator', needs: open,
  fields: input('Setup', { token: Str, name: Str, email: Str, password: Str }),
  async show(page) {
    const { cx, w, root, given, query } = page
    const token = given.token ?? query.token ?? ''
    if (!(await setup.isToken(cx, token))) return waiting(page, 403)
    return {
      title: w.home.setup.title, bare: true,
      body: html`<section class="card"><h1>${w.home.setup.create}</h1><p class="soft">${w.home.setup.why}</p>${problem(page.problem)}${post(`${root}/setup`, [
        hidden('token', token),
        textField('name', w.home.setup.name, given.name, { required: true, autofocus: true, autocomplete: 'username' }),
        textField('email', w.home.setup.email, given.email, { type: 'email', required: true, autocomplete: 'email' }),
        textField('password', w.home.setup.password, '', { type: 'password', required: true, minlength: 8, autocomplete: 'new-password', hint: w.home.setup.passwordHint }),
        submit(w.home.setup.go),
      ])}</section>`,
    }
  },
  async send(page) {
    const { cx, rq, root, given, w } = page
    if (!(await setup.isToken(cx, given.token))) throw forbidden('this set-up link is not valid any more')
    const account = await setup.run(cx, given)
    const session = await sessions.begin(cx, account, { agent: String(rq.headers['user-agent'] ?? ''), address: rq.ip })
    return redirect(`${root}/`, w.home.setup.done(given.name), [signInCookie(page, session.word)])
  },
})
