import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Bool, Int, Nullable, record, Ref, Str, Type } from './schema.ts'
import { Fragment, learn, serialize } from './serialize.ts'

const { Optional } = Type
const Owner = record('TestOwner', { id: Int, login: Str })
const Stone = record('TestStone', {
  id: Int, name: Str, wet: Bool, note: Optional(Str), owner: Nullable(Owner), finder: Optional(Owner), tags: Type.Array(Str), owners: Optional(Nullable(Type.Array(Owner))),
  'odd-"name': Optional(Int), extra: Optional(Type.Record(Str, Int)), any: Optional(Type.Any()),
})

test('members leave in declared order, and only those declared', () => {
  const row = { tags: [], owner: null, wet: false, secret: 'password_hash', name: 'x', id: 0 }
  assert.equal(serialize(Stone, row), '{"id":0,"name":"x","wet":false,"owner":null,"tags":[]}')
  assert.equal(serialize(Stone, { ...row, owner: { login: 'a', password: 'p', id: 1 } }), '{"id":0,"name":"x","wet":false,"owner":{"id":1,"login":"a"},"tags":[]}')
})

test('always present is null when unset; may be left out is left out', () => {
  assert.equal(serialize(Stone, {}), '{"id":null,"name":null,"wet":null,"owner":null,"tags":null}')
  assert.equal(serialize(Stone, { note: undefined, finder: undefined }), serialize(Stone, {}))
  assert.equal(serialize(Stone, { id: 1, name: '', wet: true, note: '', owner: null, finder: null, tags: [], owners: null }),
    '{"id":1,"name":"","wet":true,"note":"","owner":null,"finder":null,"tags":[],"owners":null}')
  const Loose = record('TestLoose', { a: Optional(Int), b: Optional(Int) })
  assert.deepEqual([{}, { a: 1 }, { b: 2 }, { b: 2, a: 1 }].map((one) => serialize(Loose, one)), ['{}', '{"a":1}', '{"b":2}', '{"a":1,"b":2}'])
})

test('nested shapes, lists and maps', () => {
  const value = { id: 1, name: 'x', wet: true, owner: { id: 2, login: 'b' }, tags: ['a', 'ü"\n\u2028'], owners: [{ id: 3, login: 'c', hidden: 1 }, null], 'odd-"name': 4, extra: { k: 1 }, any: { deep: [1, { x: null }] } }
  assert.deepEqual(JSON.parse(serialize(Stone, value)), { ...value, owners: [{ id: 3, login: 'c' }, null] })
  assert.equal(serialize(Type.Array(Owner), []), '[]')
  assert.equal(serialize(Type.Array(Owner), [{ id: 1, login: 'a' }, { id: 2, login: 'b' }]), '[{"id":1,"login":"a"},{"id":2,"login":"b"}]')
  assert.equal(serialize(Type.Array(Owner), null), 'null')
  assert.equal(serialize(Str, '<b>&'), '"<b>&"')
})

test('a record may contain itself by name', () => {
  const Node = record('TestNode', { name: Str, parent: Optional(Nullable(Ref('TestNode'))), children: Optional(Type.Array(Ref('TestNode'))) })
  learn(Node)
  assert.equal(serialize(Node, { name: 'a', parent: { name: 'b', parent: null, x: 1 }, children: [{ name: 'c' }] }),
    '{"name":"a","parent":{"name":"b","parent":null},"children":[{"name":"c"}]}')
})

test('text made earlier goes out as it is', () => {
  assert.equal(serialize(Type.Array(Owner), [new Fragment('{"id":9}'), { id: 1, login: 'a' }]), '[{"id":9},{"id":1,"login":"a"}]')
  assert.equal(serialize(Stone, { any: new Fragment('[1]') }).includes('"any":[1]'), true)
})
