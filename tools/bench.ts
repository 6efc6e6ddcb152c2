// npm run bench [-- --quick] [-- --pages] [-- --large]: figures as ratios of one run, against bare programs doing the same. Prints the table of docs/performance.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { git, makeHistory, makeWide, measureClone, measureFirstPage, measurePush } from './bench/gits.ts'
import { measureLarge } from './bench/large.ts'
import { measurePages } from './bench/pages.ts'
import { measureAnew, measureRead, type Read, type Row } from './bench/reads.ts'
import { begin, cpu, flags, memory } from './bench/server.ts'
import { measureIssues } from './bench/writes.ts'

const quick = process.argv.includes('--quick')
/** nothing but the pages */
const onlyPages = process.argv.includes('--pages')
/** nothing but a large repository */
const onlyLarge = process.argv.includes('--large')
const seconds = quick ? 0.5 : 2
const folder = mkdtempSync(join(tmpdir(), 'codestead-bench-'))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const environment = { CODESTEAD_DATA: join(folder, 'data'), CODESTEAD_PORT: '0', CODESTEAD_SSH_PORT: '0', CODESTEAD_ADMIN: 'root:bench password', CODESTEAD_LOG_LEVEL: 'error' }
const rows: Row[] = []
const add = (row: Row) => {
  rows.push(row)
  console.log(`${row.ok ? 'ok ' : 'LOW'} ${row.name}: ${row.value} (aim ${row.aim})`)
}

// start-up twice: the first fills the compile cache and makes the database
await (await begin([...flags, 'src/main.ts', 'serve'], environment)).stop()
const bare = await begin(['tools/bench/bare.ts'])
const ours = await begin([...flags, 'src/main.ts', 'serve'], environment)
const extra = cpu(ours.child.pid!) - cpu(bare.child.pid!)
add({ name: 'start-up CPU over an empty Fastify', value: `${extra.toFixed(2)} s`, aim: '≤ 1 s', ok: extra <= 1 })
const resident = memory(ours.child.pid!)
add({ name: 'resident memory after start', value: `${resident.toFixed(0)} MB`, aim: '≤ 120 MB', ok: resident <= 120 })

const basic = `Basic ${Buffer.from('root:bench password').toString('base64')}`
const root = `http://127.0.0.1:${ours.port}`
async function call(method: string, path: string, body?: object): Promise<any> {
  const got = await fetch(`${root}/api/v1${path}`, { method, headers: { authorization: basic, 'content-type': 'application/json' }, body: body && JSON.stringify(body) })
  if (!got.ok) throw new Error(`${method} ${path}: ${got.status} ${await got.text()}`)
  return got.status === 204 ? undefined : got.json()
}

if (onlyLarge) {
  const token = `token ${(await call('POST', '/users/root/tokens', { name: 'bench', scopes: ['all'] })).sha1}`
  const site = { server: ours, folder, data: environment.CODESTEAD_DATA, environment, call, token, add }
  await measureLarge(site, quick)
  await Promise.all([site.server.stop(), bare.stop()])
  report()
  process.exit()
}

// a small world: 40 repositories, 60 issues with labels and assignees, a history
const token = `token ${(await call('POST', '/users/root/tokens', { name: 'bench', scopes: ['all'] })).sha1}`
for (let i = 0; i < 40; i++) await call('POST', '/user/repos', { name: `repo-${i}`, description: `number ${i}` })
const labels = []
for (const name of ['bug', 'feature', 'docs']) labels.push((await call('POST', '/repos/root/repo-0/labels', { name, color: '#aabbcc' })).id)
for (let i = 0; i < 60; i++) await call('POST', '/repos/root/repo-0/issues', { title: `issue ${i} about search`, body: 'some words\n'.repeat(10), labels: [labels[i % 3]], assignees: ['root'] })
const work = join(folder, 'work')
makeHistory(work, quick ? 300 : 3000)
const remote = `http://root:bench%20password@127.0.0.1:${ours.port}/root/repo-1.git`
git(work, 'push', '-q', remote, 'main')

const reads: Read[] = [
  { name: 'GET /user by token', path: '/api/v1/user', authorization: token, aim: 0.4 },
  { name: 'GET /user by Basic', path: '/api/v1/user', authorization: basic, aim: 0.4 },
  { name: 'repository', path: '/api/v1/repos/root/repo-0', authorization: token, aim: 0.4 },
  { name: 'repository search, 30', path: '/api/v1/repos/search?limit=30', authorization: token, aim: 0.25 },
  { name: 'issue list, 30', path: '/api/v1/repos/root/repo-0/issues?limit=30', authorization: token, aim: 0.25 },
  { name: 'issue search, 30', path: '/api/v1/repos/issues/search?q=search&limit=30', authorization: token, aim: 0.25 },
  { name: 'commits, 30, again', path: '/api/v1/repos/root/repo-1/commits?limit=30', authorization: token, aim: 0.25 },
  { name: 'feed, 30', path: '/api/v1/users/root/activities/feeds?limit=30', authorization: token, aim: 0.25 },
]
if (!onlyPages) {
  add(await measureFirstPage(work, (name) => remote.replace('repo-1', name), (name) => call('GET', `/repos/root/${name}/commits?limit=30`), quick ? 3 : 9))
  for (const read of reads) {
    add(await measureRead(ours, bare, read, seconds))
    add(await measureAnew(ours, bare, read, seconds / 2))
  }
  add(await measureIssues(ours, folder, 'root/repo-2', token, seconds))
  add(await measurePush(folder, work, remote, quick ? 3 : 9))
  add(await measureClone(folder, work, remote, quick ? 1 : 5))
  const after = memory(ours.child.pid!)
  add({ name: 'resident memory after the bench', value: `${after.toFixed(0)} MB`, aim: '≤ 200 MB', ok: after <= 200 })
}

const wide = join(folder, 'wide')
makeWide(wide, 1000)
git(wide, 'push', '-q', `http://root:bench%20password@127.0.0.1:${ours.port}/root/repo-3.git`, 'main')
const front = join(folder, 'front')
makeWide(front, 1000, '')
git(front, 'push', '-q', `http://root:bench%20password@127.0.0.1:${ours.port}/root/repo-4.git`, 'main')
const signed = await fetch(`${root}/user/login`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ user_name: 'root', password: 'bench password' }) })
for (const row of await measurePages(ours, token, signed.headers.getSetCookie()[0].split(';')[0], quick)) add(row)
await Promise.all([ours.stop(), bare.stop()])

report()

function report(): void {
  console.log('\n| what | measured | aim |\n| --- | --- | --- |')
  for (const row of rows) console.log(`| ${row.name} | ${row.value} | ${row.aim} |`)
  const missed = rows.filter((row) => !row.ok).length
  console.log(`\n${rows.length - missed} of ${rows.length} aims reached`)
}
