// Fields for people and teams on the lists of rules.
import type { UserRecord } from '../../users/index.ts'
import { html, textField, type Html, type PageCx } from '../../web/index.ts'

export interface Known {
  people: string[]
  /** none where the owner is no organization */
  teams?: string[]
}

/** Whom the lists suggest. */
export async function known({ ask, params }: PageCx): Promise<Known> {
  const at = { owner: params.owner, repo: params.repo }
  const [people, teams] = await Promise.all([ask.maybe<UserRecord[]>('listReposAssignees', at), ask.maybe<{ name: string }[]>('listReposTeams', at)])
  return { people: (people ?? []).map((one) => one.login), teams: teams?.map((one) => one.name) }
}

export const suggestions = ({ people, teams = [] }: Known): Html =>
  html`<datalist id="known-people">${people.map((one) => html`<option value="${one}"></option>`)}</datalist><datalist id="known-teams">${teams.map((one) => html`<option value="${one}"></option>`)}</datalist>`

/** The sheet lists islands: ['names'] and shows the suggestions once. */
export const nameFields = ({ w }: PageCx, name: string, given: { people?: string; teams?: string }, { teams }: Known): Html => {
  const t = w.repoSettings.branches
  return html`<div class="columns" data-names>${textField(`${name}_people`, t.people, given.people, { list: 'known-people', autocomplete: 'off', hint: t.peopleHint })}${
    teams && textField(`${name}_teams`, t.teams, given.teams, { list: 'known-teams', autocomplete: 'off', hint: t.teamsHint })}</div>`
}

/** `a, b` → its words, each once. */
export const namesIn = (text: string | undefined): string[] => [...new Set((text ?? '').split(/[,\n]/).map((one) => one.trim()).filter(Boolean))]
