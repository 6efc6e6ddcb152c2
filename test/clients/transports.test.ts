// Git at the edges: clients that leave, repositories larger than memory should notice, and many at once.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { commit, git } from '../kit/git.ts'
import { password, people, withServer, type Server } from './server.ts'

const pkt = (text: string) => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`

/** What runs below a process, as command lines. */
function below(pid: number): string[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      parents.set(Number(name), Number(/^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'latin1'))![1]))
    } catch {
      // it has ended meanwhile
    }
  }
  const isBelow = (one: number): boolean => parents.has(one) && (parents.get(one) === pid || isBelow(parents.get(one)!))
  return [...parents.keys()].filter(isBelow).flatMap((one) => {
    try {
      return [readFileSync(`/proc/${one}/cmdline`, 'latin1').replaceAll('\0', ' ').trim()]
    } catch {
      return []
    }
  })
}

async function until(what: string, look: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !look(); await wait(20)) assert.ok(Date.now() < end, what)
}

const runs = (server: Server, program: string) => below(server.child.pid!).some((one) => one.includes(` ${program}`))
const authorization = `Basic ${Buffer.from(`alice:${password}`).toString('base64')}`

/** A repository of the server with incompressible content, and the work tree it came from. */
async function large(server: Server, cwd: string, name: string, megabytes: number): Promise<string> {
  await server.ask(201, 'alice', 'POST', '/user/repos', { name })
  await git(cwd, ['init', '-q', '-b', 'main'])
  await git(cwd, ['config', 'core.compression', '0'])
  await git(cwd, ['remote', 'add', 'origin', server.remote('alice', `alice/${name}`)])
  for (let at = 0; at < megabytes; at += 50) execFileSync('dd', ['if=/dev/urandom', `of=${join(cwd, `noise-${at}`)}`, 'bs=1M', `count=${Math.min(50, megabytes - at)}`], { stdio: 'ignore' })
  await git(cwd, ['add', '.'])
  return commit(cwd, 'readme.txt', 'large\n')
}

test('a client that leaves ends the git that worked for it, and leaves nothing behind', () => withServer(async (server, folder) => {
  await people(server, 'alice')
  const cwd = folder('work')
  const oid = await large(server, cwd, 'demo', 12)
  const pack = await new Promise<Buffer>((resolve, reject) => {
    const child = execFile('git', ['pack-objects', '--revs', '--stdout', '-q'], { cwd, encoding: 'buffer', maxBuffer: 1 << 26 }, (error, stdout) => (error ? reject(error) : resolve(stdout)))
    child.stdin!.end(`${oid}\n`)
  })
  const ask = (service: string) => request(`${server.url}/alice/demo.git/${service}`, { method: 'POST', headers: { authorization, 'content-type': `application/x-${service}-request`, 'git-protocol': 'version=2' } }).on('error', () => {})
  const pushing = ask('git-receive-pack')
  pushing.write(`${pkt(`${'0'.repeat(40)} ${oid} refs/heads/main\0report-status side-band-64k`)}0000`)
  pushing.write(pack.subarray(0, pack.length / 2))
  await until('the pack is taken', () => runs(server, 'unpack-objects') || runs(server, 'index-pack'))
  pushing.destroy()
  await until('the git of a push ends', () => !runs(server, 'unpack-objects') && !runs(server, 'index-pack'))
  const store = join(server.data, 'repositories')
  const quarantines = () => readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((one) => one.includes('tmp_objdir'))
  await until('the quarantine goes', () => quarantines().length === 0)
  assert.equal(await git(cwd, ['ls-remote', 'origin']), '')

  await git(cwd, ['push', '-q', 'origin', 'main'])
  const fetching = ask('git-upload-pack')
  fetching.end(`${pkt('command=fetch')}${pkt('object-format=sha1')}0001${pkt(`want ${oid}`)}${pkt('deepen 1')}${pkt('done')}0000`)
  const [answer] = await once(fetching, 'response')
  await once(answer, 'readable')
  await until('the pack is made', () => runs(server, 'upload-pack'))
  fetching.destroy()
  await until('the git of a fetch ends', () => !runs(server, 'upload-pack') && !runs(server, 'pack-objects'))
}))

test('the server’s memory does not grow with what is pushed or cloned', () => withServer(async (server, folder) => {
  await people(server, 'alice')
  const small = folder('small')
  await large(server, small, 'small', 2)
  await git(small, ['push', '-q', 'origin', 'main'])
  await git('/', ['clone', '-q', server.remote('alice', 'alice/small'), join(folder('first'), 'x')])
  const used = () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'latin1'))![1]) / 1024
  const peak = async (work: Promise<unknown>) => {
    let [most, done] = [0, false]
    const ended = work.finally(() => (done = true))
    ended.catch(() => {})
    for (; !done; await wait(20)) most = Math.max(most, used())
    await ended
    return most
  }
  const before = used()
  const cwd = folder('work')
  await large(server, cwd, 'large', 120)
  const pushed = await peak(git(cwd, ['push', '-q', 'origin', 'main']))
  const cloned = await peak(git('/', ['clone', '-q', '--no-checkout', server.remote('alice', 'alice/large'), join(folder('second'), 'x')]))
  for (const [what, most] of Object.entries({ pushed, cloned })) assert.ok(most < before + 70, `${what}: from ${before.toFixed()} to ${most.toFixed()} MB`)
}))

test('a hundred pushers on a hundred branches, and sixty-four clones at once', () => withServer(async (server, folder) => {
  await people(server, 'alice')
  await server.ask(201, 'alice', 'POST', '/user/repos', { name: 'busy' })
  const address = server.remote('alice', 'alice/busy')
  const cwd = folder('work')
  await git(cwd, ['init', '-q', '-b', 'main'])
  await commit(cwd, 'readme.txt', 'busy\n')
  await git(cwd, ['push', '-q', address, 'main'])
  const base = (await git(cwd, ['rev-parse', 'HEAD^{tree}'])).trim()
  const tips = await Promise.all(Array.from({ length: 100 }, async (_, n) => (await git(cwd, ['commit-tree', '-p', 'HEAD', '-m', `topic ${n}`, base])).trim()))
  await Promise.all(tips.map((tip, n) => git(cwd, ['push', '-q', address, `${tip}:refs/heads/topic-${n}`])))
  const listed = new Map((await git('/', ['ls-remote', '--heads', address])).split('\n').filter(Boolean).map((line) => line.split('\t').toReversed() as [string, string]))
  assert.deepEqual(tips.map((_, n) => listed.get(`refs/heads/topic-${n}`)), tips)
  assert.equal((await server.ask(200, 'alice', 'GET', '/repos/alice/busy')).branch_count, 101)
  const copies = folder('copies')
  await Promise.all(Array.from({ length: 64 }, (_, n) => git('/', ['clone', '-q', '--bare', address, join(copies, String(n))])))
  for (let n = 0; n < 64; n++) assert.equal((await git(join(copies, String(n)), ['for-each-ref', 'refs/heads'])).split('\n').length - 1, 101)
}))
