// One's issues and pull requests in all repositories; every filter stands in the address.
import { gates, scope, signedIn } from '../../access/index.ts'
import { issueRows } from '../../issues/index.ts'
import type { RepositoryRecord } from '../../repos/index.ts'
import { box, empty, filterBar, hidden, html, icon, page, pageNumber, pager, redirect, selectField, sideNav, withQuery, withSide, type Html, type IconName, type PageCx } from '../../web/index.ts'
import { across, orders, type Found } from './verbs.ts'

const kinds = ['assigned', 'created_by', 'mentioned', 'review_requested', 'reviewed_by', 'your_repositories', 'all'] as const
type Kind = (typeof kinds)[number]
const drawings: Record<Kind, IconName> = { assigned: 'person', created_by: 'pencil', mentioned: 'comment', review_requested: 'eye', reviewed_by: 'check', your_repositories: 'repo', all: 'globe' }
const ofPulls: readonly Kind[] = ['review_requested', 'reviewed_by']

const asks = (page: PageCx, kind: Kind) => ({
  assigned: kind === 'assigned' || undefined, created: kind === 'created_by' || undefined, mentioned: kind === 'mentioned' || undefined, review_requested: kind === 'review_requested' || undefined,
  reviewed: kind === 'reviewed_by' || undefined, owner: kind === 'your_repositories' ? page.viewer!.name : page.query.owner || undefined,
})

const list = (pulls: boolean) =>
  page({
    id: pulls ? 'yourPulls' : 'yourIssues', at: pulls ? '/pulls' : '/issues', says: pulls ? 'Your pull requests' : 'Your issues', needs: gates(scope('issue'), signedIn),
    async run(page) {
      const { ask, query, w, cx, actor, root } = page
      const here = `${root}/${pulls ? 'pulls' : 'issues'}`
      const shown = kinds.filter((one) => pulls || !ofPulls.includes(one))
      const kind = shown.find((one) => one === query.type) ?? (pulls ? 'created_by' : 'assigned')
      const [owner, name] = (query.repo ?? '').split('/')
      const repo = owner && name ? await ask<RepositoryRecord>('getRepos', { owner, repo: name }) : undefined
      const state = query.state === 'closed' ? 'closed' : 'open'
      const asked = { ...asks(page, kind), state, type: pulls ? 'pulls' : 'issues', q: query.q, labels: query.labels, milestones: query.milestones, repoId: repo?.id, order: query.sort }
      const found = await across(cx, actor, asked, { page: pageNumber(page), limit: 25 })
      const t = w.home.work
      const side = sideNav(t.label, [...shown.map((one) => ({ to: `${here}?type=${one}`, words: t.kinds[one], icon: drawings[one], current: one === kind })), { to: `${root}/milestones`, words: w.home.milestones.title, icon: 'flag' }])
      return {
        title: pulls ? w.site.pulls : w.site.issues,
        islands: ['list'],
        body: withSide(side, html`<h1>${pulls ? w.site.pulls : w.site.issues}</h1>
          ${filterBar(here, { value: query.q, words: pulls ? t.findPulls : t.findIssues }, [hidden('type', kind), state === 'closed' && hidden('state', state), query.labels && hidden('labels', query.labels), query.owner && hidden('owner', query.owner), repoChoice(page, found), selectField('sort', w.explore.sort, orders.map((one) => [one, t.orders[one]] as const), orders.find((one) => one === query.sort) ?? 'latest')], w.site.filter)}
          ${chosen(page)}${box(found.items.length > 0 ? issueRows(page, found.items, { repo: true, labelTo: labelTo(page, found) }) : none(page, pulls, kind), { head: states(page, found, state) })}${pager(page, found)}`),
      }
    },
  })

const labelTo = (page: PageCx, found: Found) => {
  const names = new Map(found.items.flatMap((one) => (one.labels ?? []).map((label) => [label.id, label.name] as const)))
  return (id: number) => withQuery(page, { labels: names.get(id), page: undefined })
}

const states = (page: PageCx, found: Found, state: string): Html =>
  html`<nav class="states" aria-label="${page.w.home.work.states}">${(['open', 'closed'] as const).map((one) => html`<a href="${withQuery(page, { state: one === 'open' ? undefined : one, page: undefined })}"${state === one ? html` aria-current="page"` : ''}>${icon(one === 'open' ? 'issue' : 'check')}${page.w.home.work[one](found[one])}</a>`)}</nav>`

/** The repositories on this page, to stay in one of them. */
function repoChoice(page: PageCx, found: Found): Html {
  const names = [...new Set([...(page.query.repo ? [page.query.repo] : []), ...found.items.flatMap((one) => one.repository?.full_name ?? [])])].sort()
  return selectField('repo', page.w.home.work.repo, [['', page.w.home.work.anyRepo], ...names], page.query.repo ?? '')
}

const chosen = (page: PageCx) => (['labels', 'owner'] as const).map((one) => page.query[one] && html`<p class="small"><span class="badge">${icon(one === 'labels' ? 'label' : 'people')}<bdi>${page.query[one]}</bdi></span> <a href="${withQuery(page, { [one]: undefined, page: undefined })}">${page.w.home.work[one === 'labels' ? 'unlabel' : 'unowner']}</a></p>`)

function none(page: PageCx, pulls: boolean, kind: Kind): Html {
  const { w, query, root } = page
  const t = w.home.work
  const filtered = query.q || query.owner || query.labels || query.repo || query.state
  return empty(pulls ? 'pull' : 'issue', filtered ? t.noMatch : t.none[kind], filtered ? html`<a href="${root}/${pulls ? 'pulls' : 'issues'}?type=${kind}">${t.unfilter}</a>` : html`<a href="${root}/${pulls ? 'pulls' : 'issues'}?type=all">${t.seeAll}</a>`)
}

/** Where bookmarks of an organization's work lead. */
const ofOrg = (what: 'issues' | 'pulls') =>
  page({
    id: what === 'issues' ? 'orgIssues' : 'orgPulls', at: `/org/:org/${what}`, says: `The ${what} of an organization`, needs: gates(signedIn),
    async run({ ask, params, root }) {
      const org = await ask<{ name: string }>('getOrgs', { org: params.org })
      return redirect(`${root}/${what}?type=all&owner=${encodeURIComponent(org.name)}`)
    },
  })

export const pages = [list(false), list(true), ofOrg('issues'), ofOrg('pulls')].flat()
