// npm run bench -- --large: a repository of 100,000 commits and 50,000 files, and one of a gigabyte that nobody can make smaller.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DEEP, largeBlobs, largeHistory, WIDE } from './generate.ts'
import { environment, front, git, measurePush, median, timed } from './gits.ts'
import { get, load } from './load.ts'
import type { Row } from './reads.ts'
import { measureSearch } from './search.ts'
import { begin, childrenOf, flags, idle, memory, type Running } from './server.ts'

const NAME = 'root/large'
const run = promisify(execFile)
const pkt = (text: string) => `${(Buffer.byteLength(text) + 5).toString(16).padStart(4, '0')}${text}\n`

function commandOf(repository: string, command: 'fetch' | 'ls-refs', args: string[], authorization: string, more: string[] = []) {
  const { hostname, port, pathname } = new URL(`${repository}/git-upload-pack`)
  const body = `${pkt(`command=${command}`)}${pkt('object-format=sha1')}0001${args.map(pkt).join('')}0000`
  const head = [`POST ${pathname} HTTP/1.1`, `host: ${hostname}:${port}`, 'git-protocol: version=2', 'content-type: application/x-git-upload-pack-request', `content-length: ${Buffer.byteLength(body)}`, ...more]
  if (authorization) head.push(`authorization: ${authorization}`)
  return { hostname, port: Number(port), text: `${head.join('\r\n')}\r\n\r\n${body}` }
}

/** Asks for the refs again and again over one connection; the answers are chunked. */
function talkTo(repository: string, args: string[], authorization = '') {
  const { hostname, port, text } = commandOf(repository, 'ls-refs', args, authorization)
  const socket = connect(port, hostname).setNoDelay(true)
  let last = ''
  let answered = () => {}
  socket.on('data', (part) => {
    last = (last + part.toString('latin1', Math.max(0, part.length - 5))).slice(-5)
    if (last === '0\r\n\r\n') answered()
  })
  return { ask: () => new Promise<void>((done, fail) => { answered = done; last = ''; socket.once('close', fail).write(text, () => socket.off('close', fail)) }), end: () => socket.destroy() }
}

/** A fetch by a client that does as little as can be: it counts what comes. */
function ask(repository: string, args: string[], authorization = ''): Promise<number> {
  const { hostname, port, text } = commandOf(repository, 'fetch', args, authorization, ['connection: close'])
  return new Promise((resolve, reject) => {
    let bytes = 0
    const socket = connect({ host: hostname, port, onread: { buffer: Buffer.alloc(1 << 20), callback: (count) => ((bytes += count), true) } })
    socket.on('error', reject).on('close', () => (bytes > 1 << 20 ? resolve(bytes) : reject(new Error(`only ${bytes} bytes came`))))
    socket.write(text)
  })
}

const wantsOf = (path: string) => [...new Set(git(path, 'for-each-ref', '--format=%(objectname)').toString().split('\n').filter(Boolean))].map((oid) => `want ${oid}`)
const fetchAll = (path: string) => [...wantsOf(path), 'ofs-delta', 'thin-pack', 'no-progress', 'include-tag', 'done']

interface Site {
  server: Running
  folder: string
  data: string
  environment: Record<string, string>
  call(method: string, path: string, body?: object): Promise<any>
  token: string
  add(row: Row): void
}

const atLeast = (name: string, ratio: number, aim: number): Row => ({ name, value: ratio.toFixed(2), aim: `≥ ${aim}`, ok: ratio >= aim })
const atMost = (name: string, ratio: number, aim: number): Row => ({ name, value: ratio.toFixed(2), aim: `≤ ${aim}`, ok: ratio <= aim })
const remoteOf = ({ server }: Site, name: string) => `http://root:bench%20password@127.0.0.1:${server.port}/root/${name}.git`
const forgetKept = ({ data }: Site) => rmSync(join(data, 'cache/packs'), { recursive: true, force: true })
const folders = ({ data }: Site) => readdirSync(join(data, 'repositories'), { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.git')).map((one) => join(data, 'repositories', one))

/** Waits until the repository has been tidied after its first push. */
async function tidied(site: Site): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const found = folders(site).find((path) => existsSync(join(path, 'objects/info/commit-graphs')) && readdirSync(join(path, 'objects/pack')).some((one) => one.endsWith('.bitmap')))
    if (found) return found
    await pause(500)
  }
  throw new Error('nobody tidied up')
}

async function measureTransport(site: Site, source: string, rounds: number): Promise<void> {
  const { folder, token, add } = site
  const bare = await front(join(source, '..'))
  const theirs = `${bare.url}/${source.split('/').at(-1)}`
  const ours = `http://127.0.0.1:${site.server.port}/root/large.git`
  const asked = fetchAll(source)
  const times = { first: [] as number[], again: [] as number[], bare: [] as number[], whole: [] as number[], ssh: [] as number[], wholeBare: [] as number[], wholeAgain: [] as number[] }
  const { ssh_url } = await site.call('GET', '/repos/root/large')
  const key = join(folder, 'key')
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await site.call('POST', '/user/keys', { title: 'bench', key: readFileSync(`${key}.pub`, 'utf8') })
  const ssh = { GIT_SSH_COMMAND: `ssh -F none -i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes -o LogLevel=ERROR` }
  const clone = async (from: string) => {
    const to = join(folder, 'clone.git')
    const took = await timed(() => run('git', ['clone', '-q', '--bare', from, to], { env: { ...environment, ...ssh } }))
    rmSync(to, { recursive: true })
    return took
  }
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await timed(() => ask(theirs, asked)))
    forgetKept(site)
    times.first.push(await timed(() => ask(ours, asked, token)))
    times.again.push(await timed(() => ask(ours, asked, token)))
  }
  for (let round = 0; round < Math.ceil(rounds / 2); round++) {
    times.wholeBare.push(await clone(theirs))
    forgetKept(site)
    times.whole.push(await clone(remoteOf(site, 'large')))
    times.wholeAgain.push(await clone(remoteOf(site, 'large')))
    forgetKept(site)
    times.ssh.push(await clone(ssh_url))
  }
  add(atLeast('pack of a clone over HTTP / bare git http-backend (throughput)', median(times.bare) / median(times.first), 0.95))
  add(atLeast('pack of the second identical clone / bare', median(times.bare) / median(times.again), 2))
  add(atLeast('git clone over HTTP / bare git http-backend (throughput, git indexes at the same time)', median(times.wholeBare) / median(times.whole), 0.95))
  add(atLeast('git clone over SSH / bare git http-backend', median(times.wholeBare) / median(times.ssh), 0.8))
  add({ name: 'second identical git clone / bare', value: (median(times.wholeBare) / median(times.wholeAgain)).toFixed(2), aim: 'as it is', ok: true })
  const list = { ours: [] as number[], theirs: [] as number[] }
  const prefixes = ['peel', 'symrefs', 'ref-prefix refs/heads/', 'ref-prefix refs/tags/']
  const [here, there] = [talkTo(ours, prefixes, token), talkTo(theirs, prefixes)]
  for (let i = 0; i < 200; i++) {
    list.ours.push(await timed(here.ask))
    list.theirs.push(await timed(there.ask))
  }
  for (const one of [here, there]) one.end()
  add(atLeast('ls-refs, nothing new / bare', median(list.theirs) / median(list.ours), 5))
  bare.close()
}

async function measureHistory(site: Site, path: string): Promise<void> {
  const { add, token } = site
  const logArgs = ['log', '-30', '--format=raw', '-M', '--diff-merges=first-parent', '--raw', '--numstat']
  const fetched = (url: string, accept = 'application/json') => timed(async () => {
    const got = await fetch(`http://127.0.0.1:${site.server.port}${url}`, { headers: { authorization: token, accept } })
    await got.arrayBuffer()
    if (!got.ok) throw new Error(`${url}: ${got.status}`)
  })
  const logged = (...args: string[]) => timed(() => run('git', args, { cwd: path, env: environment, maxBuffer: 1 << 28 }))
  const main = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < 5; round++) {
    await site.server.stop()
    site.server = await begin([...flags, 'src/main.ts', 'serve'], site.environment)
    await fetched('/api/v1/user')
    main.ours.push(await fetched('/api/v1/repos/root/large/commits?limit=30&stat=true&files=true&verification=true'))
    main.theirs.push(await logged(...logArgs, 'main'))
  }
  add(atMost('commits, 30, default branch, first time after a start / one git log', median(main.ours) / median(main.theirs), 1.3))
  const again = await load(site.server.port, get('/api/v1/repos/root/large/commits?limit=30&stat=true&files=true&verification=true', token), 1, 1)
  add(atLeast('the same again, times faster', median(main.ours) / again.p50, 50))
  const side = { ours: [] as number[], theirs: [] as number[] }
  for (let i = 5; i <= 45; i += 4) {
    side.ours.push(await fetched(`/api/v1/repos/root/large/commits?sha=branch-${i}&limit=30`))
    side.theirs.push(await logged(...logArgs, `branch-${i}`))
  }
  add(atMost('commits, 30, of another branch, first time / one git log', median(side.ours) / median(side.theirs), 1.3))
  for (const [name, file] of [['a file changed often', 'pkg-10/mod-00/file-01.txt'], ['a deep file changed rarely', DEEP], ['a folder', 'pkg-20/mod-05']]) {
    const took = { ours: [] as number[], page: [] as number[], theirs: [] as number[] }
    for (let i = 30; i <= 46; i += 4) {
      took.theirs.push(await logged('log', '-n', '50', '--format=%H', `branch-${i}`, '--', file))
      took.ours.push(await fetched(`/api/v1/repos/root/large/commits?sha=branch-${i}&path=${encodeURIComponent(file)}&limit=50&stat=false&files=false&verification=false`))
      took.page.push(await fetched(`/${NAME}/commits/branch/branch-${i + 1}/${file}`, 'text/html'))
    }
    add(atMost(`history of ${name}, first page with its total / git log -n 50`, median(took.ours) / median(took.theirs), 2))
    add(atMost(`history of ${name} as a page / git log -n 50`, median(took.page) / median(took.theirs), 2))
  }
  const wide = `/${NAME}/src/branch/main/${WIDE}`
  const cold = await fetched(wide, 'text/html')
  await pause(cold > 1900 ? 10_000 : 0)
  const warm: number[] = []
  for (let i = 0; i < 5; i++) warm.push(await fetched(`${wide}?n=${i}`, 'text/html'))
  add({ name: 'folder of 1,000 entries with the last commit of each, warm', value: `${median(warm).toFixed(0)} ms`, aim: '≤ 300 ms', ok: median(warm) <= 300 })
  add({ name: 'the same for the first time', value: `${cold.toFixed(0)} ms`, aim: 'as it is', ok: true })
}

async function measureMemory(site: Site, source: string): Promise<void> {
  const pid = site.server.child.pid!
  const asked = fetchAll(source)
  const safe = (of: number) => { try { return memory(of) } catch { return 0 } }
  for (const what of ['first clone', 'clone again']) {
    const before = memory(pid)
    let most = before
    let children = 0
    const timer = setInterval(() => {
      most = Math.max(most, memory(pid))
      children = Math.max(children, childrenOf(pid).reduce((sum, one) => sum + safe(one), 0))
    }, 50)
    const bytes = await ask(`http://127.0.0.1:${site.server.port}/root/noise.git`, asked, site.token)
    clearInterval(timer)
    const grown = most - before
    site.add({ name: `memory of the server during a clone of ${(bytes / 2 ** 30).toFixed(2)} GiB, ${what}`, value: `+${grown.toFixed(0)} MB (git children ${children.toFixed(0)} MB)`, aim: '≤ 50 MB', ok: grown <= 50 })
  }
}

/** Adds the rows of a large repository; `site` is a fresh server with an account `root`. */
export async function measureLarge(site: Site, quick: boolean): Promise<void> {
  const note = (text: string) => console.log(`    ${text}`)
  const source = await largeHistory(quick ? { commits: 10_000, files: 10_000 } : { commits: 100_000, files: 50_000 })
  const noise = await largeBlobs(quick ? 64 : 1024)
  for (const name of ['large', 'noise']) await site.call('POST', '/user/repos', { name, private: true })
  note(`first push: ${((await timed(() => run('git', ['push', '-q', '--mirror', remoteOf(site, 'large')], { cwd: source, env: environment }))) / 1000).toFixed(1)} s`)
  const path = await tidied(site)
  note('tidied')
  await measureTransport(site, source, quick ? 1 : 3)
  await measureHistory(site, path)
  const rare = (round: number) => `of file ${(quick ? 5000 : 31_337) + round * 101}:`
  for (const row of await measureSearch({ port: site.server.port, authorization: site.token, repo: 'root/large', path, rare }, quick ? 3 : 7)) site.add(row)
  const work = join(site.folder, 'work')
  git(site.folder, 'clone', '-q', '--no-checkout', source, work)
  git(work, 'sparse-checkout', 'set', 'assets')
  git(work, 'checkout', '-q', 'main')
  site.add(await measurePush(site.folder, work, remoteOf(site, 'large'), quick ? 3 : 9, 1.25))
  note(`first push of the noise: ${((await timed(() => run('git', ['push', '-q', '--mirror', remoteOf(site, 'noise')], { cwd: noise, env: environment }))) / 1000).toFixed(1)} s`)
  await idle(site.server.child.pid!)
  await measureMemory(site, noise)
}
