// The starter in a checkout of its own, with a stand-in for npm that counts its calls.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const made: string[] = []
after(() => made.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })))

// An older Node has no execve and stays as a parent; taking it away here walks the same path.
const asOlderNode = ['--import', 'data:text/javascript,delete process.execve']

const npm = `#!/bin/sh
echo call >> calls
[ -e refuse ] && { echo 'npm error the moon is down' >&2; exit 1; }
[ -e stall ] && { touch stalled; exec sleep 60; }
rm -rf node_modules && mkdir node_modules && sleep 0.3
`
const program = `
import { appendFileSync } from 'node:fs'
if (process.argv[2] === 'warm') appendFileSync(import.meta.dirname + '/../warmed', '+')
if (process.argv[2] === 'serve') {
  const open = setInterval(() => {}, 1000)
  process.once('SIGTERM', () => { console.log('closing'); clearInterval(open); process.exitCode = 7 })
}
console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(2), cache: process.env.NODE_COMPILE_CACHE }))
`

function checkout() {
  const root = fs.mkdtempSync(join(tmpdir(), 'codestead-start-'))
  made.push(root)
  for (const folder of ['tools', 'src', 'bin']) fs.mkdirSync(join(root, folder))
  fs.copyFileSync(join(import.meta.dirname, 'start.mjs'), join(root, 'tools/start.mjs'))
  fs.writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  fs.writeFileSync(join(root, 'package-lock.json'), '{"lockfileVersion":3,"packages":{"":{}, "node_modules/a":{"version":"1.0.0"}}}')
  fs.writeFileSync(join(root, 'src/main.ts'), program)
  fs.writeFileSync(join(root, 'bin/npm'), npm, { mode: 0o755 })
  return root
}

function start(root: string, args: string[], flags: string[] = []) {
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}`, HOME: join(root, 'nobody') }
  delete env.npm_execpath
  delete env.NODE_COMPILE_CACHE
  const child = spawn(process.execPath, [...flags, join(root, 'tools/start.mjs'), ...args], { cwd: tmpdir(), env })
  const said = { out: '', err: '' }
  child.stdout.on('data', (part) => (said.out += part))
  child.stderr.on('data', (part) => (said.err += part))
  return Object.assign(child, { said })
}

async function end(child: ReturnType<typeof start>) {
  const [code, signal] = await once(child, 'close')
  return { code, signal, ...child.said }
}

/** Resolves once the program has said its first line. */
async function ready(child: ReturnType<typeof start>) {
  while (!child.said.out.includes('\n')) await once(child.stdout, 'data')
  return JSON.parse(child.said.out.split('\n')[0]) as { pid: number }
}

const calls = (root: string) => fs.readFileSync(join(root, 'calls'), 'utf8').trim().split('\n').length

test('installs once, forwards arguments, and does not install again', async () => {
  const root = checkout()
  const first = await end(start(root, ['openapi', '--watch']))
  assert.equal(first.code, 0, first.err)
  const told = JSON.parse(first.out)
  assert.deepEqual(told.args, ['openapi', '--watch'])
  assert.equal(told.cache, join(root, 'node_modules/.cache/compile'))
  assert.match(first.err, /installing packages/)
  const second = await end(start(root, []))
  assert.equal(second.err, '')
  assert.equal(calls(root), 1)
})

test('a changed lock file installs again', async () => {
  const root = checkout()
  await end(start(root, []))
  fs.appendFileSync(join(root, 'package-lock.json'), '\n')
  await end(start(root, []))
  assert.equal(calls(root), 2)
})

test('two starts at once install once', async () => {
  const root = checkout()
  const ends = await Promise.all([end(start(root, [])), end(start(root, [])), end(start(root, []))])
  assert.deepEqual(ends.map((one) => one.code), [0, 0, 0])
  assert.equal(calls(root), 1)
  assert.deepEqual(fs.readdirSync(join(root, '.cache')), [])
})

test('an installation that died with its owner is redone', async () => {
  const root = checkout()
  fs.writeFileSync(join(root, 'stall'), '')
  const first = start(root, [])
  const watcher = fs.watch(root)
  while (!fs.existsSync(join(root, 'stalled'))) await once(watcher, 'change')
  watcher.close()
  first.kill('SIGTERM')
  assert.equal((await end(first)).code, 1)
  fs.mkdirSync(join(root, 'node_modules'))
  fs.writeFileSync(join(root, '.cache/install.lock'), `${first.pid} gone`)
  fs.rmSync(join(root, 'stall'))
  assert.equal((await end(start(root, []))).code, 0)
  assert.equal(calls(root), 2)
})

test('packages installed by hand are taken as they are, unless one differs', async () => {
  const root = checkout()
  const record = join(root, 'node_modules/.package-lock.json')
  fs.mkdirSync(join(root, 'node_modules'))
  fs.writeFileSync(record, '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
  assert.equal((await end(start(root, []))).code, 0)
  assert.ok(!fs.existsSync(join(root, 'calls')))
  fs.rmSync(join(root, 'node_modules/.codestead-lock'))
  fs.writeFileSync(record, '{"packages":{"node_modules/a":{"version":"0.9.0"}}}')
  await end(start(root, []))
  assert.equal(calls(root), 1)
})

test('the server is started from a warm cache: filled once, and again when the source has changed', async () => {
  const root = checkout()
  const serve = async () => {
    const child = start(root, ['serve'])
    await ready(child)
    child.kill('SIGTERM')
    await end(child)
    return fs.readFileSync(join(root, 'warmed'), 'utf8')
  }
  await end(start(root, ['openapi']))
  assert.ok(!fs.existsSync(join(root, 'warmed')))
  assert.equal(await serve(), '+')
  assert.equal(await serve(), '+')
  fs.writeFileSync(join(root, 'src/other.ts'), '')
  assert.equal(await serve(), '++')
  fs.writeFileSync(join(root, 'src/other.ts'), 'export {}')
  assert.equal(await serve(), '+++')
})

test('a failing npm is told in words and nothing starts', async () => {
  const root = checkout()
  fs.writeFileSync(join(root, 'refuse'), '')
  const ended = await end(start(root, ['serve']))
  assert.equal(ended.code, 1)
  assert.equal(ended.out, '')
  assert.match(ended.err, /npm ci failed.*\n.*the moon is down/)
})

for (const [name, flags] of [['replaced', []], ['as a parent', asOlderNode]] as const) {
  test(`signals and the exit code pass through: ${name}`, async () => {
    const root = checkout()
    const child = start(root, ['serve'], [...flags])
    const { pid } = await ready(child)
    assert.equal(pid === child.pid, name === 'replaced')
    child.kill('SIGTERM')
    const ended = await end(child)
    assert.equal(ended.code, 7)
    assert.match(ended.out, /closing/)
  })
}

test('the program ends when its parent is killed without warning', async () => {
  const root = checkout()
  const child = start(root, ['serve'], asOlderNode)
  await ready(child)
  child.kill('SIGKILL')
  // The program holds the same stdout, so `close` comes only after it has ended too.
  assert.match((await end(child)).out, /closing/)
})
