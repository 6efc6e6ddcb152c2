// Values that jobs are given: secrets, which nobody reads again, and variables.
import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { bad, exists, notFound } from '../../kernel/errors.ts'
import { scopeOf } from '../runners/store.ts'
import type { ActionVariableRow, Level } from '../tables.ts'
import { secretContext } from './seal.ts'
import * as store from './store.ts'
import * as view from './view.ts'

const most = 65_536
const longestNote = 4096
const noted = (text: string | undefined) => [...(text ?? '')].slice(0, longestNote).join('')

/** Upper case, as it is stored; 400 if it cannot be one. */
function checked(name: string): string {
  const upper = name.toUpperCase()
  if (!/^[A-Z_][A-Z0-9_]{0,254}$/.test(upper) || upper.startsWith('GITEA_') || upper.startsWith('GITHUB_') || upper === 'CI') throw bad(`invalid name ${name}`)
  return upper
}

/** The secrets of a level, without what they hold. */
export const secretsAt = async (cx: Cx, level: Level) => view.secrets((await store.listSecrets(cx.db, scopeOf(level), { page: 1, limit: 500, offset: 0 })).rows)

/** True if it is new. */
export async function putSecret(cx: Cx, level: Level, given: string, input: { data: string; description?: string }): Promise<boolean> {
  const name = checked(given)
  if (Buffer.byteLength(input.data) > most) throw bad('the secret is too long')
  const scope = scopeOf(level)
  const columns = { sealed: cx.secrets.encrypt(input.data.replaceAll('\r\n', '\n'), secretContext(name, level)), description: noted(input.description) }
  return cx.write(async (tx) => {
    const known = await store.findSecret(tx, scope, name)
    if (known) await store.updateSecret(tx, known.id, columns)
    else await store.insertSecret(tx, { ...level, scope, name, ...columns, created_at: cx.now() })
    return !known
  })
}

export async function removeSecret(cx: Cx, level: Level, given: string): Promise<void> {
  const name = checked(given)
  if (!(await cx.write((tx) => store.removeSecret(tx, scopeOf(level), name)))) throw notFound()
}

export async function getVariable(cx: Cx, level: Level, name: string): Promise<ActionVariableRow> {
  const row = await store.findVariable(cx.db, scopeOf(level), name.toUpperCase())
  if (!row) throw notFound()
  return row
}

function value(text: string): string {
  const plain = text.replaceAll('\r\n', '\n')
  if ([...plain].length > most) throw bad('the value is too long')
  return plain
}

export async function createVariable(cx: Cx, level: Level, given: string, input: { value: string; description?: string }): Promise<void> {
  const name = checked(given)
  const data = value(input.value)
  await cx.write(async (tx) => {
    if (await store.findVariable(tx, scopeOf(level), name)) throw taken(name)
    await store.insertVariable(tx, { ...level, scope: scopeOf(level), name, data, description: noted(input.description) })
  }).catch(named(name))
}

export async function editVariable(cx: Cx, level: Level, given: string, input: { name?: string; value: string; description?: string }): Promise<void> {
  const name = checked(input.name || given)
  const data = value(input.value)
  await cx.write(async (tx) => {
    const row = await store.findVariable(tx, scopeOf(level), given.toUpperCase())
    if (!row) throw notFound()
    if (name !== row.name && (await store.findVariable(tx, scopeOf(level), name))) throw taken(name)
    await store.updateVariable(tx, row.id, { name, data, description: noted(input.description) })
  }).catch(named(name))
}

const taken = (name: string) => exists(`a variable named ${name} exists already`)
const named = (name: string) => (error: unknown): never => {
  throw isUniqueViolation(error) ? taken(name) : error
}

export async function removeVariable(cx: Cx, level: Level, name: string): Promise<void> {
  if (!(await cx.write((tx) => store.removeVariable(tx, scopeOf(level), name.toUpperCase())))) throw notFound()
}
