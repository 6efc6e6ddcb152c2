import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, invalid } from '../../kernel/errors.ts'
import { emit, fact } from '../../kernel/outbox.ts'
import { Id, Str } from '../../kernel/schema.ts'
import { accounts, accountStore, avatars, isEmail, onDeparture } from '../../users/index.ts'
import * as members from '../members/verbs.ts'
import * as teams from '../teams/verbs.ts'
import * as store from './store.ts'

export const created = fact('org.created', { org_id: Id })
export const changed = fact('org.changed', { org_id: Id })
export const removed = fact('org.removed', { org_id: Id, name: Str })

export interface Profile {
  full_name?: string
  email?: string
  description?: string
  website?: string
  location?: string
  visibility?: string
  repo_admin_change_team_access?: boolean
}

/** A new organization with its owners' team, whose only member is the owner. */
export async function create(cx: Cx, owner: Account, input: Profile & { username: string }, by: Account = owner): Promise<Account> {
  if (!owner.is_admin && !owner.allow_create_org) throw forbidden('not allowed to create org')
  return cx.write(async (tx) => {
    const org = await accounts.claim(tx, { ...accounts.blank('organization', input.username, cx.now()), ...given(input) })
    const team = await teams.found(tx, org)
    await teams.join(tx, org, team, owner.id)
    await emit(tx, created, { by_id: by.id, org_id: org.id })
    return org
  })
}

export async function edit(cx: Cx, org: Account, by: Account, input: Profile): Promise<Account> {
  if (input.email && !isEmail(input.email)) throw invalid('e-mail invalid [email: ' + input.email + ']')
  return cx.write(async (tx) => {
    const row = await accountStore.update(tx, org.id, { ...given(input), updated_at: cx.now() })
    await emit(tx, changed, { by_id: by.id, org_id: org.id })
    return row
  })
}

/** Refused while it owns repositories or packages. */
export async function remove(cx: Cx, org: Account, by: Account): Promise<void> {
  await cx.write(async (tx) => {
    await accounts.depart(tx, org)
    await accountStore.uncountFollows(tx, org.id)
    await accountStore.remove(tx, org.id)
    await emit(tx, removed, { by_id: by.id, org_id: org.id, name: org.name })
  })
  await avatars.forget(cx, org)
}

/** Only what was said; an empty visibility says nothing. */
function given({ full_name, email, description, website, location, visibility, repo_admin_change_team_access }: Profile) {
  const said = { full_name, email, description, website, location, visibility: (visibility || undefined) as Account['visibility'] | undefined, repo_admin_change_team_access }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as { [K in keyof typeof said]?: NonNullable<(typeof said)[K]> }
}

/** A person goes with everything: out of all organizations, and those that would be left without an owner go too. */
onDeparture({
  async purge(cx, account, by) {
    for (const org of await store.memberships(cx.db, account.id)) {
      if (!(await teams.isLastOwner(cx.db, org.id, account.id))) {
        await members.remove(cx, org, account, by)
        continue
      }
      await accounts.purge(cx, org, by)
      await remove(cx, org, by)
    }
  },
})
