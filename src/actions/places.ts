// The four places where runners, secrets and variables are kept, and the frames their pages stand in.
import type { OwnerKind } from '../kernel/route.ts'
import { orgSettings, theOrg } from '../orgs/index.ts'
import { repoSettings, theRepo } from '../repos/index.ts'
import { userSettings } from '../users/index.ts'
import { adminSheet, type Content, type PageCx, type Sheet } from '../web/index.ts'
import { manages } from './level.ts'

export type Subject = 'runners' | 'secrets' | 'variables'

export interface Place {
  kind: OwnerKind
  at: string
  /** in operation names: list{names}ActionsRunners */
  names: string
  subjects: readonly Subject[]
  frame(page: PageCx, subject: Subject, body: Content): Sheet | Promise<Sheet>
}

const all = ['runners', 'secrets', 'variables'] as const

export const places: Place[] = [
  { kind: 'repo', at: '/:owner/:repo/settings/actions', names: 'Repos', subjects: all, frame: async (page, subject, body) => repoSettings(page, await theRepo(page), subject, body) },
  { kind: 'org', at: '/org/:org/settings/actions', names: 'Orgs', subjects: all, frame: async (page, subject, body) => orgSettings(page, await theOrg(page), subject, body) },
  { kind: 'user', at: '/user/settings/actions', names: 'User', subjects: all, frame: (page, subject, body) => userSettings(page, subject, body) },
  { kind: 'site', at: '/-/admin/actions', names: 'Admin', subjects: ['runners'], frame: (page, _subject, body) => adminSheet(page, 'runners', body) },
]

/** The operations' own guard, asked for this place. */
export const managesAt = (kind: OwnerKind): typeof manages => ({ says: manages.says, open: (rq) => manages.open({ ...rq, owner: kind }) })

export const addressOf = (place: Place, page: PageCx, rest: string) => page.root + place.at.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(page.params[name])) + rest
