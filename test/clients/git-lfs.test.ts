// The real git-lfs over HTTP and SSH: track, push, clone, pull, resume, lock, unlock.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { git } from '../kit/git.ts'
import { goProgram, ProgramUnavailable } from './installed.ts'
import { people, withServer, type Server } from './server.ts'

const run = promisify(execFile)
const MB = 1024 * 1024

interface Bench {
  server: Server
  folder(name: string): string
  /** stock git with git-lfs set up as `git lfs install` does it */
  env: Record<string, string>
}

let binary = ''
let lacking = ''
// the first time it is built, which takes minutes on a busy machine
before(async () => {
  try {
    binary = await goProgram('github.com/git-lfs/git-lfs/v3', 'v3.8.1')
  } catch (error) {
    if (!(error instanceof ProgramUnavailable)) throw error
    lacking = error.message
  }
}, { timeout: 400_000 })

function withLfs(title: string, tell: (b: Bench) => Promise<void>) {
  test(title, { timeout: 180_000 }, async (t) => {
    if (lacking) return t.skip(lacking)
    await withServer(async (server, folder) => {
      await people(server, 'alice', 'bob')
      const env = { HOME: folder('home'), PATH: `${dirname(binary)}:${process.env.PATH}` }
      await git('/', ['lfs', 'install', '--skip-repo'], env)
      await tell({ server, folder, env })
    })
  })
}

const sum = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
const said = (promise: Promise<unknown>): Promise<string> => promise.then(() => assert.fail('it was not refused'), (error: Error) => error.message)

async function sshKey(b: Bench, who: string): Promise<Record<string, string>> {
  const path = join(b.folder('keys'), who)
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])
  await b.server.ask(201, who, 'POST', '/user/keys', { title: 'laptop', key: readFileSync(`${path}.pub`, 'utf8').trim() })
  const command = `ssh -F none -i ${path} -o IdentitiesOnly=yes -o IdentityAgent=none -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR`
  return { ...b.env, GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: 'ssh' }
}

/** A tree with a large file, a small one and one that git keeps itself, pushed; gives its folder. */
async function pushed(b: Bench, address: string, env: Record<string, string>, megabytes: number): Promise<string> {
  const cwd = b.folder('work')
  await git(cwd, ['init', '-q', '-b', 'main'], env)
  await git(cwd, ['remote', 'add', 'origin', address], env)
  await git(cwd, ['lfs', 'track', '*.bin'], env)
  writeFileSync(join(cwd, 'large.bin'), randomBytes(megabytes * MB))
  mkdirSync(join(cwd, 'dir'))
  writeFileSync(join(cwd, 'dir/small.bin'), 'small\n')
  writeFileSync(join(cwd, 'plain.txt'), 'plain\n')
  await git(cwd, ['add', '.'], env)
  await git(cwd, ['commit', '-qm', 'large files'], env)
  await git(cwd, ['push', '-q', '-u', 'origin', 'main'], env)
  return cwd
}

/** Everything that a day with large files needs, at alice's and bob's address of one repository. */
async function daily(b: Bench, path: string, at: Record<'alice' | 'bob', { address: string; env: Record<string, string> }>, megabytes: number) {
  const { alice, bob } = at
  const work = await pushed(b, alice.address, alice.env, megabytes)
  const oid = sum(join(work, 'large.bin'))
  const { lfs_oid, lfs_size } = await b.server.ask(200, 'alice', 'GET', `/repos/${path}/contents/large.bin`)
  assert.deepEqual([lfs_oid, lfs_size], [oid, megabytes * MB])

  const copy = join(b.folder('copy'), 'x')
  await git('/', ['clone', '-q', bob.address, copy], bob.env)
  assert.equal(sum(join(copy, 'large.bin')), oid)
  assert.equal(readFileSync(join(copy, 'dir/small.bin'), 'utf8'), 'small\n')

  writeFileSync(join(work, 'dir/small.bin'), 'changed\n')
  await git(work, ['commit', '-qam', 'change'], alice.env)
  await git(work, ['push', '-q'], alice.env)
  await git(copy, ['pull', '-q', '--ff-only'], bob.env)
  assert.equal(readFileSync(join(copy, 'dir/small.bin'), 'utf8'), 'changed\n')
  assert.match(await git(copy, ['lfs', 'fsck'], bob.env), /OK/)

  assert.match(await git(work, ['lfs', 'lock', 'large.bin'], alice.env), /Locked large\.bin/)
  assert.match(await said(git(copy, ['lfs', 'lock', 'large.bin'], bob.env)), /already|exists|created lock/i)
  await git(copy, ['lfs', 'lock', 'dir/small.bin'], bob.env)
  const listed = async (cwd: string, env: Record<string, string>) => (await git(cwd, ['lfs', 'locks', '--verify'], env)).split('\n').filter(Boolean).map((line) => line.replace(/\s+/g, ' ').replace(/ ID:\d+/, '').trim()).toSorted()
  assert.deepEqual(await listed(work, alice.env), ['O large.bin alice', 'dir/small.bin bob'])
  assert.deepEqual(await listed(copy, bob.env), ['O dir/small.bin bob', 'large.bin alice'])
  // what somebody else has locked is not pushed
  await git(copy, ['config', 'lfs.locksverify', 'true'], bob.env)
  writeFileSync(join(copy, 'large.bin'), 'by bob\n')
  await git(copy, ['commit', '-qam', 'not his'], bob.env)
  assert.match(await said(git(copy, ['push', '-q'], bob.env)), /locked files|locked by|cannot push/i)
  return { work, copy, oid }
}

withLfs('git-lfs over HTTP: fifty megabytes, locks, and a download that goes on where it stopped', async (b) => {
  await b.server.ask(201, 'alice', 'POST', '/user/repos', { name: 'demo', private: true })
  await b.server.ask(204, 'alice', 'PUT', '/repos/alice/demo/collaborators/bob', { permission: 'write' })
  const at = (who: string) => ({ address: b.server.remote(who, 'alice/demo'), env: b.env })
  const { work, copy, oid } = await daily(b, 'alice/demo', { alice: at('alice'), bob: at('bob') }, 50)
  assert.match(await said(git(copy, ['lfs', 'unlock', 'large.bin'], b.env)), /by force|uncommitted|alice/i)
  await git(copy, ['lfs', 'unlock', '--force', 'large.bin'], b.env)
  await git(copy, ['push', '-q'], b.env)
  assert.match(await said(git(work, ['lfs', 'unlock', 'large.bin'], b.env)), /no matching locks|unable to get lock/i)

  // half of it is there already
  const resumed = join(b.folder('resumed'), 'x')
  const address = b.server.remote('alice', 'alice/demo')
  await git('/', ['clone', '-q', address, resumed], { ...b.env, GIT_LFS_SKIP_SMUDGE: '1' })
  await git(resumed, ['checkout', '-q', 'HEAD~1'], { ...b.env, GIT_LFS_SKIP_SMUDGE: '1' })
  mkdirSync(join(resumed, '.git/lfs/incomplete'), { recursive: true })
  writeFileSync(join(resumed, `.git/lfs/incomplete/${oid}.part`), readFileSync(join(work, 'large.bin')).subarray(0, 20 * MB))
  const { stderr } = await run('git', ['lfs', 'pull'], { cwd: resumed, maxBuffer: 1 << 26, env: { ...process.env, ...b.env, GIT_TRACE: '1', GIT_CURL_VERBOSE: '1' } })
  assert.match(stderr, new RegExp(`Range: bytes=${20 * MB}-${50 * MB - 1}`))
  assert.match(stderr, /206 Partial Content/)
  assert.equal(sum(join(resumed, 'large.bin')), oid)

  // a stranger gets nothing, a visitor of an open repository everything
  assert.match(await said(git('/', ['clone', '-q', b.server.remote(null, 'alice/demo'), join(b.folder('none'), 'x')], b.env)), /could not read Username|Authentication failed/)
  await b.server.ask(200, 'alice', 'PATCH', '/repos/alice/demo', { private: false })
  const open = join(b.folder('open'), 'x')
  await git('/', ['clone', '-q', b.server.remote(null, 'alice/demo'), open], b.env)
  assert.equal(readFileSync(join(open, 'large.bin'), 'utf8'), 'by bob\n')
})

for (const [how, transfer] of [['asking for HTTP links', 'never'], ['and nothing else', 'always']]) {
  withLfs(`git-lfs over SSH, ${how}`, async (b) => {
    const { ssh_url } = await b.server.ask(201, 'alice', 'POST', '/user/repos', { name: 'demo', private: true })
    await b.server.ask(204, 'alice', 'PUT', '/repos/alice/demo/collaborators/bob', { permission: 'write' })
    await git('/', ['config', '--global', 'lfs.sshtransfer', transfer], b.env)
    const at = async (who: string) => ({ address: ssh_url as string, env: await sshKey(b, who) })
    const [alice, bob] = [await at('alice'), await at('bob')]
    const { work, copy } = await daily(b, 'alice/demo', { alice, bob }, 10)
    await git(work, ['lfs', 'unlock', 'large.bin'], alice.env)
    await git(copy, ['push', '-q'], bob.env)
    await b.server.ask(204, 'alice', 'DELETE', '/repos/alice/demo/collaborators/bob')
    rmSync(join(copy, '.git/lfs/objects'), { recursive: true })
    assert.match(await said(git(copy, ['lfs', 'fetch', '--all'], bob.env)), /no such repository|failed to fetch some objects/)
  })
}
