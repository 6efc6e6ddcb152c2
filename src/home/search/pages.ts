// One field for everything, and what the palette finds.
import { anyone, gates, signedIn } from '../../access/index.ts'
import { issueRows, type IssueRecord } from '../../issues/index.ts'
import type { Listed } from '../../kernel/ask.ts'
import { raw } from '../../kernel/route.ts'
import { repoRows, type RepositoryRecord } from '../../repos/index.ts'
import { userRows, type UserRecord } from '../../users/index.ts'
import { box, empty, filterBar, html, page, tabs, type Html, type PageCx } from '../../web/index.ts'

const LONGEST = 200

async function find({ ask }: PageCx, q: string, limit: number) {
  const [repos, issues, people] = await Promise.all([
    ask.list<RepositoryRecord>('getReposSearch', { q, includeDesc: true, sort: 'updated', order: 'desc', limit }),
    ask.list<IssueRecord>('listReposIssuesSearch', { q, state: 'all', limit }),
    ask.list<UserRecord>('getUsersSearch', { q, limit }),
  ])
  return { repos, issues, people }
}

const part = (title: string, list: Listed<unknown>, more: string | undefined, all: string, body: Html) =>
  list.items.length > 0 && box(body, { head: html`<h2>${title}</h2><span class="count">${list.total}</span>${more && list.total > list.items.length && html`<a class="small" href="${more}">${all}</a>`}` })

const search = page({
  id: 'searchPage', at: '/-/search', says: 'Search everything', needs: anyone,
  async run(page) {
    const { query, w, root, viewer } = page
    const q = (query.q ?? '').trim().slice(0, LONGEST)
    const t = w.home.search
    const word = encodeURIComponent(q)
    const found = q ? await find(page, q, 8) : undefined
    const some = found && found.repos.total + found.issues.total + found.people.total > 0
    return {
      title: q ? t.found(q) : t.title,
      body: html`<h1>${t.title}</h1>${viewer && tabs(t.title, [{ to: `${root}/-/search${q && `?q=${word}`}`, words: t.everything, current: true }, { to: `${root}/-/search/code${q && `?q=${word}`}`, words: t.code }])}${filterBar(`${root}/-/search`, { value: q, words: t.hint }, '', w.site.search)}
        ${found && part(t.repos, found.repos, `${root}/explore/repos?q=${word}`, t.all, repoRows(page, found.repos.items, ''))}
        ${found && part(t.issues, found.issues, viewer ? `${root}/issues?type=all&q=${word}` : undefined, t.all, issueRows(page, found.issues.items, { repo: true }))}
        ${found && part(t.people, found.people, `${root}/explore/users?q=${word}`, t.all, userRows(page, found.people.items, ''))}
        ${found && !some && box(empty('search', t.none, t.noneWhy))}`,
    }
  },
})

/** `#7` inside a repository. */
async function atNumber({ ask, query }: PageCx, q: string): Promise<IssueRecord | undefined> {
  const [owner, repo] = (query.repo ?? '').split('/')
  const index = /^#(\d{1,9})$/.exec(q)?.[1]
  return owner && repo && index ? ask.maybe<IssueRecord>('getReposIssuesByIndex', { owner, repo, index }) : undefined
}

const palette = page({
  id: 'palette', at: '/-/palette', says: 'What the palette finds', needs: anyone,
  async run(page) {
    const { query, w, root } = page
    const q = (query.q ?? '').trim().slice(0, LONGEST)
    const words = w.home.palette
    const found = q ? await find(page, q, 3) : undefined
    const numbered = await atNumber(page, q)
    const items = found ? [
      ...(numbered ? [{ words: `#${numbered.number} ${numbered.title}`, to: numbered.html_url, kind: numbered.pull_request ? words.pull : words.issue, first: true }] : []),
      ...found.repos.items.map((one) => ({ words: one.full_name, to: one.html_url, kind: words.repository })),
      ...found.issues.items.map((one) => ({ words: `${one.title} · ${one.repository?.full_name ?? ''}#${one.number}`, to: one.html_url, kind: one.pull_request ? words.pull : words.issue })),
      ...found.people.items.map((one) => ({ words: one.full_name ? `${one.login} (${one.full_name})` : one.login, to: `${root}/${one.login}`, kind: words.person })),
      { words: w.home.search.found(q), to: `${root}/-/search?q=${encodeURIComponent(q)}`, kind: '' },
    ] : []
    return raw(JSON.stringify(items), { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store' })
  },
})

interface Completion {
  put: string
  says: string
}

/** `@na` finds people, `#12` and `#words` issues and pull requests of the repository. */
async function completions({ ask, query }: PageCx): Promise<Completion[]> {
  const q = (query.q ?? '').slice(0, LONGEST)
  const word = q.slice(1)
  if (q[0] === '@') return (await ask.list<UserRecord>('getUsersSearch', { q: word, limit: 6 })).items.map((one) => ({ put: `@${one.login}`, says: one.full_name }))
  const [owner, repo] = (query.repo ?? '').split('/')
  if (q[0] !== '#' || !owner || !repo) return []
  const found = await ask.maybe<IssueRecord[]>('listReposIssues', { owner, repo, q: word || undefined, state: word ? 'all' : 'open', limit: 6 })
  return (found ?? []).map((one) => ({ put: `#${one.number}`, says: one.title }))
}

const complete = page({
  id: 'complete', at: '/-/complete', says: 'What a word in a text may become', needs: gates(signedIn),
  run: async (page) => raw(JSON.stringify(await completions(page)), { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store' }),
})

export const pages = [search, palette, complete].flat()
