// What a repository holds beside git.
import { administered, repoSettings, theRepo } from '../../repos/index.ts'
import { ago, box, bytes, empty, filterBar, html, icon, page, pager, tabs, type Html, type PageCx } from '../../web/index.ts'
import * as largeFiles from './verbs.ts'

export const lfsWays = ({ w }: PageCx, settings: string, current: 'files' | 'locks'): Html =>
  tabs(w.repoSettings.lfs.ways, [{ to: `${settings}/lfs`, words: w.repoSettings.lfs.files, icon: 'database', current: current === 'files' }, { to: `${settings}/lfs/locks`, words: w.repoSettings.lfs.locks, icon: 'lock', current: current === 'locks' }])

const list = page({
  id: 'repoSettingsLargeFiles', at: '/:owner/:repo/settings/lfs', says: 'Large files of a repository', needs: administered,
  async run(page) {
    const { w, cx, query } = page
    const t = w.repoSettings.lfs
    const [repo, found] = await Promise.all([theRepo(page), largeFiles.list(cx, page.repo, { prefix: query.q, page: Number(query.page) || 1 })])
    const settings = `${repo.html_url}/settings`
    const line = (one: (typeof found.items)[number]) => html`<tr><td class="mono small"><span class="oid">${one.oid}</span></td><td class="numbers nowrap">${bytes(one.size)}</td><td class="nowrap">${ago(page, one.created_at)}</td>
      <td class="end"><a class="button small" href="${repo.html_url}.git/info/lfs/objects/${one.oid}" download aria-label="${t.downloadOf(one.oid.slice(0, 10))}">${icon('download')}${t.download}</a></td></tr>`
    const table = html`<div class="scroll"><table><thead><tr><th scope="col">${t.content}</th><th scope="col">${t.size}</th><th scope="col">${t.stored}</th><th scope="col"><span class="unseen">${t.download}</span></th></tr></thead><tbody>${found.items.map(line)}</tbody></table></div>`
    return repoSettings(page, repo, 'lfs', html`<p class="lede">${t.lede}</p>${lfsWays(page, settings, 'files')}
      ${(found.total > 0 || query.q) && filterBar(`${settings}/lfs`, { value: query.q, words: t.find }, '', w.site.search)}
      ${box(found.items.length > 0 ? table : query.q ? empty('search', t.unmatched) : empty('database', t.none, t.noneHint), { foot: found.total > 0 && t.sum(found.total, bytes(found.bytes)), label: t.files })}${pager(page, found)}`)
  },
})

export const pages = [list].flat()
