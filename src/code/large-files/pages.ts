// What a repository holds beside git.
import { administered, repoSettings, theRepo } from '../../repos/index.ts'
import { ago, box, bytes, empty, filterBar, html, icon, page, pageNumber, pager, rows, tabs, type Html, type PageCx } from '../../web/index.ts'
import * as largeFiles from './verbs.ts'

export const lfsWays = ({ w }: PageCx, settings: string, current: 'files' | 'locks'): Html =>
  tabs(w.repoSettings.lfs.ways, [{ to: `${settings}/lfs`, words: w.repoSettings.lfs.files, icon: 'database', current: current === 'files' }, { to: `${settings}/lfs/locks`, words: w.repoSettings.lfs.locks, icon: 'lock', current: current === 'locks' }])

const list = page({
  id: 'repoSettingsLargeFiles', at: '/:owner/:repo/settings/lfs', says: 'Large files of a repository', needs: administered,
  async run(page) {
    const { w, cx, query } = page
    const t = w.repoSettings.lfs
    const [repo, found] = await Promise.all([theRepo(page), largeFiles.list(cx, page.repo, { prefix: query.q, page: pageNumber(page) })])
    const settings = `${repo.html_url}/settings`
    const line = (one: (typeof found.items)[number]) => html`<div class="row between rule"><div class="grow"><div class="cut mono small" title="${one.oid}">${one.oid}</div><div class="meta"><span class="numbers">${bytes(one.size)}</span><span>${t.stored} ${ago(page, one.created_at)}</span></div></div>
      <a class="button small" href="${repo.html_url}.git/info/lfs/objects/${one.oid}" download aria-label="${t.downloadOf(one.oid.slice(0, 10))}">${icon('download')}${t.download}</a></div>`
    return repoSettings(page, repo, 'lfs', html`<p class="lede">${t.lede}</p>${lfsWays(page, settings, 'files')}
      ${(found.total > 0 || query.q) && filterBar(`${settings}/lfs`, { value: query.q, words: t.find }, '', w.site.search)}
      ${box(found.items.length > 0 ? rows(found.items.map(line)) : query.q ? empty('search', t.unmatched) : empty('database', t.none, t.noneHint), { foot: found.total > 0 && t.sum(found.total, bytes(found.bytes)), label: t.files })}${pager(page, found)}`)
  },
})

export const pages = [list].flat()
