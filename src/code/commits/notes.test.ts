import { commit, git, remote } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('getReposGitNotesBySha: what was said about a commit later', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'hidden', { private: true })
  const folder = w.folder()
  await git(folder, ['init', '-q', '-b', 'main'])
  const first = await commit(folder, 'a', '1')
  const second = await commit(folder, 'a', '2')
  await git(folder, ['notes', 'add', '-m', 'well done', first])
  await git(folder, ['push', '-q', await remote(w, alice, 'alice/demo'), 'main', 'refs/notes/commits'])
  const at = '/repos/alice/demo/git/notes'
  await w.anonymous.get(`${at}/${first}`).gives(200, { message: 'well done\n', commit: { commit: { message: "Notes added by 'git notes add'\n" }, stats: { total: 1 }, files: [{ filename: first }] } })
  await w.anonymous.get(`${at}/${first}?files=false&verification=false`).gives(200, { commit: { files: null, stats: { total: 1 }, commit: { verification: null } } })
  await w.anonymous.get(`${at}/${second}`).gives(404).empty()
  await w.anonymous.get(`${at}/main`).gives(404)
  await w.anonymous.get(`${at}/a..b`).gives(422)
  await w.anonymous.get(`${at}/${'0'.repeat(40)}`).gives(404)
  await w.as(bob).get(`/repos/alice/hidden/git/notes/${first}`).gives(404)
})
