// How many source files an added operation touches, read from our own history; docs/house.md promises at most three.
//
//   node tools/start.mjs --script tools/touched.ts [range of commits]
import { execFileSync } from 'node:child_process'
import { root } from './sources.ts'

type Commit = { hash: string, subject: string, operations: number, files: number }

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 })
const range = process.argv[2] ?? 'HEAD'
if (range.startsWith('-')) throw new Error('give a range of commits, such as v0.1..HEAD')

/** Declared ids on the lines of a diff that begin with the sign; an `id` for several owners counts once. */
const declared = (diff: string, sign: string) => diff.split('\n').filter((line) => line.startsWith(sign) && /^.\s+id: ['{]/.test(line)).length

const commits = git('log', '--no-merges', '--reverse', '--format=%H %s', range, '--').trim().split('\n').filter(Boolean).map((line): Commit => {
  const [hash, subject] = [line.slice(0, 40), line.slice(41)]
  const touched = git('show', '--format=', '--name-only', '--no-renames', hash, '--', 'src').trim().split('\n').filter((path) => path && !path.endsWith('.test.ts'))
  const routes = touched.filter((path) => path.endsWith('routes.ts'))
  const diff = routes.length > 0 ? git('show', '--format=', '--unified=0', hash, '--', ...routes) : ''
  return { hash: hash.slice(0, 9), subject, operations: declared(diff, '+') - declared(diff, '-'), files: touched.length }
})

const adding = commits.filter((one) => one.operations > 0)
for (const one of adding) {
  console.log(`${one.hash}  ${String(one.operations).padStart(3)} operations  ${String(one.files).padStart(3)} files  ${one.subject}`)
}
const single = adding.filter((one) => one.operations === 1).map((one) => one.files).sort((a, b) => a - b)
const sum = (key: 'operations' | 'files') => adding.reduce((total, one) => total + one[key], 0)
console.log(`${adding.length} commits added ${sum('operations')} operations, ${(sum('files') / Math.max(1, sum('operations'))).toFixed(2)} files each`)
if (single.length > 0) console.log(`commits with one operation: ${single.length}, median ${single[Math.floor(single.length / 2)]} files, most ${single.at(-1)}`)
