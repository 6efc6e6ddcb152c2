// Repositories made, forked, generated, renamed, transferred and deleted while the server dies.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { git } from '../../test/kit/git.ts'
import type { Kind } from './rounds.ts'
import { sound, until, type Site } from './site.ts'

interface Moved {
  /** `owner/name` → whether it may be there, and whether it may be absent */
  places: Map<string, { there: boolean; absent: boolean }>
  renamed: { id: number; names: string[] }
  transferred: { id: number }
}

const GUILD = 'guild'
const content = { git_content: true, topics: true, labels: true }

export const moves: Kind<Moved> = {
  name: 'moves of repositories',
  longest: 600,
  async prepare(site, at) {
    const { ask } = site.server
    if (site.rows('select id from account where lower_name = ?', GUILD).length === 0) await ask(201, site.token, 'POST', '/orgs', { username: GUILD })
    const make = (name: string) => ask(201, site.token, 'POST', '/user/repos', { name, auto_init: true, template: name.startsWith('source') })
    await make(`source-${at.repo}`)
    const renamed = await make(`${at.repo}-0`)
    const transferred = await make(`walks-${at.repo}`)
    return { places: new Map(), renamed: { id: renamed.id, names: [`${at.repo}-0`] }, transferred: { id: transferred.id } }
  },
  async work(site, at, moved, gone) {
    const { ask } = site.server
    /** What was under way when the answer failed to come may have happened or not. */
    const step = async (place: string, makes: boolean, call: () => Promise<unknown>) => {
      moved.places.set(place, { there: true, absent: true })
      const done = await until(gone, async () => (await call(), true))
      if (done) moved.places.set(place, { there: makes, absent: !makes })
    }
    const comeAndGo = async (place: string, call: () => Promise<unknown>) => {
      await step(place, true, call)
      if (!gone()) await step(place, false, () => ask(204, site.token, 'DELETE', `/repos/${place}`))
    }
    const making = async () => {
      for (let n = 0; !gone(); n++) {
        await comeAndGo(`alice/made-${at.repo}`, () => ask(201, site.token, 'POST', '/user/repos', { name: `made-${at.repo}`, auto_init: n % 2 === 0 }))
        const name = `kept-${at.repo}-${n}`
        if (!gone()) await step(`alice/${name}`, true, () => ask(201, site.token, 'POST', '/user/repos', { name, auto_init: true }))
      }
    }
    const copying = async () => {
      for (let n = 0; !gone(); n++) {
        if (n % 2 === 0) await comeAndGo(`${GUILD}/source-${at.repo}`, () => ask(202, site.token, 'POST', `/repos/alice/source-${at.repo}/forks`, { organization: GUILD }))
        else await comeAndGo(`alice/grown-${at.repo}`, () => ask(201, site.token, 'POST', `/repos/alice/source-${at.repo}/generate`, { owner: 'alice', name: `grown-${at.repo}`, ...content }))
      }
    }
    const renaming = async () => {
      for (let n = 1; !gone(); n++) {
        const { names } = moved.renamed
        names.push(`${at.repo}-${n}`)
        await until(gone, () => ask(200, site.token, 'PATCH', `/repos/alice/${names.at(-2)}`, { name: names.at(-1) }))
      }
    }
    const walking = async () => {
      for (let n = 0; !gone(); n++) {
        const [from, to] = n % 2 === 0 ? ['alice', GUILD] : [GUILD, 'alice']
        await until(gone, () => ask(202, site.token, 'POST', `/repos/${from}/walks-${at.repo}/transfer`, { new_owner: to }))
      }
    }
    await Promise.all([making(), copying(), renaming(), walking()])
  },
  async check(site, at, moved) {
    const all = site.rows(`select repo.*, account.name as owner from repo join account on account.id = repo.owner_id`)
    const mine = all.filter((one) => one.name.includes(`${at.repo}-`) || one.name.endsWith(at.repo))
    const places = new Map(all.map((one) => [`${one.owner}/${one.name}`, one]))
    for (const [place, may] of moved.places) assert.ok(places.has(place) ? may.there : may.absent, `${place} is ${places.has(place) ? 'there' : 'gone'}`)
    await swept(site, all)
    for (const repo of mine) await usable(site, repo)
    checkNames(site, moved)
    checkWalk(site, moved)
    for (const owner of ['alice', GUILD]) {
      const [{ num_repos }] = site.rows('select num_repos from account where lower_name = ?', owner)
      assert.equal(num_repos, all.filter((one) => one.owner === owner).length, `repositories counted for ${owner}`)
    }
    for (const one of mine) assert.equal(one.num_forks, all.filter((fork) => fork.fork_id === one.id).length, `forks counted of ${one.name}`)
    checkFacts(site, mine)
    // whatever was under way, its name can be used and its address leads somewhere
    const { ask } = site.server
    for (const place of moved.places.keys()) if (places.has(place)) await ask(204, site.token, 'DELETE', `/repos/${place}`)
    await ask(201, site.token, 'POST', '/user/repos', { name: `made-${at.repo}` })
    await ask(202, site.token, 'POST', `/repos/alice/source-${at.repo}/forks`, { organization: GUILD })
    for (const name of moved.renamed.names.slice(0, -1)) {
      const found = await fetch(`${site.server.url}/api/v1/repos/alice/${name}`, { headers: { authorization: `token ${site.token}` } })
      assert.equal((await found.json() as { id: number }).id, moved.renamed.id, `the old name ${name} leads on`)
    }
  },
}

/** Folders and rows are one to one, once what the crash left has been swept. */
async function swept(site: Site, all: Record<string, any>[]): Promise<void> {
  const known = all.map((one) => `${one.storage}.git`).toSorted()
  for (const end = Date.now() + 15_000; ; await wait(50)) {
    const kept = site.kept().toSorted()
    if (JSON.stringify(kept) === JSON.stringify(known)) return
    if (Date.now() > end) assert.deepEqual(kept, known, 'folders and rows')
  }
}

async function usable(site: Site, { id, owner, name, is_empty }: Record<string, any>): Promise<void> {
  const cwd = site.folder('clone')
  await git(cwd, ['clone', '-q', site.server.remote(site.token, `${owner}/${name}`), join(cwd, 'it')])
  if (!is_empty) await git(join(cwd, 'it'), ['rev-parse', '--verify', '-q', 'HEAD^{commit}'])
  await sound(site, id)
}

function factsOf(site: Site, id: number, name: string): Record<string, any>[] {
  return site.rows('select data from fact where repo_id = ? and name = ? order by id', id, name).map((one) => JSON.parse(one.data))
}

/** Each rename is told once, in order; every name it had leads to it and no other does. */
function checkNames(site: Site, { renamed: { id, names } }: Moved): void {
  const [{ name }] = site.rows('select name from repo where id = ?', id)
  const at = names.indexOf(name)
  assert.ok(at >= names.length - 2, `it is called ${name}, the last names were ${names.slice(-2).join(' and ')}`)
  names.length = at + 1
  assert.deepEqual(factsOf(site, id, 'repo.renamed').map((one) => one.old_name), names.slice(0, -1), 'renames as told')
  const redirects = site.rows('select lower_name from repo_redirect where repo_id = ?', id).map((one) => one.lower_name)
  assert.deepEqual(redirects.toSorted(), names.slice(0, -1).toSorted(), 'redirects')
}

/** The owners as facts tell them are a chain that ends at the owner. */
function checkWalk(site: Site, { transferred: { id } }: Moved): void {
  const [{ owner_id, lower_name }] = site.rows('select owner_id, lower_name from repo where id = ?', id)
  const owners = [...factsOf(site, id, 'repo.transferred').map((one) => one.old_owner_id), owner_id]
  for (let i = 1; i < owners.length; i++) assert.notEqual(owners[i], owners[i - 1], 'a transfer is told twice or not at all')
  const redirects = site.rows('select owner_id from repo_redirect where repo_id = ? and lower_name = ?', id, lower_name).map((one) => one.owner_id)
  assert.deepEqual(redirects, [...new Set(owners.filter((one) => one !== owner_id))], 'redirects of the owners it had')
}

/** Every repository that is there was told once and not removed; every one that is gone was removed once. */
function checkFacts(site: Site, mine: Record<string, any>[]): void {
  for (const { id, is_fork } of mine) {
    assert.equal(factsOf(site, id, is_fork ? 'repo.forked' : 'repo.created').length, 1, `repository ${id} was told once`)
    assert.equal(factsOf(site, id, 'repo.removed').length, 0, `repository ${id} was not removed`)
  }
  const doubled = site.rows(`select repo_id from fact where name in ('repo.created', 'repo.forked', 'repo.removed') group by repo_id, name having count(*) > 1`)
  assert.deepEqual(doubled, [], 'told twice')
  const lost = site.rows(`select distinct repo_id from fact where name in ('repo.created', 'repo.forked') and repo_id not in (select id from repo)
    and repo_id not in (select repo_id from fact where name = 'repo.removed')`)
  assert.deepEqual(lost, [], 'gone without a word')
}
