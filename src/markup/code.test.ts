import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { colour } from './code.ts'
import { languageNamed, languageOf } from './languages.ts'

test('every line is complete in itself', () => {
  const source = 'const a = `x\n${b}\ny` /* c\n\nd */\n'
  const lines = colour(source, 'typescript').split('\n')
  assert.equal(lines.length, source.split('\n').length)
  for (const line of lines) {
    let depth = 0
    for (const [tag] of line.matchAll(/<\/?span/g)) assert.ok((depth += tag === '<span' ? 1 : -1) >= 0, line)
    assert.equal(depth, 0, line)
  }
  assert.equal(lines[2], '<span class="hljs-string">y`</span> <span class="hljs-comment">/* c</span>')
  const text = lines.join('\n').replace(/<[^>]+>/g, '').replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&').replaceAll('&quot;', '"')
  assert.equal(text, source)
})

test('a page is coloured with its styles and scripts', () => {
  const html = colour('<style>a { color: red }</style><script>let x = 1</script>', 'xml')
  assert.match(html, /hljs-attribute">color/)
  assert.match(html, /hljs-keyword">let/)
  assert.doesNotMatch(colour('<script>alert(1)</script>', 'xml'), /<script/)
})

test('the language is found by name, extension, word or first line', () => {
  const cases: [string, string | undefined][] = [
    ['src/a.ts', 'typescript'], ['A.PY', 'python'], ['Makefile', 'makefile'], ['x/Dockerfile.dev', 'dockerfile'], ['CMakeLists.txt', 'cmake'], ['rust', 'rust'], ['c++', 'cpp'], ['a.html', 'xml'], ['Cargo.lock', 'ini'],
    ['a.txt', undefined], ['README', undefined], ['', undefined], ['a.unknown', undefined], ['constructor', undefined], ['a.__proto__', undefined], ['../../../etc/passwd', undefined],
  ]
  for (const [name, language] of cases) assert.equal(languageOf(name), language, name)
  assert.equal(languageOf('tool', '#!/usr/bin/env -S python3.12 -u\n'), 'python')
  assert.equal(languageOf('tool', '#!/bin/sh\n'), 'bash')
  assert.equal(languageOf('tool', '#!\n'), undefined)
  assert.equal(languageNamed('{.TS}'), 'typescript')
  assert.equal(languageNamed('../core'), undefined)
})

test('every language of the table has a grammar that loads', () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('highlight.js/lib/core')), 'languages')
  const known = readdirSync(folder).filter((name) => /^[\w-]+\.js$/.test(name)).map((name) => name.slice(0, -3))
  const used = new Set(known.map((name) => languageNamed(name)).filter((name) => name !== undefined))
  assert.ok(used.size > 90, `${used.size}`)
  for (const name of used) assert.equal(colour('<x>', name).replace(/<[^>]+>/g, ''), '&lt;x&gt;', name)
})
