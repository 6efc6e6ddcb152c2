// Many at once: nobody is lost, nothing happens twice, and those who come too late are told so.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { commit, git } from '../../test/kit/git.ts'
import { chained, openSite, sound, type Site } from './site.ts'

export const races: { name: string; run(site: Site): Promise<void> }[] = [
  {
    name: '32 issues at once have 32 numbers',
    async run(site) {
      const { ask } = site.server
      await ask(201, site.token, 'POST', '/user/repos', { name: 'issues' })
      const label = await ask(201, site.token, 'POST', '/repos/alice/issues/labels', { name: 'bug', color: '#ff0000' })
      const made = await Promise.all(Array.from({ length: 32 }, (_, n) => ask(201, site.token, 'POST', '/repos/alice/issues/issues', { title: `issue ${n}`, labels: [label.id] })))
      assert.deepEqual(made.map((one) => one.number).toSorted((a, b) => a - b), Array.from({ length: 32 }, (_, n) => n + 1))
      await Promise.all(made.slice(0, 10).map((one) => ask(201, site.token, 'PATCH', `/repos/alice/issues/issues/${one.number}`, { state: 'closed' })))
      assert.equal((await ask(200, site.token, 'GET', '/repos/alice/issues')).open_issues_count, 22)
      const [row] = site.rows('select num_issues, num_closed_issues from label where id = ?', label.id)
      assert.deepEqual([row.num_issues, row.num_closed_issues], [32, 10])
    },
  },
  {
    name: '8 merges of one pull request: one succeeds',
    async run(site) {
      const { ask, call } = site.server
      await ask(201, site.token, 'POST', '/user/repos', { name: 'merges' })
      const cwd = site.folder('work')
      await git(cwd, ['init', '-q', '-b', 'main'])
      await commit(cwd, 'a.txt', 'a\n')
      await git(cwd, ['checkout', '-q', '-b', 'topic'])
      await commit(cwd, 'b.txt', 'b\n')
      await git(cwd, ['push', '-q', '--all', site.server.remote(site.token, 'alice/merges')])
      await ask(201, site.token, 'POST', '/repos/alice/merges/pulls', { title: 'one', head: 'topic', base: 'main' })
      const styles = ['merge', 'squash', 'rebase', 'rebase-merge']
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => call(site.token, 'POST', '/repos/alice/merges/pulls/1/merge', { Do: styles[n % 4] })))
      const statuses = answers.map((one) => one.status).toSorted()
      assert.equal(statuses.filter((one) => one === 200).length, 1, String(statuses))
      assert.ok(statuses.every((one) => [200, 405, 409].includes(one)), String(statuses))
      const [{ id }] = site.rows(`select id from repo where lower_name = 'merges'`)
      assert.equal(site.rows(`select 1 from fact where repo_id = ? and name = 'pull.merged'`, id).length, 1)
      await chained(site, id)
      await sound(site, id)
    },
  },
  {
    name: '12 files at once are 12 commits',
    async run(site) {
      const { ask } = site.server
      await ask(201, site.token, 'POST', '/user/repos', { name: 'files', auto_init: true })
      await Promise.all(Array.from({ length: 12 }, (_, n) => ask(201, site.token, 'POST', `/repos/alice/files/contents/file-${n}.txt`, { content: Buffer.from(`${n}\n`).toString('base64'), branch: 'main' })))
      const commits = await ask(200, site.token, 'GET', '/repos/alice/files/commits')
      assert.equal(commits.length, 13)
      const [{ id }] = site.rows(`select id from repo where lower_name = 'files'`)
      assert.equal((await site.bare(id, 'ls-tree', '--name-only', 'refs/heads/main')).split('\n').filter((one) => one.startsWith('file-')).length, 12)
      await chained(site, id)
      await sound(site, id)
    },
  },
  {
    name: '8 edits of one file: one of them wins',
    async run(site) {
      const { ask, call } = site.server
      await ask(201, site.token, 'POST', '/user/repos', { name: 'edits', auto_init: true })
      const { content } = await ask(201, site.token, 'POST', '/repos/alice/edits/contents/a.txt', { content: '' })
      const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => call(site.token, 'PUT', '/repos/alice/edits/contents/a.txt', { sha: content.sha, content: Buffer.from(`${n}`).toString('base64') })))
      const statuses = answers.map((one) => one.status).toSorted()
      assert.deepEqual([statuses[0], statuses.filter((one) => one === 200).length], [200, 1], String(statuses))
      assert.ok(statuses.every((one) => [200, 409, 422].includes(one)), String(statuses))
    },
  },
  {
    name: '8 branches, forks and stars of the same name: one each',
    async run(site) {
      const { ask, call } = site.server
      await ask(201, site.token, 'POST', '/user/repos', { name: 'popular', auto_init: true })
      const eight = (work: () => Promise<{ status: number }>) => Promise.all(Array.from({ length: 8 }, work)).then((all) => all.map((one) => one.status).toSorted())
      const branches = await eight(() => call(site.token, 'POST', '/repos/alice/popular/branches', { new_branch_name: 'same' }))
      assert.deepEqual(branches, [201, ...Array(7).fill(409)])
      const forks = await eight(() => call('root', 'POST', '/repos/alice/popular/forks', {}))
      assert.deepEqual(forks, [202, ...Array(7).fill(409)])
      assert.deepEqual(await eight(() => call(site.token, 'PUT', '/user/starred/alice/popular')), Array(8).fill(204))
      const repos = await eight(() => call(site.token, 'POST', '/user/repos', { name: 'same' }))
      assert.deepEqual(repos, [201, ...Array(7).fill(409)])
      const popular = await ask(200, site.token, 'GET', '/repos/alice/popular')
      assert.deepEqual([popular.stars_count, popular.forks_count, popular.branch_count], [1, 1, 2])
    },
  },
  {
    name: 'pushes while their repository is deleted, renamed or transferred: one order or the other, and no folder comes back',
    async run(site) {
      const { ask, call } = site.server
      await ask(201, site.token, 'POST', '/orgs', { username: 'elsewhere' })
      const cwd = site.folder('work')
      await git(cwd, ['init', '-q', '-b', 'main'])
      await commit(cwd, 'a.txt', 'a\n')
      const deeds = [
        (name: string) => call(site.token, 'DELETE', `/repos/alice/${name}`),
        (name: string) => call(site.token, 'PATCH', `/repos/alice/${name}`, { name: `${name}-new` }),
        (name: string) => call(site.token, 'POST', `/repos/alice/${name}/transfer`, { new_owner: 'elsewhere' }),
      ]
      for (let n = 0; n < 18; n++) {
        const name = `moving-${n}`
        const { id } = await ask(201, site.token, 'POST', '/user/repos', { name, auto_init: true })
        const { storage } = site.rows('select storage from repo where id = ?', id)[0]
        const pushing = git(cwd, ['push', '-q', site.server.remote(site.token, `alice/${name}`), 'main:refs/heads/pushed']).then(() => null, (error: Error) => error.message)
        await wait(Math.random() * 120)
        const { status } = await deeds[n % 3](name)
        assert.ok(status < 300, `the deed was answered with ${status}`)
        const pushed = await pushing
        if (pushed !== null) assert.match(pushed, /not found|you have no repository|rejected|could not complete|returned error: (403|404|301)/i)
        if (n % 3 === 0) {
          await gone(site, storage)
          continue
        }
        const branches = (await site.bare(id, 'for-each-ref', '--format=%(refname)', 'refs/heads')).split('\n')
        assert.ok(pushed !== null || branches.includes('refs/heads/pushed'), 'the push was acknowledged')
        await sound(site, id)
      }
    },
  },
]

/** Its folders have been taken away. */
async function gone(site: Site, storage: string): Promise<void> {
  const left = () => site.kept().filter((one) => one.startsWith(storage))
  for (const end = Date.now() + 15_000; left().length > 0; await wait(50)) assert.ok(Date.now() < end, `${left().join()} stayed`)
}

export async function raceAll(say: (text: string) => void = () => {}): Promise<void> {
  const site = await openSite()
  try {
    for (const { name, run } of races) {
      await run(site).catch((error) => {
        throw new Error(`${name}: ${error.message}\n${site.server.log().slice(-3000)}`, { cause: error })
      })
      say(name)
    }
  } finally {
    await site.close()
  }
}
