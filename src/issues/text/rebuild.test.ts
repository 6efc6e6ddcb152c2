import { scenario } from '../../../test/kit/world.ts'

const at = '/repos/ann/engine/issues'

scenario('createAdminCronByTask: rebuild_issue_indexer finds again what the texts hold', async (w) => {
  const [ann, root] = [await w.user('ann'), await w.user('root', { admin: true })]
  await w.repo(ann, 'engine')
  await w.as(ann).post(at, { title: 'Noise', body: 'under load' }).gives(201)
  await w.as(ann).post(`${at}/1/comments`, { body: 'a loose belt' }).gives(201)
  await w.cx.write((tx) => tx.deleteFrom('issue_word').execute())
  await w.cx.write((tx) => tx.insertInto('issue_word').values({ issue_id: 1, source: -2, word: 'stale' }).execute())
  await w.as(root).post('/admin/cron/rebuild_issue_indexer').gives(204).empty()
  for (const word of ['noise', 'load', 'belt']) await w.as(ann).get(`/repos/issues/search?q=${word}`).gives(200, [{ title: 'Noise' }])
  await w.as(ann).get('/repos/issues/search?q=stale').gives(200, [])
})
