import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { attributeOf } from './attributes.ts'

const root = [
  '# a comment filter=no', '[attr]binary2 filter=no', '*.bin filter=lfs diff=lfs merge=lfs -text', 'docs/*.pdf filter=lfs', '/top.dat filter=lfs', '**/deep/*.x filter=lfs', 'a/**/b filter=lfs', 'tree/** filter=lfs',
  '"with space.txt" filter=lfs', '{odd}.y filter=lfs', '[ab].z filter=lfs', 'x**y filter=lfs', '!no.bin filter=other', 'small.bin !filter', 'off.bin -filter', 'set.bin filter', 'noattrs', '*.crlf filter=lfs\r',
].join('\n')
const paths = [
  'x.bin', 'deep/in/x.bin', 'docs/a.pdf', 'docs/in/a.pdf', 'other/docs/a.pdf', 'top.dat', 'in/top.dat', 'deep/a.x', 'far/deep/a.x', 'deep/in/a.x', 'a/b', 'a/1/b', 'a/1/2/b', 'b', 'tree/a', 'tree/a/b', 'tree2',
  'with space.txt', '{odd}.y', 'odd.y', 'a.z', 'c.z', 'x1y', 'x/y', 'no.bin', 'small.bin', 'off.bin', 'set.bin', 'noattrs', '1.crlf', 'sub/x.bin', 'sub/y.bin', 'sub/own.txt', 'own.txt', 'sub/in/own.txt',
]

test('attributes are what git itself finds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attributes-'))
  try {
    const sub = 'y.bin -filter\n/own.txt filter=lfs\n'
    mkdirSync(join(folder, 'sub'))
    writeFileSync(join(folder, '.gitattributes'), root)
    writeFileSync(join(folder, 'sub/.gitattributes'), sub)
    const env = { PATH: process.env.PATH!, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' }
    execFileSync('git', ['init', '-q'], { cwd: folder, env })
    const said = execFileSync('git', ['check-attr', '-z', 'filter', '--', ...paths], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] }).toString().split('\0')
    const words = { unspecified: undefined, set: true, unset: false } as Record<string, string | boolean | undefined>
    const expected = paths.map((path, i) => [path, said[i * 3 + 2] in words ? words[said[i * 3 + 2]] : said[i * 3 + 2]])
    const found = attributeOf([{ folder: '', text: root }, { folder: 'sub', text: sub }], paths, 'filter')
    assert.deepEqual(paths.map((path, i) => [path, found[i]]), expected)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('hostile patterns cost little', () => {
  const text = `${'*a'.repeat(400)}* filter=lfs\n`.repeat(2000)
  const started = process.cpuUsage()
  attributeOf([{ folder: '', text }], Array.from({ length: 30 }, () => 'a'.repeat(300)), 'filter')
  assert.ok(process.cpuUsage(started).user < 1_500_000)
})
