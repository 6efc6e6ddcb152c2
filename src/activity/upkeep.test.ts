import { scenario } from '../../test/kit/world.ts'

scenario('createAdminCronByTask: delete_old_actions forgets what is older than a year', async (w) => {
  const [ann, root] = [await w.user('ann'), await w.user('root', { admin: true })]
  await w.repo(ann, 'old')
  w.later(364 * 24 * 3600)
  await w.repo(ann, 'new')
  await w.settled()
  await w.as(root).post('/admin/cron/delete_old_actions').gives(204).empty()
  await w.as(ann).get('/users/ann/activities/feeds').gives(200, [{ repo: { name: 'new' } }, { repo: { name: 'old' } }])
  w.later(2 * 24 * 3600)
  await w.as(root).post('/admin/cron/delete_old_actions').gives(204).empty()
  await w.as(ann).get('/users/ann/activities/feeds').gives(200, [{ repo: { name: 'new' } }])
})
