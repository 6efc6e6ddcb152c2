// How much an owner has stored: in one's own settings, and in those of an organization.
import { gates, orgOwner, orgVisible, signedIn } from '../../access/index.ts'
import { orgSettings, theOrg } from '../../orgs/index.ts'
import { userSettings } from '../../users/index.ts'
import { badge, box, bytes, empty, html, icon, notice, page, rows, type Html, type PageCx } from '../../web/index.ts'
import type { RepositoryRecord } from '../repos/schema.ts'
import type { QuotaRecord } from './schema.ts'

const LARGEST = 10
const parts = ['git', 'lfs', 'packages', 'attachments'] as const

/** Wide as what is allowed, or as what is used where that is more or nothing is said. */
function bar(quota: QuotaRecord, words: string): Html {
  const whole = Math.max(quota.allowed, quota.used.total, 1)
  let at = 0
  const piece = (part: (typeof parts)[number]) => {
    const width = (quota.used[part] / whole) * 1000
    at += width
    return width > 0 && html`<rect class="usage-${part}" x="${(at - width).toFixed(1)}" y="0" width="${Math.max(width, 2).toFixed(1)}" height="10"/>`
  }
  return html`<svg class="usage" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${words}">${parts.map(piece)}</svg>`
}

/** Told before it is too late, and what to do then. */
function warning({ w }: PageCx, { allowed, used }: QuotaRecord) {
  if (allowed === 0 || used.total < allowed * 0.9) return ''
  return used.total >= allowed ? notice('bad', w.repos.storage.full) : notice('warn', w.repos.storage.nearly)
}

async function shown(page: PageCx, ownerId: number, quota: QuotaRecord): Promise<Html> {
  const { w, ask } = page
  const t = w.repos.storage
  const largest = (await ask.list<RepositoryRecord>('getReposSearch', { uid: ownerId, exclusive: true, sort: 'size', order: 'desc', limit: LARGEST })).items.filter((one) => one.size > 0)
  const words = quota.allowed === 0 ? t.used(bytes(quota.used.total)) : t.usedOf(bytes(quota.used.total), bytes(quota.allowed))
  const line = (one: RepositoryRecord) => html`<div class="row between"><div class="grow">${icon(one.private ? 'lock' : 'repo')} <a class="title" href="${one.html_url}"><bdi>${one.name}</bdi></a> ${one.archived && badge(w.site.archived, 'warn')}</div><span class="numbers">${bytes(one.size * 1024)}</span></div>`
  return html`<p class="lede">${t.lede}</p>${warning(page, quota)}
    ${box(html`<div class="pad">${bar(quota, words)}${quota.allowed === 0 && html`<p class="hint">${t.unlimited}</p>`}</div>
      <table><tbody>${parts.map((one) => html`<tr><th scope="row"><span class="usage-dot usage-${one}" aria-hidden="true"></span> ${t.parts[one]}</th><td class="end numbers">${bytes(quota.used[one])}</td></tr>`)}</tbody></table>`, { head: html`<h3>${words}</h3>` })}
    ${box(largest.length > 0 ? rows(largest.map(line)) : empty('repo', t.none), { head: html`<h3>${t.largest}</h3>` })}`
}

const mine = page({
  id: 'settingsStorage', at: '/user/settings/storage', says: 'How much you have stored', needs: gates(signedIn),
  async run(page) {
    return userSettings(page, 'storage', await shown(page, page.viewer!.id, await page.ask<QuotaRecord>('getUserQuota', {})))
  },
})

const ofOrg = page({
  id: 'orgSettingsStorage', at: '/org/:org/settings/storage', says: 'How much an organization has stored', needs: gates(orgVisible, signedIn, orgOwner),
  async run(page) {
    const [org, quota] = await Promise.all([theOrg(page), page.ask<QuotaRecord>('getOrgsQuota', { org: page.params.org })])
    return orgSettings(page, org, 'storage', await shown(page, page.org.id, quota))
  },
})

export const pages = [mine, ofOrg].flat()
