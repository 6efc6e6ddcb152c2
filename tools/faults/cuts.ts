// The power goes in the middle of the work: the server stands still at a random moment, what its disk holds is copied, and a server on
// the copy is asked what it remembers. Nothing that was not flushed is on the disk, unless the system wrote it on its own account.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDisk, mount } from './power.ts'
import type { Kind } from './rounds.ts'
import { openSite, siteIn } from './site.ts'

function state(stat: string): { state: string; parent: number } | undefined {
  try {
    const [, letter, parent] = /^\d+ \(.*\) (\S) (\d+)/s.exec(readFileSync(stat, 'latin1'))!
    return { state: letter, parent: Number(parent) }
  } catch {
    // it has ended meanwhile
    return undefined
  }
}

/** The process and all below it. */
function family(pid: number): number[] {
  const parents = new Map(readdirSync('/proc').filter((one) => /^\d+$/.test(one)).map((one) => [Number(one), state(`/proc/${one}/stat`)?.parent]))
  const isOf = (one: number | undefined): boolean => one !== undefined && (one === pid || isOf(parents.get(one)))
  return [...parents.keys()].filter(isOf)
}

const threads = (pid: number) => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((one) => `/proc/${pid}/task/${one}/stat`)
  } catch {
    return []
  }
}

/** Nobody of the family does anything any more; a flush that was under way has ended. */
async function still(pid: number): Promise<number[]> {
  for (;;) {
    const all = family(pid)
    for (const one of all) if (state(`/proc/${one}/stat`)) process.kill(one, 'SIGSTOP')
    const busy = all.flatMap(threads).map((one) => state(one)?.state).filter((letter) => letter !== undefined && !'TtZX'.includes(letter))
    if (busy.length === 0 && family(pid).length === all.length) return all
    await wait(1)
  }
}

/** As the system does when it has time: some files are written, and with them the names of all. */
function writeSome(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  for (const path of files.filter(() => Math.random() < 0.2).slice(0, 40)) {
    const file = openSync(path, 'r')
    fsyncSync(file)
    closeSync(file)
  }
}

/** Rounds of one kind, each ended by a cut. */
export async function cutDuring<T>(kind: Kind<T>, count: number, say: (text: string) => void = () => {}, settings: Record<string, string> = {}): Promise<void> {
  const all = mkdtempSync(join(tmpdir(), 'codestead-cut-'))
  const disk = makeDisk(all)
  try {
    const site = await openSite({ within: disk.folder, settings: { ...kind.settings, ...settings } })
    try {
      for (let n = 1; n <= count; n++) {
        const at = { repo: `round-${n}` }
        const moment = Math.round(Math.random() * kind.longest)
        try {
          const known = await kind.prepare(site, at)
          let gone = false
          const working = kind.work(site, at, known, () => gone)
          // an error before the cut is the round's; it is awaited below
          working.catch(() => {})
          await wait(moment)
          gone = true
          const family = await still(site.server.child.pid!)
          if (n % 2 === 0) writeSome(join(site.all, 'data'))
          execFileSync('cp', ['--sparse=always', disk.image, join(all, 'copy')])
          for (const pid of family) if (pid !== site.server.child.pid && state(`/proc/${pid}/stat`)) process.kill(pid, 'SIGKILL')
          await site.crash()
          await working
          const copy = mount(join(all, 'copy'), join(all, 'after'))
          try {
            const after = await siteIn(join(copy.folder, basename(site.all)), { settings: kind.settings })
            after.token = site.token
            try {
              await kind.check(after, at, known)
            } finally {
              await after.close()
            }
          } finally {
            copy.unmount()
          }
          await site.start()
        } catch (error) {
          throw new Error(`${kind.name}: round ${n}, the power went after ${moment} ms: ${(error as Error).message}\n${site.server.log().slice(-3000)}`, { cause: error })
        }
        if (n % 10 === 0 || n === count) say(`power during ${kind.name}: ${n} of ${count} rounds`)
      }
    } finally {
      await site.close()
    }
  } finally {
    disk.unmount()
    rmSync(all, { recursive: true, force: true })
  }
}

/** Without flushing some round finds something lost: the cuts show what they are meant to show. */
export async function cutUnflushedDuring<T>(kind: Kind<T>, most: number): Promise<void> {
  await assert.rejects(cutDuring(kind, most, undefined, { git_durable: 'false' }), /the power went after/)
}
