import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { checkArgs, type GitError, open, rev, run, start, type Git, type GitDir } from './run.ts'

let git: Git
let folder: string
let dir: GitDir

before(async () => {
  git = await start({ durable: false })
  folder = mkdtempSync(join(tmpdir(), 'git-run-'))
  dir = { path: join(folder, 'r.git'), format: 'sha1' }
  execFileSync('git', ['init', '-q', '--bare', dir.path])
})
after(async () => {
  await git.close()
  rmSync(folder, { recursive: true, force: true })
})

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function gone(pid: number): Promise<void> {
  const deadline = Date.now() + 5000
  while (alive(pid)) {
    if (Date.now() > deadline) assert.fail(`process ${pid} is still there`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('output and input pass whole, whatever their size', async () => {
  const data = Buffer.alloc(3_000_000, 'abc\n')
  const { stdout } = await run(git, dir, ['hash-object', '-w', '--stdin'], { stdin: data })
  const oid = stdout.toString().trim()
  const back = await run(git, dir, ['cat-file', 'blob', oid])
  assert.ok(back.stdout.equals(data))
})

test('an unexpected exit code is an error that carries what git said; an expected one is an answer', async () => {
  const missing = 'f'.repeat(40)
  await assert.rejects(run(git, dir, ['cat-file', '-p', missing]), (error: GitError) => {
    assert.equal(error.code, 128)
    assert.match(error.stderr, /Not a valid object name|could not get object info/)
    return true
  })
  assert.equal((await run(git, dir, ['cat-file', '-e', missing], { ok: [0, 1, 128] })).code, 1)
})

test('a child that exits before reading its input still gives its output and code', async () => {
  const { code, stderr } = await run(git, dir, ['cat-file', '--no-such-option'], { stdin: Buffer.alloc(5_000_000), ok: [129] })
  assert.equal(code, 129)
  assert.match(stderr, /usage/)
})

test('too much output ends the child', async () => {
  const { stdout } = await run(git, dir, ['hash-object', '-w', '--stdin'], { stdin: Buffer.alloc(1_000_000, 'x') })
  await assert.rejects(run(git, dir, ['cat-file', 'blob', stdout.toString().trim()], { maxOutput: 1000 }),
    (error: GitError) => error.reason === 'output')
})

test('time runs out for a child that waits for ever', async () => {
  const child = await open(git, dir, ['cat-file', '--batch'], { timeoutMs: 50 })
  child.stdout.resume()
  const { code } = await child.done
  assert.notEqual(code, 0)
})

test('a child dies with the request that wanted it', async () => {
  const gives = new AbortController()
  const first = await open(git, dir, ['cat-file', '--batch'], { signal: gives.signal })
  first.stdout.resume()
  gives.abort()
  assert.notEqual((await first.done).code, 0)
  const second = await open(git, dir, ['cat-file', '--batch'])
  second.stdout.destroy()
  assert.notEqual((await second.done).code, 0)
})

test('no more heavy children than allowed; the rest wait and can give up', async () => {
  const small = await start({ durable: false, limits: { heavy: 1 } })
  try {
    const first = await open(small, dir, ['cat-file', '--batch'])
    const gives = new AbortController()
    const refused = open(small, dir, ['cat-file', '--batch'], { signal: gives.signal })
    const second = open(small, dir, ['cat-file', '--batch'])
    gives.abort(new Error('no longer wanted'))
    await assert.rejects(refused, /no longer wanted/)
    assert.equal(small.lanes.heavy.waiting, 1)
    first.stdout.resume()
    first.stdin.end()
    assert.equal((await first.done).code, 0)
    const child = await second
    child.kill()
    await child.done
  } finally {
    await small.close()
  }
})

test('a broker that is killed takes its children along and is replaced', async () => {
  const said: string[] = []
  const own = await start({ durable: false, log: (message) => said.push(message) })
  try {
    const child = await open(own, dir, ['cat-file', '--batch'])
    child.stdout.resume()
    process.kill(await own.link.pid(), 'SIGKILL')
    assert.equal((await child.done).code, -1)
    await gone(child.pid)
    assert.equal((await run(own, dir, ['rev-parse', '--is-bare-repository'])).stdout.toString(), 'true\n')
    assert.deepEqual(said, ['the git broker ended and is started anew'])
  } finally {
    await own.close()
  }
})

test('a server that is killed leaves neither broker nor children', async () => {
  const source = `
    import { open, start } from ${JSON.stringify(new URL('./run.ts', import.meta.url).href)}
    const git = await start({ durable: false })
    const child = await open(git, ${JSON.stringify(dir)}, ['cat-file', '--batch'])
    child.stdout.resume()
    console.log(JSON.stringify([await git.link.pid(), child.pid]))`
  const server = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(server.stdout!.setEncoding('utf8'), 'data')
  server.kill('SIGKILL')
  for (const pid of JSON.parse(line)) await gone(pid)
})

test('closing ends the broker, its children and its socket folder', async () => {
  const usual = process.env.TMPDIR
  process.env.TMPDIR = folder
  const own = await start({ durable: false })
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
  const pid = await own.link.pid()
  const child = await open(own, dir, ['cat-file', '--batch'])
  child.stdout.resume()
  const sockets = () => readdirSync(folder).filter((x) => x.startsWith('git-broker-')).length
  assert.equal(sockets(), 1)
  await own.close()
  await gone(pid)
  await gone(child.pid)
  assert.equal(sockets(), 0)
  await assert.rejects(run(own, dir, ['rev-parse']), /closed/)
})

test('children see our configuration only', async () => {
  const { stdout } = await run(git, dir, ['rev-parse', '--git-path', 'hooks/update'])
  assert.equal(stdout.toString(), '/dev/null/update\n')
  await assert.rejects(run(git, dir, ['ls-remote', '--end-of-options', dir.path]), /transport 'file' not allowed/)
  await assert.rejects(run(git, null, ['rev-parse', '--is-bare-repository']), /not a git repository/)
})

test('another git than the one in PATH can be named', async () => {
  const program = join(folder, 'other-git')
  writeFileSync(program, `#!/bin/sh\ntouch ${folder}/used\nexec git "$@"\n`, { mode: 0o755 })
  const own = await start({ durable: false, program })
  await own.close()
  assert.ok(existsSync(join(folder, 'used')))
  await assert.rejects(start({ program: join(folder, 'no-such-git') }), /ENOENT/)
})

test('arguments that could be more than they seem are refused', () => {
  for (const bad of [['status'], ['-c', 'x=y'], ['log', '--output=/tmp/p'], ['fetch', '--upload-pack=touch /tmp/p'],
    ['log', 'a\nb'], ['log', 'a\0b'], ['grep', '-Oid'], ['archive', '--exec=id'], ['archive', '-o/tmp/p']]) {
    assert.throws(() => checkArgs(bad), TypeError, bad.join(' '))
  }
  checkArgs(['log', '-1', '--', '--output=x', 'a\nb'])
  for (const bad of ['HEAD', '-d', 'a..b', '@{u}', 'f'.repeat(39), 'F'.repeat(40), 'f'.repeat(64)]) {
    assert.throws(() => rev(dir, bad), TypeError)
  }
})
