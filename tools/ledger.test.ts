// Every declared operation is named by a scenario: a test beside the code mentions its id.
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { none, root, sources } from './sources.ts'

type Operation = { id: string, room: string }

function unnamed(operations: Operation[], texts: string[]): string[] {
  const words = new Set(texts.flatMap((text) => text.match(/[\w-]+/g) ?? []))
  const open = operations.filter(({ id }) => !words.has(id))
  return [...Map.groupBy(open, ({ room }) => room)].map(([room, some]) => `${room}: ${some.map(({ id }) => id).join(', ')}`)
}

const missing = ['src/app.ts', 'src/rooms.ts'].filter((path) => !fs.existsSync(join(root, path)))

test('every operation is named in a scenario', { skip: missing.length > 0 && `nothing is declared before ${missing.join(' and ')} exist` }, async () => {
  const [{ declarationsOf }, { rooms }] = await Promise.all([import('../src/app.ts'), import('../src/rooms.ts')])
  const operations: Operation[] = declarationsOf(rooms).filter((one) => !one.page).map(({ id, room }) => ({ id, room }))
  assert.ok(operations.length > 0, 'no operation is declared')
  const twice = operations.filter(({ id }, index) => operations.findIndex((other) => other.id === id) !== index)
  assert.deepEqual(twice, [], 'ids declared twice')
  const scenarios = sources('src').filter((file) => file.path.endsWith('.test.ts')).map((file) => file.text)
  none(unnamed(operations, scenarios), 'operations that no scenario in src names:')
})

test('an operation without scenario is found', () => {
  const operations = [{ id: 'userGet', room: 'users' }, { id: 'userGetAll', room: 'users' }]
  assert.deepEqual(unnamed(operations, ["scenario('userGetAll: lists', …)"]), ['users: userGet'])
  assert.deepEqual(unnamed([{ id: 'git-pack', room: 'code' }], ["scenario('git-pack streams', …)"]), [])
})
