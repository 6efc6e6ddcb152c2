import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scenario } from '../../../test/kit/world.ts'
import { settingsFor } from './sections.ts'

const file = `root = true
[*]
charset = UTF-8
indent_style = space
indent_size = 2
[*.{go,mod}]
indent_style = tab
indent_size = unset
; a note
[/docs/**.md]
end_of_line=crlf
[{1..3}.txt]
indent_size = 8
[[bad]
charset = latin1
`

test('sections of .editorconfig speak about names, paths and numbers', () => {
  const said = (path: string) => Object.fromEntries(settingsFor(file, path))
  assert.deepEqual(said('src/a.go'), { charset: 'utf-8', indent_style: 'tab' })
  assert.deepEqual(said('docs/deep/x.md'), { charset: 'utf-8', indent_style: 'space', indent_size: '2', end_of_line: 'crlf' })
  assert.deepEqual(said('x.md'), { charset: 'utf-8', indent_style: 'space', indent_size: '2' })
  assert.equal(said('a/3.txt').indent_size, '8')
  assert.equal(said('4.txt').indent_size, '2')
  assert.deepEqual(said('a/b/c'), { charset: 'utf-8', indent_style: 'space', indent_size: '2' })
})

scenario('getReposEditorconfigByFilepath, getReposSigningKeyGpg, getReposSigningKeyPub, getSigningKeyGpg, getSigningKeyPub', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  await w.repo(alice, 'bare')
  await w.repo(alice, 'hidden', { auto_init: true, private: true })
  const at = '/repos/alice/demo/editorconfig'
  await w.anonymous.get(`${at}/a.go`).gives(404).empty()
  await w.as(alice).post('/repos/alice/demo/contents/.editorconfig', { content: Buffer.from(file).toString('base64'), new_branch: 'side' }).gives(201)
  await w.anonymous.get(`${at}/a.go`).gives(404)
  const got = (await w.anonymous.get(`${at}/deep/a.go?ref=side`).gives(200)).body
  assert.deepEqual(got, { charset: 'utf-8', indent_style: 'tab' })
  await w.anonymous.get(`${at}/a.go?ref=none`).gives(404)
  await w.anonymous.get('/repos/alice/bare/editorconfig/a.go').gives(404)
  await w.as(bob).get('/repos/alice/hidden/editorconfig/a.go').gives(404)

  for (const kind of ['gpg', 'pub']) {
    await w.anonymous.get(`/signing-key.${kind}`).gives(404).empty()
    await w.anonymous.get(`/repos/alice/demo/signing-key.${kind}`).gives(404)
    await w.as(bob).get(`/repos/alice/hidden/signing-key.${kind}`).gives(404)
  }
})
