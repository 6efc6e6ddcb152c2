// Addresses of feeds: people, repositories, releases, tags, branches.
import { told, type ActivityRecord } from '../../activity/index.ts'
import { anyone } from '../../access/index.ts'
import { raw } from '../../kernel/route.ts'
import type { RepositoryRecord } from '../../repos/index.ts'
import type { UserRecord } from '../../users/index.ts'
import { html, page, pathOf, plainSentence, trusted, type PageCx } from '../../web/index.ts'
import { atom, rss, type Entry, type Feed } from './xml.ts'

type Kind = 'atom' | 'rss'
type Said = Omit<Feed, 'self'>

const theRepo = ({ ask, params }: PageCx) => ask<RepositoryRecord>('getRepos', { owner: params.owner, repo: params.repo })

/** `at` with `.KIND` in it becomes two addresses. */
const feed = (id: string, at: string, says: string, read: (page: PageCx) => Promise<Said>) =>
  (['atom', 'rss'] as const).flatMap((kind: Kind) => page({
    id: `${id}${kind === 'atom' ? 'Atom' : 'Rss'}`, at: at.replace('KIND', kind), says, needs: anyone, programs: true,
    async run(page) {
      const made = { ...(await read(page)), self: page.root + page.rq.url.split('?')[0] }
      return raw(kind === 'atom' ? atom(made) : rss(made), { 'content-type': `application/${kind}+xml;charset=utf-8`, 'cache-control': 'private, no-cache', 'content-security-policy': "default-src 'none'; sandbox" })
    },
  }))

function happened(page: PageCx, entries: ActivityRecord[]): Entry[] {
  return entries.flatMap((entry) => {
    const it = told(page, entry)
    if (!it) return []
    const words = Object.fromEntries(Object.entries(it.parts).map(([name, one]) => [name, one.words]))
    const body = html`${it.title && html`<p><a href="${it.title.to}">${it.title.words}</a></p>`}${it.text && html`<blockquote>${it.text}</blockquote>`}${it.commits.length > 0 && html`<ul>${it.commits.map((one) => html`<li><a href="${one.to}"><code>${one.sha.slice(0, 8)}</code></a> ${one.message}</li>`)}</ul>`}`
    return [{ id: `${page.root}/-/activity/${entry.id}`, title: plainSentence(it.sentence, words), to: it.to, at: entry.created, who: entry.act_user?.login ?? page.w.site.ghost, body }]
  })
}

const ofUser = feed('userFeed', '/:username.KIND', 'A feed of what somebody does', async (page) => {
  const { ask, params, w, root } = page
  const user = await ask<UserRecord>('getUsers', { username: params.username })
  const entries = user.type === 'Organization'
    ? await ask<ActivityRecord[]>('listOrgsActivitiesFeeds', { org: user.login, limit: 30 })
    : await ask<ActivityRecord[]>('listUsersActivitiesFeeds', { username: user.login, 'only-performed-by': true, limit: 30 })
  return { title: w.home.feeds.of(user.full_name || user.login), about: user.description, to: `${root}/${encodeURIComponent(user.login)}`, entries: happened(page, entries) }
})

const ofRepo = feed('repoFeed', '/:owner/:repo.KIND', 'A feed of what happens in a repository', async (page) => {
  const repo = await theRepo(page)
  const entries = await page.ask<ActivityRecord[]>('listReposActivitiesFeeds', { owner: repo.owner!.login, repo: repo.name, limit: 30 })
  return { title: page.w.home.feeds.of(repo.full_name), about: repo.description, to: repo.html_url, entries: happened(page, entries) }
})

interface ReleaseShown {
  id: number
  tag_name: string
  name: string
  body: string
  html_url: string
  created_at: string
  published_at: string | null
  author: UserRecord | null
}

const releases = feed('releasesFeed', '/:owner/:repo/releases.KIND', 'A feed of releases', async (page) => {
  const { ask, params, w, root, cx } = page
  const [repo, list] = await Promise.all([theRepo(page), ask<ReleaseShown[]>('listReposReleases', { owner: params.owner, repo: params.repo, draft: false, limit: 20 })])
  const entries = await Promise.all(list.map(async (one): Promise<Entry> => ({
    id: `${repo.html_url}/releases/${one.id}`, title: one.name || one.tag_name, to: one.html_url, at: one.published_at ?? one.created_at, who: one.author?.login ?? w.site.ghost,
    body: trusted(await cx.markup.render(one.body, { mode: 'comment', links: { root, repo: `/${repo.full_name}`, absolute: true } })),
  })))
  return { title: w.home.feeds.releases(repo.full_name), about: repo.description, to: `${repo.html_url}/releases`, entries }
})

interface TagShown {
  name: string
  message: string
  commit: { sha: string; created: string }
}

const tags = feed('tagsFeed', '/:owner/:repo/tags.KIND', 'A feed of tags', async (page) => {
  const { ask, params, w } = page
  const [repo, list] = await Promise.all([theRepo(page), ask<TagShown[]>('listReposTags', { owner: params.owner, repo: params.repo, limit: 30 })])
  const entries = list.map((one): Entry => ({ id: `${repo.html_url}/tags/${pathOf(one.name)}/${one.commit.sha}`, title: one.name, to: `${repo.html_url}/src/tag/${pathOf(one.name)}`, at: one.commit.created, who: repo.owner!.login, body: one.message ? html`<pre>${one.message}</pre>` : html`` }))
  return { title: w.home.feeds.tags(repo.full_name), about: repo.description, to: `${repo.html_url}/tags`, entries }
})

interface CommitShown {
  sha: string
  html_url: string
  created: string
  commit: { message: string; author: { name: string; date: string } | null }
}

const commits = feed('branchFeed', '/:owner/:repo/KIND/branch/:branch*', 'A feed of the commits of a branch', async (page) => {
  const { ask, params, w } = page
  const at = { owner: params.owner, repo: params.repo }
  const repo = await theRepo(page)
  await ask('getReposBranchesByBranch', { ...at, branch: params.branch })
  const list = await ask<CommitShown[]>('listReposCommits', { ...at, sha: params.branch, limit: 30, stat: false, verification: false, files: false })
  const entries = list.map((one): Entry => ({ id: one.html_url, title: one.commit.message.split('\n')[0], to: one.html_url, at: one.created, who: one.commit.author?.name || w.site.ghost, body: html`<pre>${one.commit.message}</pre>` }))
  return { title: w.home.feeds.branch(repo.full_name, params.branch), about: repo.description, to: `${repo.html_url}/commits/branch/${pathOf(params.branch)}`, entries }
})

export const pages = [ofUser, ofRepo, releases, tags, commits].flat()
