// Names, kinds of files, and the few files that may reach outside the process: docs/house.md, "Names".
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineOf, none, place, source, sources, walk, type Source } from './sources.ts'

const banned = ['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'misc', 'base', 'manager', 'handler']
const floorsBelow = ['', 'kernel', 'git', 'markup', 'web', 'access', 'commands']

const badPaths = (paths: string[]) => paths.filter((path) => path.toLowerCase().split(/[/.\-_]/).some((word) => banned.includes(word)))

const words: [RegExp, string][] = [
  [/\bexport\s+default\b/g, 'default export'],
  [/\b(?:const\s+)?enum\s+\w+\s*\{/g, 'enum'],
  [/\b(?:interface|type|class)\s+I[A-Z][a-z]\w*\s*[={<]/g, 'IThing'],
  [/\b(?:function|class|interface|type|const|let)\s+\w*(?:Utils?|Helpers?|Manager|Handlers?)\b/g, 'banned name'],
  [/\bimport\b[^'"\n]*\bfrom\s*'[#~@]\//g, 'path alias'],
]

function badWords(files: Source[]): string[] {
  return files.filter((file) => !file.generated).flatMap((file) => words.flatMap(([pattern, what]) => {
    return [...file.code.matchAll(pattern)].map((match) => `${file.path}:${lineOf(file.code, match.index)}: ${what}: ${match[0].trim()}`)
  }))
}

/** Kinds stand in files of their name: declarations in routes.ts (what makes them may stand in ground/), facts' reactions in reactions.ts. Other files are named after their one idea. */
function strayKinds(files: Source[]): string[] {
  return files.filter((file) => !file.test && !floorsBelow.includes(place(file.path).room)).flatMap((file) => {
    const name = place(file.path).file
    const found = []
    if (name !== 'routes.ts' && !file.path.includes('/ground/') && /(?<![.\w])route\(\{/.test(file.code)) found.push(`${file.path}: operations are declared in routes.ts`)
    if (name !== 'migrations.ts' && /(?<![.\w])migration\(\s*'/.test(file.code)) found.push(`${file.path}: tables are made in migrations.ts`)
    if (!/^[a-z][a-z0-9]*([-_][a-z0-9]+)*(\.test)?\.ts$/.test(name)) found.push(`${file.path}: names are lower-case words with hyphens`)
    return found
  })
}

/** Reaching outside: who may, and which imports are harmless anyway. */
const outside: { what: RegExp, files: RegExp, harmless?: string[] }[] = [
  // broker.ts starts git, link.ts starts the broker
  { what: /^(node:)?child_process$/, files: /^src\/git\/(broker|link|run)\.ts$/ },
  // the broker and its link speak over a socket file
  {
    what: /^(node:)?(http|https|http2|net|tls|dgram|dns|dns\/promises)$|^undici$/,
    files: /^src\/(kernel\/(outbound[\w-]*|server|blobs-s3)|git\/(ssh|broker|link))\.ts$/,
    harmless: ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'STATUS_CODES'],
  },
  { what: /^fastify$|^@fastify\//, files: /^src\/kernel\// },
]

function reaching(files: Source[]): string[] {
  return files.filter((file) => !file.test).flatMap((file) => [
    ...file.imports.filter((one) => outside.some(({ what, files: allowed, harmless = [] }) => {
      return what.test(one.specifier) && !allowed.test(file.path) && !one.type && !(one.names.length && one.names.every((name) => harmless.includes(name)))
    })).map((one) => `${file.path} imports ${one.specifier}`),
    ...[...file.code.matchAll(/(?<![.\w]|function )fetch\(/g)].filter(() => !file.path.startsWith('src/kernel/outbound')).map((match) => {
      return `${file.path}:${lineOf(file.code, match.index)} calls fetch; other hosts are called by kernel/outbound.ts`
    }),
  ])
}

const src = sources('src')
const all = [...src, ...sources('test', 'tools')]

test('no file or folder has a banned name', () => none(badPaths(['src', 'test', 'tools', 'docs'].flatMap(walk)), 'banned file names:'))
test('no banned words in code', () => none(badWords(all), 'default exports, enums, IThings, banned names, aliases:'))
test('kinds stand in files of their name', () => none(strayKinds(src), 'declarations and tables out of place, odd names:'))
test('few files reach outside the process', () => none(reaching(src), 'programs, sockets and Fastify have their own files:'))

test('planted breaches are found', () => {
  assert.equal(badPaths(['src/kernel/string-utils.ts', 'src/shared/a.ts', 'src/git/merge.ts']).length, 2)
  assert.equal(badWords([source('a.ts', 'export default 1\nenum A { b }\ninterface IThing {}\nclass RepoManager {}')]).length, 4)
  assert.deepEqual(badWords([source('a.ts', "// export default\nconst a = 'enum B {'\ninterface Issue {}")]), [])
  assert.equal(strayKinds([source('src/users/a/routes.ts', 'route({})'), source('src/users/a/thing.ts', 'route({})'), source('src/users/b/Thing.ts', '')]).length, 2)
  const reach = (path: string, text: string) => reaching([source(path, text)]).length
  assert.equal(reach('src/users/a/verbs.ts', "import { spawn } from 'node:child_process'"), 1)
  assert.equal(reach('src/git/broker.ts', "import { spawn } from 'node:child_process'"), 0)
  assert.equal(reach('src/users/a/verbs.ts', "import { isIP } from 'node:net'"), 0)
  assert.equal(reach('src/users/a/verbs.ts', "import * as net from 'node:net'"), 1)
  assert.equal(reach('src/users/a/verbs.ts', "await fetch('x')"), 1)
  assert.equal(reach('src/users/a/routes.ts', "import Fastify from 'fastify'"), 1)
})
