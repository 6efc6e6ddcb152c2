// Pull requests merged in every style while the server dies.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { commit, git } from '../../test/kit/git.ts'
import type { Kind } from './rounds.ts'
import { chained, sound, until, type Site } from './site.ts'

interface Merged {
  acknowledged: Set<number>
}

const COUNT = 6
const styles = ['merge', 'rebase', 'squash', 'rebase-merge']
let tree = ''

/** A local repository with a branch per pull request, each with two files of its own; made once for a site. */
async function branches(site: Site) {
  if (!existsSync(tree)) {
    const cwd = site.folder('work')
    await git(cwd, ['init', '-q', '-b', 'main'])
    await commit(cwd, 'readme.txt', 'read me\n')
    for (let n = 1; n <= COUNT; n++) {
      await git(cwd, ['checkout', '-q', '-b', `topic-${n}`, 'main'])
      await commit(cwd, `one-${n}.txt`, `${n}\n`)
      await commit(cwd, `two-${n}.txt`, `${n}\n`)
    }
    tree = cwd
  }
  return tree
}

export const merges: Kind<Merged> = {
  name: 'merges',
  longest: 900,
  async prepare(site, at) {
    const cwd = await branches(site)
    await site.server.ask(201, site.token, 'POST', '/user/repos', { name: at.repo })
    await git(cwd, ['push', '-q', '--all', site.server.remote(site.token, `alice/${at.repo}`)])
    for (let n = 1; n <= COUNT; n++) await site.server.ask(201, site.token, 'POST', `/repos/alice/${at.repo}/pulls`, { title: `pull ${n}`, head: `topic-${n}`, base: 'main' })
    return { acknowledged: new Set() }
  },
  async work(site, at, merged, gone) {
    const one = async (n: number) => {
      if (gone()) return
      const body = { Do: styles[n % styles.length], delete_branch_after_merge: n % 2 === 0 }
      const done = await until(gone, async () => (await site.server.ask(200, site.token, 'POST', `/repos/alice/${at.repo}/pulls/${n}/merge`, body), true))
      if (done) merged.acknowledged.add(n)
    }
    const queue = async (first: number) => {
      for (let n = first; n <= COUNT; n += 3) await one(n)
    }
    await Promise.all([queue(1), queue(2), queue(3)])
  },
  async check(site, at, merged) {
    const [{ id }] = site.rows('select id from repo where lower_name = ?', at.repo)
    const path = `/repos/alice/${at.repo}/pulls`
    const look = async () => {
      const files = new Set((await site.bare(id, 'ls-tree', '-r', '--name-only', 'refs/heads/main')).split('\n'))
      const commits = new Set((await site.bare(id, 'rev-list', 'refs/heads/main')).split('\n'))
      let open = 0
      for (let n = 1; n <= COUNT; n++) {
        const pull = await site.server.ask(200, site.token, 'GET', `${path}/${n}`)
        if (!pull.merged) open++
        if (merged.acknowledged.has(n)) assert.ok(pull.merged, `the merge of ${n} was acknowledged`)
        assert.equal(pull.state, pull.merged ? 'closed' : 'open')
        assert.equal(pull.merged, commits.has(pull.merge_commit_sha), `pull request ${n} and its commit ${pull.merge_commit_sha}`)
        for (const file of [`one-${n}.txt`, `two-${n}.txt`]) assert.equal(files.has(file), pull.merged, `${file} and pull request ${n}`)
        const told = site.rows(`select 1 from fact join issue on issue.id = json_extract(data, '$.issue_id') where name = 'pull.merged' and fact.repo_id = ? and number = ?`, id, n)
        assert.equal(told.length, pull.merged ? 1 : 0, `facts of pull request ${n}`)
      }
      return open
    }
    await look()
    for (let n = 1; n <= COUNT; n++) {
      const answer = await site.server.call(site.token, 'POST', `${path}/${n}/merge`, { Do: 'merge' })
      assert.ok([200, 405].includes(answer.status), `merging ${n} afterwards: ${answer.status} ${answer.text}`)
    }
    assert.equal(await look(), 0, 'every pull request can be merged in the end')
    await chained(site, id)
    await sound(site, id)
    const [repo] = site.rows('select num_pulls, num_closed_pulls from repo where id = ?', id)
    assert.deepEqual([repo.num_pulls, repo.num_closed_pulls], [COUNT, COUNT], 'pull requests counted in the repository')
  },
}
