import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remake } from './remake.ts'
import { Int, record, Str, Type } from './schema.ts'
import { serialize } from './serialize.ts'

test('a record is made anew when a part of it differs, and never otherwise', () => {
  const kept = remake<{ text: string }>(2)
  let made = 0
  const ask = (name: string, ...parts: unknown[]) => kept(name, parts, () => ({ text: `${name} ${++made}` }))
  const row = { id: 1, name: 'a', owner: { name: 'o' }, at: null as number | null }
  const first = ask('x', row, [{ id: 2 }], 'root')
  assert.equal(ask('x', { ...row, owner: { name: 'o' } }, [{ id: 2 }], 'root'), first, 'equal rows read again')
  const others: unknown[][] = [
    [{ ...row, name: 'b' }, [{ id: 2 }], 'root'], [{ ...row, owner: { name: 'p' } }, [{ id: 2 }], 'root'], [{ ...row, at: 0 }, [{ id: 2 }], 'root'], [row, [], 'root'],
    [row, [{ id: 2 }, { id: 3 }], 'root'], [row, undefined, 'root'], [row, [{ id: 2 }], 'other'], [{ ...row, more: 1 }, [{ id: 2 }], 'root'], [{ id: 1, name: 'a', at: null }, [{ id: 2 }], 'root'],
  ]
  for (const parts of others) {
    const before = made
    ask('x', ...parts)
    assert.equal(made, before + 1, JSON.stringify(parts))
  }
  const again = ask('x', row, [{ id: 2 }], 'root')
  row.name = 'changed'
  assert.notEqual(ask('x', row, [{ id: 2 }], 'root'), again, 'a row that its holder changed later')
  ask('y')
  ask('z')
  const before = made
  ask('x', row, [{ id: 2 }], 'root')
  assert.equal(made, before + 1, 'the oldest has gone')
})

test('what was made cannot be changed, and its text is written once', () => {
  const Part = record('RemakePart', { name: Str })
  const Whole = record('RemakeWhole', { id: Int, part: Part, list: Type.Array(Int) })
  const whole = remake<any>(9)('w', [], () => ({ id: 1, part: { name: 'n' }, list: [1] }))
  assert.throws(() => (whole.id = 2), TypeError)
  assert.throws(() => (whole.part.name = 'm'), TypeError)
  assert.throws(() => whole.list.push(2), TypeError)
  const text = '{"id":1,"part":{"name":"n"},"list":[1]}'
  assert.equal(serialize(Whole, whole), text)
  assert.equal(serialize(Type.Array(Whole), [whole, { ...whole, id: 2 }]), `[${text},${text.replace('1', '2')}]`)
  assert.equal(serialize(Part, whole), '{}'.replace('}', '"name":null}'), 'each shape has a text of its own')
  const open = { id: 1, part: whole.part, list: [] as number[] }
  serialize(Whole, open)
  open.list.push(5)
  assert.equal(serialize(Whole, open), '{"id":1,"part":{"name":"n"},"list":[5]}', 'what is not frozen is written each time')
})
