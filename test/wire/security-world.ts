// The world the security sweeps walk through: everything hidden carries the word "canary" in its name or text.
import type { Declaration } from '../../src/kernel/route.ts'
import type { Person, World } from '../kit/world.ts'

export interface Hidden {
  people: Record<'root' | 'alice' | 'bob' | 'carol' | 'dave' | 'rita' | 'erin' | 'hermit', Person>
  /** owner and name of each repository, with what the paths of its operations need */
  repos: { owner: string; repo: string; open: boolean; sha: string }[]
  orgs: string[]
}

const secretRepos = ['alice/canary-secret', 'lim-org/canary-private', 'canary-hid/open', 'canary-hid/canary-deep']
const openRepos = ['alice/open', 'pub-org/open']

/** Alice owns everything; Carol reads, Dave writes her private repository; Erin reads issues of the hidden organization. */
export async function buildHidden(w: World): Promise<Hidden> {
  const root = await w.user('root', { admin: true })
  const alice = await w.user('alice')
  const bob = await w.user('bob')
  const carol = await w.user('carol')
  const dave = await w.user('dave')
  const erin = await w.user('erin')
  const rita = await w.user('rita', { restricted: true })
  const hermit = await w.user('canary-hermit', { visibility: 'private' })
  const as = w.as(alice)
  await w.org(alice, 'pub-org')
  await w.org(alice, 'lim-org', { visibility: 'limited' })
  await w.org(alice, 'canary-hid', { visibility: 'private', description: 'canary organization' })
  const team = (await as.post('/orgs/canary-hid/teams', { name: 'canary-trackers', permission: 'read', units: ['repo.issues'], includes_all_repositories: true }).gives(201)).body
  await as.put(`/teams/${team.id}/members/erin`).gives(204)
  await w.as(hermit).put('/user/starred/alice/none').gives(404)
  const repos: Hidden['repos'] = []
  for (const path of [...openRepos, ...secretRepos]) {
    const [owner, repo] = path.split('/')
    const open = openRepos.includes(path)
    const word = open ? 'plain' : 'canary'
    const body = { name: repo, private: repo.startsWith('canary'), auto_init: true, description: `${word} description` }
    await as.post(owner === 'alice' ? '/user/repos' : `/orgs/${owner}/repos`, body).gives(201)
    repos.push({ owner, repo, open, sha: await furnish(w, alice, path, word) })
  }
  await as.put('/repos/alice/canary-secret/collaborators/carol', { permission: 'read' }).gives(204)
  await as.put('/repos/alice/canary-secret/collaborators/dave', { permission: 'write' }).gives(204)
  await w.as(hermit).put('/user/starred/alice/open').gives(204)
  await w.as(hermit).post('/user/repos', { name: 'shown', auto_init: true, description: 'canary of a hidden person' }).gives(201)
  await as.post('/user/hooks', { type: 'gitea', config: { url: 'http://canary.example.com/x', content_type: 'json', secret: 'canary-hook-secret' }, events: ['push'], authorization_header: 'Bearer canary-header' }).gives(201)
  await w.settled()
  return { people: { root, alice, bob, carol, dave, rita, erin, hermit }, repos, orgs: ['pub-org', 'lim-org', 'canary-hid'] }
}

/** One of everything in a repository; the sha of its newest commit. */
async function furnish(w: World, alice: Person, path: string, word: string): Promise<string> {
  const as = w.as(alice)
  const at = `/repos/${path}`
  const made = await as.post(`${at}/contents/${word}.txt`, { content: Buffer.from(`${word} content`).toString('base64'), message: `${word} message` }).gives(201)
  const { sha } = made.body.commit
  await as.post(`${at}/branches`, { new_branch_name: `${word}-branch` }).gives(201)
  await as.post(`${at}/tags`, { tag_name: `${word}-tag`, message: `${word} tag message` }).gives(201)
  await as.post(`${at}/statuses/${sha}`, { state: 'success', context: `${word}-context`, description: `${word} status` }).gives(201)
  await as.put(`${at}/topics`, { topics: [`${word}-topic`] }).gives(204)
  const label = (await as.post(`${at}/labels`, { name: `${word}-label`, color: '#aabbcc' }).gives(201)).body.id
  const milestone = (await as.post(`${at}/milestones`, { title: `${word}-milestone` }).gives(201)).body.id
  await as.post(`${at}/issues`, { title: `${word} title`, body: `${word} body`, labels: [label], milestone, assignees: ['alice'] }).gives(201)
  await as.post(`${at}/issues`, { title: `${word} second` }).gives(201)
  const comment = (await as.post(`${at}/issues/1/comments`, { body: `${word} comment` }).gives(201)).body.id
  await as.post(`${at}/issues/comments/${comment}/reactions`, { content: '+1' })
  await as.post(`${at}/issues/1/times`, { time: 60 }).gives(200)
  await as.post(`${at}/issues/2/dependencies`, { owner: path.split('/')[0], repo: path.split('/')[1], index: 1 }).gives(201)
  const project = (await as.post(`${at}/projects`, { title: `${word} project` }).gives(201)).body.id
  await as.post(`${at}/projects/${project}/columns`, { title: `${word} column` }).gives(201)
  await as.post(`${at}/hooks`, { type: 'gitea', config: { url: `http://${word}.example.com/hook`, content_type: 'json', secret: `${word}-hook-secret` }, events: ['push'] }).gives(201)
  await as.post(`${at}/wiki/new`, { title: `${word} page`, content_base64: Buffer.from(`${word} wiki`).toString('base64'), message: `${word} wiki message` }).gives(201)
  await as.post(`${at}/releases`, { tag_name: `${word}-release`, target_commitish: 'main', name: `${word} release`, body: `${word} notes` }).gives(201)
  // what is not published yet is the writers' alone, even where everything else is public
  await as.post(`${at}/releases`, { tag_name: 'canary-draft', target_commitish: 'main', name: 'canary draft', body: 'canary notes', draft: true }).gives(201)
  await as.post(`${at}/contents/${word}-side.txt`, { content: 'eA==', new_branch: `${word}-side`, message: `${word} side` }).gives(201)
  await as.post(`${at}/pulls`, { title: `${word} pull`, body: `${word} proposal`, head: `${word}-side`, base: 'main' }).gives(201)
  await as.put(`/user/starred/${path}`).gives(204)
  await as.put(`${at}/subscription`).gives(200)
  return sha
}

/** Words for the members of a path that are not owner and name; `id` stands for whatever is being tried. */
export function fill(one: Declaration, values: Record<string, string>): string {
  const path = one.path.replace(/\((?:[^)]*)\)/g, '').replace(/:(\w+)\*?/g, (_all, name: string) => values[name] ?? values.id ?? '1')
  return one.site ? `/${path}` : path
}

/** What members of paths are called in this world. */
export const wordsFor = (at: { owner: string; repo: string; open: boolean; sha: string }, id: string): Record<string, string> => {
  const word = at.open ? 'plain' : 'canary'
  return {
    owner: at.owner, repo: at.repo, username: at.owner, org: at.owner, user: 'alice', assignee: 'alice', collaborator: 'alice', target: 'alice',
    sha: at.sha, ref: 'main', branch: `${word}-branch`, tag: `${word}-tag`, filepath: `${word}.txt`, rest: `main/${word}.txt`, archive: 'main.zip',
    basehead: `main...${word}-branch`, base: 'main', head: `${word}-branch`, topic: `${word}-topic`, name: 'MIT', hash: 'x', type: 'generic', version: '1',
    diffType: 'diff', service: 'runner.v1.PingService', method: 'Ping', folder: 'pack', file: 'x', path: 'v1/x', task: 'none', workflow_id: 'x.yaml', id,
  }
}
