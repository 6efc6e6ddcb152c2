// The public JavaScript client, unchanged, through a team's working day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giteaApi } from 'gitea-js'
import { password, people, token, withServer } from './server.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** What the client throws is the answer itself. */
const refused = (promise: Promise<unknown>, status: number) => assert.rejects(promise, (answer: any) => {
  assert.equal(answer?.status, status, String(answer))
  return true
})

test('gitea-js: people, organizations, teams, repositories, files, issues, pull requests', () => withServer(async (server) => {
  const admin = giteaApi(server.url, { token: await token(server, 'root') })
  assert.match((await admin.version.getVersion()).data.version!, /^\d+\.\d+\.\d+/)
  const made = await admin.admin.adminCreateUser({ username: 'alice', email: 'alice@example.com', password, must_change_password: false, full_name: 'Alice A.' })
  assert.deepEqual([made.status, made.data.login, made.data.full_name], [201, 'alice', 'Alice A.'])
  await people(server, 'bob')
  const alice = giteaApi(server.url, { token: await token(server, 'alice') })
  const bob = giteaApi(server.url, { token: await token(server, 'bob') })
  assert.equal((await alice.user.userGetCurrent()).data.email, 'alice@example.com')
  await alice.user.updateUserSettings({ description: 'writes code', website: 'https://alice.example.com' })
  assert.equal((await bob.users.userGet('alice')).data.website, 'https://alice.example.com')
  await bob.user.userCurrentPutFollow('alice')
  assert.deepEqual((await alice.user.userCurrentListFollowers()).data.map((one) => one.login), ['bob'])

  const org = (await alice.orgs.orgCreate({ username: 'acme', full_name: 'Acme Inc.', visibility: 'public' })).data
  assert.equal(org.full_name, 'Acme Inc.')
  const team = (await alice.orgs.orgCreateTeam('acme', { name: 'builders', permission: 'write', units: ['repo.code', 'repo.issues', 'repo.pulls'] })).data
  await alice.teams.orgAddTeamMember(team.id!, 'bob')
  const repo = (await alice.orgs.createOrgRepo('acme', { name: 'engine', private: true, auto_init: true, default_branch: 'main', readme: 'Default' })).data
  assert.deepEqual([repo.full_name, repo.empty, repo.private], ['acme/engine', false, true])
  await refused(bob.repos.repoGet('acme', 'engine'), 404)
  await alice.teams.orgAddTeamRepository(team.id!, 'acme', 'engine')
  assert.deepEqual((await bob.repos.repoGet('acme', 'engine')).data.permissions, { admin: false, push: true, pull: true })
  assert.deepEqual((await bob.user.userListTeams()).data.map((one) => one.name), ['builders'])

  const file = (await bob.repos.repoCreateFile('acme', 'engine', 'src/main.c', { content: base64('int main;\n'), message: 'add main', branch: 'main', new_branch: 'topic' })).data
  assert.equal(file.content!.path, 'src/main.c')
  assert.equal(file.commit!.message!.trim(), 'add main')
  const again = (await bob.repos.repoUpdateFile('acme', 'engine', 'src/main.c', { content: base64('int main() {}\n'), sha: file.content!.sha!, branch: 'topic' })).data
  await refused(bob.repos.repoUpdateFile('acme', 'engine', 'src/main.c', { content: base64('stale'), sha: file.content!.sha!, branch: 'topic' }), 422)
  const read = (await bob.repos.repoGetContents('acme', 'engine', 'src/main.c', { ref: 'topic' })).data
  assert.equal(Buffer.from(read.content!, 'base64').toString(), 'int main() {}\n')
  assert.deepEqual((await bob.repos.repoListBranches('acme', 'engine')).data.map((one) => one.name).toSorted(), ['main', 'topic'])
  assert.equal((await bob.repos.repoGetAllCommits('acme', 'engine', { sha: 'topic' })).data[0].sha, again.commit!.sha)

  const label = (await alice.repos.issueCreateLabel('acme', 'engine', { name: 'bug', color: '#ff0000' })).data
  const milestone = (await alice.repos.issueCreateMilestone('acme', 'engine', { title: 'v1', due_on: '2031-01-01T00:00:00Z' })).data
  const issue = (await bob.repos.issueCreateIssue('acme', 'engine', { title: 'it breaks', body: 'badly', labels: [label.id!], milestone: milestone.id, assignees: ['bob'] })).data
  assert.deepEqual([issue.number, issue.state, issue.labels!.map((one) => one.name), issue.milestone!.title, issue.assignees!.map((one) => one.login)], [1, 'open', ['bug'], 'v1', ['bob']])
  const comment = (await alice.repos.issueCreateComment('acme', 'engine', 1, { body: 'looking, @bob' })).data
  await alice.repos.issueEditComment('acme', 'engine', comment.id!, { body: 'looked, @bob' })
  assert.deepEqual((await bob.repos.issueGetComments('acme', 'engine', 1)).data.map((one) => one.body), ['looked, @bob'])
  const wish = (await alice.repos.issueCreateLabel('acme', 'engine', { name: 'wish', color: '00ff00' })).data
  assert.deepEqual((await alice.repos.issueAddLabel('acme', 'engine', 1, { labels: [wish.id!] })).data.map((one) => one.name).toSorted(), ['bug', 'wish'])
  await alice.repos.issueRemoveLabel('acme', 'engine', 1, label.id!)

  const pull = (await bob.repos.repoCreatePullRequest('acme', 'engine', { title: 'Add main', body: 'closes #1', head: 'topic', base: 'main' })).data
  assert.deepEqual([pull.number, pull.state, pull.merged, pull.head!.ref, pull.base!.ref], [2, 'open', false, 'topic', 'main'])
  assert.deepEqual((await alice.repos.repoGetPullRequestFiles('acme', 'engine', 2)).data.map((one) => [one.filename, one.status, one.additions]), [['src/main.c', 'added', 1]])
  const review = (await alice.repos.repoCreatePullReview('acme', 'engine', 2, { event: 'APPROVED', body: 'good' })).data
  assert.equal(review.state, 'APPROVED')
  await refused(bob.repos.repoPullRequestIsMerged('acme', 'engine', 2), 404)
  assert.equal((await alice.repos.repoMergePullRequest('acme', 'engine', 2, { Do: 'squash', delete_branch_after_merge: true })).status, 200)
  assert.equal((await bob.repos.repoPullRequestIsMerged('acme', 'engine', 2)).status, 204)
  const done = (await bob.repos.repoGetPullRequest('acme', 'engine', 2)).data
  assert.deepEqual([done.merged, done.state, done.merged_by!.login], [true, 'closed', 'alice'])
  assert.deepEqual((await bob.repos.repoListBranches('acme', 'engine')).data.map((one) => one.name), ['main'])
  assert.equal((await bob.repos.repoGetSingleCommit('acme', 'engine', 'main')).data.sha, done.merge_commit_sha)
  assert.equal((await bob.repos.issueGetIssue('acme', 'engine', 1)).data.state, 'closed')
  assert.deepEqual((await bob.repos.issueListIssues('acme', 'engine', { state: 'all', type: 'issues' })).data.map((one) => one.number), [1])

  const release = (await alice.repos.repoCreateRelease('acme', 'engine', { tag_name: 'v1.0', name: 'One', target_commitish: 'main' })).data
  assert.deepEqual([release.tag_name, release.author!.login], ['v1.0', 'alice'])
  assert.deepEqual((await bob.repos.repoListTags('acme', 'engine')).data.map((one) => one.name), ['v1.0'])
  assert.ok((await bob.notifications.notifyGetList()).data.some((one) => one.subject!.title === 'it breaks'))
  await alice.repos.repoDelete('acme', 'engine')
  await refused(alice.repos.repoGet('acme', 'engine'), 404)
  await alice.orgs.orgDelete('acme')
  await refused(bob.orgs.orgGet('acme'), 404)
}))
