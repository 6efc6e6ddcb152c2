// Stock git and stock ssh against the real server: what people and machines do all day, and many of them at once.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { commit, git } from '../kit/git.ts'
import { people, withServer, type Server } from './server.ts'

const run = promisify(execFile)

async function tree(cwd: string, format = 'sha1'): Promise<string> {
  await git(cwd, ['init', '-q', '-b', 'main', `--object-format=${format}`])
  return cwd
}

/** A new key pair in the folder, and the environment that makes git use it and nothing else. */
async function sshKey(folder: string, name: string): Promise<{ text: string; env: Record<string, string> }> {
  const path = join(folder, name)
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', path])
  const command = `ssh -F none -i ${path} -o IdentitiesOnly=yes -o IdentityAgent=none -o BatchMode=yes -o StrictHostKeyChecking=accept-new -o UserKnownHostsFile=${folder}/known_hosts`
  return { text: readFileSync(`${path}.pub`, 'utf8').trim(), env: { GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: 'ssh' } }
}

const fails = (promise: Promise<unknown>, words: RegExp) => assert.rejects(promise, (error: Error) => words.test(error.message) || assert.fail(`another message: ${error.message}`))
const head = async (cwd: string, ref = 'HEAD') => (await git(cwd, ['rev-parse', ref])).trim()
const listed = async (address: string, env = {}) => (await git('/', ['ls-remote', address], env)).split('\n').filter(Boolean).map((line) => line.split('\t')[1])

async function fill(cwd: string, address: string, env: Record<string, string> = {}) {
  await git(cwd, ['remote', 'add', 'origin', address])
  for (let i = 0; i < 5; i++) await commit(cwd, `folder/file-${i}.txt`, `${i}\n`.repeat(1000))
  await git(cwd, ['push', '-q', '-u', 'origin', 'main'], env)
}

/** Push, clone, fetch, tags, force, delete, shallow and partial clones at one address. */
async function daily(folder: (name: string) => string, address: string, format: string, env: Record<string, string> = {}) {
  const work = await tree(folder('work'), format)
  await fill(work, address, env)
  const copy = join(folder('copy'), 'x')
  await git('/', ['clone', '-q', address, copy], env)
  assert.equal(await head(copy), await head(work))
  assert.equal((await git(copy, ['rev-parse', '--show-object-format'])).trim(), format)

  await commit(work, 'more.txt', 'more\n')
  await git(work, ['tag', 'light'])
  await git(work, ['tag', '-a', 'v1.0', '-m', 'the first'])
  await git(work, ['push', '-q', 'origin', 'main', 'main:refs/heads/topic', '--tags'], env)
  await git(copy, ['pull', '-q', '--ff-only'], env)
  assert.equal(await head(copy), await head(work))
  assert.deepEqual((await git(copy, ['tag', '-l'])).split('\n').filter(Boolean), ['light', 'v1.0'])
  assert.deepEqual(await listed(address, env), ['HEAD', 'refs/heads/main', 'refs/heads/topic', 'refs/tags/light', 'refs/tags/v1.0', 'refs/tags/v1.0^{}'])

  await git(work, ['commit', '-q', '--amend', '-m', 'said better'])
  await fails(git(work, ['push', '-q', 'origin', 'main:topic'], env), /non-fast-forward|rejected/)
  await git(work, ['push', '-q', '--force-with-lease=topic', 'origin', 'main:topic'], env)
  await git(work, ['push', '-q', 'origin', '--delete', 'topic', 'light'], env)
  await git(copy, ['fetch', '-q', '--prune', '--prune-tags'], env)
  assert.deepEqual(await listed(address, env), ['HEAD', 'refs/heads/main', 'refs/tags/v1.0', 'refs/tags/v1.0^{}'])
  await fails(git(work, ['push', '-q', '--atomic', 'origin', 'HEAD:refs/heads/both', ':main'], env), /default branch/)
  assert.ok(!(await listed(address, env)).includes('refs/heads/both'), 'an atomic push that fails leaves nothing')

  const shallow = join(folder('shallow'), 'x')
  await git('/', ['clone', '-q', '--depth', '2', address, shallow], env)
  assert.equal(await git(shallow, ['rev-list', '--count', 'HEAD']), '2\n')
  await git(shallow, ['fetch', '-q', '--unshallow'], env)
  assert.equal(await git(shallow, ['rev-list', '--count', 'HEAD']), '6\n')

  const partial = join(folder('partial'), 'x')
  await git('/', ['clone', '-q', '--filter=blob:none', '--no-checkout', address, partial], env)
  assert.match(await git(partial, ['rev-list', '--objects', '--missing=print', 'HEAD']), /^\?[0-9a-f]+$/m)
  await git(partial, ['checkout', '-q', 'main'], env)
  assert.ok(existsSync(join(partial, 'folder/file-4.txt')))
  for (const one of [copy, shallow]) await git(one, ['fsck', '--strict', '--no-dangling'])
}

for (const format of ['sha1', 'sha256']) {
  test(`git over HTTP and SSH, ${format}`, () => withServer(async (server, folder) => {
    await people(server, 'alice')
    const web = await server.ask(201, 'alice', 'POST', '/user/repos', { name: 'web', object_format_name: format, private: true })
    assert.equal(web.object_format_name, format)
    await daily(folder, server.remote('alice', 'alice/web'), format)
    const key = await sshKey(folder('keys'), 'alice')
    await server.ask(201, 'alice', 'POST', '/user/keys', { title: 'laptop', key: key.text })
    const { ssh_url } = await server.ask(201, 'alice', 'POST', '/user/repos', { name: 'shell', object_format_name: format, private: true })
    await daily(folder, ssh_url, format, key.env)
    await fails(git('/', ['ls-remote', ssh_url], (await sshKey(folder('keys'), 'nobody')).env), /Permission denied/)
  }))
}

test('keys and tokens of a repository reach that repository, and as far as they may', () => withServer(async (server, folder) => {
  await people(server, 'alice')
  const urls: Record<string, string> = {}
  for (const name of ['one', 'two']) {
    urls[name] = (await server.ask(201, 'alice', 'POST', '/user/repos', { name, private: true })).ssh_url
    await fill(await tree(folder(name)), server.remote('alice', `alice/${name}`))
  }
  const keys = folder('keys')
  const reading = await sshKey(keys, 'reading')
  const writing = await sshKey(keys, 'writing')
  const { id } = await server.ask(201, 'alice', 'POST', '/repos/alice/one/keys', { title: 'reads', key: reading.text, read_only: true })
  await server.ask(201, 'alice', 'POST', '/repos/alice/one/keys', { title: 'writes', key: writing.text, read_only: false })
  const copy = join(folder('copy'), 'x')
  await git('/', ['clone', '-q', urls.one, copy], reading.env)
  await commit(copy, 'deployed.txt', 'yes\n')
  await fails(git(copy, ['push', '-q', 'origin', 'main'], reading.env), /may not push/)
  await git(copy, ['push', '-q', 'origin', 'main'], writing.env)
  for (const { env } of [reading, writing]) await fails(git('/', ['ls-remote', urls.two], env), /no such repository/)

  const made = async (title: string, read_only: boolean) => (await server.ask(201, 'alice', 'POST', '/repos/alice/one/keys', { title, key_type: 'token', read_only })).token as string
  const [reads, writes] = [await made('token that reads', true), await made('token that writes', false)]
  await git(copy, ['fetch', '-q', server.remote(reads, 'alice/one'), 'main'])
  await commit(copy, 'deployed.txt', 'again\n')
  await fails(git(copy, ['push', '-q', server.remote(reads, 'alice/one'), 'main']), /403|may not push/)
  await git(copy, ['push', '-q', server.remote(writes, 'alice/one'), 'main'])
  await fails(git('/', ['ls-remote', server.remote(writes, 'alice/two')]), /not found/)

  await server.ask(204, 'alice', 'DELETE', `/repos/alice/one/keys/${id}`)
  await fails(git('/', ['ls-remote', urls.one], reading.env), /Permission denied|no such repository/)
  await fails(git('/', ['ls-remote', server.remote(null, 'alice/one')]), /could not read Username|Authentication failed/)
}))

test('64 clones at once, over HTTP and SSH', () => withServer(async (server, folder) => {
  await people(server, 'alice')
  const { ssh_url } = await server.ask(201, 'alice', 'POST', '/user/repos', { name: 'busy' })
  const key = await sshKey(folder('keys'), 'alice')
  await server.ask(201, 'alice', 'POST', '/user/keys', { title: 'laptop', key: key.text })
  const work = await tree(folder('work'))
  await fill(work, server.remote('alice', 'alice/busy'))
  const into = folder('copies')
  const clones = Array.from({ length: 64 }, async (_, i) => {
    const copy = join(into, String(i))
    await git('/', ['clone', '-q', i % 4 === 0 ? ssh_url : server.remote(null, 'alice/busy'), copy], key.env)
    return head(copy)
  })
  assert.deepEqual(new Set(await Promise.all(clones)), new Set([await head(work)]))
}))

test('eight pushers on one branch: everybody’s commits arrive, none twice', () => withServer(async (server, folder) => {
  await people(server, 'alice')
  await server.ask(201, 'alice', 'POST', '/user/repos', { name: 'busy' })
  const address = server.remote('alice', 'alice/busy')
  await fill(await tree(folder('work')), address)
  const pushers = Array.from({ length: 8 }, async (_, i) => {
    const copy = join(folder('pusher'), 'x')
    await git('/', ['clone', '-q', address, copy])
    writeFileSync(join(copy, `by-${i}.txt`), `${i}\n`)
    await git(copy, ['add', '.'])
    await git(copy, ['commit', '-qm', `by ${i}`])
    // each round at least one of them gets through, so as many tries as pushers are enough
    for (let left = 8; ; left--) {
      const refused = await git(copy, ['push', '-q', 'origin', 'main']).then(() => undefined, (error: Error) => error)
      if (!refused) return
      assert.match(refused.message, /fetch first|rejected/)
      assert.ok(left > 1, `pusher ${i} never got through`)
      await git(copy, ['pull', '-q', '--rebase'])
    }
  })
  await Promise.all(pushers)
  const copy = join(folder('copy'), 'x')
  await git('/', ['clone', '-q', address, copy])
  const said = (await git(copy, ['log', '--format=%s'])).split('\n').filter((line) => line.startsWith('by ')).toSorted()
  assert.deepEqual(said, Array.from({ length: 8 }, (_, i) => `by ${i}`))
  await git(copy, ['fsck', '--strict'])
}))

/** A repository with a history, its work tree, and commits on top of it that know nothing of each other. */
async function crowd(server: Server, folder: (name: string) => string, count: number) {
  await people(server, 'alice')
  const { ssh_url } = await server.ask(201, 'alice', 'POST', '/user/repos', { name: 'busy' })
  const key = await sshKey(folder('keys'), 'alice')
  await server.ask(201, 'alice', 'POST', '/user/keys', { title: 'laptop', key: key.text })
  const work = await tree(folder('work'))
  await fill(work, server.remote('alice', 'alice/busy'))
  const commits: string[] = []
  for (let i = 0; i < count; i++) commits.push((await git(work, ['commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', `by ${i}`])).trim())
  /** every fifth over SSH */
  const push = (i: number, ref: string) => git(work, ['push', '-q', i % 5 === 0 ? ssh_url : server.remote('alice', 'alice/busy'), `${commits[i]}:${ref}`], key.env)
  return { work, commits, push }
}

test('100 pushers on 100 branches: everybody gets through at the first try', () => withServer(async (server, folder) => {
  const { commits, push } = await crowd(server, folder, 100)
  await Promise.all(commits.map((_, i) => push(i, `refs/heads/branch-${i}`)))
  const stands = new Map((await git('/', ['ls-remote', '--heads', server.remote('alice', 'alice/busy')])).split('\n').filter(Boolean).map((line) => line.split('\t').toReversed() as [string, string]))
  for (const [i, oid] of commits.entries()) assert.equal(stands.get(`refs/heads/branch-${i}`), oid)
  assert.equal((await server.ask(200, 'alice', 'GET', '/repos/alice/busy')).branch_count, 101)
  const told = await server.ask(200, 'alice', 'GET', '/repos/alice/busy/activities/feeds?limit=50')
  assert.equal(new Set(told.map((one: { ref_name: string; content: string }) => `${one.ref_name} ${one.content !== ''}`)).size, told.length, 'each branch and each push is told once')
}))

test('8 pushers on one branch at the same moment: one wins, the others are told to fetch', () => withServer(async (server, folder) => {
  const { work, commits, push } = await crowd(server, folder, 8)
  const ends = await Promise.allSettled(commits.map((_, i) => push(i, 'refs/heads/main')))
  const won = ends.flatMap((one, i) => (one.status === 'fulfilled' ? [i] : []))
  assert.equal(won.length, 1, ends.map((one) => (one.status === 'rejected' ? one.reason.message : 'won')).join('\n'))
  for (const one of ends) if (one.status === 'rejected') assert.match(one.reason.message, /fetch first|rejected/)
  assert.equal((await git(work, ['ls-remote', server.remote('alice', 'alice/busy'), 'refs/heads/main'])).split('\t')[0], commits[won[0]])
}))
