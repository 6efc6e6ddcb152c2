// A site that is killed and started again on the same data, and what its database and its repositories say meanwhile.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { promisify } from 'node:util'
import { people, serve, token, type Server } from '../../test/clients/server.ts'

const run = promisify(execFile)

export interface Site {
  server: Server
  /** of alice, who does everything */
  token: string
  /** a row as its columns */
  rows(sql: string, ...values: SQLInputValue[]): Record<string, any>[]
  /** git inside a repository of the server */
  bare(repoId: number, ...args: string[]): Promise<string>
  /** names of all folders in which the server keeps git data */
  kept(): string[]
  /** where everything of it lies */
  all: string
  /** a temporary folder that goes with the site */
  folder(name: string): string
  /** kills it and waits for the end; the next start is the caller's */
  crash(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

interface Around {
  settings?: Record<string, string>
  env?: Record<string, string>
}

/** Default settings unless told: everything acknowledged is flushed to disk. */
export async function openSite({ within = tmpdir(), ...around }: Around & { within?: string } = {}): Promise<Site> {
  const all = mkdtempSync(join(within, 'codestead-faults-'))
  mkdirSync(join(all, 'data'))
  const site = await siteIn(all, around)
  await people(site.server, 'alice')
  site.token = await token(site.server, 'alice')
  return site
}

/** The site that lies in a folder; alice's token is the caller's to know. */
export async function siteIn(all: string, { settings, env }: Around = {}): Promise<Site> {
  const data = join(all, 'data')
  let kills = 0
  let database: DatabaseSync | undefined
  const site: Site = {
    server: await serve(data, settings, env),
    token: '',
    rows(sql, ...values) {
      database ??= new DatabaseSync(join(data, 'codestead.db'), { readOnly: true, timeout: 10_000 })
      return database.prepare(sql).all(...values)
    },
    async bare(repoId, ...args) {
      const [{ storage }] = site.rows('select storage from repo where id = ?', repoId)
      return (await run('git', args, { cwd: join(data, 'repositories', storage.slice(0, 2), `${storage}.git`), maxBuffer: 1 << 26 })).stdout
    },
    kept: () => readdirSync(join(data, 'repositories')).flatMap((shelf) => readdirSync(join(data, 'repositories', shelf))),
    all,
    folder: (name) => mkdtempSync(join(all, `${name}-`)),
    async crash() {
      // in turn the process alone, as a bug would end it, and everything at once, as the system would
      await site.server.crash(kills++ % 2 === 0)
      database?.close()
      database = undefined
    },
    start: async () => void (site.server = await serve(data, settings, env)),
    async close() {
      database?.close()
      await site.server.stop()
      rmSync(all, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return site
}

/** All objects of the repository are whole. */
export async function sound(site: Site, repoId: number): Promise<void> {
  await site.bare(repoId, 'fsck', '--full', '--strict', '--no-dangling')
}

/** The facts of every branch and tag are one unbroken chain that ends where the ref stands. */
export async function chained(site: Site, repoId: number): Promise<void> {
  const stands = new Map((await site.bare(repoId, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads', 'refs/tags')).split('\n').filter(Boolean).map((line) => line.split(' ') as [string, string]))
  const told = new Map<string, string | null>()
  for (const { name, data } of site.rows(`select name, data from fact where repo_id = ? and name in ('ref.created', 'ref.pushed', 'ref.deleted') order by id`, repoId)) {
    const { ref, old = null, new: next = null } = JSON.parse(data)
    assert.equal(old, told.get(ref) ?? null, `${name} of ${ref} does not follow the one before`)
    assert.notEqual(old, next, `${name} of ${ref} tells of nothing`)
    told.set(ref, next)
  }
  for (const [ref, oid] of told) if (oid === null) told.delete(ref)
  assert.deepEqual(new Map([...told].toSorted()), new Map([...stands].toSorted()), 'refs as facts tell and as git has them')
  assert.deepEqual(site.rows('select * from ref_intention where repo_id = ?', repoId), [], 'open intentions')
}

/** Calls until the server is gone; whoever answers must answer well. */
export async function until<T>(gone: () => boolean, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!gone() || error instanceof assert.AssertionError) throw error
    return undefined
  }
}
