// The first account: made through a one-time link, only while there is none.
import { newToken, constantTimeEqual } from '../../kernel/secrets.ts'
import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, invalid } from '../../kernel/errors.ts'
import { accounts, accountStore } from '../../users/index.ts'

const links = new WeakMap<object, string>()

/** The token of this process's set-up link; undefined once somebody has an account. */
export async function setupToken(cx: Cx): Promise<string | undefined> {
  if (await accountStore.any(cx.db)) {
    links.delete(cx.outbox)
    return undefined
  }
  let token = links.get(cx.outbox)
  if (!token) links.set(cx.outbox, (token = newToken()))
  return token
}

export async function isToken(cx: Cx, given: unknown): Promise<boolean> {
  const token = await setupToken(cx)
  return token !== undefined && typeof given === 'string' && constantTimeEqual(token, given)
}

/** `name:password` from the configuration; does nothing once there is an account. */
export async function firstAdmin(cx: Cx, given: string): Promise<void> {
  if (await accountStore.any(cx.db)) return
  const [name, ...password] = given.split(':')
  await accounts.create(cx, { name, email: `${name.toLowerCase()}@localhost.localdomain`, password: password.join(':'), is_admin: true })
}

export async function run(cx: Cx, input: { token: string; name: string; email: string; password: string }): Promise<Account> {
  if (!(await isToken(cx, input.token))) throw forbidden('this set-up link is not valid any more')
  if (input.password.length < 8) throw invalid('a password has at least 8 characters')
  const account = await accounts.create(cx, { name: input.name, email: input.email, password: input.password, is_admin: true })
  links.delete(cx.outbox)
  return account
}
