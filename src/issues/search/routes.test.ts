import assert from 'node:assert/strict'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues'
const titles = async (w: World, who: Person | null, path: string) => (await w.as(who).get(path).gives(200)).body.map((one: any) => one.title)

scenario('listReposIssues: every filter of one repository', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine')
  const label = async (name: string) => (await w.as(ann).post('/repos/ann/engine/labels', { name, color: '000' }).gives(201)).body.id
  const [bug, hot] = [await label('bug'), await label('hot')]
  const m = (await w.as(ann).post('/repos/ann/engine/milestones', { title: 'v1' }).gives(201)).body
  await w.as(ann).post(at, { title: 'Broken parser', body: 'It fails on trees', labels: [bug, hot], milestone: m.id }).gives(201)
  await w.as(bob).post(at, { title: 'Slow start', body: 'hello @ann' }).gives(201)
  await w.as(ann).post(at, { title: 'Old thing', labels: [bug], assignee: 'bob', closed: true }).gives(201)
  await w.as(bob).post(`${at}/2/comments`, { body: 'the parser is slow on 42 trees' }).gives(201)
  const found = (query: string) => titles(w, null, `${at}${query}`)
  assert.deepEqual(await found(''), ['Slow start', 'Broken parser'])
  assert.deepEqual(await found('?state=closed'), ['Old thing'])
  assert.deepEqual(await found('?state=all'), ['Old thing', 'Slow start', 'Broken parser'])
  assert.deepEqual(await found('?state=ajar&sort=oldest'), ['Slow start', 'Broken parser'])
  assert.deepEqual(await found('?state=all&labels=bug'), ['Old thing', 'Broken parser'])
  assert.deepEqual(await found('?state=all&labels=bug,hot'), ['Broken parser'])
  assert.deepEqual(await found('?state=all&labels=BUG,none'), ['Old thing', 'Slow start', 'Broken parser'])
  assert.deepEqual(await found(`?milestones=none,${m.id}`), ['Broken parser'])
  assert.deepEqual(await found('?milestones=v1'), ['Broken parser'])
  assert.deepEqual(await found('?created_by=BOB'), ['Slow start'])
  assert.deepEqual(await found('?state=all&assigned_by=bob'), ['Old thing'])
  assert.deepEqual(await found('?mentioned_by=ann'), ['Slow start'])
  assert.deepEqual(await found('?type=pulls'), [])
  assert.deepEqual(await found('?q=PARS'), ['Slow start', 'Broken parser'])
  assert.deepEqual(await found('?q=parser%20slow'), ['Slow start'])
  assert.deepEqual(await found('?q=start%20trees'), [])
  assert.deepEqual(await found('?q=1'), ['Broken parser'])
  assert.deepEqual(await found('?q=42'), ['Slow start'])
  assert.deepEqual(await found('?q=%25'), [])
  await w.anonymous.get(`${at}?created_by=nobody`).gives(404)
  await w.anonymous.get(`${at}?since=x`).gives(422)
  assert.deepEqual(await found('?since=2100-01-01T00:00:00Z'), [])
  await w.anonymous.get(`${at}?limit=1`).gives(200, [{ title: 'Slow start' }]).header('x-total-count', '2').header('link', /page=2>; rel="next"/)
  await w.as(bob).patch(`${at}/2`, { title: 'Quick', body: '' }).gives(201)
  assert.deepEqual(await found('?q=start'), [])
  assert.deepEqual(await found('?q=quic'), ['Quick'])
})

scenario('listReposIssuesSearch: what the caller may see, and nothing else', async (w) => {
  const [ann, bob, cy] = [await w.user('ann'), await w.user('bob'), await w.user('cy')]
  await w.user('hermit', { visibility: 'private' })
  const root = await w.user('root', { admin: true })
  await w.repo(ann, 'engine')
  await w.repo(ann, 'secret', { private: true })
  await w.org(bob, 'guild')
  await w.as(bob).post('/orgs/guild/repos', { name: 'hall', private: true }).gives(201)
  await w.as(ann).post('/repos/ann/engine/labels', { name: 'bug', color: '000' }).gives(201)
  await w.as(ann).post('/repos/ann/engine/milestones', { title: 'V1' }).gives(201)
  await w.as(ann).post(at, { title: 'open one', labels: [1], milestone: 1, assignees: ['cy'] }).gives(201)
  await w.as(ann).post('/repos/ann/secret/issues', { title: 'secret one' }).gives(201)
  await w.as(bob).post('/repos/guild/hall/issues', { title: 'guild one', body: '@cy' }).gives(201)
  await w.as(cy).post(at, { title: 'cy one' }).gives(201)
  await w.as(cy).patch(`${at}/2`, { state: 'closed' }).gives(201)
  const found = (who: Person | null, query = '') => titles(w, who, `/repos/issues/search${query}`)
  assert.deepEqual(await found(null), ['open one'])
  assert.deepEqual(await found(ann), ['secret one', 'open one'])
  assert.deepEqual(await found(bob, '?state=all'), ['cy one', 'guild one', 'open one'])
  assert.deepEqual(await found(root, '?state=all'), ['cy one', 'guild one', 'secret one', 'open one'])
  assert.deepEqual(await found(ann, '?owner=ann&q=one'), ['secret one', 'open one'])
  assert.deepEqual(await found(bob, '?owner=guild'), ['guild one'])
  assert.deepEqual(await found(ann, '?owner=guild'), [])
  assert.deepEqual(await found(bob, '?owner=guild&team=owners'), ['guild one'])
  assert.deepEqual(await found(cy, '?assigned=true'), ['open one'])
  assert.deepEqual(await found(null, '?assigned=true'), ['open one'])
  assert.deepEqual(await found(cy, '?created=1&created_by=ann&state=all'), ['cy one'])
  assert.deepEqual(await found(cy, '?mentioned=true'), [])
  assert.deepEqual(await found(ann, '?created_by=ann&labels=bug,none'), ['open one'])
  assert.deepEqual(await found(null, '?labels=none'), ['open one'])
  assert.deepEqual(await found(ann, '?milestones=v1'), ['open one'])
  assert.deepEqual(await found(ann, '?type=pulls'), [])
  await w.anonymous.get('/repos/issues/search?created_by=nobody').gives(404)
  await w.anonymous.get('/repos/issues/search?owner=nobody').gives(400)
  await w.anonymous.get('/repos/issues/search?team=x').gives(400)
  await w.anonymous.get('/repos/issues/search?owner=guild&team=x').gives(400)
  for (const more of ['', '&owner=nobody', '&created_by=nobody', '&team=x']) await w.anonymous.get(`/repos/issues/search?since=x${more}`).gives(422)
  await w.as(ann).get('/repos/issues/search?limit=1').gives(200, [{ title: 'secret one', repository: { full_name: 'ann/secret' } }]).header('x-total-count', '2').header('link', /next/)
})

scenario('listReposIssuesSearch: a team that is not shown issues finds none', async (w) => {
  const [ann, bob, cy] = [await w.user('ann'), await w.user('bob'), await w.user('cy')]
  await w.org(ann, 'guild')
  await w.as(ann).post('/orgs/guild/repos', { name: 'hall', private: true }).gives(201)
  await w.as(ann).post('/repos/guild/hall/issues', { title: 'quiet' }).gives(201)
  const team = async (name: string, units_map: object, who: Person) => {
    const { id } = (await w.as(ann).post('/orgs/guild/teams', { name, permission: 'read', includes_all_repositories: true, units_map }).gives(201)).body
    await w.as(ann).put(`/teams/${id}/members/${who.name}`).gives(204)
  }
  await team('coders', { 'repo.code': 'read' }, bob)
  await team('helpers', { 'repo.issues': 'read' }, cy)
  await w.as(bob).get('/repos/guild/hall').gives(200)
  await w.as(bob).get('/repos/guild/hall/issues').gives(404).empty()
  assert.deepEqual(await titles(w, bob, '/repos/issues/search'), [])
  assert.deepEqual(await titles(w, cy, '/repos/issues/search'), ['quiet'])
  assert.deepEqual(await titles(w, cy, '/repos/guild/hall/issues'), ['quiet'])
  await w.as(cy).get('/repos/guild/hall/issues?type=pulls').gives(404).empty()
})

scenario('listReposIssuesSearch: pull requests are found by kind and by review', async (w) => {
  const [ann, bob, cy] = [await w.user('ann'), await w.user('bob'), await w.user('cy')]
  const repo = await w.repo(ann, 'engine')
  const ids: number[] = []
  for (const title of ['plain', 'WIP: asked', 'done']) ids.push((await w.as(ann).post(at, { title }).gives(201)).body.id)
  const review = (issue_id: number, reviewer_id: number, state: 'REQUEST_REVIEW' | 'APPROVED') => ({ issue_id, reviewer_id, team_id: null, state, content: '', commit_id: '', official: true, stale: false, dismissed: false, created_at: 1, updated_at: 1 })
  await w.cx.write(async (tx) => {
    for (const issue_id of ids.slice(1)) {
      await tx.updateTable('issue').set({ is_pull: true }).where('id', '=', issue_id).execute()
      await tx.insertInto('pull').values({
        issue_id, base_repo_id: repo.id, head_repo_id: repo.id, base_branch: 'main', head_branch: `b${issue_id}`, merge_base: '', head_sha: '', is_merged: false, merged_at: null, merged_by_id: null,
        merge_commit: '', merge_style: '', allow_maintainer_edit: false, is_draft: false, status: 'mergeable', conflicted_files: '[]', additions: 0, deletions: 0, changed_files: 0, flow: 'branch',
      }).execute()
    }
    await tx.insertInto('review').values([review(ids[1], bob.id, 'REQUEST_REVIEW'), review(ids[2], bob.id, 'REQUEST_REVIEW')]).execute()
    await tx.insertInto('review').values([review(ids[2], bob.id, 'APPROVED')]).execute()
  })
  assert.deepEqual(await titles(w, bob, '/repos/issues/search?type=pulls'), ['done', 'WIP: asked'])
  assert.deepEqual(await titles(w, bob, '/repos/issues/search?type=issues'), ['plain'])
  assert.deepEqual(await titles(w, bob, '/repos/issues/search?review_requested=true'), ['WIP: asked'])
  assert.deepEqual(await titles(w, bob, '/repos/issues/search?reviewed=true'), ['done'])
  assert.deepEqual(await titles(w, cy, '/repos/issues/search?review_requested=true'), [])
  const { body } = await w.anonymous.get(`${at}/2`).gives(200, { pull_request: { merged: false, merged_at: null, draft: true } })
  assert.match(body.html_url, /\/pulls\/2$/)
  assert.match(body.url, /\/issues\/2$/)
  await w.as(bob).post(`${at}/2/comments`, { body: 'hm' }).gives(201, { issue_url: '' })
})
