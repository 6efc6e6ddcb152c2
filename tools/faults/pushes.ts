// Branches pushed, forced and deleted, and files committed by API, while the server dies.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { commit, git } from '../../test/kit/git.ts'
import type { Kind } from './rounds.ts'
import { chained, sound, until, type Site } from './site.ts'

interface Pushed {
  cwd: string
  address: string
  /** ref → where it may stand: what was acknowledged last, and what was under way */
  refs: Map<string, (string | null)[]>
  files: string[]
}

let line: { cwd: string; commits: string[] } | undefined

/** A local history, made once for a site; its commits are pushed in every round. */
async function history(site: Site) {
  if (!line || !existsSync(line.cwd)) {
    const cwd = site.folder('work')
    await git(cwd, ['init', '-q', '-b', 'main'])
    const commits: string[] = []
    for (let i = 0; i < 30; i++) commits.push(await commit(cwd, `file-${i % 7}.txt`, `${i}\n`.repeat(200)))
    line = { cwd, commits }
  }
  return line
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

export const pushes: Kind<Pushed> = {
  name: 'pushes',
  longest: 700,
  async prepare(site, at) {
    const { cwd, commits } = await history(site)
    await site.server.ask(201, site.token, 'POST', '/user/repos', { name: at.repo })
    const address = site.server.remote(site.token, `alice/${at.repo}`)
    await git(cwd, ['push', '-q', address, `${commits[0]}:refs/heads/main`])
    return { cwd, address, refs: new Map(), files: [] }
  },
  async work(site, at, pushed, gone) {
    const { cwd, commits } = await history(site)
    const push = async (ref: string, to: string | null) => {
      const before = pushed.refs.get(ref)?.at(-1) ?? null
      pushed.refs.set(ref, [before, to])
      const done = await until(gone, () => git(cwd, ['push', '-q', '--force', pushed.address, `${to ?? ''}:${ref}`]).then(() => true))
      if (done) pushed.refs.set(ref, [to])
    }
    const branches = async (worker: number) => {
      for (let n = 1; !gone(); n++) {
        await push(`refs/heads/b-${worker}`, n % 5 === 4 ? null : commits[n % commits.length])
        if (!gone() && n % 3 === 0) await push(`refs/tags/t-${worker}-${n}`, commits[n % commits.length])
      }
    }
    const files = async () => {
      for (let n = 0; !gone(); n++) {
        const path = `made-${n}.txt`
        const made = await until(gone, () => site.server.ask(201, site.token, 'POST', `/repos/alice/${at.repo}/contents/${path}`, { content: base64(path), branch: 'main' }))
        if (made) pushed.files.push(path)
      }
    }
    await Promise.all([branches(0), branches(1), branches(2), files()])
  },
  async check(site, at, pushed) {
    const [{ id }] = site.rows('select id from repo where lower_name = ?', at.repo)
    const now = new Map((await site.bare(id, 'for-each-ref', '--format=%(refname) %(objectname)')).split('\n').filter(Boolean).map((one) => one.split(' ') as [string, string]))
    for (const [ref, may] of pushed.refs) assert.ok(may.includes(now.get(ref) ?? null), `${ref} stands at ${now.get(ref)}, not at ${may.join(' or ')}`)
    const there = (await site.bare(id, 'ls-tree', '-r', '--name-only', 'refs/heads/main')).split('\n')
    for (const path of pushed.files) assert.ok(there.includes(path), `${path} was acknowledged`)
    const { commits } = await history(site)
    const address = site.server.remote(site.token, `alice/${at.repo}`)
    // a lock that the dead process left on one of them must not stand in the way
    const again = new Set(['refs/heads/b-0', 'refs/heads/b-1', 'refs/heads/b-2', 'refs/heads/after', ...[...pushed.refs].flatMap(([ref, may]) => (may.length > 1 ? [ref] : []))])
    await git(pushed.cwd, ['push', '-q', '--force', address, ...[...again].map((ref) => `${commits.at(-1)}:${ref}`)])
    await site.server.ask(201, site.token, 'POST', `/repos/alice/${at.repo}/contents/after.txt`, { content: base64('after'), branch: 'main' })
    await chained(site, id)
    await sound(site, id)
    const [{ num_branches }] = site.rows('select num_branches from repo where id = ?', id)
    assert.equal(num_branches, 5, 'branches counted in the repository')
    const listed = await site.server.ask(200, site.token, 'GET', `/repos/alice/${at.repo}/branches`)
    assert.deepEqual(listed.map((one: any) => one.name).toSorted(), ['after', 'b-0', 'b-1', 'b-2', 'main'])
  },
}
