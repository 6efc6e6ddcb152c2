import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageOf } from './message.ts'

const sender = { login: 'ann', html_url: 'https://h/ann', avatar_url: 'https://h/a.png' }
const repository = { full_name: 'ann/engine', html_url: 'https://h/ann/engine' }
const push = {
  ref: 'refs/heads/main', compare_url: 'https://h/c', total_commits: 2, repository, sender,
  commits: [{ id: 'a'.repeat(40), url: 'https://h/x', message: 'Fix <b> & more\n\nlong', author: { name: 'Ann' } }, { id: 'b'.repeat(40), url: 'https://h/y', message: 'Two', author: { name: 'Ann' } }],
}
const issue = { action: 'opened', number: 1, issue: { number: 1, title: 'Noise <!channel> @everyone', body: 'it "hums"', html_url: 'https://h/1' }, repository, sender }
const hook = (kind: string, meta: object = {}) => ({ kind, meta: JSON.stringify(meta) })

test('our own kinds get the payload, whatever it is', () => {
  for (const kind of ['gitea', 'gogs']) assert.equal(messageOf(hook(kind), 'push', { ...push, commits: [] })?.constructor, Object)
})

test('services get a message of theirs, and markup in titles stays text', () => {
  const all = Object.fromEntries(['slack', 'discord', 'dingtalk', 'telegram', 'msteams', 'feishu', 'matrix', 'wechatwork'].map((kind) => [kind, messageOf(hook(kind, { channel: '#dev' }), 'issues', issue) as any]))
  for (const [kind, message] of Object.entries(all)) assert.match(JSON.stringify(message), /ann opened issue #1: Noise/, kind)
  assert.equal(all.slack.channel, '#dev')
  assert.match(all.slack.text, /^<https:\/\/h\/1\|.*&lt;!channel&gt;/)
  assert.deepEqual(all.discord.allowed_mentions, { parse: [] })
  assert.equal(all.discord.embeds[0].description, 'it "hums"')
  assert.match(all.telegram.text, /&lt;!channel&gt;/)
  assert.match(all.matrix.formatted_body, /it &quot;hums&quot;/)
  assert.equal(all.msteams.potentialAction[0].targets[0].uri, 'https://h/1')
})

test('a push is told with its commits; one without commits is not told', () => {
  const said = messageOf(hook('feishu'), 'push', push) as any
  assert.equal(said.content.text, '[ann/engine] ann pushed 2 new commits to main\naaaaaaaaaa: Fix <b> & more - Ann\nbbbbbbbbbb: Two - Ann\nhttps://h/c')
  assert.equal(messageOf(hook('feishu'), 'push', { ...push, commits: [], total_commits: 0 }), undefined)
  assert.deepEqual(messageOf(hook('packagist'), 'push', push), { repository: { url: 'https://h/ann/engine' } })
  assert.equal(messageOf(hook('packagist'), 'issues', issue), undefined)
})

test('every event has words', () => {
  const pull = { number: 2, title: 'Valve', body: '', html_url: 'https://h/2', merged: true }
  const cases: [string, object, RegExp][] = [
    ['create', { ref: 'x/y', ref_type: 'branch' }, /created branch x\/y/],
    ['delete', { ref: 'v1', ref_type: 'tag' }, /deleted tag v1/],
    ['fork', { forkee: { full_name: 'bob/engine' } }, /forked bob\/engine/],
    ['repository', { action: 'renamed' }, /renamed the repository/],
    ['wiki', { action: 'edited', page: 'Home', comment: 'typo' }, /edited the wiki page Home/],
    ['release', { action: 'published', release: { tag_name: 'v1', html_url: 'https://h/r', body: '' } }, /published release v1/],
    ['package', { action: 'created', package: { name: 'p', version: '1', html_url: '' } }, /created package p:1/],
    ['status', { sha: 'c'.repeat(40), context: 'ci', state: 'failure', target_url: '', description: '' }, /set ci of cccccccccc to failure/],
    ['workflow_run', { workflow_run: { display_title: 'build', status: 'completed', conclusion: 'success', html_url: '' } }, /workflow run build: success/],
    ['workflow_job', { workflow_job: { name: 'test', status: 'queued', html_url: '' } }, /workflow job test: queued/],
    ['pull_request', { action: 'closed', pull_request: pull, review: null }, /merged pull request #2: Valve/],
    ['pull_request_review_approved', { action: 'reviewed', pull_request: pull, review: { type: 'x', content: 'fine' } }, /approved pull request #2/],
    ['pull_request_comment', { action: 'created', is_pull: true, issue: pull, comment: { body: 'hm', html_url: 'https://h/2#c' } }, /created a comment on pull request #2/],
  ]
  for (const [type, payload, expected] of cases) {
    assert.match((messageOf(hook('matrix'), type, { repository, sender, ...payload }) as any).body, expected)
  }
})
