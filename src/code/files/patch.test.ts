import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

const add = (name: string, line: string) => `diff --git a/${name} b/${name}\nnew file mode 100755\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${line}\n`

scenario('createReposDiffpatch: a patch becomes one commit', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  const apply = (body: object, who: typeof alice | null = alice, at = 'alice/demo') => w.as(who).post(`/repos/${at}/diffpatch`, body)
  const made = (await apply({ content: add('run.sh', 'echo 1') }).gives(201, { content: null, commit: { message: 'apply-patch\n' }, verification: { verified: false } }).emits('ref.pushed')).body
  assert.equal(made.commit.parents.length, 1)
  await w.anonymous.get('/repos/alice/demo/contents/run.sh').gives(200, { mode: '100755', content: Buffer.from('echo 1\n').toString('base64') })

  const change = 'diff --git a/run.sh b/other.sh\nsimilarity index 50%\nrename from run.sh\nrename to other.sh\n--- a/run.sh\n+++ b/other.sh\n@@ -1 +1 @@\n-echo 1\n+echo 2'
  await apply({ content: change, new_branch: 'side', message: ' moved ', author: { name: 'Zoe', email: 'zoe@example.com' }, signoff: true })
    .gives(201, { commit: { message: 'moved\n\nSigned-off-by: Zoe <zoe@example.com>', author: { name: 'Zoe' } } }).emits('ref.created')
  await w.anonymous.get('/repos/alice/demo/contents/other.sh?ref=side').gives(200)
  await w.anonymous.get('/repos/alice/demo/contents/run.sh?ref=side').gives(404)

  for (const content of ['', 'no patch', change.replace('echo 1', 'echo 9'), add('.git/config', 'x'), add('../x', 'x'), add('a/.GIT/x', 'x')]) await apply({ content }).gives(422).emits()
  await apply({ content: add('x', 'x'), branch: 'none' }).gives(404)
  await apply({ content: add('x', 'x'), new_branch: 'side' }).gives(422)
  await apply({ content: add('x', 'x') }, bob).gives(403)
  await apply({ content: add('x', 'x') }, null).gives(401)
  await apply({ content: add('x', 'x') }, alice, 'alice/none').gives(404)
  await w.as(alice).post('/repos/alice/demo/branch_protections', { rule_name: 'main', enable_push: false }).gives(201)
  await apply({ content: add('x', 'x') }).gives(403).emits()
  await w.as(alice).patch('/repos/alice/demo', { has_code: false }).gives(200)
  await apply({ content: add('x', 'x') }, null).gives(401)
  await apply({ content: add('x', 'x') }, bob).gives(403)
  await w.as(alice).patch('/repos/alice/demo', { has_code: true }).gives(200)
  await w.as(alice).patch('/repos/alice/demo', { archived: true }).gives(200)
  await apply({ content: add('x', 'x') }, null).gives(423)
  await apply({ content: add('x', 'x') }).gives(423)
})

scenario('createReposDiffpatch: the first commit of all', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'bare')
  await w.as(alice).post('/repos/alice/bare/diffpatch', { content: add('a', '1') }).gives(201).emits('ref.created')
  await w.anonymous.get('/repos/alice/bare/contents/a').gives(200)
})
