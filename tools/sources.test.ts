import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blank, closing, source } from './sources.ts'

test('blanking keeps code and offsets, and drops comments, strings, templates and patterns', () => {
  const text = ["const a = 'it{s' // { gone", 'const b = `x{${ c ? `y{` : d }z{`', 'const e = /[/{]\\/{/.test(f) / 2', '/* {', '*/ g()'].join('\n')
  const code = blank(text)
  assert.equal(code.length, text.length)
  assert.equal(code.split('\n').length, text.split('\n').length)
  assert.equal(code.replace(/\s+/g, ' '), "const a = ' ' const b = ` ${ c ? ` ` : d } ` const e = / /.test(f) / 2 g()")
})

test('a bracket finds its partner past strings', () => {
  const code = blank("run({ a: ')' }, [1])")
  assert.equal(closing(code, 3), code.length - 1)
})

test('imports are read with their kind, names and target', () => {
  const { imports } = source('src/a/b.ts', [
    "import { x,", "  type Y } from '../c/d.ts'", "import type { Z } from 'kysely'", "import './e.ts'", "export { f } from './f.ts'",
    "const late = () => import('./g.ts')", "// import { no } from './no.ts'", 'const s = "import { no } from \'./no.ts\'"',
  ].join('\n'))
  assert.deepEqual(imports.map((one) => [one.target ?? one.specifier, one.names.join(), one.type, one.lazy]), [
    ['src/c/d.ts', 'x,type Y', false, false], ['kysely', 'Z', true, false], ['src/a/e.ts', '', false, false],
    ['src/a/f.ts', 'f', false, false], ['src/a/g.ts', '', false, true],
  ])
})
