import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const b64 = (text: string) => Buffer.from(text).toString('base64')

scenario('repoActivity, graphPage, blameBranch: who did what, and when', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'empty')
  assert.match((await w.anonymous.get('//ada/empty/activity').gives(200)).text, /No commits in the last year/)
  await w.anonymous.get('//ada/empty/graph').gives(200)
  await w.repo(ada, 'tool')
  const first = (await w.as(ada).post('/repos/ada/tool/contents/a.ts', { message: 'First', content: b64('let a = 1\nlet b = "<i>"\n') }).gives(201)).body
  const second = (await w.as(ada).put('/repos/ada/tool/contents/a.ts', { message: 'Second <u>', content: b64('let a = 2\nlet b = "<i>"\n'), sha: first.content.sha }).gives(200)).body
  assert.match((await w.anonymous.get('//ada/tool/activity').gives(200)).text, /2 commits by 1 person/)
  assert.match((await w.anonymous.get('//ada/tool/graph').gives(200)).text, /Second &lt;u&gt;/)
  const blame = await w.anonymous.get('//ada/tool/blame/branch/main/a.ts').gives(200)
  assert.match(blame.text, new RegExp(`commit/${second.commit.sha}[^]*blame/commit/${first.commit.sha}/a\\.ts#L1[^]*commit/${first.commit.sha}"`))
  assert.doesNotMatch(blame.text, /<i>|<u>/)
  await w.anonymous.get('//ada/tool/blame/branch/main/none').gives(404)
  await w.anonymous.get('//ada/tool/blame/branch/main').gives(404)
})
