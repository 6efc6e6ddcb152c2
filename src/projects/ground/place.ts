// Where a page's boards are: a repository, an organization, or a person; who looks, and whether they may change things.
import { findAccountByName } from '../../access/index.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import type { Guard, Rq } from '../../kernel/route.ts'
import { orgSheet, theOrg } from '../../orgs/index.ts'
import { repoSheet, theRepo } from '../../repos/index.ts'
import { html, person, type Content, type PageCx, type Sheet } from '../../web/index.ts'
import { boardReader, boardWriter, namedReader, type Seen } from './owner.ts'

export interface Place extends Seen {
  kind: 'repo' | 'org' | 'user'
  /** in operation names: create{names}Projects */
  names: 'Repos' | 'Orgs' | 'User'
  /** members of the path for operations */
  members: Record<string, string>
  writable: boolean
}

const REPO = { kind: 'repo', names: 'Repos' } as const

/** `/:owner/:repo/projects` */
export const inRepo: Guard<{ place: Place }> = {
  says: boardReader.says,
  open: async (rq) => ({ place: await placeOf(rq, REPO, { owner: rq.params.owner, repo: rq.params.repo }, boardReader) }),
}

/** `/:owner/-/projects` of an organization or a person. */
export const atOwner: Guard<{ place: Place }> = {
  says: namedReader.says,
  async open(rq) {
    const account = await findAccountByName(rq.cx.db, rq.params.owner)
    if (!account) throw notFound()
    const org = account.type === 'organization'
    return { place: await placeOf(rq, org ? { kind: 'org', names: 'Orgs' } : { kind: 'user', names: 'User' }, org ? { org: account.name } : { username: account.name }, org ? boardReader : namedReader) }
  },
}

async function placeOf(rq: Rq, { kind, names }: Pick<Place, 'kind' | 'names'>, members: Record<string, string>, reader: Guard<Seen>): Promise<Place> {
  const at: Rq = { ...rq, owner: kind, params: { ...rq.params, ...members }, method: 'GET' }
  const seen = await reader.open(at)
  return { ...seen, kind, names, members, writable: await mayWrite({ ...at, method: 'POST' }, kind, seen) }
}

async function mayWrite(rq: Rq, kind: Place['kind'], { owner, actor }: Seen): Promise<boolean> {
  if (!actor.account) return false
  if (kind === 'user') return owner.account!.id === actor.account.id
  try {
    await boardWriter.open(rq)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** The address of these boards. */
export const boardsAt = (page: PageCx, place: Place, rest = '') => `${page.root}/${encodeURIComponent(page.params.owner)}/${place.kind === 'repo' ? `${encodeURIComponent(page.params.repo)}/` : '-/'}projects${rest}`

/** The frame they stand in. */
export async function inFrame(page: PageCx, place: Place, title: string, body: Content, more: Partial<Sheet> = {}): Promise<Sheet> {
  if (place.kind === 'repo') return repoSheet(page, await theRepo(page), 'projects', { ...more, title, body: html`${body}` })
  if (place.kind === 'org') return orgSheet(page, await theOrg(page), 'projects', { ...more, title, body: html`${body}` })
  return { ...more, title, body: html`<div class="page-head"><h1>${person(page, { ...place.owner.account!, avatar_url: undefined }, 28)} <span class="soft">/ ${page.w.projects.title}</span></h1></div>${body}` }
}
