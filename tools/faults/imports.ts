// Repositories imported and mirrored while the server dies; their source is a repository of the same server.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { commit, git } from '../../test/kit/git.ts'
import type { Kind } from './rounds.ts'
import { sound, until, type Site } from './site.ts'

interface Imported {
  /** name → whether the answer came */
  names: Map<string, boolean>
}

let tree = ''

async function history(site: Site): Promise<string> {
  if (existsSync(tree)) return tree
  const cwd = site.folder('source')
  await git(cwd, ['init', '-q', '-b', 'main'])
  for (let i = 0; i < 20; i++) await commit(cwd, `file-${i}.txt`, `${i}\n`.repeat(2000))
  await git(cwd, ['tag', 'v1'])
  return (tree = cwd)
}

const source = 'alice/source'
const refsOf = (site: Site, id: number) => site.bare(id, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads', 'refs/tags')
const idOf = (site: Site, name: string): number | undefined => site.rows('select id from repo where lower_name = ?', name)[0]?.id

export const imports: Kind<Imported> = {
  name: 'imports',
  longest: 1500,
  settings: { outbound_allow: '127.0.0.1/32' },
  async prepare(site, _at) {
    if (idOf(site, 'source') === undefined) {
      await site.server.ask(201, site.token, 'POST', '/user/repos', { name: 'source' })
      await git(await history(site), ['push', '-q', site.server.remote(site.token, source), 'main', 'main:refs/heads/side', 'v1'])
    }
    return { names: new Map() }
  },
  async work(site, at, imported, gone) {
    const one = async (worker: number) => {
      for (let n = 0; !gone(); n++) {
        const name = `${at.repo}-${worker}-${n}`
        imported.names.set(name, false)
        const body = { clone_addr: `${site.server.url}/${source}.git`, repo_name: name, mirror: worker === 1 }
        if (await until(gone, () => site.server.ask(201, site.token, 'POST', '/repos/migrate', body))) imported.names.set(name, true)
        // a mirror that is being updated when the end comes
        if (worker === 1 && !gone()) await until(gone, () => site.server.ask(200, site.token, 'POST', `/repos/alice/${name}/mirror-sync`))
      }
    }
    await Promise.all([one(0), one(1)])
  },
  async check(site, _at, imported) {
    const wanted = await refsOf(site, idOf(site, 'source')!)
    for (const [name, acknowledged] of imported.names) {
      const id = idOf(site, name)
      if (id === undefined) {
        assert.ok(!acknowledged, `the import of ${name} was acknowledged`)
        await site.server.ask(404, site.token, 'GET', `/repos/alice/${name}`)
        const free = async () => (await site.server.call(site.token, 'POST', '/user/repos', { name })).status === 201
        for (const end = Date.now() + 60_000; !(await free()); await wait(500)) assert.ok(Date.now() < end, `the name ${name} is still taken`)
        continue
      }
      assert.equal(await refsOf(site, id), wanted, `refs of ${name}`)
      await sound(site, id)
      await site.server.ask(200, site.token, 'GET', `/repos/alice/${name}/contents/file-19.txt`)
    }
    assert.equal(site.kept().filter((name) => name.endsWith('.git')).length, site.rows('select id from repo').length, 'folders and repositories')
  },
}
