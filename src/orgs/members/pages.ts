// Who belongs to an organization.
import { anyone, gates, orgMember, orgVisible, signedIn } from '../../access/index.ts'
import { input, Str } from '../../kernel/schema.ts'
import { userRows, type UserRecord } from '../../users/index.ts'
import { action, badge, box, doButton, html, notice, page, pager, redirect, type PageCx } from '../../web/index.ts'
import { orgSheet, theOrg } from '../frame.ts'
import { remove } from './verbs.ts'

const named = input('OrgMemberForm', { username: Str })
const at = (page: PageCx) => `${page.root}/org/${encodeURIComponent(page.params.org)}`

const members = page({
  id: 'orgMembersPage', at: '/org/:org/members', says: 'Members of an organization', needs: anyone,
  async run(page) {
    const { ask, params, query, w, viewer } = page
    const [org, found, shown, rights] = await Promise.all([
      theOrg(page),
      ask.list<UserRecord>(viewer ? 'listOrgsMembers' : 'listOrgsPublicMembers', { org: params.org, page: query.page, limit: 30 }),
      ask.list<UserRecord>('listOrgsPublicMembers', { org: params.org, limit: 50 }),
      viewer ? ask.maybe<{ is_owner: boolean }>('getUsersOrgsPermissions', { username: viewer.name, org: params.org }) : undefined,
    ])
    const t = w.orgs.members
    const open = new Set(shown.items.map((one) => one.login))
    const manages = rights?.is_owner || viewer?.is_admin
    const end = (one: UserRecord) => {
      const self = one.id === viewer?.id
      const isOpen = open.has(one.login)
      return html`<div class="row end">${viewer && badge(isOpen ? t.public : t.hidden)}${self && doButton(`${at(page)}/members/${isOpen ? 'hide' : 'show'}`, isOpen ? t.hide : t.show, { username: one.login }, { kind: 'small' })}${
        self ? doButton(`${at(page)}/members/leave`, t.leave, {}, { kind: 'small danger', confirm: t.leaveSure(org.name) }) : manages && doButton(`${at(page)}/members/remove`, w.site.remove, { username: one.login }, { kind: 'small danger', confirm: t.removeSure(one.login), label: t.removeLabel(one.login) })}</div>`
    }
    return orgSheet(page, org, 'members', {
      title: w.orgs.tabs.members,
      body: html`<div class="page-head"><h2>${w.orgs.tabs.members}</h2>${manages && html`<a class="button" href="${at(page)}/teams">${t.add}</a>`}</div>${manages && notice('info', t.how)}${box(userRows(page, found.items, t.none, end))}${pager(page, found)}`,
    })
  },
})

const act = (word: 'show' | 'hide' | 'remove', operation: string) =>
  action({
    id: `${word}OrgMember`, at: `/org/:org/members/${word}`, says: `${word} a member of an organization`, needs: gates(signedIn), fields: named,
    async run({ ask, params, given, root, w }) {
      await ask(operation, { org: params.org, username: given.username })
      return redirect(`${root}/org/${encodeURIComponent(params.org)}/members`, word === 'remove' ? w.orgs.members.removed(given.username) : undefined)
    },
  })

const leave = action({
  id: 'leaveOrg', at: '/org/:org/members/leave', says: 'Leave an organization', needs: gates(orgVisible, signedIn, orgMember),
  async run({ cx, org, actor, root, w }) {
    await remove(cx, org, actor.account, actor.account)
    return redirect(`${root}/`, w.orgs.members.left(org.name))
  },
})

export const pages = [members, act('show', 'putOrgsPublicMembers'), act('hide', 'deleteOrgsPublicMembers'), act('remove', 'deleteOrgsMembers'), leave].flat()
