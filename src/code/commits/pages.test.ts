import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

const long = (change: string) => Array.from({ length: 30 }, (_, i) => `line ${i}\n`).join('') + change
const titles = (text: string) => [...text.matchAll(/<a class="title" href="[^"]*"><bdi>([^<]*)<\/bdi>/g)].map((one) => one[1])

scenario('commitsBranch: the history of a file goes on under its earlier names', async (w) => {
  const [ada, bob] = [await w.user('ada'), await w.user('bob')]
  await w.repo(ada, 'tool')
  const cwd = await workTree(w, ada, 'ada/tool')
  const first = await commit(cwd, 'lib/old & name.c', long('1'), 'first')
  for (let i = 2; i <= 33; i++) await commit(cwd, 'lib/old & name.c', long(String(i)), `change ${i}`)
  await commit(cwd, 'lib/other.c', 'x', 'something else')
  await git(cwd, ['mv', 'lib/old & name.c', 'new.c'])
  await git(cwd, ['commit', '-qm', 'move it'])
  const last = await commit(cwd, 'new.c', long('last'), 'last')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const before = (await git(cwd, ['rev-parse', 'HEAD~2'])).trim()
  const page = async (path: string, number = 1) => (await w.anonymous.get(`//ada/tool/commits/branch/main/${path}?page=${number}`).gives(200)).text
  const text = await page('new.c')
  const all = ['last', 'move it', ...Array.from({ length: 32 }, (_, i) => `change ${33 - i}`), 'first']
  assert.deepEqual(titles(text), all.slice(0, 30))
  assert.match(text, new RegExp(`Renamed from <a class="mono" href="[^"]*/ada/tool/src/commit/${before}/lib/old%20%26%20name\\.c"><bdi>lib/old &amp; name\\.c</bdi>`))
  assert.match(text, new RegExp(`/ada/tool/src/commit/${last}/new\\.c"`))
  assert.match(text, /page=2/)
  const rest = await page('new.c', 2)
  assert.deepEqual(titles(rest), all.slice(30))
  assert.match(rest, new RegExp(`/ada/tool/src/commit/${first}/lib/old%20%26%20name\\.c"`))
  assert.doesNotMatch(rest, /page=3/)
  // a folder has a history of its own, and so has the name that was given up
  assert.deepEqual(titles(await page('lib')).slice(0, 3), ['move it', 'something else', 'change 33'])
  assert.deepEqual(titles(await page('lib/old%20%26%20name.c')).slice(0, 2), ['move it', 'change 33'])
  assert.match(await page('none'), /No commits here/)
  await w.as(ada).patch('/repos/ada/tool', { private: true }).gives(200)
  await (await w.browsing(bob)).get('//ada/tool/commits/branch/main/new.c').gives(404)
})

scenario('commitPage: who signed it, and why a signature says nothing', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool', { auto_init: true })
  const page = async (ref: string) => (await w.anonymous.get(`//ada/tool/commit/${ref}`).gives(200)).text
  const tip = (await w.as(ada).get('/repos/ada/tool/branches/main').gives(200)).body.commit.id
  const key = (await w.anonymous.get('/signing-key.pub').gives(200)).text
  const shown = await page(tip)
  assert.match(shown, /Verified/)
  assert.match(shown, /Signed by Codestead/)
  assert.match(shown, /Key <code>SHA256:[A-Za-z0-9+/]{43}<\/code>/)
  assert.match(shown, /This server made the commit/)
  assert.ok(key.startsWith('ssh-ed25519 '))
  const cwd = await workTree(w, ada, 'ada/tool')
  await git(cwd, ['fetch', '-q'])
  await git(cwd, ['switch', '-qc', 'main', 'origin/main'])
  const keys = join(w.folder('keys'), 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', keys])
  const foreign = await commit(cwd, 'a', '1', 'signed', {}, ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${keys}`, '-c', 'commit.gpgsign=true'])
  const plain = await commit(cwd, 'a', '2', 'plain')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const odd = await page(foreign)
  assert.match(odd, /Unverified/)
  assert.match(odd, /Signed with a key that nobody has registered here/)
  assert.doesNotMatch(odd, /Key <code>/)
  assert.doesNotMatch(await page(plain), /erified/)
}, { signing: 'true' })
