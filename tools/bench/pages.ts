// Pages against the operations behind them: CPU of the server for the one and for the others, in turns; and what a browser must load.
import { brotliCompressSync } from 'node:zlib'
import { get, load } from './load.ts'
import type { Row } from './reads.ts'
import { cpu, type Running } from './server.ts'

interface Measured {
  name: string
  path: string
  /** what the page shows, as a program would ask for it */
  operations: string[]
}

const owner = 'root'
const repo = `/repos/${owner}/repo-1`
const issues = `/repos/${owner}/repo-0`
const wide = `/repos/${owner}/repo-3`
const frame = (at: string) => [at, '/notifications/new', `/user/starred/${owner}/${at.split('/').at(-1)}`, `${at}/subscription`]
/** the menu of branches and tags */
const refs = (at: string) => [`${at}/branches?limit=50`, `${at}/tags?limit=50`]
const about = [`${issues}/milestones`, `${issues}/assignees`, `${issues}/labels`]
/** What each page asks in process, and for what it takes from its room the operation that tells the same. */
const pages: Measured[] = [
  { name: 'front page', path: '/', operations: ['/notifications/new', '/repos/search?uid=1&sort=updated&order=desc&limit=12', '/users/root/activities/feeds?limit=20', ...['review_requested=true&type=pulls', 'assigned=true', 'created=true&type=pulls'].map((one) => `/repos/issues/search?state=open&limit=5&${one}`), '/user/orgs'] },
  { name: 'repository', path: `/${owner}/repo-1`, operations: [...frame(repo), ...refs(repo), `${repo}/contents`, `${repo}/commits?limit=1`, `${repo}/languages`, `${repo}/releases/latest`, `${repo}/topics`] },
  { name: 'folder of 1,000', path: `/${owner}/repo-3/src/branch/main/many`, operations: [...frame(wide), ...refs(wide), `${wide}/contents/many`] },
  { name: 'commits, 30', path: `/${owner}/repo-1/commits/branch/main`, operations: [...frame(repo), ...refs(repo), `${repo}/commits?limit=30`] },
  { name: 'branches', path: `/${owner}/repo-1/branches`, operations: [...frame(repo), `${repo}/branches?limit=20`, `${repo}/pulls?state=open&limit=50`] },
  { name: 'issue list', path: `/${owner}/repo-0/issues`, operations: [...frame(issues), ...about, `${issues}/issues?limit=20&type=issues`, `${issues}/issues/pinned`] },
  { name: 'issue', path: `/${owner}/repo-0/issues/1`, operations: [...frame(issues), ...about, ...['', '/timeline', '/reactions', '/dependencies', '/blocks', '/times', '/subscriptions/check'].map((one) => `${issues}/issues/1${one}`), `${issues}/projects`, '/users/root/projects', '/user/stopwatches'] },
  { name: 'profile', path: `/${owner}`, operations: ['/notifications/new', '/users/root', '/repos/search?uid=1&exclusive=true&sort=stars&order=desc&limit=6', '/users/root/heatmap', '/users/root/activities/feeds?only-performed-by=true&limit=15', '/users/root/orgs'] },
  { name: 'explore', path: '/explore/repos', operations: ['/notifications/new', '/repos/search?includeDesc=true&sort=updated&order=desc&limit=20'] },
  { name: 'search', path: '/-/search?q=issue', operations: ['/notifications/new', '/repos/search?q=issue&includeDesc=true&limit=8', '/repos/issues/search?q=issue&state=all&limit=8', '/users/search?q=issue&limit=8'] },
]

/** CPU milliseconds that a round of these requests costs the server; asked differently each time, so that nothing is kept. */
async function cost(server: Running, paths: string[], headers: Record<string, string>, rounds: number): Promise<number> {
  const before = cpu(server.child.pid!)
  for (let i = 0; i < rounds; i++) {
    for (const path of paths) {
      const got = await fetch(`http://127.0.0.1:${server.port}${path}${path.includes('?') ? '&' : '?'}n=${i}-${Math.random()}`, { headers })
      await got.arrayBuffer()
      if (got.status >= 500) throw new Error(`${path} answered ${got.status}`)
    }
  }
  return ((cpu(server.child.pid!) - before) / rounds) * 1000
}

export async function measurePages(server: Running, authorization: string, cookie: string, quick: boolean): Promise<Row[]> {
  const rows: Row[] = []
  const rounds = quick ? 8 : 30
  for (const page of pages) {
    const operations = page.operations.map((one) => `/api/v1${one}`)
    await cost(server, [page.path, ...operations], { cookie, authorization }, 2)
    let [shown, asked] = [0, 0]
    for (let turn = 0; turn < 2; turn++) {
      shown += await cost(server, [page.path], { cookie, accept: 'text/html' }, rounds)
      asked += await cost(server, operations, { authorization }, rounds)
    }
    const ratio = shown / asked
    rows.push({ name: `page: ${page.name} / its ${operations.length} operations (CPU)`, value: `${ratio.toFixed(2)} (${(shown / 2).toFixed(1)} ms)`, aim: '≤ 1.5', ok: ratio <= 1.5 })
  }
  const weights = await Promise.all([...pages, { name: 'sign-in', path: '/user/login', operations: [] }].map(async (page) => ({ name: page.name, bytes: await scripts(server, page.path, cookie) })))
  for (const [i, { name, bytes }] of weights.entries()) {
    const most = i === 0 ? 60 : 150
    rows.push({ name: `script of the page: ${name}, compressed`, value: `${(bytes / 1024).toFixed(1)} KB`, aim: `≤ ${most} KB`, ok: bytes <= most * 1024 })
  }
  return [...rows, await rate(server, cookie, rounds, quick ? 0.5 : 2)]
}

/** The home page of a repository with 1,000 entries: what eight connections get in a second, and what one core would make if it had nothing else to do. */
async function rate(server: Running, cookie: string, rounds: number, seconds: number): Promise<Row> {
  const path = `/${owner}/repo-4`
  let n = 0
  const anew = () => get(`${path}?n=${n++}`, undefined, cookie)
  await load(server.port, anew, 0.3)
  const found = await load(server.port, anew, seconds)
  if (found.failures > 0) throw new Error(`${path}: ${found.failures} failures`)
  const each = await cost(server, [path], { cookie, accept: 'text/html' }, rounds)
  return { name: 'home page of a repository with 1,000 entries, requests a second', value: `${found.rate.toFixed(0)} (${(1000 / each).toFixed(0)} a second of one core)`, aim: 'as it is', ok: true }
}

async function scripts(server: Running, path: string, cookie: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { cookie, accept: 'text/html' } })).text()
  const found = [...text.matchAll(/<script[^>]* src="([^"]+)"/g)].map((match) => match[1])
  const bodies = await Promise.all(found.map(async (src) => Buffer.from(await (await fetch(new URL(src, `http://127.0.0.1:${server.port}`))).arrayBuffer())))
  return bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0)
}
