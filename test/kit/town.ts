// A town: one world with something in every room, as a busy site has it. `Voice` decides what people write.
import { Result } from '../../src/actions/protocol/runner_pb.ts'
import { runner } from '../../src/actions/testbed.ts'
import { engineHistory, write } from './town-files.ts'
import { receiver } from './receiver.ts'
import type { Person, World } from './world.ts'

export interface Voice {
  /** titles, bodies, descriptions: anything */
  say(text: string): string
  /** names of branches, tags and files: no blanks */
  name(text: string): string
}
export const plainly: Voice = { say: (text) => text, name: (text) => text }

export interface Town {
  root: Person
  ada: Person
  bob: Person
  cy: Person
  long: Person
  /** the numbers and names that addresses need */
  at: Record<'sha' | 'label' | 'milestone' | 'comment' | 'project' | 'orgProject' | 'userProject' | 'run' | 'job' | 'hook' | 'orgHook' | 'userHook' | 'adminHook' | 'release' | 'pull' | 'side' | 'tip' | 'tagRule' | 'orgLabel' | 'column' | 'orgColumn', string>
}

const many = (count: number, make: (i: number) => PromiseLike<unknown>) => Promise.all(Array.from({ length: count }, (_, i) => make(i)))

export async function buildTown(w: World, voice: Voice = plainly): Promise<Town> {
  const { say } = voice
  const root = await w.user('root', { admin: true })
  const [ada, bob, cy, long] = [await w.user('ada'), await w.user('bob'), await w.user('cy'), await w.user('l'.repeat(40))]
  const profile = (full_name: string) => ({ full_name: say(full_name), description: say('I build engines.'), location: say('Turin'), website: 'https://example.com/me?a=1&b=2' })
  await w.as(ada).patch('/user/settings', profile('Ada King')).gives(200)
  await w.as(cy).patch('/user/settings', profile('كورش العظيم بن قمبيز')).gives(200)
  await w.as(long).patch('/user/settings', profile('Maximiliana Konstantinopolitanska-Wintergrün')).gives(200)
  await w.as(bob).put('/user/following/ada').gives(204)
  await w.as(ada).post('/user/emails', { emails: ['ada@work.example'] }).gives(201)
  const made = { name: 'engine', description: say('A machine that adds up, and prints what it found'), website: 'https://engine.example.com/?a="b"' }
  await w.repo(ada, 'engine', made)
  const tips = await write(w, ada, 'ada/engine', engineHistory(say, voice.name), { 'v1.0': 'main', [voice.name('v2.0')]: 'main' })
  const at: Partial<Town['at']> = { sha: tips.main, tip: tips.faster, side: voice.name('feature/side'), release: voice.name('v2.0') }
  for (const person of [bob, cy, long]) await w.as(ada).put(`/repos/ada/engine/collaborators/${person.name}`, { permission: person === cy ? 'read' : 'write' }).gives(204)
  await w.as(ada).put('/repos/ada/engine/topics', { topics: ['engine', 'brass', 'calculation'] }).gives(204)
  for (const person of [bob, cy]) await w.as(person).put('/user/starred/ada/engine').gives(204)
  await w.as(bob).put('/repos/ada/engine/subscription').gives(200)
  const town: Town = { root, ada, bob, cy, long, at: at as Town['at'] }
  await others(w, town, voice)
  await issues(w, town, voice)
  await pulls(w, town, voice)
  await around(w, town, voice)
  await w.settled()
  await build(w, town, voice)
  await w.settled()
  return town
}

/** Other repositories and an organization. */
async function others(w: World, { ada, bob, cy, at }: Town, { say }: Voice): Promise<void> {
  const as = w.as(ada)
  await w.org(ada, 'guild', { full_name: say('The Guild of Millers'), description: say('Those who turn'), location: say('Genoa'), website: 'https://guild.example.com' })
  const team = (await as.post('/orgs/guild/teams', { name: 'millers', description: say('They mill'), permission: 'write', units: ['repo.code', 'repo.issues', 'repo.pulls'] }).gives(201)).body
  for (const person of [bob, cy]) await as.put(`/teams/${team.id}/members/${person.name}`).gives(204)
  await as.post('/orgs/guild/repos', { name: 'mill', auto_init: true, description: say('The mill itself') }).gives(201)
  await as.put(`/teams/${team.id}/repos/guild/mill`).gives(204)
  at.orgLabel = String((await as.post('/orgs/guild/labels', { name: say('everywhere'), color: '#336699', description: say('in all repositories') }).gives(201)).body.id)
  for (const [name, more] of Object.entries({ plans: { private: true, auto_init: true }, starter: { template: true, auto_init: true }, blank: {}, old: { auto_init: true } })) await w.repo(ada, name, { description: say(`about ${name}`), ...more })
  await as.patch('/repos/ada/old', { archived: true }).gives(200)
  await w.as(bob).post('/repos/ada/engine/forks', {}).gives(202)
  at.orgProject = String((await as.post('/orgs/guild/projects', { title: say('Year plan') }).gives(201)).body.id)
  at.orgColumn = String((await as.post(`/orgs/guild/projects/${at.orgProject}/columns`, { title: say('This year') }).gives(201)).body.id)
  at.userProject = String((await as.post('/user/projects', { title: say('My list') }).gives(201)).body.id)
}

async function issues(w: World, { ada, bob, cy, at }: Town, { say }: Voice): Promise<void> {
  const [as, repo] = [w.as(ada), '/repos/ada/engine']
  const labels: number[] = []
  for (const [name, color] of [['bug', '#d73a4a'], ['feature', '#0e8a16'], ['docs', '#0075ca'], ['good first issue', '#7057ff'], ['help wanted', '#fbca04'], ['waiting', '#ffffff'], ['night', '#000000'], ['kind/a label with a rather long name', '#c5def5']]) {
    labels.push((await as.post(`${repo}/labels`, { name: say(name), color, description: say(`about ${name}`) }).gives(201)).body.id)
  }
  at.label = String(labels[0])
  const milestone = (await as.post(`${repo}/milestones`, { title: say('First run'), description: say('Everything that must turn'), due_on: '2030-01-01T00:00:00Z' }).gives(201)).body.id
  at.milestone = String(milestone)
  await as.post(`${repo}/milestones`, { title: say('Some day') }).gives(201)
  await as.post(`${repo}/issues`, { title: say('The mill jams on carry'), body: `${say('Steps')}\n\n1. Turn\n2. Wait\n\n- [ ] oil\n- [x] look\n\n\`\`\`ts\nrun()\n\`\`\`\n\nSee #2, @bob and ${at.sha}.`, labels, milestone, assignees: ['bob', 'ada'], due_date: '2030-01-01T00:00:00Z' }).gives(201)
  for (let i = 2; i <= 32; i++) await w.as([ada, bob, cy][i % 3]).post(`${repo}/issues`, { title: say(`Part ${i} squeaks`), body: say('It does.'), ...(i % 3 === 0 ? { labels: labels.slice(0, i % 8), assignees: ['ada'] } : {}) }).gives(201)
  at.comment = String((await w.as(bob).post(`${repo}/issues/1/comments`, { body: `${say('I saw it too.')} :+1:` }).gives(201)).body.id)
  await w.as(cy).post(`${repo}/issues/1/comments`, { body: say('אני חושב שזה השמן') }).gives(201)
  await w.as(cy).post(`${repo}/issues/1/reactions`, { content: 'heart' }).gives(201)
  await w.as(ada).post(`${repo}/issues/comments/${at.comment}/reactions`, { content: '+1' }).gives(201)
  await as.patch(`${repo}/issues/1`, { title: say('The mill jams on every carry') }).gives(201)
  await as.post(`${repo}/issues/1/times`, { time: 3600 }).gives(200)
  await as.post(`${repo}/issues/2/dependencies`, { owner: 'ada', repo: 'engine', index: 1 }).gives(201)
  await as.post(`${repo}/issues/1/pin`).gives(204)
  await as.put(`${repo}/issues/3/lock`, { lock_reason: 'Resolved' }).gives(204)
  await many(5, (i) => w.as(ada).patch(`${repo}/issues/${i + 10}`, { state: 'closed' }))
  await as.post(`${repo}/issues/4/stopwatch/start`).gives(201)
  at.project = String((await as.post(`${repo}/projects`, { title: say('Build'), description: say('What is in work') }).gives(201)).body.id)
  const columns = []
  for (const title of ['Soon', 'Now', 'Done']) columns.push((await as.post(`${repo}/projects/${at.project}/columns`, { title: say(title) }).gives(201)).body.id)
  at.column = String(columns[0])
  for (let i = 1; i <= 6; i++) {
    const { id } = (await as.get(`${repo}/issues/${i}`).gives(200)).body
    await as.post(`${repo}/projects/${at.project}/columns/${columns[i % 3]}/issues/${id}`).gives(201)
  }
}

async function pulls(w: World, { ada, bob, cy, at }: Town, { say }: Voice): Promise<void> {
  const repo = '/repos/ada/engine'
  const opened = async (head: string, title: string, more: object = {}) => (await w.as(bob).post(`${repo}/pulls`, { head, base: 'main', title: say(title), body: say(`Please look. Closes #5`), ...more }).gives(201)).body.number
  const first = await opened('faster', 'Turn twice as fast', { assignees: ['bob'] })
  at.pull = String(first)
  await w.as(bob).post(`${repo}/pulls/${first}/requested_reviewers`, { reviewers: ['cy'] }).gives(201)
  await w.as(ada).post(`${repo}/pulls/${first}/reviews`, { event: 'REQUEST_CHANGES', body: say('Nearly there'), comments: [{ path: 'src/gear.ts', new_position: 2, body: say('Why *brass*?') }] }).gives(200)
  await w.as(cy).post(`${repo}/pulls/${first}/reviews`, { event: 'APPROVED', body: say('Good') }).gives(200)
  await w.as(ada).post(`${repo}/statuses/${(await w.as(ada).get(`${repo}/pulls/${first}`)).body.head.sha}`, { state: 'success', context: say('ci/check'), description: say('all well'), target_url: 'https://ci.example.com/1' }).gives(201)
  await opened('clash', 'A different engine')
  const done = await opened('done', 'Add a lamp')
  await w.as(ada).post(`${repo}/pulls/${done}/merge`, { Do: 'squash' }).gives(200)
  const dropped = await opened('dropped', 'Remove the mill')
  await w.as(bob).patch(`${repo}/pulls/${dropped}`, { state: 'closed' }).gives(201)
}

/** Releases, packages, hooks, keys and rules. */
async function around(w: World, { root, ada, at }: Town, { say }: Voice): Promise<void> {
  const [as, repo] = [w.as(ada), '/repos/ada/engine']
  for (const tag of ['v1.0', at.release]) {
    const { id } = (await as.post(`${repo}/releases`, { tag_name: tag, name: say(`Version ${tag}`), body: `${say('What is new')}\n\n- **faster**` }).gives(201)).body
    await as.post(`${repo}/releases/${id}/assets?name=engine.bin`, Buffer.from('binary'), { 'content-type': 'application/octet-stream' }).gives(201)
  }
  for (const version of ['1.0.0', '1.1.0']) await as.put(`//api/packages/ada/generic/engine/${version}/engine.bin`, Buffer.from(version), { 'content-type': 'application/octet-stream' }).gives(201)
  await as.put('//api/packages/guild/generic/mill/1.0.0/mill.bin', Buffer.from('mill'), { 'content-type': 'application/octet-stream' }).gives(201)
  await as.post('/packages/ada/generic/engine/-/link/engine').gives(201)
  for (const [title, text] of [['Home', 'How the engine is kept'], ['Oiling', 'Every evening. See [[Home]].']]) {
    await as.post(`${repo}/wiki/new`, { title, content_base64: Buffer.from(`# ${title}\n\n${say(text)}\n`).toString('base64'), message: say(`Write ${title}`) }).gives(201)
  }
  const there = await receiver()
  const hook = (name: string) => ({ type: 'gitea', active: true, config: { url: `${there.url}?${encodeURIComponent(say(name))}`, content_type: 'json' }, events: ['push', 'issues'] })
  at.hook = String((await as.post(`${repo}/hooks`, hook('engine')).gives(201)).body.id)
  at.orgHook = String((await as.post('/orgs/guild/hooks', hook('guild')).gives(201)).body.id)
  at.userHook = String((await as.post('/user/hooks', hook('ada')).gives(201)).body.id)
  at.adminHook = String((await w.as(root).post('/admin/hooks', hook('site')).gives(201)).body.id)
  await as.post(`${repo}/hooks/${at.hook}/tests`).gives(204)
  await w.settled()
  there.close()
  await as.post(`/users/ada/tokens`, { name: say('laptop'), scopes: ['read:repository'] }).gives(201)
  await as.post(`${repo}/branch_protections`, { rule_name: 'main', enable_push: true, required_approvals: 0 }).gives(201)
  at.tagRule = String((await as.post(`${repo}/tag_protections`, { name_pattern: 'v*', whitelist_usernames: ['ada'] }).gives(201)).body.id)
  await as.put(`${repo}/actions/secrets/TOKEN`, { data: 'secret' }).gives(201)
  await as.post(`${repo}/actions/variables/STAGE`, { value: say('live') }).gives(201)
  await as.put('/user/blocks/' + 'l'.repeat(40)).gives(204)
  await as.delete('/user/blocks/' + 'l'.repeat(40)).gives(204)
}

/** A run with a failed job that left a log. */
async function build(w: World, { ada, at }: Town, { say }: Voice): Promise<void> {
  const { token } = (await w.as(ada).post('/repos/ada/engine/actions/runners/registration-token').gives(200)).body
  const worker = await runner(w, token)
  const task = (await worker.next())!
  const seconds = BigInt(w.cx.now())
  const lines = ['\u001b[31mred\u001b[0m text', '::group::Inside', say('a hidden line'), '::endgroup::', `::error::${say('it broke')}`, ...Array.from({ length: 200 }, (_, i) => `line ${i}`)]
  await worker.updateLog({ taskId: task.id, index: 0n, rows: lines.map((content) => ({ time: { seconds, nanos: 0 }, content })), noMore: true })
  await worker.updateTask({ state: { id: task.id, result: Result.FAILURE, startedAt: { seconds, nanos: 0 }, stoppedAt: { seconds: seconds + 5n, nanos: 0 }, steps: [{ id: 0n, result: Result.FAILURE, logIndex: 0n, logLength: BigInt(lines.length), startedAt: { seconds, nanos: 0 }, stoppedAt: { seconds: seconds + 5n, nanos: 0 } }] } })
  // the oldest: what was merged since has started others
  const run = (await w.as(ada).get('/repos/ada/engine/actions/runs').gives(200)).body.workflow_runs.at(-1)
  at.run = String(run.id)
  at.job = String((await w.as(ada).get(`/repos/ada/engine/actions/runs/${run.id}/jobs`).gives(200)).body.jobs[0].id)
}
