// Creating an organization, and its own settings.
import { gates, orgOwner, orgVisible, signedIn } from '../../access/index.ts'
import { invalid, mistyped } from '../../kernel/errors.ts'
import { readMultipart } from '../../kernel/multipart.ts'
import { Bool, input, Optional, Str } from '../../kernel/schema.ts'
import type { UserRecord } from '../../users/index.ts'
import { action, avatar, box, checkField, closing, dialog, doButton, empty, form, html, opens, pager, person, post, problem, radioField, redirect, rows, selectField, submit, textArea, textField, type PageCx } from '../../web/index.ts'
import { orgSettings, theOrg } from '../frame.ts'
import type { OrganizationRecord } from './schema.ts'

const owners = gates(orgVisible, signedIn, orgOwner)
const at = (page: PageCx, rest = '') => `${page.root}/org/${encodeURIComponent(page.params.org)}/settings${rest}`

const create = form({
  id: 'createOrgPage', at: '/org/create', says: 'Create an organization', needs: gates(signedIn),
  fields: input('NewOrganizationForm', { username: Str, visibility: Optional(Str), repo_admin_change_team_access: Optional(Bool) }),
  show(page) {
    const { w, root, given } = page
    const t = w.orgs.create
    return {
      title: t.title,
      body: html`<div class="narrow"><h1>${t.title}</h1><p class="lede">${t.lede}</p>${problem(page.problem)}<section class="box">${post(`${root}/org/create`, [
        textField('username', t.name, given.username, { required: true, autofocus: true, maxlength: 40, hint: t.nameHint, autocomplete: 'off' }),
        radioField('visibility', t.visibility, [{ value: 'public', words: w.site.public, hint: t.publicHint }, { value: 'limited', words: w.site.limited, hint: t.limitedHint }, { value: 'private', words: w.site.private, hint: t.privateHint }], given.visibility ?? 'public'),
        checkField('repo_admin_change_team_access', t.changeTeams, given.repo_admin_change_team_access ?? true), submit(t.go),
      ])}</section></div>`,
    }
  },
  async send({ ask, given, root }) {
    const made = await ask<OrganizationRecord>('createOrgs', {}, given)
    return redirect(`${root}/${made.name}`)
  },
})

const profile = form({
  id: 'orgSettingsProfile', at: '/org/:org/settings', says: 'The profile of an organization', needs: owners,
  fields: input('OrgProfileForm', { full_name: Optional(Str), description: Optional(Str), website: Optional(Str), location: Optional(Str), email: Optional(Str), visibility: Optional(Str), repo_admin_change_team_access: Optional(Bool) }),
  async show(page) {
    const { w, root } = page
    const t = w.orgs.profile
    const org = (await theOrg(page)) as OrganizationRecord
    const held = { ...org, ...page.given }
    return orgSettings(page, org, 'profile', html`${problem(page.problem)}
      ${box(post(at(page), [
        html`<div class="columns">${textField('full_name', t.fullName, held.full_name, { maxlength: 100 })}${textField('email', t.email, held.email, { type: 'email' })}</div>`, textArea('description', t.description, held.description, { rows: 3 }),
        html`<div class="columns">${textField('website', t.website, held.website, { type: 'url' })}${textField('location', t.location, held.location, { maxlength: 50 })}</div>`,
        selectField('visibility', w.orgs.create.visibility, [['public', w.site.public], ['limited', w.site.limited], ['private', w.site.private]], held.visibility),
        checkField('repo_admin_change_team_access', w.orgs.create.changeTeams, held.repo_admin_change_team_access), submit(t.save),
      ]))}
      ${box(html`<div class="pad row top">${avatar(root, org, 72)}<div class="grow stack">${post(at(page, '/avatar'), [html`<div class="field"><label for="f-avatar">${w.me.profile.choose}</label><input type="file" id="f-avatar" name="avatar" accept="image/*" required><p class="hint">${w.me.profile.pictureHint}</p></div>`, submit(w.me.profile.upload, '')], { files: true })}${doButton(at(page, '/avatar/delete'), w.me.profile.clear, {}, { kind: 'small' })}</div></div>`, { head: html`<h3>${t.picture}</h3>` })}
      ${box(post(at(page, '/rename'), [textField('new_name', t.newName, org.name, { required: true, maxlength: 40, hint: t.renameHint }), submit(t.rename, '')]), { head: html`<h3>${t.rename}</h3>` })}
      <section class="box danger-zone"><header class="box-head"><h3>${t.danger}</h3></header>${rows([html`<div><b>${t.remove}</b><p class="hint">${t.removeHint}</p></div>${opens('remove-org', t.remove, 'danger')}`])}</section>
      ${dialog('remove-org', t.remove, post(at(page, '/delete'), [html`<p>${t.removeHint}</p>`, textField('confirm', t.type(org.name), '', { required: true, autocomplete: 'off' }), closing('remove-org', page.w.site.cancel, submit(t.remove, 'danger'))]))}`)
  },
  async send(page) {
    const { ask, given, params, w } = page
    await ask('editOrgs', { org: params.org }, { ...given, repo_admin_change_team_access: given.repo_admin_change_team_access ?? false })
    return redirect(at(page), w.orgs.profile.saved)
  },
})

const picture = action({
  id: 'orgSettingsAvatar', at: '/org/:org/settings/avatar', says: 'Set the picture of an organization', needs: owners,
  async run(page) {
    const file = (await readMultipart(page.rq, page.cx.config.max_body)).find((part) => part.name === 'avatar')
    await page.ask('createOrgsAvatar', { org: page.params.org }, { image: file?.data.toString('base64') ?? '' })
    return redirect(at(page), page.w.me.profile.pictureSet)
  },
})

const noPicture = action({
  id: 'orgSettingsAvatarDelete', at: '/org/:org/settings/avatar/delete', says: 'Remove the picture of an organization', needs: owners,
  async run(page) {
    await page.ask('deleteOrgsAvatar', { org: page.params.org })
    return redirect(at(page), page.w.me.profile.pictureSet)
  },
})

const rename = action({
  id: 'orgSettingsRename', at: '/org/:org/settings/rename', says: 'Rename an organization', needs: owners, fields: input('OrgRenameForm', { new_name: Str }),
  async run({ ask, given, params, root, w }) {
    await ask('createOrgsRename', { org: params.org }, given)
    return redirect(`${root}/org/${encodeURIComponent(given.new_name)}/settings`, w.orgs.profile.renamed)
  },
})

const remove = action({
  id: 'orgSettingsDelete', at: '/org/:org/settings/delete', says: 'Delete an organization', needs: owners, fields: input('OrgDeleteForm', { confirm: Str }),
  async run({ ask, given, params, root, w, org }) {
    if (given.confirm.trim().toLowerCase() !== org.lower_name) throw invalid(w.orgs.profile.mismatch)
    await ask('deleteOrgs', { org: params.org })
    return redirect(`${root}/`, w.orgs.profile.gone)
  },
})

const fields = input('OrgBlockForm', { username: Str })

const blocked = form({
  id: 'orgSettingsBlocked', at: '/org/:org/settings/blocked_users', says: 'Whom an organization has blocked', needs: owners, fields,
  async show(page) {
    const { w, ask, params, given, query } = page
    const t = w.me.blocked
    const [org, found] = await Promise.all([theOrg(page), ask.list<UserRecord>('listOrgsBlocks', { org: params.org, page: query.page })])
    return orgSettings(page, org, 'blocked', html`<p class="lede">${w.orgs.blocked.lede}</p>${problem(page.problem)}${box([
      found.items.length > 0 ? rows(found.items.map((one) => html`<div class="row between">${person(page, one)}${doButton(at(page, '/blocked_users/delete'), t.unblock, { username: one.login }, { kind: 'small' })}</div>`)) : empty('stop', w.orgs.blocked.none),
      post(at(page, '/blocked_users'), [textField('username', t.name, given.username, { required: true }), submit(t.block, '')]),
    ])}${pager(page, found)}`)
  },
  async send(page) {
    const username = page.given.username.trim()
    await page.ask('putOrgsBlocks', { org: page.params.org, username }).catch(mistyped(page.w.site.nobodyCalled(username)))
    return redirect(at(page, '/blocked_users'), page.w.me.blocked.done)
  },
})

const unblock = action({
  id: 'orgSettingsUnblock', at: '/org/:org/settings/blocked_users/delete', says: 'Unblock somebody', needs: owners, fields,
  async run(page) {
    await page.ask('deleteOrgsBlocks', { org: page.params.org, username: page.given.username })
    return redirect(at(page, '/blocked_users'), page.w.me.blocked.undone)
  },
})

export const pages = [create, profile, picture, noPicture, rename, remove, blocked, unblock].flat()
