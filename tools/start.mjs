#!/usr/bin/env node
// Starts Codestead from a bare checkout: installs packages when they are missing or out of step, finds Node 24, and
// runs the program with it. Plain JavaScript for any Node from 20 on, because it runs before anything is installed.
//
//   node tools/start.mjs [--watch] [--script FILE] [arguments for the program]

import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { constants, homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stampFile = join(modules, '.codestead-lock')

class Refusal extends Error {}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`codestead: ${error.message}\n`)
  process.exitCode = 1
}

async function main(args) {
  let watch = false
  let script = join(root, 'src/main.ts')
  let tool = false
  for (;;) {
    if (args[0] === '--watch') watch = true
    else if (args[0] === '--script' && args[1]) {
      script = resolve(root, args[1])
      tool = true
      args.shift()
    } else break
    args.shift()
  }
  await install(tool)
  if (!fs.existsSync(script)) throw new Refusal(`there is no ${script}`)
  const env = { ...process.env }
  env.NODE_COMPILE_CACHE ??= join(modules, '.cache/compile')
  // one heap for all threads: each of its own would keep what it once needed, 16 MB under load
  env.MALLOC_ARENA_MAX ??= '1'
  // without these the allocator learns from one large buffer to keep tens of megabytes for the next
  env.MALLOC_TRIM_THRESHOLD_ ??= '262144'
  env.MALLOC_MMAP_THRESHOLD_ ??= '262144'
  // a small young generation: a server that mostly waits need not hold 30 MB for the moment it does not
  const flags = ['--max-semi-space-size=4']
  // Node 24 would collect everything after every few megabytes that stream through; later ones may not know the word
  if (Number.parseInt(process.versions.node, 10) <= 24) flags.push('--external-memory-accounted-in-global-limit')
  if (!tool && !watch && args[0] === 'serve') await warm(node24(), [...flags, script], env)
  run(node24(), [...flags, ...(watch ? ['--watch', '--watch-preserve-output'] : []), script, ...args], env)
}

// ---- packages

async function install(tool) {
  const wanted = wantedStamp()
  if (installed(wanted, tool)) return
  const lock = await takeLock()
  try {
    if (!installed(wanted, tool)) await npmCi(wanted, lock.name)
  } finally {
    lock.release()
  }
}

function wantedStamp() {
  const lock = read(join(root, 'package-lock.json'))
  if (lock === undefined) throw new Refusal('package-lock.json is missing; take a complete checkout')
  return createHash('sha256').update(`${process.platform} ${process.arch}\n`).update(lock).digest('hex')
}

/** Installed by us (the stamp), or completely by hand (npm's own record of what lies in node_modules). */
function installed(wanted, tool) {
  if (read(stampFile)?.trim() === wanted) return true
  const lying = parse(read(join(modules, '.package-lock.json')))?.packages
  const listed = parse(read(join(root, 'package-lock.json')))?.packages
  if (!lying || !listed) return false
  let complete = true
  for (const [path, pack] of Object.entries(listed)) {
    if (path === '' || pack.link) continue
    const found = lying[path]
    if (found?.version === pack.version && found.integrity === pack.integrity) continue
    if (found) return false
    if (pack.optional) continue
    if (tool || !pack.dev) return false
    complete = false
  }
  if (complete) stamp(wanted)
  return true
}

async function npmCi(wanted, owned) {
  fs.rmSync(stampFile, { force: true })
  const began = Date.now()
  process.stderr.write('codestead: installing packages, this takes a moment the first time …\n')
  const [command, ...first] = npmCommand()
  const npm = forwarding(() => spawn(command, [...first, 'ci', '--no-progress', '--loglevel=error'], {
    cwd: root, env: npmEnvironment(), stdio: ['ignore', 'pipe', 'pipe'],
  }))
  if (npm.pid) owned(npm.pid)
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (part) => (said = `${said}${part}`.slice(0, 8000)))
  const ended = await new Promise((settle) => {
    npm.on('error', (error) => settle({ error }))
    npm.on('close', (code, signal) => settle({ code, signal }))
  })
  if (ended.error) {
    throw new Refusal(`npm could not be started (${ended.error.message}); it comes with Node and is needed once`)
  }
  if (ended.code !== 0) {
    const words = said.split('\n').filter((line) => line.replace('npm error', '').trim()).slice(0, 12).join('\n  ')
    throw new Refusal(`npm ci failed (${ended.signal ?? ended.code}), nothing was started; it said:\n  ${words}`)
  }
  stamp(wanted)
  process.stderr.write(`codestead: packages installed in ${Math.round((Date.now() - began) / 1000)} s\n`)
}

function npmCommand() {
  const given = process.env.npm_execpath
  if (given?.endsWith('npm-cli.js') && fs.existsSync(given)) return [process.execPath, given]
  const near = join(dirname(process.execPath), 'npm')
  const onPath = (process.env.PATH ?? '').split(delimiter).some((folder) => folder && fs.existsSync(join(folder, 'npm')))
  return [onPath || !fs.existsSync(near) ? 'npm' : near]
}

/** npm wants a cache it can write to; a service account often has no home. */
function npmEnvironment() {
  const env = { ...process.env }
  // Production settings of the caller must not drop what the tests need.
  delete env.NODE_ENV
  const cache = env.npm_config_cache ?? (homedir() && join(homedir(), '.npm'))
  if (!cache || !writable(cache)) env.npm_config_cache = join(tmpdir(), `codestead-npm-${process.getuid?.() ?? 0}`)
  return env
}

function writable(path) {
  for (let at = path; ; at = dirname(at)) {
    if (fs.existsSync(at)) return allowed(at)
    if (at === dirname(at)) return false
  }
}

function allowed(path) {
  try {
    fs.accessSync(path, fs.constants.W_OK | fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

function stamp(wanted) {
  const temporary = `${stampFile}.${process.pid}`
  try {
    fs.writeFileSync(temporary, `${wanted}\n`)
    fs.renameSync(temporary, stampFile)
  } catch (error) {
    // A read-only installation is fine: it is compared again next time.
    if (!['EACCES', 'EROFS', 'EPERM'].includes(error.code)) throw error
  }
}

// ---- one installation at a time

/** A file that names its owners, us and later npm; left behind by dead owners it is taken over. */
async function takeLock() {
  const folder = join(root, '.cache')
  const lock = join(folder, 'install.lock')
  const draft = `${lock}.${randomUUID()}`
  let mine = `${process.pid} ${randomUUID()}`
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(draft, mine)
  for (let told = false; !link(draft, lock); await new Promise((wake) => setTimeout(wake, 200))) {
    const owners = read(lock)
    if (owners === undefined) continue
    if (!owners.split(' ').some(alive)) takeAside(lock, owners)
    else if (!told) {
      told = true
      process.stderr.write('codestead: waiting for another installation to end …\n')
    }
  }
  fs.rmSync(draft)
  return {
    name(pid) {
      mine = `${pid} ${mine}`
      fs.writeFileSync(draft, mine)
      fs.renameSync(draft, lock)
    },
    release() {
      if (read(lock) === mine) fs.rmSync(lock, { force: true })
    },
  }
}

/** Removes the dead owner's lock, and puts it back if someone else had replaced it meanwhile. */
function takeAside(lock, owner) {
  const aside = `${lock}.${randomUUID()}`
  try {
    fs.renameSync(lock, aside)
  } catch {
    return
  }
  if (read(aside) !== owner) link(aside, lock)
  fs.rmSync(aside, { force: true })
}

function link(from, to) {
  try {
    fs.linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function alive(word) {
  const pid = Number(word)
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// ---- the compile cache

/**
 * Loads what the server loads in a process that ends, where the source is not in the cache as it is now: what takes the
 * types out is 20 MB, and a server that had to load it would hold them for as long as it runs.
 */
async function warm(node, args, env) {
  const cache = env.NODE_COMPILE_CACHE
  if (env.NODE_DISABLE_COMPILE_CACHE || !writable(cache)) return
  const noted = join(cache, 'codestead-warm')
  const now = sourceState([node, ...args])
  if (read(noted) === now) return
  const child = forwarding(() => spawn(node, [...args, 'warm'], { env, stdio: 'ignore' }))
  const ended = await new Promise((settle) => {
    child.on('error', () => settle(-1))
    child.on('exit', settle)
  })
  // whatever is wrong, the server tells it better
  if (ended !== 0) return
  try {
    fs.writeFileSync(noted, now)
  } catch {
    // two starts at once, or a full disk: the next one looks again
  }
}

function sourceState(parts) {
  const state = createHash('sha256').update(parts.join(' '))
  for (const path of fs.readdirSync(join(root, 'src'), { recursive: true }).filter((one) => one.endsWith('.ts')).sort()) {
    const { size, mtimeMs } = fs.statSync(join(root, 'src', path))
    state.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return state.digest('hex')
}

// ---- the program

function node24() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  const bundled = join(modules, `node-${process.platform}-${process.arch}`, 'bin/node')
  if (fs.existsSync(bundled)) return bundled
  throw new Refusal(`Node 24 or newer is needed: this is ${process.version}, and no bundled Node exists for ` +
    `${process.platform}-${process.arch}. Install Node 24 and start again.`)
}

function run(node, args, env) {
  if (process.execve) process.execve(node, [node, ...args], env)
  // An older Node cannot turn into another program, so it stays as a thin parent. The channel tells the child when the
  // parent was killed without warning, so that no server is left behind on the same data.
  const orphaned = `process.once('disconnect',()=>process.kill(process.pid,'SIGTERM'));process.channel?.unref()`
  const child = forwarding(() => spawn(node, ['--import', `data:text/javascript,${encodeURIComponent(orphaned)}`, ...args], {
    env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  }))
  child.on('error', (error) => {
    process.stderr.write(`codestead: ${node} could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** Starts a program and passes signals on to it, those too that come while it starts; an interrupt typed at a terminal reaches it by itself. */
function forwarding(start) {
  const early = []
  const target = { kill: (signal) => early.push(signal) }
  const passes = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const pass = () => signal === 'SIGINT' && process.stdin.isTTY || target.kill(signal)
    process.on(signal, pass)
    return () => process.off(signal, pass)
  })
  const child = start()
  target.kill = (signal) => child.kill(signal)
  for (const signal of early) child.kill(signal)
  child.on('exit', () => passes.forEach((stop) => stop()))
  return child
}

function read(path) {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  }
}

function parse(text) {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
