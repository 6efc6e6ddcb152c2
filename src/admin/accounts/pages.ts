// People, organizations, repositories and addresses of the whole site.
import { gates, siteAdmin } from '../../access/index.ts'
import { Bool, input, Int, Optional, Str } from '../../kernel/schema.ts'
import type { OrganizationRecord } from '../../orgs/index.ts'
import { repoRows, type QuotaRecord, type RepositoryRecord } from '../../repos/index.ts'
import type { UserRecord } from '../../users/index.ts'
import { action, adminRepoTabs, adminSheet, ago, badge, box, bytes, checkField, empty, filterBar, form, html, page, pager, person, post, problem, redirect, rows, selectField, submit, textField, type PageCx } from '../../web/index.ts'

const site = gates(siteAdmin)
const MIB = 1024 * 1024

const filters: Record<string, object> = { all: {}, admin: { is_admin: true }, inactive: { is_active: false }, restricted: { is_restricted: true }, barred: { is_prohibit_login: true } }

const marks = ({ w }: PageCx, one: UserRecord) => [
  one.is_admin && badge(w.admin.users.adminMark, 'info'), !one.active && badge(w.admin.users.inactive, 'warn'), one.restricted && badge(w.admin.users.restricted, 'warn'), one.prohibit_login && badge(w.admin.users.barred, 'bad'),
]

const users = page({
  id: 'adminUsers', at: '/-/admin/users', says: 'All people', needs: site,
  async run(page) {
    const { w, root, ask, query } = page
    const t = w.admin.users
    const kind = Object.hasOwn(filters, query.kind ?? '') ? query.kind! : 'all'
    const found = await ask.list<UserRecord>('listAdminUsers', { q: query.q, page: query.page, ...filters[kind] })
    const line = (one: UserRecord) => html`<tr><td>${person(page, one)} ${marks(page, one)}<div class="small soft"><bdi>${one.full_name}</bdi></div></td><td class="small">${one.email}</td><td>${ago(page, one.created)}</td><td>${Date.parse(one.last_login) > 0 ? ago(page, one.last_login) : t.never}</td>
      <td class="end"><a class="button small" href="${root}/-/admin/users/${one.login}/edit" aria-label="${t.edit}: ${one.login}">${w.site.edit}</a></td></tr>`
    return adminSheet(page, 'users', html`<div class="row between"><div class="grow">${filterBar(`${root}/-/admin/users`, { value: query.q, words: t.find }, selectField('kind', w.site.filter, Object.entries(t.filters), kind), w.site.search)}</div><a class="button strong" href="${root}/-/admin/users/new">${t.create}</a></div>
      ${box(found.items.length === 0 ? empty('person', t.none) : html`<div class="scroll"><table><thead><tr><th>${t.name}</th><th>${t.email}</th><th>${t.created}</th><th>${t.seen}</th><th></th></tr></thead><tbody>${found.items.map(line)}</tbody></table></div>`)}${pager(page, found)}`)
  },
})

const fresh = form({
  id: 'adminUserNew', at: '/-/admin/users/new', says: 'Create an account', needs: site,
  fields: input('AdminUserForm', { username: Str, full_name: Optional(Str), email: Str, password: Str, must_change_password: Optional(Bool), restricted: Optional(Bool) }),
  show(page) {
    const { w, root, given } = page
    const t = w.admin.users
    return adminSheet(page, 'users', html`${problem(page.problem)}${box(post(`${root}/-/admin/users/new`, [
      html`<div class="columns">${textField('username', t.name, given.username, { required: true, autofocus: true, maxlength: 40, autocomplete: 'off' })}${textField('full_name', t.fullName, given.full_name)}</div>`,
      html`<div class="columns">${textField('email', t.email, given.email, { type: 'email', required: true, autocomplete: 'off' })}${textField('password', t.password, '', { type: 'password', required: true, minlength: 8, autocomplete: 'new-password' })}</div>`,
      checkField('must_change_password', t.mustChange, given.must_change_password ?? page.problem === undefined), checkField('restricted', t.isRestricted, given.restricted), submit(t.create),
    ]), { head: html`<h2>${t.create}</h2>` })}`)
  },
  async send({ ask, given, root, w }) {
    await ask('createAdminUsers', {}, { ...given, must_change_password: given.must_change_password ?? false })
    return redirect(`${root}/-/admin/users`, w.admin.users.made)
  },
})

const edit = form({
  id: 'adminUserEdit', at: '/-/admin/users/:username/edit', says: 'Edit an account', needs: site,
  fields: input('AdminUserEditForm', {
    full_name: Optional(Str), email: Str, password: Optional(Str), visibility: Optional(Str), max_repo_creation: Optional(Int),
    active: Optional(Bool), admin: Optional(Bool), restricted: Optional(Bool), prohibit_login: Optional(Bool), must_change_password: Optional(Bool), quota: Optional(Str),
  }),
  async show(page) {
    const { w, root, ask, params, given } = page
    const t = w.admin.users
    const [one, quota] = await Promise.all([ask<UserRecord>('getUsers', { username: params.username }), ask<QuotaRecord>('getAdminUsersQuota', { username: params.username })])
    const usual = page.cx.config.max_storage_per_owner
    const at = `${root}/-/admin/users/${encodeURIComponent(one.login)}`
    return adminSheet(page, 'users', html`${problem(page.problem)}${box(post(`${at}/edit`, [
      html`<div class="columns">${textField('full_name', t.fullName, given.full_name ?? one.full_name)}${textField('email', t.email, given.email ?? one.email, { type: 'email', required: true })}</div>`,
      html`<div class="columns">${textField('password', t.password, '', { type: 'password', hint: t.passwordHint, autocomplete: 'new-password' })}${selectField('visibility', t.visibility, [['public', w.site.public], ['limited', w.site.limited], ['private', w.site.private]], given.visibility ?? one.visibility)}</div>`,
      textField('quota', t.quota, given.quota ?? (quota.is_default ? '' : String(quota.allowed / MIB)), { type: 'number', hint: t.quotaHint(bytes(quota.used.total), usual ? bytes(usual) : t.quotaAny) }),
      checkField('must_change_password', t.mustChange, given.must_change_password), checkField('active', t.active, given.active ?? one.active), checkField('admin', t.isAdmin, given.admin ?? one.is_admin),
      checkField('restricted', t.isRestricted, given.restricted ?? one.restricted), checkField('prohibit_login', t.prohibit, given.prohibit_login ?? one.prohibit_login), submit(t.save),
    ]), { head: html`<h2 class="grow">${t.edit}: <bdi>${one.login}</bdi></h2>${person(page, one)}` })}
    <section class="box danger-zone"><header class="box-head"><h2>${t.danger}</h2></header>${post(`${at}/delete`, [html`<p class="hint">${t.dangerHint}</p>`, checkField('purge', t.purge, false), submit(t.remove, 'danger')])}</section>`)
  },
  async send({ ask, given: { quota, ...given }, params, root, w }) {
    const off = { active: false, admin: false, restricted: false, prohibit_login: false }
    if (quota !== undefined) await ask('putAdminUsersQuota', { username: params.username }, { allowed: quota.trim() === '' ? undefined : Math.round(Number(quota) * MIB) })
    await ask('editAdminUsers', { username: params.username }, { ...off, ...given, password: given.password || undefined, must_change_password: given.password ? given.must_change_password ?? false : given.must_change_password })
    return redirect(`${root}/-/admin/users`, w.admin.users.saved)
  },
})

const remove = action({
  id: 'adminUserDelete', at: '/-/admin/users/:username/delete', says: 'Delete an account', needs: site, fields: input('AdminUserDeleteForm', { purge: Optional(Bool) }),
  async run({ ask, given, params, root, w }) {
    await ask('deleteAdminUsers', { username: params.username, purge: given.purge })
    return redirect(`${root}/-/admin/users`, w.admin.users.gone)
  },
})

const orgs = page({
  id: 'adminOrgs', at: '/-/admin/orgs', says: 'All organizations', needs: site,
  async run(page) {
    const { w, root, ask, query } = page
    const found = await ask.list<OrganizationRecord>('listAdminOrgs', { page: query.page })
    const line = (one: OrganizationRecord) => html`<div class="row between">${person(page, { login: one.name, avatar_url: one.avatar_url })}<span class="soft"><bdi>${one.full_name}</bdi> ${one.visibility !== 'public' && badge(one.visibility === 'private' ? w.site.private : w.site.limited)}</span><a class="button small" href="${root}/org/${one.name}/settings">${w.site.settings}</a></div>`
    return adminSheet(page, 'orgs', html`${box(found.items.length === 0 ? empty('people', w.admin.orgs.none) : rows(found.items.map(line)))}${pager(page, found)}`)
  },
})

const repos = page({
  id: 'adminRepos', at: '/-/admin/repos', says: 'All repositories', needs: site,
  async run(page) {
    const { w, root, ask, query } = page
    const found = await ask.list<RepositoryRecord>('getReposSearch', { q: query.q, page: query.page, sort: 'updated', order: 'desc' })
    return adminSheet(page, 'repos', html`${adminRepoTabs(page, 'all')}${filterBar(`${root}/-/admin/repos`, { value: query.q, words: w.admin.repos.find }, null, w.site.search)}${box(repoRows(page, found.items, w.admin.repos.none))}${pager(page, found)}`)
  },
})

interface Address {
  email: string
  verified: boolean
  primary: boolean
  username: string
}

const emails = page({
  id: 'adminEmails', at: '/-/admin/emails', says: 'All addresses', needs: site,
  async run(page) {
    const { w, root, ask, query } = page
    const t = w.admin.emails
    const found = await ask.list<Address>('listAdminEmailsSearch', { q: query.q, page: query.page })
    const line = (one: Address) => html`<tr><td>${one.email}</td><td><a href="${root}/${one.username}"><bdi>${one.username}</bdi></a></td><td>${one.primary && badge(t.primary, 'info')} ${one.verified && badge(t.verified, 'good')}</td></tr>`
    return adminSheet(page, 'emails', html`${filterBar(`${root}/-/admin/emails`, { value: query.q, words: t.find }, null, w.site.search)}
      ${box(found.items.length === 0 ? empty('mail', t.none) : html`<div class="scroll"><table><thead><tr><th>${t.address}</th><th>${t.owner}</th><th></th></tr></thead><tbody>${found.items.map(line)}</tbody></table></div>`)}${pager(page, found)}`)
  },
})

export const pages = [users, fresh, edit, remove, orgs, repos, emails].flat()
