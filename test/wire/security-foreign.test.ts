// Ids of others' things, in paths and bodies, tried by somebody who may do everything in the repository the path names.
import assert from 'node:assert/strict'
import type { World } from '../kit/world.ts'
import { scenario } from '../kit/world.ts'
import { buildHidden, fill, wordsFor } from './security-world.ts'

const tables = ['issue', 'comment', 'label', 'issue_label', 'milestone', 'project', 'project_column', 'hook', 'deploy_key', 'tracked_time', 'reaction', 'team', 'team_member', 'team_repo', 'collaboration', 'watch', 'star']

/** Every row of the world before the attack. */
async function dump(w: World): Promise<string[]> {
  const out: string[] = []
  for (const table of tables) {
    const rows: object[] = await (w.cx.db as any).selectFrom(table).selectAll().execute()
    out.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`))
  }
  return out
}

async function unchanged(w: World, before: string[]): Promise<void> {
  const now = new Set(await dump(w))
  assert.deepEqual(before.filter((row) => !now.has(row)), [])
}

scenario('an id of another repository names nothing and changes nothing', async (w) => {
  const h = await buildHidden(w)
  const mallory = await w.user('mallory')
  await w.repo(mallory, 'own', { auto_init: true })
  const as = w.as(mallory)
  const before = await dump(w)
  const found: string[] = []
  for (const one of w.app.declarations) {
    const member = /:(id|column_id|run|job_id|runner_id|attachment_id|issue_id|position)\b/.exec(one.path)
    if (one.site || !member || /^\/(admin|repositories)/.test(one.path)) continue
    for (const id of ['1', '2', '3', '5', '7']) {
      const path = fill(one, { ...wordsFor({ owner: 'mallory', repo: 'own', open: true, sha: h.repos[0].sha }, id), index: id, org: 'pub-org', username: 'mallory' })
      const got = await as[one.method.toLowerCase() as 'get'](path, ...(one.method === 'GET' ? [] : [{} as never]))
      // deleting a label or a key that is not there is no mistake, and a run that is not there has no artifacts
      if (one.id === 'listReposActionsRunsArtifactsByRun' && got.body?.total_count === 0) continue
      if (got.status < 400 && !(got.status === 204 && /^delete(Repos(Keys|Labels)|UserGpgKeys)ById$/.test(one.id))) found.push(`${one.id} ${one.method} ${path}: ${got.status} ${got.text.slice(0, 100)}`)
    }
  }
  assert.deepEqual(found, [])
  await unchanged(w, before)
})

scenario('ids of others in bodies are refused or ignored, and told from no missing ones', async (w) => {
  const h = await buildHidden(w)
  const mallory = await w.user('mallory')
  await w.repo(mallory, 'own', { auto_init: true })
  const as = w.as(mallory)
  const at = '/repos/mallory/own'
  await as.post(`${at}/issues`, { title: 'mine' }).gives(201)
  const secret = w.as(h.people.alice)
  const label = (await secret.get('/repos/alice/canary-secret/labels').gives(200)).body[0].id
  const milestone = (await secret.get('/repos/alice/canary-secret/milestones').gives(200)).body[0].id
  const issue = (await secret.get('/repos/alice/canary-secret/issues/1').gives(200)).body.id
  const before = (await dump(w)).filter((row) => !row.includes('"mine"'))
  const same = async (real: unknown, missing: unknown, send: (value: unknown) => PromiseLike<{ status: number; text: string }>) => {
    const [a, b] = [await send(real), await send(missing)]
    const plain = (text: string) => text.replace(/\d+/g, 'N').replace(/canary-[a-z]+|missing-[a-z]+/g, 'X').replace(/alice|nobody/g, 'Y')
    assert.equal(`${a.status} ${plain(a.text)}`, `${b.status} ${plain(b.text)}`)
    assert.doesNotMatch(a.text, /canary (?!X)/)
    return a
  }
  await same(label, 987654, (id) => as.post(`${at}/issues`, { title: 'x', labels: [id] }))
  await same(label, 987654, (id) => as.post(`${at}/issues/1/labels`, { labels: [id] }))
  await same(label, 987654, (id) => as.put(`${at}/issues/1/labels`, { labels: [id] }))
  await same(milestone, 987654, (id) => as.post(`${at}/issues`, { title: 'x', milestone: id }))
  await same(milestone, 987654, (id) => as.patch(`${at}/issues/1`, { milestone: id }))
  for (const kind of ['dependencies', 'blocks']) {
    await same(['alice', 'canary-secret'], ['nobody', 'missing-repo'], (value) => as.post(`${at}/issues/1/${kind}`, { owner: (value as string[])[0], repo: (value as string[])[1], index: 1 }))
    await same(['alice', 'canary-secret'], ['alice', 'missing-repo'], (value) => as.delete(`${at}/issues/1/${kind}`, { owner: (value as string[])[0], repo: (value as string[])[1], index: 1 }))
  }
  const project = (await as.post(`${at}/projects`, { title: 'mine' }).gives(201)).body.id
  const column = (await as.post(`${at}/projects/${project}/columns`, { title: 'mine' }).gives(201)).body.id
  await same(issue, 987654, (id) => as.post(`${at}/projects/${project}/columns/${column}/issues/${id}`))
  await same(issue, 987654, (id) => as.post(`${at}/projects/${project}/issues/${id}/move`, { column_id: column }))
  await same(1, 987654, (id) => as.post(`${at}/projects/${project}/columns/move`, { columns: [{ column_id: id, sorting: 0 }] }))
  const mine = (await as.post('/user/projects', { title: 'mine' }).gives(201)).body.id
  const first = (await as.post(`/user/projects/${mine}/columns`, { title: 'mine' }).gives(201)).body.id
  await same(issue, 987654, (id) => as.post(`/user/projects/${mine}/columns/${first}/issues/${id}`))
  await same('canary-hid', 'missing-one', (name) => as.post(`${at}/forks`, { organization: name, name: 'f' }))
  await unchanged(w, before)
})
