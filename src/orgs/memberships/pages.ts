// The organizations somebody belongs to, in their settings.
import { gates, orgMember, orgVisible, signedIn } from '../../access/index.ts'
import { invalid } from '../../kernel/errors.ts'
import { userRows, userSettings } from '../../users/index.ts'
import { action, badge, box, doButton, empty, html, page, pager, redirect } from '../../web/index.ts'
import { remove } from '../members/verbs.ts'
import type { OrganizationRecord } from '../orgs/schema.ts'
import type { TeamRecord } from '../teams/schema.ts'
import { isLastOwner } from '../teams/verbs.ts'

const at = '/user/settings/organization'

const list = page({
  id: 'settingsOrganizations', at, says: 'Organizations you belong to', needs: gates(signedIn),
  async run(page) {
    const { w, ask, query, root } = page
    const t = w.me.organizations
    const [found, teams] = await Promise.all([ask.list<OrganizationRecord>('listUserOrgs', { page: query.page }), ask<TeamRecord[]>('listUserTeams', { limit: 50 })])
    const owned = new Set(teams.filter((one) => one.permission === 'owner').map((one) => one.organization?.id))
    const end = (one: OrganizationRecord) => html`<div class="row end">${owned.has(one.id) && [badge(t.owner, 'info'), html`<a class="button small" href="${root}/org/${encodeURIComponent(one.name)}/settings">${t.settings}</a>`]}${doButton(`${root}${at}/${encodeURIComponent(one.name)}/leave`, t.leave, {}, { kind: 'small danger', confirm: t.sure(one.name) })}</div>`
    const create = html`<a class="button strong" href="${root}/org/create">${t.create}</a>`
    return userSettings(page, 'organizations', html`<div class="row between top"><p class="lede grow">${t.lede}</p>${found.total > 0 && create}</div>${box(found.items.length > 0 ? userRows(page, found.items, t.none, end) : empty('people', t.none, [html`<p>${t.noneHint}</p>`, create]))}${pager(page, found)}`)
  },
})

const leave = action({
  id: 'settingsLeaveOrganization', at: `${at}/:org/leave`, says: 'Leave an organization', needs: gates(orgVisible, signedIn, orgMember),
  async run({ cx, org, actor, root, w }) {
    if (await isLastOwner(cx.db, org.id, actor.account.id)) throw invalid(w.me.organizations.last)
    await remove(cx, org, actor.account, actor.account)
    return redirect(root + at, w.me.organizations.left)
  },
})

export const pages = [list, leave].flat()
