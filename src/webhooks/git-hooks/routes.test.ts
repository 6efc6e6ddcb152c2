import { scenario } from '../../../test/kit/world.ts'

scenario('listReposHooksGit, getReposHooksGitById, editReposHooksGitById, deleteReposHooksGitById: nobody lays programs here', async (w) => {
  const [root, alice, bob] = [await w.user('root', { admin: true }), await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  await w.repo(alice, 'hidden', { private: true })
  const at = '/repos/alice/demo/hooks/git'
  for (const [who, status] of [[root, 403], [alice, 403], [bob, 403], [null, 401]] as const) {
    await w.as(who).get(at).gives(status)
    await w.as(who).get(`${at}/update`).gives(status)
    await w.as(who).patch(`${at}/update`, { content: '#!/bin/sh' }).gives(status)
    await w.as(who).delete(`${at}/update`).gives(status)
  }
  await w.as(alice).get(at).gives(403).says('switched off')
  await w.as(bob).get('/repos/alice/hidden/hooks/git').gives(404)
})
