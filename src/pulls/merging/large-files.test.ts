import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { commit, git, remote } from '../../../test/kit/git.ts'
import { demo } from '../../../test/kit/pulls.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

async function store(w: World, who: Person, repo: string, text: string): Promise<{ oid: string; pointer: string }> {
  const oid = createHash('sha256').update(text).digest('hex')
  await w.as(who).put(`//${repo}.git/info/lfs/objects/${oid}/${text.length}`, text).gives(200)
  return { oid, pointer: `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${text.length}\n` }
}

scenario('createReposPullsMergeByIndex, createReposPullsUpdateByIndex: large files come along between a fork and its base, those alone that history names', async (w) => {
  const { ann, cy, cwd, base } = await demo(w)
  await w.as(cy).post('/repos/ann/engine/forks', { name: 'motor' }).gives(202)
  const named = await store(w, cy, 'cy/motor', 'named by the branch')
  const unnamed = await store(w, cy, 'cy/motor', 'kept to the fork')
  await git(cwd, ['switch', '-qc', 'topic', base])
  await commit(cwd, 'x.bin', named.pointer)
  // a name alone brings nothing that the fork does not hold
  await commit(cwd, 'y.bin', named.pointer.replace(named.oid, 'f'.repeat(64)))
  await git(cwd, ['push', '-q', await remote(w, cy, 'cy/motor'), 'topic'])
  const { number } = (await w.as(cy).post('/repos/ann/engine/pulls', { head: 'cy:topic', base: 'main', title: 'Work' }).gives(201)).body
  await w.as(ann).get('/repos/ann/engine/media/x.bin').gives(404)
  await w.as(ann).get(`//ann/engine.git/info/lfs/objects/${named.oid}`).gives(404)
  // the other way round: the base goes on, and the head follows
  const later = await store(w, ann, 'ann/engine', 'new in the base')
  await git(cwd, ['switch', '-q', 'main'])
  await commit(cwd, 'z.bin', later.pointer)
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.as(cy).post(`/repos/ann/engine/pulls/${number}/update`).gives(200)
  assert.equal((await w.as(cy).get('/repos/cy/motor/media/topic/z.bin').gives(200)).text, 'new in the base')
  await w.settled()
  await w.as(ann).post(`/repos/ann/engine/pulls/${number}/merge`, { Do: 'squash' }).gives(200)
  assert.equal((await w.as(ann).get('/repos/ann/engine/media/x.bin').gives(200)).text, 'named by the branch')
  await w.as(ann).get(`//ann/engine.git/info/lfs/objects/${unnamed.oid}`).gives(404)
})
