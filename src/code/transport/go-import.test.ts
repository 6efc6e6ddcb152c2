import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('go-get: the go command learns where to clone from, and not whether there is anything', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'tool', { auto_init: true })
  await w.repo(alice, 'secret', { private: true })
  const said = async (path: string) => {
    const got = await w.anonymous.get(`//${path}`).gives(200).header('content-type', /^text\/html/)
    return /<meta name="go-import" content="([^"]*)">/.exec(got.text)?.[1]
  }
  const root = w.cx.root.replace(/^https?:\/\//, '').replace(/:80$/, '')
  const expected = (name: string) => new RegExp(`^[^/]*${RegExp.escape(root.split('/').slice(1).join('/'))}/alice/${name} git https?://[^/ ]+/alice/${name}\\.git$`)
  for (const path of ['alice/tool?go-get=1', 'alice/tool/cmd/deep?go-get=1', 'alice/tool.git?go-get=1', 'alice/tool/src/branch/main?go-get=1', 'alice/tool.git/info/refs?go-get=1']) assert.match((await said(path)) ?? '', expected('tool'), path)
  for (const name of ['secret', 'none']) assert.match((await said(`alice/${name}?go-get=1`)) ?? '', expected(name))
  assert.equal(await said('alice/tool?go-get=0'), undefined)
  assert.equal(await said('explore/repos?go-get=1'), undefined)
  await w.anonymous.get('/repos/alice/tool?go-get=1').gives(200, { name: 'tool' })
  await w.anonymous.get('/nothing/here?go-get=1').gives(404)
  const odd = await w.anonymous.get('//a%22%3E%3Cscript%3E/b?go-get=1')
  assert.doesNotMatch(odd.text, /<script>\/b/)
})
