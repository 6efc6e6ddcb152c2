import assert from 'node:assert/strict'
import { commit, git } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'
import { moves } from '../../code/index.ts'
import { refs } from '../../git/index.ts'
import { gitDir } from '../../repos/index.ts'
import { demo, kinds, openSide } from '../../../test/kit/pulls.ts'

const at = '/repos/ann/engine/pulls'
const merge = `${at}/1/merge`
const remoteTip = async (cwd: string, ref: string) => (await git(cwd, ['ls-remote', 'origin', ref])).split('\t')[0]
const shown = async (cwd: string, format: string, rev = 'FETCH_HEAD') => {
  await git(cwd, ['fetch', '-q', 'origin', 'main'])
  return (await git(cwd, ['log', '-1', `--format=${format}`, rev])).trim()
}

scenario('createReposPullsMergeByIndex, getReposPullsMergeByIndex, getReposCommitsPullBySha: a merge commit, its rows and its facts', async (w) => {
  const { ann, bob, cy, cwd, base, head } = await demo(w)
  await w.as(cy).post('/repos/ann/engine/issues', { title: 'broken' }).gives(201, { number: 1 })
  await w.as(cy).post('/repos/ann/engine/issues', { title: 'waits' }).gives(201, { number: 2 })
  await w.as(ann).post('/repos/ann/engine/issues', { title: 'blocker' }).gives(201, { number: 3 })
  await w.as(ann).post('/repos/ann/engine/issues/3/blocks', { index: 2, owner: 'ann', repo: 'engine' }).gives(201)
  await w.as(ann).post(at, { head: 'side', base: 'main', title: 'Work', body: 'fixes #1, closes #2, see #3' }).gives(201, { number: 4 })
  await w.anonymous.get(`${at}/4/merge`).gives(404).empty()
  await w.anonymous.post(`${at}/4/merge`, { do: 'merge' }).gives(401)
  await w.as(cy).post(`${at}/4/merge`, { do: 'merge' }).gives(405).emits()
  await w.as(bob).post(`${at}/4/merge`, {}).gives(422).says('[Do]: Required')
  await w.as(bob).post(`${at}/4/merge`, { do: 'guess' }).gives(422).says('[Do]: In')
  await w.as(bob).post(`${at}/9/merge`, { do: 'merge' }).gives(404).empty()
  await w.as(bob).post(`${at}/1/merge`, { do: 'merge' }).gives(404).empty()
  await w.as(bob).post(`${at}/4/merge`, { do: 'merge', head_commit_id: base }).gives(409).emits()
  await w.as(bob).post(`${at}/4/merge`, { Do: 'merge', head_commit_id: head, MergeMessageField: 'because' }).gives(200).empty().emits('pull.merged', 'issue.closed', 'ref.pushed')
  assert.equal(await shown(cwd, '%P'), `${base} ${head}`)
  assert.equal(await shown(cwd, '%B'), "Merge pull request 'Work' (#4) from side into main\n\nbecause")
  assert.equal(await shown(cwd, '%an %ae %cn'), 'bob bob@example.com bob')
  const sha = await remoteTip(cwd, 'refs/heads/main')
  await w.anonymous.get(`${at}/4`).gives(200, { state: 'closed', merged: true, mergeable: true, merge_commit_sha: sha, merged_by: { login: 'bob' }, merge_base: base, head: { sha: head, ref: 'side' } })
  await w.anonymous.get(`${at}/4/merge`).gives(204).empty()
  await w.anonymous.get('/repos/ann/engine/issues/1').gives(200, { state: 'closed' })
  await w.anonymous.get('/repos/ann/engine/issues/2').gives(200, { state: 'open' })
  await w.anonymous.get('/repos/ann/engine').gives(200, { open_pr_counter: 0, open_issues_count: 2 })
  await w.anonymous.get(`/repos/ann/engine/commits/${sha}/pull`).gives(200, { number: 4 })
  await w.anonymous.get(`/repos/ann/engine/commits/${head}/pull`).gives(404).empty()
  assert.deepEqual(await kinds(w, ann, 4), ['pull_push', 'merge_pull'])
  await w.as(bob).post(`${at}/4/merge`, { do: 'merge' }).gives(405).emits()
  await w.as(ann).patch(`${at}/4`, { state: 'open' }).gives(412).emits()
  await w.as(ann).patch('/repos/ann/engine/issues/4', { state: 'open' }).gives(412).emits()
})

scenario('createReposPullsMergeByIndex: squash, rebase, rebase-merge and fast-forward', async (w) => {
  const { ann, bob, cwd, base, head } = await demo(w)
  const branch = async (name: string, from: string, file: string) => {
    await git(cwd, ['switch', '-qc', name, from])
    await commit(cwd, file, '1\n', `${name} 1`)
    const tip = await commit(cwd, file, '2\n', `${name} 2`)
    await git(cwd, ['push', '-q', 'origin', name])
    return tip
  }
  await branch('sq', base, 'sq.txt')
  await branch('re', base, 're.txt')
  await branch('rm', base, 'rm.txt')
  for (const name of ['side', 'sq', 're', 'rm']) await w.as(ann).post(at, { head: name, base: 'main', title: name }).gives(201)
  await w.as(bob).post(`${at}/1/merge`, { do: 'fast-forward-only' }).gives(200)
  assert.equal(await remoteTip(cwd, 'refs/heads/main'), head)
  await w.anonymous.get(`${at}/1`).gives(200, { merge_commit_sha: head })
  await w.as(bob).post(`${at}/2/merge`, { do: 'fast-forward-only' }).gives(409)
  await w.as(bob).post(`${at}/2/merge`, { do: 'squash', merge_message_field: 'in short' }).gives(200)
  assert.equal(await shown(cwd, '%B|%an|%cn|%P'), `sq (#2)\n\nin short\n\nCo-authored-by: ann <ann@example.com>\n|ann|bob|${head}`)
  const squashed = await remoteTip(cwd, 'refs/heads/main')
  await w.as(bob).post(`${at}/3/merge`, { do: 'rebase', merge_title_field: 'ignored' }).gives(200)
  assert.equal(await shown(cwd, '%s|%an|%cn'), 're 2|Author|bob')
  assert.equal(await shown(cwd, '%P', 'FETCH_HEAD~1'), squashed)
  const rebased = await remoteTip(cwd, 'refs/heads/main')
  await w.as(bob).post(`${at}/4/merge`, { do: 'rebase-merge', merge_title_field: 'all of it' }).gives(200)
  assert.equal(await shown(cwd, '%s'), 'all of it')
  assert.equal((await shown(cwd, '%P')).split(' ')[0], rebased)
  assert.equal((await git(cwd, ['ls-tree', '--name-only', '-r', 'FETCH_HEAD'])).trim().split('\n').join(' '), 'a.txt b.txt re.txt rm.txt sq.txt')
  await w.as(ann).patch('/repos/ann/engine', { allow_squash_merge: false }).gives(200)
  await branch('late', base, 'late.txt')
  await w.as(ann).post(at, { head: 'late', base: 'main', title: 'WIP: late' }).gives(201, { draft: true, mergeable: false })
  await w.as(bob).post(`${at}/5/merge`, { do: 'merge' }).gives(405)
  await w.as(ann).patch(`${at}/5`, { title: 'late' }).gives(201, { draft: false, mergeable: true }).emits('issue.edited', 'pull.ready')
  await w.as(bob).post(`${at}/5/merge`, { do: 'squash' }).gives(405)
  await w.as(bob).post(`${at}/5/merge`, { do: 'manually-merged', merge_commit_id: base }).gives(405)
  await w.as(ann).patch('/repos/ann/engine', { allow_manual_merge: true }).gives(200)
  await w.as(bob).post(`${at}/5/merge`, { do: 'manually-merged', merge_commit_id: 'main' }).gives(409)
  await w.as(bob).post(`${at}/5/merge`, { do: 'manually-merged', merge_commit_id: base }).gives(200).emits('pull.merged')
  await w.as(bob).post(`${at}/5/merge`, { do: 'manually-merged', merge_commit_id: base }).gives(405)
})

scenario('createReposPullsMergeByIndex: conflicts, nothing to merge, closed', async (w) => {
  const { ann, cwd } = await demo(w)
  await openSide(w, ann)
  await git(cwd, ['switch', '-qc', 'clash', 'main'])
  await commit(cwd, 'b.txt', 'other\n')
  await git(cwd, ['push', '-q', 'origin', 'clash:main'])
  await w.as(ann).post(merge, { do: 'merge' }).gives(405).emits()
  await w.settled()
  await w.anonymous.get(`${at}/1`).gives(200, { mergeable: false })
  await git(cwd, ['push', '-q', '-f', 'origin', 'side:main'])
  await w.settled()
  await w.anonymous.get(`${at}/1`).gives(200, { mergeable: true, changed_files: 0 })
  await w.as(ann).post(merge, { do: 'squash' }).gives(405)
  await w.as(ann).patch(`${at}/1`, { state: 'closed' }).gives(201, { state: 'closed' }).emits('issue.closed')
  await w.as(ann).post(merge, { do: 'merge' }).gives(404).empty()
})

scenario('createReposPullsMergeByIndex: of eight merges at once one wins', async (w) => {
  const { ann, bob, cwd, base } = await demo(w)
  await openSide(w, ann)
  for (const style of ['merge', 'squash']) {
    const number = style === 'merge' ? 1 : 2
    if (number === 2) {
      await git(cwd, ['switch', '-qc', 'more', base])
      await commit(cwd, 'c.txt', 'c\n')
      await git(cwd, ['push', '-q', 'origin', 'more'])
      await w.as(ann).post(at, { head: 'more', base: 'main', title: 'more' }).gives(201)
    }
    const before = await remoteTip(cwd, 'refs/heads/main')
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => w.as(i % 2 ? ann : bob).post(`${at}/${number}/merge`, { do: style })))
    assert.deepEqual(answers.map((one) => one.status).sort(), [200, 405, 405, 405, 405, 405, 405, 405])
    await git(cwd, ['fetch', '-q', 'origin', 'main'])
    assert.equal((await git(cwd, ['rev-list', '--first-parent', '--count', `${before}..FETCH_HEAD`])).trim(), '1')
    assert.equal((await kinds(w, ann, number)).filter((one) => one === 'merge_pull').length, 1)
  }
  await w.anonymous.get('/repos/ann/engine').gives(200, { open_pr_counter: 0 })
})

scenario('createReposPullsMergeByIndex: different pull requests merged at once all land', async (w) => {
  const { ann, cwd, base } = await demo(w)
  for (const name of ['p1', 'p2', 'p3', 'p4']) {
    await git(cwd, ['switch', '-qc', name, base])
    await commit(cwd, `${name}.txt`, name)
    await git(cwd, ['push', '-q', 'origin', name])
    await w.as(ann).post(at, { head: name, base: 'main', title: name }).gives(201)
  }
  const answers = await Promise.all([1, 2, 3, 4].map((n) => w.as(ann).post(`${at}/${n}/merge`, { do: 'rebase-merge' })))
  assert.deepEqual(answers.map((one) => one.status), [200, 200, 200, 200])
  await git(cwd, ['fetch', '-q', 'origin', 'main'])
  assert.equal((await git(cwd, ['ls-tree', '--name-only', 'FETCH_HEAD'])).trim().split('\n').join(' '), 'a.txt p1.txt p2.txt p3.txt p4.txt')
})

scenario('createReposPullsMergeByIndex: what a killed process left is told at the next start, once', async (w) => {
  const { ann, bob, base, head } = await demo(w)
  await openSide(w, ann)
  const repo = await w.cx.db.selectFrom('repo').selectAll().where('name', '=', 'engine').executeTakeFirstOrThrow()
  const issue = await w.cx.db.selectFrom('issue').selectAll().where('repo_id', '=', repo.id).executeTakeFirstOrThrow()
  const dir = gitDir(w.cx, repo)
  const list = [{ ref: 'refs/heads/main', old: base, new: head }, { ref: 'refs/codestead/merged/1', old: null, new: head }, { ref: 'refs/pull/1/head', old: head, new: head }]
  const data = { issue_id: issue.id, style: 'fast-forward-only', base_branch: 'main', head, merge_base: base, commit: head, auto: false }
  const intention = { repo_id: repo.id, by_id: bob.id, via: 'merge', kind: 'pull.merge', moves: JSON.stringify(list), data: JSON.stringify(data), head: '', created_at: w.cx.now() }
  await w.cx.write((tx) => tx.insertInto('ref_intention').values(intention).execute())
  // killed before git did anything: nothing happened
  await moves.settleAll(w.cx, w.cx.now())
  await w.anonymous.get(`${at}/1`).gives(200, { merged: false, state: 'open' })
  // killed after git moved the refs, before any row
  await w.cx.write((tx) => tx.insertInto('ref_intention').values(intention).execute())
  assert.deepEqual(await refs.update(w.cx.git, dir, list), { ok: true })
  const facts: string[] = []
  w.cx.outbox.watch((one) => void facts.push(one.name))
  await moves.settleAll(w.cx, w.cx.now())
  await moves.settleAll(w.cx, w.cx.now())
  assert.deepEqual(facts.sort(), ['pull.merged', 'ref.pushed'])
  await w.anonymous.get(`${at}/1`).gives(200, { merged: true, state: 'closed', merged_by: { login: 'bob' }, merge_commit_sha: head })
  assert.equal((await kinds(w, ann)).filter((one) => one === 'merge_pull').length, 1)
  await w.as(ann).post(merge, { do: 'merge' }).gives(405)
})

scenario('createReposPullsMergeByIndex: a merge that only git knows of is not made twice', async (w) => {
  const { ann, base, head } = await demo(w)
  await openSide(w, ann)
  const repo = await w.cx.db.selectFrom('repo').selectAll().where('name', '=', 'engine').executeTakeFirstOrThrow()
  await refs.update(w.cx.git, gitDir(w.cx, repo), [{ ref: 'refs/heads/main', old: base, new: head }, { ref: 'refs/codestead/merged/1', old: null, new: head }])
  await w.as(ann).post(merge, { do: 'squash' }).gives(405).emits('pull.merged')
  await w.anonymous.get(`${at}/1`).gives(200, { merged: true, merge_commit_sha: head })
})

scenario('createReposPullsMergeByIndex: the head branch goes if asked and permitted', async (w) => {
  const { ann, bob, cwd, head } = await demo(w)
  await openSide(w, ann)
  await w.as(bob).post(merge, { do: 'merge', delete_branch_after_merge: true }).gives(200).emits('pull.merged', 'ref.pushed', 'ref.deleted')
  assert.equal(await remoteTip(cwd, 'refs/heads/side'), '')
  await w.anonymous.get(`${at}/1`).gives(200, { head: { ref: 'refs/pull/1/head', sha: head }, merged: true })
  assert.deepEqual(await kinds(w, ann), ['pull_push', 'merge_pull', 'delete_branch'])
  await w.anonymous.get(`${at}/1/files`).gives(200, [{ filename: 'b.txt' }])
})

scenario('deleteReposPullsMergeByIndex: a merge waits for its checks', async (w) => {
  const { ann, bob, cy, head } = await demo(w)
  await openSide(w, ann)
  await w.as(bob).post(`/repos/ann/engine/statuses/${head}`, { state: 'pending', context: 'ci' }).gives(201)
  await w.as(bob).delete(merge).gives(404).empty()
  await w.as(bob).post(merge, { do: 'squash', merge_when_checks_succeed: true, merge_title_field: 'green' }).gives(201).empty()
  await w.as(bob).post(merge, { do: 'squash', merge_when_checks_succeed: true }).gives(409)
  await w.settled()
  await w.anonymous.get(`${at}/1`).gives(200, { merged: false })
  await w.anonymous.delete(merge).gives(401)
  await w.as(cy).delete(merge).gives(403)
  await w.as(ann).delete(merge).gives(204).empty()
  await w.as(bob).post(merge, { do: 'squash', merge_when_checks_succeed: true, merge_title_field: 'green' }).gives(201)
  await w.as(bob).post(`/repos/ann/engine/statuses/${head}`, { state: 'success', context: 'ci' }).gives(201)
  await w.settled()
  await w.anonymous.get(`${at}/1`).gives(200, { merged: true, merged_by: { login: 'bob' } })
  await w.as(ann).get('/repos/ann/engine/commits?limit=1').gives(200, [{ commit: { message: 'green\n\nCo-authored-by: ann <ann@example.com>\n' } }])
  assert.deepEqual(await kinds(w, ann), ['pull_push', 'pull_scheduled_merge', 'pull_cancel_scheduled_merge', 'pull_scheduled_merge', 'merge_pull'])
})

scenario('createReposPullsUpdateByIndex: the base comes into the head', async (w) => {
  const { ann, bob, cy, cwd, head } = await demo(w)
  await openSide(w, ann)
  const update = `${at}/1/update`
  await w.as(bob).post(update).gives(409)
  await git(cwd, ['switch', '-q', 'main'])
  const next = await commit(cwd, 'c.txt', 'c\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.anonymous.post(update).gives(401)
  await w.as(cy).post(update).gives(403)
  await w.as(bob).post(`${at}/7/update`).gives(404).empty()
  await w.as(bob).post(update).gives(200).empty().emits('ref.pushed', 'pull.synchronized')
  const merged = (await w.anonymous.get(`${at}/1`).gives(200, { merge_base: next, mergeable: true })).body.head.sha
  await git(cwd, ['fetch', '-q', 'origin', 'side'])
  assert.equal((await git(cwd, ['log', '-1', '--format=%P|%s', 'FETCH_HEAD'])).trim(), `${head} ${next}|Merge branch 'main' into side`)
  assert.equal(merged, (await git(cwd, ['rev-parse', 'FETCH_HEAD'])).trim())
  await commit(cwd, 'd.txt', 'd\n')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await w.as(bob).post(`${update}?style=rebase`).gives(200).emits('ref.pushed', 'pull.synchronized')
  await git(cwd, ['fetch', '-q', 'origin', 'side'])
  assert.equal((await git(cwd, ['log', '-2', '--format=%s', 'FETCH_HEAD'])).trim(), 'add b\nchange d.txt')
  await w.as(ann).patch(`${at}/1`, { state: 'closed' }).gives(201)
  await w.as(bob).post(update).gives(422)
})

scenario('createReposPullsMergeByIndex, editReposPullsByIndex: merging and closing at once leave one truth', async (w) => {
  const { ann, bob, cwd, base } = await demo(w)
  const numbers = [1, 2, 3, 4, 5, 6]
  for (const n of numbers) {
    await git(cwd, ['switch', '-qc', `p${n}`, base])
    await commit(cwd, `p${n}.txt`, `${n}`)
    await git(cwd, ['push', '-q', 'origin', `p${n}`])
    await w.as(ann).post(at, { head: `p${n}`, base: 'main', title: `p${n}` }).gives(201)
  }
  const answers = await Promise.all(numbers.flatMap((n) => [
    w.as(ann).post(`${at}/${n}/merge`, { do: 'squash' }), w.as(bob).patch(`${at}/${n}`, { state: 'closed' }), w.as(ann).patch(`/repos/ann/engine/issues/${n}`, { state: 'open' }), w.as(bob).post(`${at}/${n}/merge`, { do: 'merge' }),
  ]))
  assert.deepEqual(answers.filter((one) => ![200, 201, 404, 405, 412].includes(one.status)).map((one) => one.text), [])
  const files = new Set((await git(cwd, ['fetch', '-q', 'origin', 'main']), await git(cwd, ['ls-tree', '--name-only', 'FETCH_HEAD'])).split('\n'))
  const pulls = (await w.anonymous.get(at).gives(200)).body
  for (const pull of pulls) {
    assert.equal(pull.merged, files.has(`p${pull.number}.txt`), `p${pull.number}`)
    if (pull.merged) assert.equal(pull.state, 'closed')
  }
  await w.anonymous.get('/repos/ann/engine').gives(200, { open_pr_counter: pulls.filter((one: any) => one.state === 'open').length })
})
