// What must not stand in the repository's text: paths of one machine, registry hosts, traces of how it was written.
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { none, root, walk } from './sources.ts'

// Put together from halves, so that this file does not find itself.
const either = (...halves: [string, string][]) => halves.map(([a, b]) => `${a}${b}`).join('|')

const rules: [RegExp, string][] = [
  // `src/home/` and `./home/` are a room; a path of a machine begins with the slash
  [new RegExp(`(?<![\\w.\\-)}*])/(?:${either(['wo', 'rk'], ['ho', 'me'], ['ro', 'ot'], ['Us', 'ers'])})/\\w`), 'path of a machine'],
  [new RegExp(either(['npmjs', '\\.(?:org|com)'], ['yarnpkg', '\\.com'], ['pypi', '\\.org'], ['pythonhosted', '\\.org'],
    ['proxy\\.golang', '\\.org'], ['deb\\.debian', '\\.org'], ['index\\.crates', '\\.io']), 'i'), 'host of a package registry'],
  [new RegExp(`\\b(?:${either(['clau', 'de'], ['anthro', 'pic'], ['chat', 'gpt'], ['open', 'ai'], ['copi', 'lot'], ['ll', 'ms?'], ['language ', 'models?'],
    ['assist', 'ants?'], ['co-authored', '-by: \\w']) })\\b`, 'i'), 'how it was written'],
  [new RegExp(`\\b${either(['A', 'I'])}\\b(?!\\.)`), 'how it was written'],
]

const breaches = (path: string, text: string) => text.split('\n').flatMap((line, index) => {
  return rules.filter(([pattern]) => pattern.test(line)).map(([pattern, what]) => `${path}:${index + 1}: ${what}: ${pattern.exec(line)?.[0]}`)
})

test('the text names no machine, registry host or author tool', () => {
  const found = walk('').flatMap((path) => {
    const bytes = fs.readFileSync(join(root, path))
    return bytes.includes(0) ? [] : breaches(path, bytes.toString())
  })
  none(found, 'words that do not belong here:')
})

test('planted words are found, and a room called home is not one', () => {
  const wrong = [`cd /${'work'}/main`, `'/${'home'}/git'`, `https://registry.${'npmjs'}.org/x`, `written by ${'Clau'}de`, `an ${'A'}I wrote it`]
  for (const line of wrong) assert.equal(breaches('a', line).length, 1, line)
  const right = ["import { room } from './home/index.ts'", 'src/home/pages.ts', 'GET /users/home/x', 'network/work/x', 'AIM', 'openapi', 'said']
  for (const line of right) assert.deepEqual(breaches('a', line), [], line)
})
