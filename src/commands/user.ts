// `codestead user create|password|token`: accounts from the console.
import { openApp, type App } from '../app.ts'
import { load, split } from '../kernel/config.ts'
import { openLog } from '../kernel/log.ts'
import { Refusal } from '../kernel/errors.ts'
import { actorFor, findAccountByName } from '../access/index.ts'
import { accounts, tokens } from '../users/index.ts'

const usage = `codestead user create NAME EMAIL [--admin]   reads the password from standard input
codestead user password NAME                reads the new password from standard input
codestead user token NAME TOKEN_NAME SCOPE[,SCOPE…]   prints the token, once`

export async function run(argv: string[]): Promise<number> {
  const { flags, rest } = split(argv)
  const admin = rest.includes('--admin')
  const [verb, ...words] = rest.filter((one) => one !== '--admin')
  const action = new Map([['create', create], ['password', password], ['token', token]]).get(verb ?? '')
  if (!action) {
    console.error(usage)
    return 2
  }
  const config = load({ argv: [...flags].flatMap(([key, value]) => [`--${key.replaceAll('_', '-')}`, value]), env: process.env, cwd: process.cwd() })
  const app = await openApp({ config, log: openLog({ level: 'warn' }) })
  try {
    return await action(app, words, admin)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message || 'There is no such account.')
    return 1
  } finally {
    await app.close()
  }
}

async function create(app: App, [name, email]: string[], admin: boolean): Promise<number> {
  if (!name || !email) return refuse()
  await accounts.create(app.cx, { name, email, password: await readPassword(), is_admin: admin })
  console.log(`Created ${admin ? 'administrator' : 'account'} ${name}.`)
  return 0
}

async function password(app: App, [name]: string[]): Promise<number> {
  const account = name ? await findAccountByName(app.cx.db, name) : undefined
  if (!account) return refuse('There is no such account.')
  await accounts.setPassword(app.cx, account, await readPassword())
  console.log(`Changed the password of ${account.name}.`)
  return 0
}

async function token(app: App, [name, label, scopes]: string[]): Promise<number> {
  const account = name ? await findAccountByName(app.cx.db, name) : undefined
  if (!account || !label || !scopes) return refuse(account ? usage : 'There is no such account.')
  console.log((await tokens.create(app.cx, account, actorFor(account), { name: label, scopes: scopes.split(',') })).token)
  return 0
}

function refuse(text = usage): number {
  console.error(text)
  return 2
}

/** The first line of standard input. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password: ')
  let text = ''
  for await (const part of process.stdin) {
    text += part
    if (text.includes('\n')) break
  }
  const line = text.split('\n')[0].trimEnd()
  if (line.length < 8) throw new Refusal('invalid', 'A password has at least 8 characters.')
  return line
}
