// Issues and comments written while the server dies.
import assert from 'node:assert/strict'
import type { Kind } from './rounds.ts'
import { until } from './site.ts'

interface Written {
  issues: Map<number, { title: string; closed: boolean; comments: string[] }>
}

export const issues: Kind<Written> = {
  name: 'issue writes',
  longest: 250,
  async prepare(site, at) {
    await site.server.ask(201, site.token, 'POST', '/user/repos', { name: at.repo })
    return { issues: new Map() }
  },
  async work(site, at, written, gone) {
    const path = `/repos/alice/${at.repo}/issues`
    const { ask } = site.server
    await Promise.all(Array.from({ length: 4 }, async (_, worker) => {
      for (let n = 0; !gone(); n++) {
        const title = `${worker}.${n}`
        const made = await until(gone, () => ask(201, site.token, 'POST', path, { title }))
        if (!made) return
        const known = { title, closed: false, comments: [] as string[] }
        written.issues.set(made.number, known)
        const said = await until(gone, () => ask(201, site.token, 'POST', `${path}/${made.number}/comments`, { body: `on ${title}` }))
        if (said) known.comments.push(said.body)
        if (n % 2 === 0 && await until(gone, () => ask(201, site.token, 'PATCH', `${path}/${made.number}`, { state: 'closed' }))) known.closed = true
      }
    }))
  },
  async check(site, at, written) {
    const [repo] = site.rows('select * from repo where lower_name = ?', at.repo)
    const found = site.rows('select * from issue where repo_id = ? order by number', repo.id)
    assert.deepEqual(found.map((one) => one.number), found.map((_, i) => i + 1), 'numbers without gaps')
    assert.ok(found.length <= written.issues.size + 4, 'no more than were asked for')
    for (const [number, known] of written.issues) {
      const row = found[number - 1]
      assert.equal(row?.title, known.title, `issue ${number} was acknowledged`)
      if (known.closed) assert.equal(row.is_closed, 1, `issue ${number} was closed`)
      const comments = site.rows(`select content from comment where issue_id = ? and type = 'comment'`, row.id)
      for (const text of known.comments) assert.ok(comments.some((one) => one.content === text), `comment on ${number} was acknowledged`)
      assert.equal(row.num_comments, comments.length, `comments counted on ${number}`)
    }
    const closed = found.filter((one) => one.is_closed).length
    assert.deepEqual([repo.num_issues, repo.num_closed_issues], [found.length, closed], 'issues counted in the repository')
    const told = (name: string) => site.rows('select data from fact where repo_id = ? and name = ?', repo.id, name).map((one) => JSON.parse(one.data).issue_id).toSorted((a, b) => a - b)
    assert.deepEqual(told('issue.opened'), found.map((one) => one.id), 'one fact per issue')
    assert.deepEqual(told('issue.closed'), found.filter((one) => one.is_closed).map((one) => one.id), 'one fact per closed issue')
    const next = await site.server.ask(201, site.token, 'POST', `/repos/alice/${at.repo}/issues`, { title: 'the next' })
    assert.equal(next.number, found.length + 1)
  },
}
