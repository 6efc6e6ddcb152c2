import { scenario } from '../../../test/kit/world.ts'

scenario('getReposTopics, putReposTopics: a set of small words, replaced as a whole', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  const put = (body: unknown) => w.as(alice).put('/repos/alice/demo/topics', body)
  await put({ topics: ['zoo', ' Ape ', 'ape', ''] }).gives(204).empty().emits('repo.changed')
  await w.anonymous.get('/repos/alice/demo/topics').gives(200, { topics: ['ape', 'zoo'] }).header('x-total-count', '2').header('link', undefined)
  await w.anonymous.get('/repos/alice/demo/topics?limit=1&page=2').gives(200, { topics: ['zoo'] })
  await w.anonymous.get('/repos/alice/demo').gives(200, { topics: ['ape', 'zoo'] })
  await put({ topics: ['fine', '-Bad', 'x'.repeat(36), 'a"b'] }).gives(422, { invalidTopics: ['-bad', 'x'.repeat(36), 'a"b'], message: 'Topic names are invalid' }).emits()
  await put({ topics: Array.from({ length: 26 }, (_, i) => `t${i}`) }).gives(422, { invalidTopics: null }).emits()
  await put({ topics: 'x' }).gives(422).emits()
  await w.as(bob).put('/repos/alice/demo/topics', { topics: [] }).gives(403).emits()
  await w.anonymous.put('/repos/alice/demo/topics', { topics: [] }).gives(401)
  await w.as(alice).put('/repos/alice/none/topics', { topics: [] }).gives(404)
  await put({}).gives(204)
  await w.anonymous.get('/repos/alice/demo/topics').gives(200, { topics: [] })
})

scenario('putReposTopicsByTopic, deleteReposTopicsByTopic: one at a time', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.as(alice).put('/repos/alice/demo/topics/Ape').gives(204).emits('repo.changed')
  await w.as(alice).put('/repos/alice/demo/topics/ape').gives(204).emits()
  await w.as(alice).put('/repos/alice/demo/topics/_').gives(422, { invalidTopics: '_' })
  await w.as(bob).put('/repos/alice/demo/topics/x').gives(403)
  await w.as(bob).delete('/repos/alice/demo/topics/ape').gives(403)
  // the right is asked for before who is asking
  await w.anonymous.put('/repos/alice/demo/topics/ape').gives(403)
  await w.anonymous.delete('/repos/alice/demo/topics/ape').gives(403)
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  await w.as(alice).delete('/repos/alice/demo/topics/_').gives(422)
  await w.as(alice).delete('/repos/alice/demo/topics/ape').gives(204).emits('repo.changed')
  await w.as(alice).delete('/repos/alice/demo/topics/ape').gives(404).empty()
})

scenario('listTopicsSearch: topics of what may be seen, those of most repositories first', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  for (const [name, more] of [['one', {}], ['two', {}], ['hidden', { private: true }]] as const) await w.repo(alice, name, more)
  const put = (repo: string, ...topics: string[]) => w.as(alice).put(`/repos/alice/${repo}/topics`, { topics }).gives(204)
  await put('one', 'ape', 'zoo')
  await put('two', 'zoo')
  await put('hidden', 'zoo', 'secret-ape')
  await w.anonymous.get('/topics/search?q=o').gives(200, { topics: [{ topic_name: 'zoo', repo_count: 2 }] }).header('x-total-count', '1').header('link', undefined)
  await w.as(bob).get('/topics/search?q=APE').gives(200, { topics: [{ topic_name: 'ape', repo_count: 1 }] })
  await w.as(alice).get('/topics/search?q=').gives(200, { topics: [{ topic_name: 'zoo', repo_count: 3 }, { topic_name: 'ape' }, { topic_name: 'secret-ape' }] }).header('x-total-count', '3')
  await w.as(alice).get('/topics/search?q=&limit=1&page=2').gives(200, { topics: [{ topic_name: 'ape' }] }).header('x-total-count', '3')
  await w.anonymous.get('/topics/search?q=%25').gives(200, { topics: [] })
  await put('one')
  await w.anonymous.get('/topics/search?q=ape').gives(200, { topics: [] })
  await w.as(alice).delete('/repos/alice/two').gives(204)
  await w.anonymous.get('/topics/search?q=zoo').gives(200, { topics: [] })
})
