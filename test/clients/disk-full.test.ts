// A disk that runs full under the real program: writes are refused in words, reads go on, and with room everything goes on by itself.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { commit, git } from '../kit/git.ts'
import { people, serve, token, type Server } from './server.ts'

const MOUNTS = 'mount -t tmpfs -o size=24m tmpfs "$0" && cd "$0" && exec "$@"'
/** A mount that only the server sees: as root of a namespace of its own, which needs no rights where the kernel lets everybody do it. */
const small = (folder: string) => ['unshare', '-rm', 'sh', '-c', MOUNTS, folder]

function impossible(): string | false {
  const folder = mkdtempSync(join(tmpdir(), 'codestead-mount-'))
  const [program, ...args] = [...small(folder), 'true']
  const tried = spawnSync(program, args, { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return tried.status === 0 ? false : `no small disk can be mounted here: ${tried.error?.message ?? tried.stderr.trim()}`
}

interface Disk {
  server: Server
  token: string
  /** the server's data folder as we reach it */
  data: string
  fill(): void
  free(): void
}

async function withDisk(settings: Record<string, string>, tell: (disk: Disk, folder: (name: string) => string) => Promise<void>): Promise<void> {
  const all = mkdtempSync(join(tmpdir(), 'codestead-disk-'))
  const folder = (name: string) => mkdtempSync(join(all, `${name}-`))
  const place = folder('data')
  const server = await serve(place, settings, {}, small(place))
  const data = `/proc/${server.child.pid}/root${place}`
  try {
    await people(server, 'alice')
    const filler = join(data, 'filler')
    await tell({ server, token: await token(server, 'alice'), data, fill: () => fill(filler), free: () => rmSync(filler) }, folder)
  } finally {
    await server.stop()
    rmSync(all, { recursive: true, force: true })
  }
}

/** Takes every block that is left, and does so again: something may have been freed meanwhile. */
function fill(path: string): void {
  const file = openSync(path, 'a')
  for (let size = 1 << 20; size >= 512; size >>= 1) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 1))
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
  }
  closeSync(file)
}

interface Sent {
  status: number
  text: string
}

async function send(disk: Disk, method: string, path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Sent> {
  const got = await fetch(`${disk.server.url}${path}`, { method, body, headers: { authorization: `token ${disk.token}`, ...headers } })
  return { status: got.status, text: await got.text() }
}

const bytes = (word: string) => Buffer.from(word.repeat(200_000 / word.length))
const lfsOid = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** One of every kind of write; `n` makes it another one. */
function writes(disk: Disk, n: number): Record<string, () => Promise<Sent>> {
  const call = async (method: string, path: string, body: unknown) => disk.server.call(disk.token, method, path, body)
  const file = () => {
    const form = new FormData()
    form.set('attachment', new Blob([bytes('file')]), `file-${n}.txt`)
    return form
  }
  const large = bytes(`large ${n} `)
  return {
    'an issue': () => call('POST', '/repos/alice/demo/issues', { title: `issue ${n}`, body: 'long '.repeat(10_000) }),
    'a file by the API': () => call('POST', `/repos/alice/demo/contents/file-${n}.txt`, { content: bytes(`c${n}`).toString('base64'), branch: 'main' }),
    'a repository': () => call('POST', '/user/repos', { name: `new-${n}`, auto_init: true }),
    'an attachment': () => send(disk, 'POST', '/api/v1/repos/alice/demo/issues/1/assets', file()),
    'a package': () => send(disk, 'PUT', `/api/packages/alice/generic/tool/1.0.${n}/tool.bin`, bytes('bin')),
    'a large file': () => send(disk, 'PUT', `/alice/demo.git/info/lfs/objects/${lfsOid(large)}/${large.length}`, large, { 'content-type': 'application/octet-stream' }),
  }
}

const tip = async (cwd: string, remote: string) => (await git(cwd, ['ls-remote', remote, 'refs/heads/main'])).split('\t')[0]

/** Everything below the folders of repositories that a push may leave there. */
const leftovers = (data: string) =>
  readdirSync(join(data, 'repositories'), { recursive: true, encoding: 'utf8' }).filter((path) => /\.lock$|tmp_|\.new-/.test(path))

test('a full disk: writes are answered 507, a pusher is told, reads go on, and nothing needs a restart', { skip: impossible() }, () => withDisk({ disk_reserve: '0' }, async (disk, folder) => {
  const { server, data } = disk
  const cwd = folder('work')
  const remote = server.remote(disk.token, 'alice/demo')
  await server.ask(201, disk.token, 'POST', '/user/repos', { name: 'demo' })
  await git(cwd, ['init', '-q', '-b', 'main'])
  await commit(cwd, 'a.txt', 'a\n')
  await git(cwd, ['push', '-q', remote, 'main'])
  for (const [what, write] of Object.entries(writes(disk, 1))) {
    const { status, text } = await write()
    assert.ok(status < 300, `${what} with room: ${status} ${text}`)
  }
  await git(cwd, ['pull', '-q', '--rebase', remote, 'main'])
  const before = await tip(cwd, remote)
  const issues = (await server.ask(200, disk.token, 'GET', '/repos/alice/demo/issues')).length

  writeFileSync(join(cwd, 'b.txt'), crypto.getRandomValues(Buffer.alloc(60_000)))
  await git(cwd, ['add', '.'])
  await git(cwd, ['commit', '-qm', 'b'])
  for (const again of [1, 2]) {
    for (const [what, write] of Object.entries(writes(disk, 1 + again))) {
      disk.fill()
      const { status, text } = await write()
      assert.equal(status, 507, `${what}: ${text}`)
      assert.match(JSON.parse(text).message, /the disk is full/, what)
    }
    disk.fill()
    await assert.rejects(git(cwd, ['push', '-q', remote, 'main']), /The disk of the server is full, so nothing of this push was kept/)
    assert.equal(await tip(cwd, remote), before)
    assert.deepEqual(leftovers(data), [])
    const copy = join(folder('copy'), 'x')
    await git('/', ['clone', '-q', remote, copy])
    assert.equal((await server.ask(200, disk.token, 'GET', '/repos/alice/demo/issues')).length, issues)
    await server.ask(200, disk.token, 'GET', '/repos/alice/demo/contents/a.txt')
    assert.equal((await fetch(`${server.url}/alice/demo`)).status, 200)
  }

  disk.free()
  for (const [what, write] of Object.entries(writes(disk, 4))) {
    const { status, text } = await write()
    assert.ok(status < 300, `${what} with room again: ${status} ${text}`)
  }
  await git(cwd, ['pull', '-q', '--rebase', remote, 'main'])
  await git(cwd, ['push', '-q', remote, 'main'])
  assert.equal(await tip(cwd, remote), (await git(cwd, ['rev-parse', 'main'])).trim())
  assert.equal((await server.ask(200, disk.token, 'GET', '/repos/alice/demo/issues')).length, issues + 1)
  const copy = join(folder('copy'), 'x')
  await git('/', ['clone', '-q', remote, copy])
  await git(copy, ['fsck', '--strict'])
}))

test('with a reserve what is large is refused while there is still room to delete', { skip: impossible() }, () => withDisk({ disk_reserve: '24MiB' }, async (disk, folder) => {
  const { server } = disk
  await server.ask(201, disk.token, 'POST', '/user/repos', { name: 'demo', auto_init: true })
  await server.ask(201, disk.token, 'POST', '/repos/alice/demo/issues', { title: 'one' })
  const all = writes(disk, 1)
  for (const what of ['an attachment', 'a package', 'a large file']) assert.equal((await all[what]()).status, 507, what)
  const cwd = folder('work')
  await git(cwd, ['init', '-q', '-b', 'main'])
  await commit(cwd, 'a.txt', 'a\n')
  await assert.rejects(git(cwd, ['push', '-q', server.remote(disk.token, 'alice/demo'), 'main:refs/heads/other']), /The disk of the server is full/)
  const health = await fetch(`${server.url}/api/healthz`)
  assert.deepEqual([health.status, (await health.json() as { status: string }).status], [200, 'warn'])
  await server.ask(204, disk.token, 'DELETE', '/repos/alice/demo')
}))
