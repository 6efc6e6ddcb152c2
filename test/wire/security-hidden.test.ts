// Sweeps over every operation: what may not be seen is not told, and answers as what is not there.
import assert from 'node:assert/strict'
import type { Client, Person, World } from '../kit/world.ts'
import { scenario } from '../kit/world.ts'
import { buildHidden, fill, wordsFor, type Hidden } from './security-world.ts'

const tokenOf = async (w: World, person: Person, scopes: string[]) =>
  (await w.as(person).post(`/users/${person.name}/tokens`, { name: scopes.join(' '), scopes }).gives(201)).body.sha1 as string

const hermitage = (h: Hidden) => ({ owner: 'canary-hermit', repo: 'shown', open: false, sha: h.repos[0].sha })

/** An answer without the asker's own words: the address, its members in links, and on a page the search for the last of them. */
function without(text: string, path: string): string {
  const address = path.replace(/^\/\//, '/')
  const members = address.split('/').filter(Boolean)
  const own = [address, encodeURIComponent(address), `name="q" value="${decodeURIComponent(members.at(-1) ?? '')}"`, 'q=canary', ...members.map((one) => `=${one}`)]
  return own.reduce((rest, one) => rest.replaceAll(one, ''), text)
}

/** Every reading operation over every repository and owner of the world; what tells of a canary, or miscounts, or fails. */
async function told(w: World, h: Hidden, who: string, client: Client, places = [...h.repos, hermitage(h)], word = /canary/): Promise<string[]> {
  const found: string[] = []
  for (const one of w.app.declarations) {
    if (one.method !== 'GET' || one.path === '/token') continue
    const many = /:(owner|org|username)/.test(one.path)
    // the third by its number is the pull request, the second by its id the draft of a release
    const ids = /:index/.test(one.path) ? ['1', '3'] : /:(id|column_id|run|job_id|runner_id|attachment_id)/.test(one.path) ? ['1', '2', '5'] : ['1']
    for (const at of many ? places : places.slice(0, 1)) {
      for (const id of ids) {
        const path = fill(one, wordsFor(at, id))
        // a page repeats what was looked for, so that there it is not the whole word
        const got = await client.get(`${path}?q=${many ? '' : one.page ? 'canar' : 'canary'}&state=all&limit=50`)
        const rest = without(`${got.text} ${JSON.stringify(got.headers)}`, path)
        if (got.status >= 500) found.push(`${who}: ${one.id} ${path} failed with ${got.status}`)
        if (word.test(rest)) found.push(`${who}: ${one.id} ${path} ${got.status} tells ${new RegExp(`.{0,40}${word.source}.{0,40}`).exec(rest)?.[0]}`)
        const total = got.headers['x-total-count']
        if (total !== undefined && Array.isArray(got.body) && Number(total) !== got.body.length) found.push(`${who}: ${one.id} ${path} counts ${total} and shows ${got.body.length}`)
      }
    }
  }
  return found
}

scenario('no reading operation tells of hidden things to those who may not see them', async (w) => {
  const h = await buildHidden(w)
  const { alice, bob, rita } = h.people
  const publicOnly = w.as(alice, { token: await tokenOf(w, alice, ['public-only', 'all']) })
  const miscOnly = w.as(alice, { token: await tokenOf(w, alice, ['read:misc']) })
  // a hidden person's star on a public repository is their own doing; nothing else of them is shown
  const allowed = /listReposStargazers|starsPage|^publicOnly: \w+ \S*\/(alice|pub-org)\/open\S* 200 tells .*canary[- ](draft|notes)/
  for (const [who, client] of Object.entries({ anonymous: w.anonymous, bob: w.as(bob), rita: w.as(rita), publicOnly, miscOnly })) {
    assert.deepEqual((await told(w, h, who, client)).filter((line) => !allowed.test(line)), [])
  }
  assert.deepEqual(await told(w, h, 'rita', w.as(rita), [h.repos[0]], /plain (description|title|content)/), [])
  await w.as(rita).get('/repos/search?private=false').gives(200, { data: [] }).header('x-total-count', '0')
})

scenario('whoever loses access has lost it everywhere at once, kept answers included', async (w) => {
  const h = await buildHidden(w)
  const { alice, dave } = h.people
  const as = w.as(alice)
  const place = h.repos.filter((one) => one.repo === 'canary-secret')
  const token = await tokenOf(w, dave, ['all'])
  const client = w.as(dave, { token })
  await client.put('/user/starred/alice/canary-secret').gives(204)
  await client.put('/repos/alice/canary-secret/subscription').gives(200)
  await client.post('/repos/alice/canary-secret/issues/1/stopwatch/start').gives(201)
  await client.post('/repos/alice/canary-secret/issues/1/times', { time: 5 }).gives(200)
  await as.post('/repos/alice/canary-secret/issues/1/comments', { body: '@dave canary' }).gives(201)
  await w.settled()
  assert.ok((await told(w, h, 'dave', client, place)).length > 30)
  const git = () => client.get('//alice/canary-secret.git/info/refs?service=git-upload-pack')
  await git().gives(200)

  await as.delete('/repos/alice/canary-secret/collaborators/dave').gives(204)
  assert.deepEqual(await told(w, h, 'removed collaborator', client, place), [])
  await git().gives(404)
  await as.put('/repos/alice/canary-secret/collaborators/dave', { permission: 'write' }).gives(204)
  await client.get('/repos/alice/canary-secret').gives(200)

  await w.as(h.people.root).patch('/admin/users/dave', { login_name: 'dave', source_id: 0, prohibit_login: true }).gives(200)
  assert.deepEqual(await told(w, h, 'prohibited', client, place), [])
  await w.as(h.people.root).patch('/admin/users/dave', { login_name: 'dave', source_id: 0, prohibit_login: false }).gives(200)
  await client.get('/repos/alice/canary-secret').gives(200)
  await w.as(dave).delete('/users/dave/tokens/all').gives(204)
  assert.deepEqual(await told(w, h, 'token deleted', client, place), [])
  await git().gives(401)

  await w.as(dave).get('/repos/alice/canary-secret').gives(200)
  await w.as(h.people.root).patch('/admin/users/dave', { login_name: 'dave', source_id: 0, password: 'another horse 1', must_change_password: false }).gives(200)
  await w.as(dave).get('/repos/alice/canary-secret').gives(401)

  const erin = w.as(h.people.erin)
  await erin.get('/repos/canary-hid/canary-deep/issues/1').gives(200)
  const team = (await as.get('/orgs/canary-hid/teams').gives(200)).body.find((one: { name: string }) => one.name === 'canary-trackers')
  await as.delete(`/teams/${team.id}/members/erin`).gives(204)
  assert.deepEqual(await told(w, h, 'left the team', erin, h.repos.filter((one) => one.owner === 'canary-hid')), [])

  const bob = w.as(h.people.bob)
  await bob.put('/repos/pub-org/open/subscription').gives(200)
  await bob.get('/repos/pub-org/open/issues').gives(200)
  await as.patch('/repos/pub-org/open', { private: true }).gives(200)
  assert.deepEqual(await told(w, h, 'made private', bob, h.repos.filter((one) => one.owner === 'pub-org'), /pub-org\/open/), [])
})

scenario('a hidden repository, organization or person answers as a missing one, whatever is done to it', async (w) => {
  const h = await buildHidden(w)
  const { bob } = h.people
  const publicOnly = w.as(bob, { token: await tokenOf(w, bob, ['public-only', 'all']) })
  const found: string[] = []
  const answer = async (client: Client, method: string, path: string, names: string[]) => {
    const verb = method.toLowerCase() as 'get'
    const got = await client[verb](path, ...(method === 'GET' ? [] : [{} as never]))
    const { date: _, 'content-length': __, ...headers } = got.headers
    const nonce = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy']))?.[1]
    return [...names, ...(nonce ? [nonce] : [])].reduce((text, name) => text.replaceAll(name, '*'), `${got.status} ${got.text} ${JSON.stringify(headers)}`)
  }
  for (const [who, client] of Object.entries({ anonymous: w.anonymous, bob: w.as(bob), publicOnly, browser: await w.browsing(bob) })) {
    for (const one of w.app.declarations) {
      // a token opens no page that its owner's password does not, and a browser meets nothing else
      if (who === (one.page ? 'publicOnly' : 'browser')) continue
      const inRepo = /:owner\/:repo/.test(one.path)
      // names of accounts are told by the forms that create them; the package registry asks for credentials by owner
      if (!inRepo && !/^\/(orgs|users)\//.test(one.path) && !(one.page && /^\/(org\/:org|:owner\/-|:username)/.test(one.path))) continue
      const places = inRepo
        ? [h.repos[2], h.repos[4], hermitage(h)]
        : [{ ...h.repos[5], owner: /^\/orgs?\//.test(one.path) ? 'canary-hid' : 'canary-hermit' }]
      for (const at of places) {
        const missing = { ...at, owner: at.owner === 'alice' ? 'alice' : 'missing-one', repo: 'missing-repo' }
        const names = [at.owner, at.repo, missing.owner, missing.repo]
        const [real, none] = [await answer(client, one.method, fill(one, wordsFor(at, '1')), names), await answer(client, one.method, fill(one, wordsFor(missing, '1')), names)]
        if (real === none) continue
        const from = Math.max([...real].findIndex((letter, i) => letter !== none[i]) - 30, 0)
        found.push(`${who}: ${one.method} ${one.id} ${fill(one, wordsFor(at, '1'))}\n  ${real.slice(0, 3)} ${real.slice(from, from + 200)}\n  ${none.slice(0, 3)} ${none.slice(from, from + 200)}`)
      }
    }
  }
  assert.deepEqual(found, [])
})

scenario('putUserFollowing: somebody hidden cannot be followed, nor told from nobody', async (w) => {
  const h = await buildHidden(w)
  for (const name of ['canary-hermit', 'canary-hid', 'missing-one']) await w.as(h.people.bob).put(`/user/following/${name}`).gives(404).empty()
  await w.as(h.people.bob).put('/user/following/alice').gives(204)
})

scenario('redirects of renamed repositories and accounts lead on, however the address is written', async (w) => {
  const alice = await w.user('alice')
  const root = await w.user('root', { admin: true })
  await w.repo(alice, 'old')
  await w.as(alice).patch('/repos/alice/old', { name: 'new' }).gives(200)
  await w.as(alice).get('/repos/alice/old/issues?state=all').gives(301).header('location', /\/api\/v1\/repos\/alice\/new\/issues\?state=all$/)
  await w.as(alice).get('/repos/%61lice/ol%64').gives(301).header('location', /\/repos\/alice\/new$/)
  await w.as(alice).put('/user/starred/alice/old').gives(301).header('location', /\/api\/v1\/user\/starred\/alice\/new$/)
  await w.anonymous.get('//alice/old/raw/branch/main/x').gives(301).header('location', /\/\/[^/]+\/alice\/new\/raw\/branch\/main\/x$/)
  await w.as(root).post('/admin/users/alice/rename', { new_username: 'ada' }).gives(204)
  await w.anonymous.get('/users/%61lice/repos').gives(307).header('location', /\/api\/v1\/users\/ada\/repos$/)
})
