import { input, Optional, Str } from '../../kernel/schema.ts'
import type { UserRecord } from '../../users/index.ts'
import { action, badge, box, doButton, empty, form, html, option, pager, person, post, problem, redirect, rows, selectField, submit, textField } from '../../web/index.ts'
import { theRepo } from '../frame.ts'
import { administered } from '../settings/pages.ts'
import { repoSettings } from '../settings-frame.ts'
import { wordsOf } from './verbs.ts'

interface TeamShown {
  id: number
  name: string
  permission: string
  includes_all_repositories: boolean
}

const at = '/:owner/:repo/settings/collaboration'

const list = form({
  id: 'repoSettingsAccess', at, says: 'Who has access to a repository', needs: administered, fields: input('CollaboratorForm', { name: Str, permission: Optional(Str) }),
  async show(page) {
    const { w, ask, params, given, query, root } = page
    const t = w.repoSettings.access
    const [repo, found] = await Promise.all([theRepo(page), ask.list<UserRecord>('listReposCollaborators', { ...params, page: query.page })])
    const [levels, all, reaching] = await Promise.all([wordsOf(page.cx, page.repo, found.items.map((one) => one.id)), ask.maybe<TeamShown[]>('listOrgsTeams', { org: params.owner, limit: 50 }), ask.maybe<TeamShown[]>('listReposTeams', params)])
    const here = `${repo.html_url}/settings/collaboration`
    const line = (one: UserRecord, level: string) => html`<div class="row between">${person(page, one)}<span class="row"><form method="post" action="${here}" class="row"><input type="hidden" name="name" value="${one.login}"><select name="permission" aria-label="${t.level}: ${one.login}">${
      Object.entries(t.levels).map((each) => option(each, level))}</select><button class="button small">${t.change}</button></form>${doButton(`${here}/delete`, w.site.remove, { name: one.login }, { kind: 'small danger', confirm: t.sure(one.login) })}</span></div>`
    const free = (all ?? []).filter((one) => !one.includes_all_repositories && !(reaching ?? []).some((team) => team.id === one.id))
    return repoSettings(page, repo, 'access', html`${problem(page.problem)}
      ${box([
        found.items.length > 0 ? rows(found.items.map((one) => line(one, levels.get(one.id) ?? 'read'))) : empty('people', t.none),
        post(here, [html`<div class="columns">${textField('name', t.name, given.name, { required: true, autocomplete: 'off' })}${selectField('permission', t.level, Object.entries(t.levels), given.permission ?? 'write')}</div>`, submit(t.add)]),
      ], { head: html`<h3>${t.people}</h3>` })}${pager(page, found)}
      ${reaching && box([
        reaching.length > 0 ? rows(reaching.map((one) => html`<div class="row between"><a href="${root}/org/${params.owner}/teams/${encodeURIComponent(one.name.toLowerCase())}"><b><bdi>${one.name}</bdi></b></a>${badge(one.permission)}${one.includes_all_repositories ? html`<span class="soft small">${t.all}</span>` : doButton(`${here}/team/delete`, w.site.remove, { name: one.name }, { kind: 'small danger' })}</div>`)) : empty('people', t.noTeams),
        free.length > 0 && post(`${here}/team`, [selectField('name', t.team, free.map((one) => one.name), undefined, { id: 'team' }), submit(t.addTeam, '')]),
      ], { head: html`<h3>${t.teams}</h3>` })}`)
  },
  async send({ ask, given, params, root, w }) {
    await ask('putReposCollaboratorsByCollaborator', { ...params, collaborator: given.name }, { permission: given.permission })
    return redirect(`${root}/${params.owner}/${params.repo}/settings/collaboration`, w.repoSettings.access.added)
  },
})

const act = (id: string, tail: string, operation: string, member: string, says: 'added' | 'removed') =>
  action({
    id, at: `${at}${tail}`, says: 'Change who has access', needs: administered, fields: input('CollaboratorNameForm', { name: Str }),
    async run({ ask, given, params, root, w }) {
      await ask(operation, { ...params, [member]: given.name })
      return redirect(`${root}/${params.owner}/${params.repo}/settings/collaboration`, w.repoSettings.access[says])
    },
  })

export const pages = [
  list,
  act('repoSettingsAccessRemove', '/delete', 'deleteReposCollaboratorsByCollaborator', 'collaborator', 'removed'),
  act('repoSettingsTeamAdd', '/team', 'putReposTeamsByTeam', 'team', 'added'),
  act('repoSettingsTeamRemove', '/team/delete', 'deleteReposTeamsByTeam', 'team', 'removed'),
].flat()
