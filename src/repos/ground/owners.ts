// Who may own a new repository: oneself, and organizations in which one may create.
import type { Choice, PageCx } from '../../web/index.ts'

export async function ownersFor({ ask, viewer }: PageCx): Promise<Choice[]> {
  const orgs = await ask<{ name: string }[]>('listUserOrgs', { limit: 50 })
  const rights = await Promise.all(orgs.map((org) => ask.maybe<{ can_create_repository: boolean }>('getUsersOrgsPermissions', { username: viewer!.name, org: org.name })))
  return [viewer!.name, ...orgs.filter((_, at) => rights[at]?.can_create_repository).map((org) => org.name)]
}
