// What the stock client never does, spoken by hand.
import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, open, readdir, readlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { bench } from './transport-kit.ts'
import type { Bench } from './transport-kit.ts'
import { maxCommands } from './commands.ts'
import { PacketReader, encode, flush } from './pktline.ts'
import { receive, sweepQuarantine } from './receive.ts'
import { list } from './refs.ts'
import type { GitDir } from './run.ts'
import { start } from './run.ts'
import { upload } from './upload.ts'

let it: Bench
let dir: GitDir
let tree: string
let head: string
const none = '0'.repeat(40)

before(async () => {
  it = await bench()
  dir = await it.repo('r')
  tree = await it.work('tree')
  head = (await it.ok(tree, ['rev-parse', 'HEAD'])).trim()
})
after(() => it.close())

const packOf = (input: string, ...args: string[]) =>
  execFileSync('git', ['pack-objects', '--stdout', '-q', ...args], { cwd: tree, input, stdio: ['pipe', 'pipe', 'ignore'] })

const object = (type: string, content: string | Buffer) =>
  execFileSync('git', ['hash-object', '-t', type, '-w', '--literally', '--stdin'], { cwd: tree, input: content }).toString().trim()

function request(commands: string[], pack: Buffer, capabilities = 'report-status side-band-64k'): Buffer {
  const lines = commands.map((command, at) => encode(at === 0 ? `${command}\0${capabilities}` : command))
  return Buffer.concat([...lines, flush, pack])
}

/** Pushes by hand and gives the report and the messages. */
async function push(to: GitDir, bytes: Buffer | Readable, options: { maxBytes?: number; signal?: AbortSignal } = {}) {
  const output = new PassThrough()
  const input = Buffer.isBuffer(bytes) ? Readable.from([bytes], { objectMode: false }) : bytes
  const chunks: Buffer[] = []
  output.on('data', (chunk: Buffer) => chunks.push(chunk))
  const refs = () => list(it.git, to)
  let error: Error | null = null
  await receive(it.git, to, refs, input, output, it.plan(to), { stateless: true, advertise: false, ...options })
    .catch((reason: Error) => { error = reason })
  let report = ''
  let said = ''
  const reader = new PacketReader(Readable.from(chunks, { objectMode: false }))
  for (let packet = await reader.read(); packet !== null; packet = await reader.read()) {
    if (typeof packet === 'string') continue
    if (packet[0] === 1) report += packet.subarray(1).toString()
    else if (packet[0] === 2) said += packet.subarray(1).toString()
    else report += packet.toString()
  }
  // In a side band the report is packets once more.
  report = report.replace(/(?<=^|\n)[0-9a-f]{4}(?=unpack |ok |ng |option |$)/g, '')
  assert.deepEqual(await it.quarantines(to), [])
  return { report, said, error: error as Error | null }
}

test('a push by hand, with and without side bands', async () => {
  const pack = packOf(`${head}\n`, '--revs')
  const plain = await push(dir, request([`${none} ${head} refs/heads/plain`], pack, 'report-status'))
  assert.equal(plain.report, 'unpack ok\nok refs/heads/plain\n')
  const banded = await push(dir, request([`${none} ${head} refs/heads/banded`], pack))
  assert.match(banded.report, /unpack ok\n.*ok refs\/heads\/banded\n/s)
  assert.equal((await it.ok(dir.path, ['rev-parse', 'banded'])).trim(), head)
})

test('a gzipped request over HTTP, and the wrong types', async () => {
  const body = request([`${none} ${head} refs/heads/gzip`], packOf(`${head}\n`, '--revs'))
  const ask = (headers: Record<string, string>, sent: Buffer) =>
    fetch(`${it.url}/r/git-receive-pack`, { method: 'POST', headers, body: new Uint8Array(sent) })
  const type = { 'Content-Type': 'application/x-git-receive-pack-request' }
  const answer = await ask({ ...type, 'Content-Encoding': 'gzip' }, gzipSync(body))
  assert.equal(answer.headers.get('content-type'), 'application/x-git-receive-pack-result')
  assert.match(answer.headers.get('cache-control') ?? '', /no-cache/)
  assert.match(await answer.text(), /ok refs\/heads\/gzip/)
  assert.equal((await ask({ 'Content-Type': 'application/x-git-upload-pack-request' }, body)).status, 400)
  assert.equal((await ask({ ...type, 'Content-Encoding': 'br' }, body)).status, 415)
  assert.equal((await fetch(`${it.url}/r/info/refs?service=git-shell`)).status, 400)
})

test('missing objects: the ref that lacks them is refused, the other is not', async () => {
  const tip = await it.commit(tree, 'later')
  const whole = await it.repo('gaps')
  const pack = packOf(`${head}\n`, '--revs')
  const { report } = await push(whole, request([`${none} ${head} refs/heads/good`, `${none} ${tip} refs/heads/bad`], pack))
  assert.match(report, /ok refs\/heads\/good/)
  assert.match(report, /ng refs\/heads\/bad (missing necessary objects|bad pack)/)
  const orphan = packOf(`${tip}\n`)
  const alone = await push(whole, request([`${none} ${tip} refs/heads/alone`], orphan))
  assert.match(alone.report, /ng refs\/heads\/alone/)
  const cut = Buffer.concat([encode(`shallow ${tip}`), request([`${none} ${tip} refs/heads/cut`], packOf(`${tip}\n^${head}\n`, '--revs'))])
  assert.match((await push(await it.repo('cut'), cut)).report, /ng refs\/heads\/cut/)
})

test('objects that break the rules are refused with a reason that shows no path of ours', async () => {
  const blob = object('blob', 'x')
  const evil = object('tree', Buffer.concat([Buffer.from('40000 .git\0'), Buffer.from((await it.ok(tree, ['rev-parse', 'HEAD^{tree}'])).trim(), 'hex')]))
  const person = 'A <a@b> 1 +0000'
  const commit = object('commit', `tree ${evil}\nauthor ${person}\ncommitter ${person}\n\nm\n`)
  const { report, said } = await push(dir, request([`${none} ${commit} refs/heads/evil`], packOf(`${commit}\n`, '--revs')))
  assert.match(report, /^unpack unpack-objects abnormal exit/)
  assert.match(report, /ng refs\/heads\/evil unpacker error/)
  assert.match(said, /hasDotgit/)
  assert.ok(!said.includes(it.folder))
  const odd = object('commit', `tree ${(await it.ok(tree, ['rev-parse', 'HEAD^{tree}'])).trim()}\nauthor A <a@b> 1 +051800\ncommitter ${person}\n\nm\n`)
  assert.match((await push(dir, request([`${none} ${odd} refs/heads/old-history`], packOf(`${odd}\n`, '--revs')))).report, /ok refs/)
  const notCommit = await push(dir, request([`${none} ${blob} refs/heads/blob`, `${none} ${blob} refs/tags/blob`], packOf(`${blob}\n`)))
  assert.match(notCommit.report, /ng refs\/heads\/blob a branch must point to a commit/)
  assert.match(notCommit.report, /ok refs\/tags\/blob/)
})

test('broken packs', async () => {
  const pack = packOf(`${head}\n`, '--revs')
  const flipped = Buffer.from(pack)
  flipped[pack.length >> 1] ^= 0xff
  const many = Buffer.from(pack)
  many.writeUInt32BE(4_000_000_000, 8)
  for (const bad of [Buffer.alloc(0), Buffer.from('PACK'), Buffer.alloc(100, 'x'), pack.subarray(0, -30), flipped, many]) {
    const { report } = await push(dir, request([`${none} ${head} refs/heads/broken`], bad))
    assert.match(report, /^unpack (?!ok)/)
    assert.match(report, /ng refs\/heads\/broken unpacker error/)
  }
})

test('a pack beyond the limit', async () => {
  await writeFile(join(tree, 'noise'), Buffer.from(Array.from({ length: 200_000 }, () => Math.random() * 256)))
  const tip = await it.commit(tree, 'noisy')
  const body = request([`${none} ${tip} refs/heads/big`], packOf(`${tip}\n`, '--revs'))
  const { report, said } = await push(dir, body, { maxBytes: 100_000 })
  assert.match(report, /^unpack pack exceeds maximum allowed size/)
  assert.match(said, /larger than 100000 bytes/)
  it.limit = 100_000
  const ran = await it.run(tree, ['push', `${it.url}/r`, 'HEAD:big'])
  it.limit = undefined
  assert.match(ran.stderr, /larger than 100000 bytes/)
})

test('requests that are no push at all', async () => {
  const ask = (bytes: Buffer) => push(dir, bytes)
  assert.equal((await ask(Buffer.from('0000'))).error, null)
  for (const bad of ['hello', `${none} ${head}`, `${none} xyz refs/heads/a`, 'push-cert\0report-status']) {
    const { report, error } = await ask(Buffer.concat([encode(bad), flush]))
    assert.ok(error, bad)
    assert.match(report, /^ERR /, bad)
  }
  const flood = Array.from({ length: maxCommands + 1 }, (_, at) => `${none} ${head} refs/heads/f${at}`)
  assert.match((await ask(request(flood, Buffer.alloc(0)))).report, /ERR more than \d+ refs/)
  const wrong = request([`${none} ${head} refs/heads/a`], Buffer.alloc(0), 'report-status object-format=sha256')
  assert.match((await ask(wrong)).report, /ERR this repository stores sha1/)
})

test('the same ref twice, HEAD, and names that are none', async () => {
  const pack = packOf(`${head}\n`, '--revs')
  const twice = await push(dir, request([`${none} ${head} refs/heads/twice`, `${head} ${none} refs/heads/twice`], pack))
  assert.match(twice.report, /ng refs\/heads\/twice multiple updates/)
  const names = ['HEAD', 'refs/heads/a..b', 'refs/heads/a.lock', 'refs/heads/.a', 'refs/heads/a b', 'refs/heads/', 'refs/heads/a\x01', 'main', 'refs/heads/../x']
  for (const name of names) {
    const { report } = await push(dir, request([`${none} ${head} ${name}`], pack))
    assert.match(report, /\nng |\n....ng /, name)
  }
})

test('a deletion of what is not there is no mistake, one of what came meanwhile is', async () => {
  const gone = await push(dir, request([`${none} ${none} refs/heads/gone`], Buffer.alloc(0)))
  assert.match(gone.report, /ok refs\/heads\/gone/)
  assert.match(gone.said, /There is no refs\/heads\/gone to delete/)
  await it.ok(dir.path, ['update-ref', 'refs/heads/came', head])
  const came = await push(dir, request([`${none} ${none} refs/heads/came`, `${none} ${none} refs/codestead/x`], Buffer.alloc(0)))
  assert.match(came.report, /ng refs\/heads\/came the ref moved meanwhile/)
  assert.match(came.report, /ng refs\/codestead\/x/)
  assert.equal((await it.ok(dir.path, ['rev-parse', 'came'])).trim(), head)
})

test('a client that leaves: nothing is kept, nothing is decided, no child stays', async () => {
  const tip = await it.commit(tree, 'unfinished')
  const body = request([`${none} ${tip} refs/heads/left`], packOf(`${tip}\n`, '--revs'))
  const input = new PassThrough()
  const gone = new AbortController()
  const pushing = push(dir, input, { signal: gone.signal })
  input.write(body.subarray(0, body.length - 100))
  while ((await it.quarantines(dir)).length === 0) await new Promise(setImmediate)
  const before = it.pushes.length
  gone.abort()
  input.destroy()
  const { report, error } = await pushing
  assert.ok(error)
  assert.equal(report, '')
  assert.equal(it.pushes.length, before)
  assert.equal(spawnSync('git', ['cat-file', '-e', tip], { cwd: dir.path }).status, 1)
})

test('a client that keeps the line open after its pack still gets the report', async () => {
  for (const [name, from] of [['open-loose', `${head}\n`], ['open-pack', null]] as const) {
    if (from === null) for (let at = 0; at < 30; at++) await writeFile(join(tree, `o${at}`), `${at}`)
    const tip = from === null ? await it.commit(tree, 'many') : head
    const stream = new PassThrough()
    stream.write(request([`${none} ${tip} refs/heads/${name}`], packOf(`${tip}\n`, '--revs')))
    assert.match((await push(dir, stream)).report, new RegExp(`ok refs/heads/${name}`))
  }
})

test('an error while refs move is told to the pusher and raised', async () => {
  const plan = it.plan
  it.plan = (repo) => ({ ...plan(repo), apply: async () => { throw new Error('the database is gone') } })
  const { report, error } = await push(dir, request([`${none} ${head} refs/heads/x`], packOf(`${head}\n`, '--revs')))
  it.plan = plan
  assert.match(report, /ng refs\/heads\/x the server could not complete this push/)
  assert.equal(error?.message, 'the database is gone')
})

test('left-over quarantines of dead processes go, those of the living stay', async () => {
  const repo = await it.repo('sweep')
  const objects = join(repo.path, 'objects')
  const dead = spawnSync('true').pid
  const tag = await machineTag(repo)
  const names = [`tmp_objdir-incoming-${tag}-${dead}-aa`, `tmp_objdir-incoming-${tag}-${process.ppid}-bb`, 'tmp_objdir-incoming-elsewhere-1-cc',
    'tmp_objdir-incoming-XyZ123']
  for (const name of names) await mkdir(join(objects, name, 'pack'), { recursive: true })
  assert.equal(await sweepQuarantine(repo), 1)
  assert.deepEqual((await it.quarantines(repo)).sort(), names.slice(1).sort())
  const long = new Date(Date.now() - 7_200_000)
  for (const path of [join(objects, names[3], 'pack'), join(objects, names[3])]) await utimes(path, long, long)
  assert.equal(await sweepQuarantine(repo), 1)
  assert.equal(await sweepQuarantine(repo, 0), 2)
  assert.deepEqual((await readdir(objects)).sort(), ['info', 'pack'])
})

/** How quarantines of this machine are marked: read from one that a push has made. */
async function machineTag(repo: GitDir): Promise<string> {
  const input = new PassThrough()
  const gone = new AbortController()
  const pushing = push(repo, input, { signal: gone.signal })
  input.write(request([`${none} ${head} refs/heads/x`], packOf(`${head}\n`, '--revs').subarray(0, 40)))
  let names: string[] = []
  while (names.length === 0) {
    await new Promise(setImmediate)
    names = await it.quarantines(repo)
  }
  assert.equal(await sweepQuarantine(repo, 0), 0, 'a living push is not disturbed')
  gone.abort()
  input.destroy()
  await pushing
  return names[0].split('-')[2]
}

test('before refs move, the objects, their folders and new folders are flushed', async () => {
  const repo = await it.repo('durable')
  const durable = await start()
  const handle = await open(repo.path, 'r')
  const prototype = Object.getPrototypeOf(handle) as { sync(this: { fd: number }): Promise<void> }
  await handle.close()
  const flushed = new Set<string>()
  const sync = mock.method(prototype, 'sync', async function (this: { fd: number }) {
    flushed.add(await readlink(`/proc/self/fd/${this.fd}`))
  })
  let missing: string[] = ['nothing was asked']
  const expected = (await it.ok(tree, ['rev-list', '--objects', '--no-object-names', head])).trim().split('\n')
    .map((id) => `${id.slice(0, 2)}/${id.slice(2)}`)
  const plan = { ...it.plan(repo), apply: async () => {
    const paths = [...expected, ...expected.map((path) => path.slice(0, 2)), ''].map((path) => join(repo.path, 'objects', path).replace(/\/$/, ''))
    // Files are flushed where they were written, then moved.
    const names = new Set([...flushed].map((path) => path.replace(/tmp_objdir-incoming-[^/]+\//, '')))
    missing = paths.filter((path) => !names.has(path))
    return { failed: new Map<string, string>(), messages: [] }
  } }
  try {
    const input = Readable.from([request([`${none} ${head} refs/heads/main`], packOf(`${head}\n`, '--revs'))], { objectMode: false })
    await receive(durable, repo, () => list(durable, repo), input, new PassThrough().resume(), plan, { stateless: true, advertise: false })
    assert.deepEqual(missing, [])
  } finally {
    sync.mock.restore()
    await durable.close()
  }
})

test('version 2 requests that are none, and a client that leaves while fetching', async () => {
  const ask = async (bytes: Buffer) => {
    const output = new PassThrough()
    const chunks: Buffer[] = []
    output.on('data', (chunk: Buffer) => chunks.push(chunk))
    await upload(it.git, dir, () => list(it.git, dir), Readable.from([bytes], { objectMode: false }), output, { stateless: true, version: 2 })
    return Buffer.concat(chunks).toString()
  }
  assert.match(await ask(Buffer.concat([encode('command=rm'), flush])), /ERR unknown command/)
  assert.match(await ask(Buffer.concat([encode('command=fetch'), encode('--upload-pack=x'), flush])), /ERR unknown capability/)
  assert.match(await ask(Buffer.concat([encode('command=ls-refs'), encode('object-format=sha256'), flush])), /ERR mismatched object format/)
  assert.match(await ask(Buffer.concat([encode('command=fetch'), Buffer.from('0001'), encode(`want ${'1'.repeat(40)}`), encode('done'), flush])), /ERR upload-pack: not our ref/)
  const size = await ask(Buffer.concat([encode('command=object-info'), Buffer.from('0001'), encode('size'), encode(`oid ${head}`), flush]))
  assert.match(size, new RegExp(`${head} \\d+`))

  const output = new PassThrough({ highWaterMark: 1 })
  const tip = (await it.ok(dir.path, ['rev-parse', 'open-pack'])).trim()
  const wants = Buffer.concat([encode('command=fetch'), Buffer.from('0001'), encode(`want ${tip}`), encode('done'), flush])
  const fetching = upload(it.git, dir, () => list(it.git, dir), Readable.from([wants], { objectMode: false }), output, { stateless: true, version: 2 })
  output.once('readable', () => output.destroy())
  await assert.rejects(fetching)
})
