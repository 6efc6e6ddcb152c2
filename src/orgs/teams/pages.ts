// The teams of an organization, and what each of them is.
import { gates, signedIn } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { input, Str } from '../../kernel/schema.ts'
import { userRows, type UserRecord } from '../../users/index.ts'
import { action, avatar, badge, box, doButton, empty, html, icon, page, post, redirect, rows, submit, textField, type Content, type PageCx } from '../../web/index.ts'
import { orgSheet, theOrg } from '../frame.ts'
import type { TeamRecord } from './schema.ts'
import { membersOf } from './view.ts'

interface RepoShown {
  name: string
  full_name: string
  html_url: string
  description: string
  private: boolean
}

const at = (page: PageCx) => `${page.root}/org/${encodeURIComponent(page.params.org)}/teams`

const mayManage = async ({ ask, viewer, params }: PageCx) => viewer!.is_admin || ((await ask.maybe<{ is_owner: boolean }>('getUsersOrgsPermissions', { username: viewer!.name, org: params.org }))?.is_owner ?? false)

/** The team of the address, by its name. */
async function theTeam({ ask, params }: PageCx): Promise<TeamRecord> {
  const name = params.team.toLowerCase()
  const { data } = await ask<{ data: TeamRecord[] }>('getOrgsTeamsSearch', { org: params.org, q: params.team, include_desc: false, limit: 50 })
  const found = data.find((one) => one.name.toLowerCase() === name)
  if (!found) throw notFound()
  return found
}

const level = (page: PageCx, team: TeamRecord) => badge(page.w.orgs.teams.levels[team.permission], team.permission === 'owner' || team.permission === 'admin' ? 'info' : 'quiet')

const teams = page({
  id: 'orgTeamsPage', at: '/org/:org/teams', says: 'Teams of an organization', needs: gates(signedIn),
  async run(page) {
    const { ask, params, w, root } = page
    const [org, list, manages] = await Promise.all([theOrg(page), ask.list<TeamRecord>('listOrgsTeams', { org: params.org, limit: 50 }), mayManage(page)])
    const t = w.orgs.teams
    const people = await membersOf(page.cx, list.items.map((one) => one.id), page.viewer)
    const card = (team: TeamRecord) => html`<div class="row between top"><div class="grow"><a class="title" href="${at(page)}/${encodeURIComponent(team.name)}"><bdi>${team.name}</bdi></a> ${level(page, team)}
      ${team.description && html`<p class="soft">${team.description}</p>`}<div class="faces-wide">${people.get(team.id)!.slice(0, 16).map((one) => html`<a href="${root}/${one.login}" title="${one.login}" aria-label="${one.login}">${avatar(root, one, 24)}</a>`)}</div></div><div class="meta nowrap">${icon('people')} ${t.members(people.get(team.id)!.length)}</div></div>`
    return orgSheet(page, org, 'teams', {
      title: w.orgs.tabs.teams,
      body: html`<div class="page-head"><h2>${w.orgs.tabs.teams}</h2>${manages && html`<a class="button strong" href="${at(page)}/new">${icon('plus')}${t.create}</a>`}</div>${box(list.items.length > 0 ? rows(list.items.map(card)) : empty('people', t.none))}`,
    })
  },
})

const team = page({
  id: 'orgTeamPage', at: '/org/:org/teams/:team', says: 'A team of an organization', needs: gates(signedIn),
  async run(page) {
    const { ask, w } = page
    const [org, team, manages] = await Promise.all([theOrg(page), theTeam(page), mayManage(page)])
    const [members, repos] = await Promise.all([ask.list<UserRecord>('listTeamsMembersById', { id: team.id, limit: 50 }), ask.list<RepoShown>('listTeamsReposById', { id: team.id, limit: 50 })])
    const t = w.orgs.teams
    const here = `${at(page)}/${encodeURIComponent(team.name)}`
    const drop = (one: UserRecord): Content => manages && doButton(`${here}/members/remove`, w.site.remove, { name: one.login }, { kind: 'small danger', label: t.dropLabel(one.login), confirm: t.dropSure(one.login, team.name) })
    return orgSheet(page, org, 'teams', {
      title: team.name,
      body: html`<div class="page-head"><div><h2><bdi>${team.name}</bdi> ${level(page, team)}</h2>${team.description && html`<p class="soft">${team.description}</p>`}</div>${manages && html`<a class="button" href="${here}/edit">${icon('pencil')}${w.site.edit}</a>`}</div>
        <div class="columns"><div>${box(userRows(page, members.items, t.nobody, drop), { head: html`<h3 class="grow">${w.orgs.tabs.members}</h3><span class="count">${members.total}</span>` })}${
          manages && post(`${here}/members/add`, [textField('name', t.addMember, '', { required: true, placeholder: t.name, autocomplete: 'off' }), submit(w.site.add, '')], { kind: 'inline' })}</div>
        <div>${box(repos.items.length > 0 ? rows(repos.items.map((one) => repoRow(page, team, one, manages))) : empty('repo', t.noRepos), { head: html`<h3 class="grow">${w.orgs.tabs.repositories}</h3>${team.includes_all_repositories ? badge(t.allRepos) : html`<span class="count">${repos.total}</span>`}` })}${
          manages && !team.includes_all_repositories && post(`${here}/repositories/add`, [textField('name', t.addRepo, '', { required: true, placeholder: t.repoName, autocomplete: 'off' }), submit(w.site.add, '')], { kind: 'inline' })}</div></div>`,
    })
  },
})

const repoRow = (page: PageCx, team: TeamRecord, repo: RepoShown, manages: boolean) => html`<div class="row between"><div class="grow"><a class="title" href="${repo.html_url}"><bdi>${repo.name}</bdi></a> ${repo.private && badge(page.w.site.private)}<p class="soft clamp">${repo.description}</p></div>${
  manages && !team.includes_all_repositories && doButton(`${at(page)}/${encodeURIComponent(team.name)}/repositories/remove`, page.w.site.remove, { name: repo.name }, { kind: 'small danger', label: page.w.orgs.teams.dropLabel(repo.name) })}</div>`

const act = (of: 'members' | 'repositories', word: 'add' | 'remove', operation: string) =>
  action({
    id: `${word}Team${of === 'members' ? 'Member' : 'Repository'}`, at: `/org/:org/teams/:team/${of}/${word}`, says: `${word} ${of} of a team`, needs: gates(signedIn), fields: input('TeamNameForm', { name: Str }),
    async run(page) {
      const { ask, given, params } = page
      const team = await theTeam(page)
      await ask(operation, of === 'members' ? { id: team.id, username: given.name.trim() } : { id: team.id, org: params.org, repo: given.name.trim() })
      return redirect(`${at(page)}/${encodeURIComponent(team.name)}`)
    },
  })

export const pages = [
  teams, team, act('members', 'add', 'putTeamsMembersById'), act('members', 'remove', 'deleteTeamsMembersById'), act('repositories', 'add', 'putTeamsReposById'), act('repositories', 'remove', 'deleteTeamsReposById'),
].flat()
