// A route's `run` decides nothing, so it is short: docs/house.md, "What each file may hold".
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closing, lineOf, none, source, sources, type Source } from './sources.ts'

const limit = 5

function longRuns(files: Source[]): string[] {
  return files.filter((file) => !file.test && !file.path.startsWith('src/kernel/')).flatMap((file) => {
    const { code } = file
    return [...code.matchAll(/\broute\(\s*\{/g)].flatMap((route) => {
      const end = closing(code, route.index + route[0].length - 1)
      const run = /(?<=[{,\s])run\s*(?=[:(])/g
      run.lastIndex = route.index
      const match = run.exec(code)
      if (!match || match.index > end) return []
      const lines = bodyOf(code, match.index + match[0].length).split('\n').filter((line) => line.trim()).length
      return lines > limit ? [`${file.path}:${lineOf(code, match.index)}: ${lines} lines`] : []
    })
  })
}

/** The body of `run(…) {…}`, `run: (…) => {…}` or `run: (…) => expression`. */
function bodyOf(code: string, from: number): string {
  const open = code.indexOf('(', from)
  const after = closing(code, open) + 1
  const arrow = /^[^{,]*?=>\s*/.exec(code.slice(after))
  const start = arrow ? after + arrow[0].length : code.indexOf('{', after)
  if (code[start] === '{') return code.slice(start + 1, closing(code, start))
  for (let at = start; at < code.length; at++) {
    if ('([{'.includes(code[at])) at = closing(code, at)
    else if (',)}'.includes(code[at])) return code.slice(start, at)
  }
  return code.slice(start)
}

test(`run has at most ${limit} lines`, () => none(longRuns(sources('src')), 'work that belongs into verbs or views:'))

test('a long run is found in each form', () => {
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `    await a(${i}, { b })`).join('\n')
  const found = (text: string) => longRuns([source('src/users/a/routes.ts', text)]).length
  for (const n of [5, 6]) {
    assert.equal(found(`route({\n  async run({ cx }) {\n${lines(n)}\n  },\n})`), n - 5, 'method')
    assert.equal(found(`route({\n  run: async ({ cx }) => {\n${lines(n)}\n  },\n})`), n - 5, 'arrow with block')
    assert.equal(found(`route({\n  run: ({ cx }) => f([\n${Array(n - 2).fill('x,').join('\n')}\n]),\n})`), n - 5, 'expression')
  }
  assert.equal(found(`route({ run: ({ cx }) => a(cx) }),\nroute({ run() {\n${lines(7)}\n} })`), 1)
})
