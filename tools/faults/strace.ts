// Every system call of the git children of a push is their last, or fails; then every call of the server that touches its files is its last.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { git } from '../../test/kit/git.ts'
import { chained, openSite, sound, type Site } from './site.ts'

/** Not where the package is missing, or where processes may not be traced. */
export const canTrace = (() => {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

interface Fault {
  name: string
  calls: string
  how: string
}
const kill: Fault = { name: 'killed', calls: 'all', how: 'signal=KILL' }
const fails = (code: string): Fault => ({ name: code, calls: '%file,%desc', how: `error=${code}` })

/** One push that needs the program; refs move all together. */
interface Case {
  program: string
  files: number
  refs(next: string, base: string): Record<string, string | null>
}

const one = (next: string) => ({ 'refs/heads/main': next })
const cases: Case[] = [
  { program: 'unpack-objects', files: 1, refs: one },
  { program: 'index-pack', files: 20, refs: one },
  // a smaller push is seen to be whole without it
  { program: 'rev-list', files: 20, refs: one },
  // sorted by name, so that some are renamed into place before the deletion and some after
  { program: 'update-ref', files: 1, refs: (next) => ({ 'refs/heads/a/new': next, 'refs/heads/gone': null, 'refs/heads/main': next, 'refs/tags/new': next }) },
]

const specs = (refs: Record<string, string | null>) => Object.entries(refs).map(([ref, to]) => `+${to ?? ''}:${ref}`)

/** A git in whose place the first child of the planned kind runs under strace. */
function program(here: string) {
  const path = join(here, 'git')
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  writeFileSync(path, `#!/bin/sh
if mv "${here}/plan-$1" "${here}/plan" 2>/dev/null; then
  read calls how < "${here}/plan"
  exec strace -f -qq -o "${here}/trace" -e trace="$calls" -e inject="$calls:$how" "${real}" "$@"
fi
exec "${real}" "$@"
`, { mode: 0o755 })
  return {
    path,
    plan: (name: string, fault: Fault, n: number) => writeFileSync(join(here, `plan-${name}`), `${fault.calls} ${fault.how}:when=${n}\n`),
    /** Whether it came to the call that was planned. */
    struck(name: string): boolean {
      assert.ok(!existsSync(join(here, `plan-${name}`)), `the push needs no ${name}`)
      return /\(INJECTED\)|killed by SIGKILL/.test(readFileSync(join(here, 'trace'), 'latin1'))
    },
  }
}

let made = 0

/** A commit with so many new files, on top of another. */
async function grown(cwd: string, parent: string, files: number): Promise<string> {
  const n = made++
  const blobs = Array.from({ length: files }, (_, i) => `M 100644 inline f${i}.txt\ndata <<END\n${n} ${i}\nEND\n`).join('')
  const stream = `commit refs/heads/line-${n}\ncommitter A <a@example.com> ${1_700_000_000 + n} +0000\ndata <<END\nmessage ${n}\nEND\nfrom ${parent}\n${blobs}\n`
  await new Promise<void>((resolve, reject) => {
    const child = execFile('git', ['fast-import', '--quiet'], { cwd }, (error) => (error ? reject(error) : resolve()))
    child.stdin!.end(stream)
  })
  return (await git(cwd, ['rev-parse', `line-${n}`])).trim()
}

interface Bench {
  site: Site
  cwd: string
  id: number
  path: string
  base: string
}

async function furnish(site: Site, name: string): Promise<Bench> {
  await site.server.ask(201, site.token, 'POST', '/user/repos', { name })
  const cwd = site.folder('work')
  await git(cwd, ['init', '-q', '-b', 'main'])
  await git(cwd, ['commit', '-q', '--allow-empty', '-m', 'base'])
  const base = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  const path = `alice/${name}`
  await git(cwd, ['push', '-q', site.server.remote(site.token, path), 'main', 'main:gone'])
  const [{ id }] = site.rows('select id from repo where lower_name = ?', name)
  return { site, cwd, id, path, base }
}

/** Nothing when it was acknowledged, or what git said. */
const push = (at: Bench, refs: Record<string, string | null>): Promise<string | undefined> =>
  git(at.cwd, ['push', '-q', '--atomic', at.site.server.remote(at.site.token, at.path), ...specs(refs)]).then(() => undefined, (error: Error) => error.message)

const standing = async (at: Bench) =>
  new Map((await at.site.bare(at.id, 'for-each-ref', '--format=%(refname) %(objectname)')).split('\n').filter(Boolean).map((line) => line.split(' ') as [string, string]))

/** After the fault: refs old or new and all alike, facts as the refs, objects whole; and the same push goes through. */
async function judge(at: Bench, acknowledged: boolean, before: Map<string, string>, wanted: Record<string, string | null>): Promise<void> {
  const now = await standing(at)
  const moved = Object.entries(wanted).filter(([ref, to]) => (now.get(ref) ?? null) === to && to !== (before.get(ref) ?? null))
  const stayed = Object.entries(wanted).filter(([ref]) => now.get(ref) === before.get(ref))
  assert.equal(moved.length + stayed.length, Object.keys(wanted).length, `refs stand elsewhere: ${JSON.stringify([...now])}`)
  assert.ok(moved.length === 0 || stayed.length === 0, `only some refs moved: ${moved.map(([ref]) => ref)}`)
  if (acknowledged) assert.equal(stayed.length, 0, 'acknowledged and not done')
  await chained(at.site, at.id)
  await sound(at.site, at.id)
  assert.equal(await push(at, wanted), undefined, `the next push\n${at.site.server.log().slice(-2000)}`)
  const then = await standing(at)
  for (const [ref, to] of Object.entries(wanted)) assert.equal(then.get(ref) ?? null, to, `${ref} after the next push`)
  await chained(at.site, at.id)
}

/** Back to where every push begins. */
async function reset(at: Bench): Promise<void> {
  const now = await standing(at)
  const back = Object.fromEntries([...now.keys()].map((ref): [string, string | null] => [ref, /heads\/(main|gone)$/.test(ref) ? at.base : null]))
  const refs = { ...back, 'refs/heads/main': at.base, 'refs/heads/gone': at.base }
  assert.equal(await push(at, refs), undefined, 'refs go back')
}

/** Each call of each child, or every `step`-th. */
export async function strikeChildren(say: (text: string) => void = () => {}, step = 1, faults = [kill, fails('EIO'), fails('ENOSPC')]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'codestead-strace-'))
  const stage = program(folder)
  const site = await openSite({ settings: { git_program: stage.path } })
  try {
    for (const { program: name, files, refs } of cases) {
      const at = await furnish(site, name)
      for (const fault of faults) {
        let [strikes, refused] = [0, 0]
        let n = 1 + Math.floor(Math.random() * step)
        for (; ; n += step) {
          await reset(at)
          const next = await grown(at.cwd, at.base, files)
          const before = await standing(at)
          stage.plan(name, fault, n)
          const acknowledged = (await push(at, refs(next, at.base))) === undefined
          try {
            const struck = stage.struck(name)
            if (struck) strikes++
            if (!acknowledged) refused++
            assert.ok(acknowledged || struck, 'refused without a fault')
            await judge(at, acknowledged, before, refs(next, at.base))
            if (!struck) break
          } catch (error) {
            throw new Error(`${name} ${fault.name} at call ${n}: ${(error as Error).message}`, { cause: error })
          }
        }
        assert.ok(strikes > 0, `${name} ${fault.name}: nothing was struck`)
        say(`${name}: ${fault.name} at ${step === 1 ? 'each' : `every ${step}th`} of ${n} calls, ${refused} of ${strikes} pushes refused`)
      }
    }
  } finally {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const ownCalls = { files: 'rename,renameat2,link,linkat,unlink,unlinkat,rmdir,mkdir,fsync', database: 'pwrite64,fdatasync' }

/** The server is killed at each of its own calls that change files or the database; it starts again, and nothing is lost. */
export async function strikeServer(say: (text: string) => void = () => {}, step = 1): Promise<void> {
  // calls are counted thread by thread
  const site = await openSite({ env: { UV_THREADPOOL_SIZE: '1' } })
  try {
    for (const [what, calls] of Object.entries(ownCalls)) {
      const at = await furnish(site, what)
      let n = 1 + Math.floor(Math.random() * step)
      for (; ; n += step) {
        await reset(at)
        const next = await grown(at.cwd, at.base, 1)
        const before = await standing(at)
        const wanted = { 'refs/heads/main': next, 'refs/heads/side': next, 'refs/heads/gone': null }
        const tracer = spawn('strace', ['-f', '-qq', '-o', join(at.cwd, 'trace'), '-p', String(site.server.child.pid), '-e', `trace=${calls}`, '-e', `inject=${calls}:signal=KILL:when=${n}`], { stdio: 'ignore' })
        const ended = once(tracer, 'exit')
        while (!/^TracerPid:\s*[1-9]/m.test(readFileSync(`/proc/${site.server.child.pid}/status`, 'latin1'))) await wait(5)
        const acknowledged = (await push(at, wanted)) === undefined
        const struck = site.server.child.signalCode !== null || (!acknowledged && (await once(site.server.child, 'exit'), true))
        try {
          if (struck) {
            await ended
            await site.crash()
            await site.start()
          } else {
            tracer.kill('SIGINT')
            await ended
          }
          await judge(at, acknowledged, before, wanted)
        } catch (error) {
          throw new Error(`the server killed at its call ${n} of ${calls}: ${(error as Error).message}`, { cause: error })
        }
        if (!struck) break
      }
      say(`server: killed at ${step === 1 ? 'each' : `every ${step}th`} of ${n} calls on ${what}`)
    }
  } finally {
    await site.close()
  }
}
