// The power goes. A site lies on a disk of its own, an image whose bytes are copied at the moment an answer arrives: what was
// flushed is in the copy, and nothing else. A server on the copy must know everything that was acknowledged.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { commit, git } from '../../test/kit/git.ts'
import { chained, openSite, siteIn, sound, type Site } from './site.ts'

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })

export interface Disk {
  image: string
  folder: string
  unmount(): void
}

/** Nothing is written to the image before somebody asks for it, for five minutes at least. */
export function mount(image: string, folder: string): Disk {
  mkdirSync(folder, { recursive: true })
  run('mount', '-o', 'loop,commit=300', image, folder)
  return { image, folder, unmount: () => unmount(folder) }
}

/** A process that was killed may be on its way out still. */
function unmount(folder: string, tries = 100): void {
  try {
    run('umount', folder)
  } catch (error) {
    if (tries === 0) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    unmount(folder, tries - 1)
  }
}

export function makeDisk(all: string): Disk {
  const image = join(all, 'disk')
  run('truncate', '-s', '256M', image)
  run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=1', image)
  return mount(image, join(all, 'mounted'))
}

/** Not where images cannot be mounted: that needs the rights of root and a kernel with loop devices. */
export const canMount = (() => {
  if (process.getuid?.() !== 0) return false
  const all = mkdtempSync(join(tmpdir(), 'codestead-mount-'))
  try {
    makeDisk(all).unmount()
    return true
  } catch {
    return false
  } finally {
    rmSync(all, { recursive: true, force: true })
  }
})()

interface Act {
  name: string
  /** Does something and gives, once it is acknowledged, how to see that it was done. */
  run(at: Bench): Promise<(after: Site) => Promise<void>>
}

interface Bench {
  site: Site
  cwd: string
}

const repo = '/repos/alice/demo'
const push = (at: Bench, ...specs: string[]) => git(at.cwd, ['push', '-q', at.site.server.remote(at.site.token, 'alice/demo'), ...specs])
const idOf = (site: Site) => site.rows(`select id from repo where lower_name = 'demo'`)[0].id

/** Refs as they are known to be after the answer. */
const stands = (refs: Record<string, string | null>) => async (after: Site) => {
  const found = new Map((await after.bare(idOf(after), 'for-each-ref', '--format=%(refname) %(objectname)')).split('\n').map((line) => line.split(' ') as [string, string]))
  for (const [ref, oid] of Object.entries(refs)) assert.equal(found.get(ref) ?? null, oid, ref)
}

let made = 0
const change = (at: Bench, files = 1) => {
  for (let i = 0; i < files; i++) writeFileSync(join(at.cwd, `more-${i}.txt`), `${made} ${i}\n`)
  return git(at.cwd, ['add', '.']).then(() => commit(at.cwd, 'a.txt', `${++made}\n`))
}

export const acts: Act[] = [
  {
    name: 'a push to a branch',
    async run(at) {
      const oid = await change(at)
      await push(at, 'main')
      return stands({ 'refs/heads/main': oid })
    },
  },
  {
    name: 'a push of many objects to a new branch',
    async run(at) {
      const oid = await change(at, 40)
      await push(at, 'main:refs/heads/deep/folder/new')
      return stands({ 'refs/heads/deep/folder/new': oid })
    },
  },
  {
    name: 'refs that move together, one of them away',
    async run(at) {
      await push(at, 'main:going')
      const oid = await change(at)
      await push(at, '--atomic', 'main', 'main:refs/tags/v1', ':going')
      return stands({ 'refs/heads/main': oid, 'refs/tags/v1': oid, 'refs/heads/going': null })
    },
  },
  {
    name: 'a packed branch that goes',
    async run(at) {
      await push(at, 'main:packed')
      await at.site.bare(idOf(at.site), 'pack-refs', '--all')
      await push(at, ':packed')
      return stands({ 'refs/heads/packed': null })
    },
  },
  {
    name: 'a file by the API',
    async run(at) {
      const { commit: by } = await at.site.server.ask(201, at.site.token, 'POST', `${repo}/contents/by-api-${++made}.txt`, { content: 'eA==', branch: 'main' })
      await git(at.cwd, ['pull', '-q', '--rebase', at.site.server.remote(at.site.token, 'alice/demo'), 'main'])
      return stands({ 'refs/heads/main': by.sha })
    },
  },
  {
    name: 'an issue and a comment',
    async run(at) {
      const { number } = await at.site.server.ask(201, at.site.token, 'POST', `${repo}/issues`, { title: 'one' })
      await at.site.server.ask(201, at.site.token, 'POST', `${repo}/issues/${number}/comments`, { body: 'said' })
      return async (after) => assert.equal((await after.server.ask(200, at.site.token, 'GET', `${repo}/issues/${number}/comments`))[0].body, 'said')
    },
  },
  {
    name: 'a merge',
    async run(at) {
      await git(at.cwd, ['checkout', '-q', '-b', `topic-${++made}`])
      await commit(at.cwd, `topic-${made}.txt`, 'x\n')
      await push(at, `topic-${made}`)
      await git(at.cwd, ['checkout', '-q', 'main'])
      const { number } = await at.site.server.ask(201, at.site.token, 'POST', `${repo}/pulls`, { title: 'x', head: `topic-${made}`, base: 'main' })
      await at.site.server.ask(200, at.site.token, 'POST', `${repo}/pulls/${number}/merge`, { Do: 'merge' })
      const { merge_commit_sha } = await at.site.server.ask(200, at.site.token, 'GET', `${repo}/pulls/${number}`)
      await git(at.cwd, ['pull', '-q', at.site.server.remote(at.site.token, 'alice/demo'), 'main'])
      return async (after) => {
        await stands({ 'refs/heads/main': merge_commit_sha })(after)
        assert.equal((await after.server.ask(200, at.site.token, 'GET', `${repo}/pulls/${number}`)).merged, true)
      }
    },
  },
  {
    name: 'a new repository with its first commit',
    async run(at) {
      const name = `new-${++made}`
      await at.site.server.ask(201, at.site.token, 'POST', '/user/repos', { name, auto_init: true })
      return async (after) => assert.equal((await after.server.ask(200, at.site.token, 'GET', `/repos/alice/${name}/branches`)).length, 1)
    },
  },
  {
    name: 'a wiki page',
    async run(at) {
      const title = `Page ${++made}`
      await at.site.server.ask(201, at.site.token, 'POST', `${repo}/wiki/new`, { title, content_base64: 'eA==' })
      return async (after) => assert.equal((await after.server.ask(200, at.site.token, 'GET', `${repo}/wiki/page/${encodeURIComponent(title.replace(' ', '-'))}`)).title, title)
    },
  },
  {
    name: 'a large file',
    async run(at) {
      const bytes = Buffer.from(`large ${++made}\n`.repeat(1000))
      const oid = createHash('sha256').update(bytes).digest('hex')
      const address = at.site.server.remote(at.site.token, 'alice/demo').replace(/\/\/.*@/, '//')
      const headers = { authorization: `Basic ${Buffer.from(`x:${at.site.token}`).toString('base64')}` }
      const put = await fetch(`${address}/info/lfs/objects/${oid}/${bytes.length}`, { method: 'PUT', headers: { ...headers, 'content-type': 'application/octet-stream' }, body: new Uint8Array(bytes) })
      assert.equal(put.status, 200, await put.text())
      return async (after) => {
        const got = await fetch(`${after.server.remote(at.site.token, 'alice/demo').replace(/\/\/.*@/, '//')}/info/lfs/objects/${oid}`, { headers })
        assert.deepEqual(Buffer.from(await got.arrayBuffer()), bytes)
      }
    },
  },
  {
    name: 'a file of a package',
    async run(at) {
      const path = `/api/packages/alice/generic/tool/1.${++made}/file.bin`
      const headers = { authorization: `token ${at.site.token}` }
      const put = await fetch(`${at.site.server.url}${path}`, { method: 'PUT', headers, body: 'content' })
      assert.equal(put.status, 201, await put.text())
      return async (after) => assert.equal(await (await fetch(`${after.server.url}${path}`, { headers })).text(), 'content')
    },
  },
]

/** What was acknowledged is known to a server on the copy; repositories and rows agree; work goes on. */
async function judge(all: string, at: Bench, seen: ((after: Site) => Promise<void>)[]): Promise<void> {
  const disk = mount(join(all, 'copy'), join(all, 'after'))
  try {
    const after = await siteIn(join(disk.folder, basename(at.site.all)))
    try {
      for (const look of seen) await look(after)
      await chained(after, idOf(after))
      await sound(after, idOf(after))
      await git(at.cwd, ['push', '-q', '--force', after.server.remote(at.site.token, 'alice/demo'), 'main:after'])
    } finally {
      await after.close()
    }
  } finally {
    disk.unmount()
  }
}

/** After each of many acts the power goes; so many times over. */
export async function cutPower(say: (text: string) => void = () => {}, rounds = 1, settings: Record<string, string> = {}, some = acts): Promise<void> {
  const all = mkdtempSync(join(tmpdir(), 'codestead-power-'))
  const disk = makeDisk(all)
  const outside = join(all, 'work')
  mkdirSync(outside)
  try {
    const site = await openSite({ within: disk.folder, settings })
    try {
      const at: Bench = { site, cwd: outside }
      await site.server.ask(201, site.token, 'POST', '/user/repos', { name: 'demo' })
      await git(at.cwd, ['init', '-q', '-b', 'main'])
      await change(at)
      await push(at, 'main')
      // everything up to here is on disk, so that only what comes now can be lost
      run('sync', '-f', disk.folder)
      for (let n = 1; n <= rounds; n++) {
        for (const act of some) {
          const look = await act.run(at)
          run('cp', '--sparse=always', disk.image, join(all, 'copy'))
          try {
            await judge(all, at, [look])
          } catch (error) {
            throw new Error(`the power went after ${act.name}: ${(error as Error).message}`, { cause: error })
          }
          if (n === 1) say(`power: gone after ${act.name}, nothing lost`)
        }
        if (n > 1) say(`power: ${n} of ${rounds} rounds`)
      }
    } finally {
      await site.close()
    }
  } finally {
    disk.unmount()
    rmSync(all, { recursive: true, force: true })
  }
}

/** Without flushing the same cut loses a push: the disk shows what it is meant to show. */
export async function cutUnflushed(): Promise<void> {
  await assert.rejects(cutPower(undefined, 1, { git_durable: 'false' }, acts.slice(0, 1)), /the power went after a push to a branch/)
}
