// The teams of an organization, and what each of them is.
import { gates, orgOwner, orgVisible, signedIn } from '../../access/index.ts'
import { invalid, mistyped, notFound } from '../../kernel/errors.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { userRows, type UserRecord } from '../../users/index.ts'
import { action, avatar, badge, box, doButton, empty, form, html, icon, page, post, problem, redirect, rows, submit, textField, type Content, type PageCx } from '../../web/index.ts'
import { orgSheet, theOrg } from '../frame.ts'
import { bodyOf, fields, fresh, givenOf, teamForm, type TeamGiven } from './form.ts'
import type { TeamRecord } from './schema.ts'
import { levelByUnits } from './verbs.ts'
import { facesOf } from './view.ts'

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

/** So many of a team are shown in a list of teams. */
const FACES = 16

const teams = page({
  id: 'orgTeamsPage', at: '/org/:org/teams', says: 'Teams of an organization', needs: gates(signedIn),
  async run(page) {
    const { ask, params, w, root } = page
    const [org, list, manages] = await Promise.all([theOrg(page), ask.list<TeamRecord>('listOrgsTeams', { org: params.org, limit: 50 }), mayManage(page)])
    const t = w.orgs.teams
    const faces = await facesOf(page.cx, list.items.map((one) => one.id), FACES, page.viewer)
    const card = (team: TeamRecord) => html`<div class="row between top"><div class="grow"><a class="title" href="${at(page)}/${encodeURIComponent(team.name)}"><bdi>${team.name}</bdi></a> ${level(page, team)}
      ${team.description && html`<p class="soft">${team.description}</p>`}<div class="faces-wide">${faces.get(team.id)!.people.map((one) => html`<a href="${root}/${one.login}" title="${one.login}" aria-label="${one.login}">${avatar(root, one, 24)}</a>`)}</div></div><div class="meta nowrap">${icon('people')} ${t.members(faces.get(team.id)!.size)}</div></div>`
    return orgSheet(page, org, 'teams', {
      title: w.orgs.tabs.teams,
      body: html`<div class="page-head"><h2>${w.orgs.tabs.teams}</h2>${manages && html`<a class="button strong" href="${at(page)}/new">${icon('plus')}${t.create}</a>`}</div>${box(list.items.length > 0 ? rows(list.items.map(card)) : empty('people', t.none))}`,
    })
  },
})

const team = form({
  id: 'orgTeamPage', at: '/org/:org/teams/:team', says: 'A team of an organization', needs: gates(signedIn), fields: input('TeamAddForm', { member: Optional(Str), repository: Optional(Str) }),
  async show(page) {
    const { ask, w, given } = page
    const [org, team, manages] = await Promise.all([theOrg(page), theTeam(page), mayManage(page)])
    const [members, repos] = await Promise.all([ask.list<UserRecord>('listTeamsMembersById', { id: team.id, limit: 50 }), ask.list<RepoShown>('listTeamsReposById', { id: team.id, limit: 50 })])
    const t = w.orgs.teams
    const here = `${at(page)}/${encodeURIComponent(team.name)}`
    const dropper = (one: UserRecord): Content => manages && doButton(`${here}/members/remove`, w.site.remove, { name: one.login }, { kind: 'small danger', label: t.dropLabel(one.login), confirm: t.dropSure(one.login, team.name) })
    return orgSheet(page, org, 'teams', {
      title: team.name,
      body: html`<div class="page-head"><div><h2><bdi>${team.name}</bdi> ${level(page, team)}</h2>${team.description && html`<p class="soft">${team.description}</p>`}</div>${manages && html`<a class="button" href="${here}/edit">${icon('pencil')}${w.site.edit}</a>`}</div>${problem(page.problem)}
        <div class="columns"><div>${box(userRows(page, members.items, t.nobody, dropper), { head: html`<h3 class="grow">${w.orgs.tabs.members}</h3><span class="count">${members.total}</span>` })}${
          manages && post(here, [textField('member', t.addMember, given.member, { required: true, placeholder: t.name, autocomplete: 'off' }), submit(w.site.add, '')], { kind: 'inline' })}</div>
        <div>${box(repos.items.length > 0 ? rows(repos.items.map((one) => repoRow(page, team, one, manages))) : empty('repo', t.noRepos), { head: html`<h3 class="grow">${w.orgs.tabs.repositories}</h3>${team.includes_all_repositories ? badge(t.allRepos) : html`<span class="count">${repos.total}</span>`}` })}${
          manages && !team.includes_all_repositories && post(here, [textField('repository', t.addRepo, given.repository, { required: true, placeholder: t.repoName, autocomplete: 'off' }), submit(w.site.add, '')], { kind: 'inline' })}</div></div>`,
    })
  },
  async send(page) {
    const { ask, given, params, w } = page
    const { id, name } = await theTeam(page)
    const [member, repo] = [given.member?.trim(), given.repository?.trim()]
    if (member) await ask('putTeamsMembersById', { id, username: member }).catch(mistyped(w.site.nobodyCalled(member)))
    if (repo) await ask('putTeamsReposById', { id, org: params.org, repo }).catch(mistyped(w.orgs.teams.noRepoCalled(repo)))
    return redirect(`${at(page)}/${encodeURIComponent(name)}`)
  },
})

const repoRow = (page: PageCx, team: TeamRecord, repo: RepoShown, manages: boolean) => html`<div class="row between"><div class="grow"><a class="title" href="${repo.html_url}"><bdi>${repo.name}</bdi></a> ${repo.private && badge(page.w.site.private)}<p class="soft clamp">${repo.description}</p></div>${
  manages && !team.includes_all_repositories && doButton(`${at(page)}/${encodeURIComponent(team.name)}/repositories/remove`, page.w.site.remove, { name: repo.name }, { kind: 'small danger', label: page.w.orgs.teams.dropLabel(repo.name) })}</div>`

const drop = (of: 'members' | 'repositories', operation: string) =>
  action({
    id: `removeTeam${of === 'members' ? 'Member' : 'Repository'}`, at: `/org/:org/teams/:team/${of}/remove`, says: `Remove ${of} of a team`, needs: gates(signedIn), fields: input('TeamNameForm', { name: Str }),
    async run(page) {
      const { ask, given, params } = page
      const team = await theTeam(page)
      await ask(operation, of === 'members' ? { id: team.id, username: given.name } : { id: team.id, org: params.org, repo: given.name })
      return redirect(`${at(page)}/${encodeURIComponent(team.name)}`)
    },
  })

const owners = gates(orgVisible, signedIn, orgOwner)

/** Fields of a form may be empty, a team's name may not. */
function checked({ w }: PageCx, given: TeamGiven) {
  const body = bodyOf(given)
  if (!body.name) throw invalid(w.orgs.teams.nameNeeded)
  return body
}

const create = form({
  id: 'orgTeamNewPage', at: '/org/:org/teams/new', says: 'Create a team', needs: owners, fields,
  async show(page) {
    const t = page.w.orgs.teams
    return orgSheet(page, await theOrg(page), 'teams', {
      title: t.create,
      body: html`<div class="narrow"><h2>${t.create}</h2>${problem(page.problem)}${teamForm(page, `${at(page)}/new`, page.problem === undefined ? fresh : page.given, { go: t.go })}</div>`,
    })
  },
  async send(page) {
    const made = await page.ask<TeamRecord>('createOrgsTeams', { org: page.params.org }, checked(page, page.given))
    return redirect(`${at(page)}/${encodeURIComponent(made.name)}`, page.w.orgs.teams.made)
  },
})

const edit = form({
  id: 'orgTeamEditPage', at: '/org/:org/teams/:team/edit', says: 'Change a team', needs: owners, fields,
  async show(page) {
    const t = page.w.orgs.teams
    const [org, team] = await Promise.all([theOrg(page), theTeam(page)])
    const [here, isOwners] = [`${at(page)}/${encodeURIComponent(team.name)}`, team.permission === 'owner']
    const away = html`<section class="box danger-zone"><header class="box-head"><h3>${t.danger}</h3></header>${rows([html`<div><b>${t.remove}</b><p class="hint">${t.removeHint}</p></div>${doButton(`${here}/delete`, t.remove, {}, { kind: 'danger', confirm: t.removeSure(team.name) })}`])}</section>`
    return orgSheet(page, org, 'teams', {
      title: t.edit(team.name),
      body: html`<div class="narrow"><h2><bdi>${t.edit(team.name)}</bdi></h2>${problem(page.problem)}${teamForm(page, `${here}/edit`, page.problem === undefined ? givenOf(team) : page.given, { owners: isOwners, go: t.save })}${!isOwners && away}</div>`,
    })
  },
  async send(page) {
    const { ask, cx, org, actor, given } = page
    const team = await theTeam(page)
    const isOwners = team.permission === 'owner'
    const saved = await ask<TeamRecord>('editTeamsById', { id: team.id }, isOwners ? { description: given.description ?? '' } : checked(page, given))
    if (!isOwners && given.rights !== 'admin') await levelByUnits(cx, org, team.id, actor.account)
    return redirect(`${at(page)}/${encodeURIComponent(saved.name)}`, page.w.orgs.teams.saved)
  },
})

const remove = action({
  id: 'orgTeamDelete', at: '/org/:org/teams/:team/delete', says: 'Delete a team', needs: owners,
  async run(page) {
    await page.ask('deleteTeamsById', { id: (await theTeam(page)).id })
    return redirect(at(page), page.w.orgs.teams.gone)
  },
})

export const pages = [
  teams, create, team, edit, remove, drop('members', 'deleteTeamsMembersById'), drop('repositories', 'deleteTeamsReposById'),
].flat()
