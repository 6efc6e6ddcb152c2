// Every good answer in every test is held against its declared shape: no member missing, none too many, each of its type.
import assert from 'node:assert/strict'
import type { Declaration } from '../../src/kernel/route.ts'
import { recordNamed } from '../../src/kernel/serialize.ts'

type Any = any
const shapes = new WeakMap<Declaration[], { method: string; at: RegExp; one: Declaration; weight: number }[]>()

export function checkAnswer(declarations: Declaration[], method: string, url: string, status: number, body: unknown): void {
  const path = url.split('?')[0].replace(/^\/api\/v1/, '')
  let list = shapes.get(declarations)
  if (!list) {
    list = declarations.filter((one) => !one.site).map((one) => ({
      method: one.method, one, weight: one.path.split(':').length,
      at: new RegExp(`^${one.path.replace(/[.]/g, '\\.').replace(/:(\w+)\*$/, '.+').replace(/:\w+/g, '[^/]+')}/?$`),
    })).sort((a, b) => a.weight - b.weight)
    shapes.set(declarations, list)
  }
  const found = list.find(({ method: m, at }) => m === (method === 'HEAD' ? 'GET' : method) && at.test(path))
  if (!found) return
  const schema = found.one.returns[status]
  assert.ok(schema, `${found.one.id} answered ${status}, which it does not declare`)
  check(schema, body, found.one.id)
}

function check(s: Any, value: Any, at: string): void {
  if (s.$ref) return check(recordNamed(s.$ref), value, at)
  if (s.anyOf) {
    if (value === null && s.anyOf.some((one: Any) => one.type === 'null')) return
    const inner = s.anyOf.filter((one: Any) => one.type !== 'null')
    if (inner.length === 1) check(inner[0], value, at)
    return
  }
  switch (s.type) {
    case 'array':
      assert.ok(Array.isArray(value), `${at}: a list is declared, got ${JSON.stringify(value)}`)
      value.forEach((one: Any, i: number) => check(s.items, one, `${at}[${i}]`))
      return
    case 'object': {
      assert.ok(value !== null && typeof value === 'object' && !Array.isArray(value), `${at}: an object is declared, got ${JSON.stringify(value)}`)
      if (!s.properties) return
      for (const key of s.required ?? []) assert.ok(key in value, `${at}.${key} is missing`)
      for (const [key, one] of Object.entries(value)) {
        assert.ok(s.properties[key], `${at}.${key} is not declared`)
        check(s.properties[key], one, `${at}.${key}`)
      }
      return
    }
    case 'string':
      assert.equal(typeof value, 'string', `${at}: a string is declared, got ${JSON.stringify(value)}`)
      if (s.enum) assert.ok(s.enum.includes(value), `${at}: ${value} is none of ${s.enum}`)
      return
    case 'integer':
      assert.ok(Number.isInteger(value), `${at}: an integer is declared, got ${JSON.stringify(value)}`)
      return
    case 'boolean':
      assert.equal(typeof value, 'boolean', `${at}: a boolean is declared, got ${JSON.stringify(value)}`)
  }
}
