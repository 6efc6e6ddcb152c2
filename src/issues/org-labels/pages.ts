// Labels that every repository of an organization may use, kept by its owners.
import { gates, orgOwner, orgVisible, signedIn } from '../../access/index.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { orgSettings, theOrg } from '../../orgs/index.ts'
import { action, box, empty, form, html, opens, page, pager, redirect, type Content, type PageCx } from '../../web/index.ts'
import { checked, editMembers, labelCard, labelRows, members, newDialog, setMenu, type Fields } from '../labels/parts.ts'
import type { LabelRecord } from '../labels/schema.ts'
import { ofOrg } from '../labels/verbs.ts'

const at = '/org/:org/settings/labels'
const needs = gates(orgVisible, signedIn, orgOwner)
const here = ({ root, params }: PageCx) => `${root}/org/${encodeURIComponent(params.org)}/settings/labels`

const framed = async (page: PageCx, body: Content) => ({ ...(await orgSettings(page, await theOrg(page), 'labels', body)), islands: ['labels'] })

const show = page({
  id: 'orgSettingsLabels', at, says: 'Labels of an organization', needs,
  async run(page) {
    const { w, ask, params, query } = page
    const l = w.issues.label
    const [found, sets] = await Promise.all([ask.list<LabelRecord>('listOrgsLabels', { org: params.org, page: query.page, limit: 50 }), ask<string[]>('listLabelTemplates')])
    return framed(page, html`<div class="row between top"><p class="lede grow">${l.orgLede}</p><span class="row">${setMenu(page, here(page), sets)}${opens('new-label', l.new, 'strong')}</span></div>
      ${box(found.items.length === 0 ? empty('label', l.none, html`<p>${l.noneMore}</p>`) : labelRows(page, found.items, { keeper: here(page) }), { label: l.title })}${pager(page, found)}${newDialog(page, here(page))}`)
  },
})

const alone = (page: PageCx & { problem: string | undefined }, title: string, given: Fields, edit: boolean) => framed(page, labelCard(page, title, given, edit))

const create = form({
  id: 'orgSettingsLabelNew', at: `${at}/new`, says: 'Create a label of an organization', needs, fields: input('NewOrgLabelForm', members),
  show: (page) => alone(page, page.w.issues.label.new, page.given, false),
  async send(page) {
    await page.ask('createOrgsLabels', { org: page.params.org }, checked(page, page.given))
    return redirect(here(page), page.w.issues.label.created)
  },
})

const edit = form({
  id: 'orgSettingsLabelEdit', at: `${at}/:id/edit`, says: 'Change a label of an organization', needs, fields: input('EditOrgLabelForm', editMembers),
  async show(page) {
    const now = page.problem === undefined ? await page.ask<LabelRecord>('getOrgsLabelsById', page.params) : undefined
    return alone(page, page.w.issues.label.edit, now ?? page.given, true)
  },
  async send(page) {
    await page.ask('editOrgsLabelsById', page.params, { ...checked(page, page.given), is_archived: page.given.is_archived ?? false })
    return redirect(here(page), page.w.issues.label.saved)
  },
})

const remove = action({
  id: 'orgSettingsLabelRemove', at: `${at}/:id/delete`, says: 'Delete a label of an organization', needs,
  async run(page) {
    await page.ask('deleteOrgsLabelsById', page.params)
    return redirect(here(page), page.w.issues.label.deleted)
  },
})

const set = action({
  id: 'orgSettingsLabelSet', at: `${at}/set`, says: 'Add the labels of a set to an organization', needs, fields: input('UseOrgLabelSetForm', { set: Optional(Str) }),
  async run(page) {
    const { ask, cx, given, org, params, w } = page
    const [wanted, there] = await Promise.all([ask<LabelRecord[]>('listLabelTemplatesByName', { name: given.set ?? '' }), ofOrg(cx, org)])
    const fresh = wanted.filter((one) => !there.some((other) => other.name === one.name))
    for (const one of fresh) await ask('createOrgsLabels', { org: params.org }, { name: one.name, color: one.color, description: one.description, exclusive: one.exclusive })
    return redirect(here(page), w.issues.label.added(fresh.length))
  },
})

export const pages = [show, create, edit, remove, set].flat()
