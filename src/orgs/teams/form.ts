// The form of a team: what it is, and what it may do in its repositories.
import { levelOf, levelWords } from '../../access/index.ts'
import { Bool, input, Optional, Str, type Static } from '../../kernel/schema.ts'
import { box, checkField, html, post, radioField, selectField, submit, textField, type Html, type PageCx } from '../../web/index.ts'
import { unitKeys } from '../ground/levels.ts'
import type { TeamRecord } from './schema.ts'

type Unit = (typeof unitKeys)[number]
const each = <T>(of: (unit: Unit) => T) => Object.fromEntries(unitKeys.map((one) => [one, of(one)])) as Record<Unit, T>

export const fields = input('TeamForm', { name: Optional(Str), description: Optional(Str), visibility: Optional(Str), reach: Optional(Str), can_create_org_repo: Optional(Bool), rights: Optional(Str), ...each(() => Optional(Str)) })
export type TeamGiven = Partial<Static<typeof fields>>

const isElsewhere = (unit: Unit) => unit.startsWith('repo.ext_')

/** A new team reads what it is given. */
export const fresh: TeamGiven = { visibility: 'limited', reach: 'some', rights: 'units', ...each(() => 'read') }

/** A level of the whole team holds for each of its units. */
export function givenOf(team: TeamRecord): TeamGiven {
  const all = levelOf(team.permission) ?? 0
  const level = (unit: Unit) => levelWords[Math.min(isElsewhere(unit) ? 1 : 2, Math.max(all, levelOf(team.units_map?.[unit] ?? 'none') ?? 0))]
  return {
    name: team.name, description: team.description, visibility: team.visibility, reach: team.includes_all_repositories ? 'all' : 'some', can_create_org_repo: team.can_create_org_repo,
    rights: team.permission === 'admin' || team.permission === 'owner' ? 'admin' : 'units', ...each(level),
  }
}

/** What the operations want. */
export const bodyOf = (given: TeamGiven) => ({
  name: given.name?.trim(), description: given.description?.trim() ?? '', visibility: given.visibility || undefined, includes_all_repositories: given.reach === 'all', can_create_org_repo: given.can_create_org_repo ?? false,
  ...(given.rights === 'admin' ? { permission: 'admin' } : { units_map: each((one) => given[one] || 'none') }),
})

/** Of the owners' team only the description can be changed. */
export function teamForm(page: PageCx, to: string, given: TeamGiven, more: { owners?: boolean; go: string }): Html {
  const { w } = page
  const t = w.orgs.teams.form
  const about = textField('description', t.description, given.description, { maxlength: 255 })
  if (more.owners) return post(to, [box(html`<div class="stack">${about}</div>`), html`<p class="hint">${t.ownersHint}</p>`, submit(more.go)])
  const some = [['none', t.levels.none], ['read', t.levels.read]] as const
  const unit = (one: Unit) => selectField(one, t.units[one], isElsewhere(one) ? some : [...some, ['write', t.levels.write] as const], given[one])
  return post(to, [
    box(html`<div class="stack">${textField('name', t.name, given.name, { required: true, maxlength: 255, pattern: '[\\w.\\-]+', autocomplete: 'off', hint: t.nameHint })}${about}${selectField('visibility', t.visibility, Object.entries(t.visibilities), given.visibility)}</div>`),
    box(html`<div class="stack">${radioField('reach', t.reach, [{ value: 'some', words: t.some, hint: t.someHint }, { value: 'all', words: t.all, hint: t.allHint }], given.reach)}${checkField('can_create_org_repo', t.creates, given.can_create_org_repo, { hint: t.createsHint })}</div>`, { head: html`<h3>${t.repositories}</h3>` }),
    box(html`<div class="stack"><div class="listed">${radioField('rights', t.rights, [{ value: 'units', words: t.byUnit }, { value: 'admin', words: t.admin, hint: t.adminHint }], given.rights)}<div class="only-listed"><div class="columns tight">${unitKeys.map(unit)}</div></div></div></div>`, { head: html`<h3>${t.rightsTitle}</h3>` }),
    submit(more.go),
  ])
}
