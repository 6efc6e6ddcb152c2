// Gates in the order the wire checks them. Each opens what it protects and adds it to the context of `run`.
import { forbidden, locked, notFound, Refusal, unauthorized } from '../kernel/errors.ts'
import type { Guard, Rq } from '../kernel/route.ts'
import { actorOf, type Actor, type SignedIn } from './actor.ts'
import { accessTo, canSeeAccount, orgRole, type Access } from './can.ts'
import { ADMIN, OWNER, READ, WRITE, type Unit } from './levels.ts'
import { allows, type Category } from './scopes.ts'
import * as store from './store.ts'
import type { Account, Repo } from './store.ts'

/** What gates before this one have opened. */
export interface Opened {
  actor: Actor
  repo?: Repo
  access?: Access
  org?: Account
  user?: Account
}
export interface Gate<G extends object> {
  says: string
  open(rq: Rq, at: Opened): Promise<G> | G
}

type Sum<T extends Gate<any>[]> = T extends [Gate<infer A>, ...infer Rest extends Gate<any>[]] ? A & Sum<Rest> : unknown

/** A guard from gates, passed left to right; the first refusal wins. */
export function gates<T extends Gate<any>[]>(...list: T): Guard<{ actor: Actor } & (Sum<T> extends object ? Sum<T> : object)> {
  return {
    says: list.map((one) => one.says).join(', '),
    async open(rq) {
      const at: Opened = { actor: await actorOf(rq) }
      for (const one of list) {
        const more = await one.open(rq, at)
        if (more !== nothing) Object.assign(at, more)
      }
      return at as never
    },
  }
}
const nothing = {}

/** No gate at all, but wrong credentials are still refused. */
export const anyone = gates()

/** Nobody is asked who they are: signing in, setting up, the state of the site. */
export const open: Guard<object> = { says: 'nothing', open: async () => ({}) }

/** The token must hold the category: read for GET and HEAD, write for the rest. */
export const scope = (...categories: Category[]): Gate<object> => ({
  says: `scope ${categories.join('+')}`,
  open(rq, { actor }) {
    const write = rq.method !== 'GET' && rq.method !== 'HEAD'
    for (const one of categories) {
      if (!allows(actor.scopes, one, write)) throw forbidden(`token does not have at least one of required scope(s): [${write ? 'write' : 'read'}:${one}]`)
    }
    return nothing
  },
})

export const signedIn: Gate<{ actor: SignedIn }> = {
  says: 'signed in',
  open(_rq, { actor }) {
    if (!actor.account) throw unauthorized()
    return nothing as never
  },
}

export const siteAdmin: Gate<{ actor: SignedIn }> = {
  says: 'site administrator',
  open(_rq, { actor }) {
    if (!actor.account) throw unauthorized()
    if (!actor.account.is_admin) throw forbidden('user should be the site admin')
    return nothing as never
  },
}

/** Personal things refuse tokens limited to what is public. */
export const noPublicOnly: Gate<object> = {
  says: 'no public-only token',
  open(_rq, { actor }) {
    if (actor.publicOnly) throw forbidden('this token may only reach public things')
    return nothing
  },
}

/** Basic credentials (a token inside Basic counts), or somebody signed in to the pages. */
export const basicOnly: Gate<object> = {
  says: 'Basic credentials',
  open(_rq, { actor }) {
    if (actor.via !== 'basic' && actor.via !== 'session') throw unauthorized('auth required')
    return nothing
  },
}

/** `/repos/:owner/:repo`: exists and may be seen, else 404; renamed ones redirect. */
export const repoVisible: Gate<{ repo: Repo; access: Access }> = {
  says: 'repository visible',
  async open(rq, { actor }) {
    const { owner, repo: name } = rq.params
    const repo = await store.findRepo(rq.cx.db, owner, name, actor.account)
    if (!repo) return redirected(rq, actor)
    const access = await accessTo(rq.cx.db, actor, repo)
    if (access.level < READ) throw notFound()
    return { repo, access }
  },
}

async function redirected(rq: Rq, actor: Actor): Promise<never> {
  const { cx, params } = rq
  const moved = await store.findMovedRepo(cx.db, params.owner, params.repo)
  if (!moved || (await accessTo(cx.db, actor, moved.repo)).level < READ) throw notFound()
  const location = readdressed(rq, [params.owner, params.repo], [moved.repo.owner.name, moved.repo.name])
  throw new Refusal(moved.why, '', undefined, { location })
}

/** The same address with these neighbouring members replaced, however they were written; never the address itself, which would go in circles. */
function readdressed(rq: Rq, from: readonly string[], to: readonly string[]): string {
  const [path, ...query] = rq.url.split('?')
  const parts = path.split('/')
  const start = path.startsWith('/api/v1/') ? 3 : 0
  const at = parts.findIndex((_, i) => i >= start && from.every((word, k) => decoded(parts[i + k]) === word))
  if (at < 0) throw notFound()
  parts.splice(at, from.length, ...to.map(encodeURIComponent))
  return rq.cx.root + [parts.join('/'), ...query].join('?')
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** The unit may be read, else 404; switched off units are nobody's. */
export const readable = (...any: Unit[]): Gate<object> => ({
  says: `${any.join(' or ')} readable`,
  open(_rq, { access }) {
    if (!any.some((unit) => access!.units[unit] >= READ)) throw notFound()
    return nothing
  },
})

/** Read on the unit, else 403; administrators of the repository pass even where it is switched off. */
export const repoRead = (...any: Unit[]): Gate<object> => ({
  says: `${any.join(' or ')} read`,
  open(_rq, { access }) {
    if (access!.level < ADMIN && !any.some((unit) => access!.units[unit] >= READ)) throw forbidden('user should have a permission to read the repository')
    return nothing
  },
})

export const repoWrite = (...any: Unit[]): Gate<object> => ({
  says: `${any.join(' or ')} write`,
  open(_rq, { access }) {
    if (access!.level < ADMIN && !any.some((unit) => access!.units[unit] >= WRITE)) throw forbidden('user should have a permission to write to this repository')
    return nothing
  },
})

export const repoAdmin: Gate<object> = {
  says: 'repository administrator',
  open(_rq, { access }) {
    if (access!.level < ADMIN) throw forbidden('user should be an owner or a collaborator with admin write of a repository')
    return nothing
  },
}

export const repoOwner: Gate<object> = {
  says: 'repository owner',
  open(_rq, { access }) {
    if (access!.level < OWNER) throw forbidden('user should be the owner of the repo')
    return nothing
  },
}

export const notArchived: Gate<object> = {
  says: 'not archived',
  open(_rq, { repo }) {
    if (repo!.is_archived) throw locked()
    return nothing
  },
}

export const notMirror: Gate<object> = {
  says: 'no mirror',
  open(_rq, { repo }) {
    if (repo!.is_mirror) throw locked('the repository is a mirror')
    return nothing
  },
}

/** `/orgs/:org` exists for whoever asks: a hidden one answers as a missing one does; renamed ones redirect. */
export const orgExists: Gate<{ org: Account }> = {
  says: 'organization exists',
  async open(rq, { actor }) {
    const org = await store.findAccountByName(rq.cx.db, rq.params.org)
    if (org?.type !== 'organization') return renamed(rq, actor, '/orgs/', rq.params.org)
    if (!(await canSeeAccount(rq.cx.db, actor.account, org))) throw notFound()
    return { org }
  },
}

export const orgVisible: Gate<{ org: Account }> = {
  says: 'organization visible',
  async open(rq, at) {
    const { org } = at.org ? { org: at.org } : await orgExists.open(rq, at)
    if (!(await canSeeAccount(rq.cx.db, at.actor.account, org))) throw notFound()
    if (at.actor.publicOnly && org.visibility !== 'public') throw forbidden('this token may only reach public things')
    return { org }
  },
}

export const orgMember: Gate<object> = {
  says: 'organization member',
  async open(rq, { actor, org }) {
    if ((await orgRole(rq.cx.db, actor.account, org!)) === 'none') throw forbidden('Must be an organization member')
    return nothing
  },
}

export const orgOwner: Gate<object> = {
  says: 'organization owner',
  async open(rq, { actor, org }) {
    if ((await orgRole(rq.cx.db, actor.account, org!)) !== 'owner') throw forbidden('Must be an organization owner')
    return nothing
  },
}

/** `/users/:username`: a person or organization by name that may be seen, else 404. */
export const userVisible: Gate<{ user: Account }> = {
  says: 'user visible',
  async open(rq, { actor }) {
    const { account } = actor
    const user = account?.lower_name === rq.params.username.toLowerCase() ? account : await store.findAccountByName(rq.cx.db, rq.params.username)
    // the one that CI jobs act as is nobody's to address
    if (!user || user.type === 'bot') return renamed(rq, actor, '/users/', rq.params.username)
    if (!(await canSeeAccount(rq.cx.db, actor.account, user))) throw notFound()
    if (actor.publicOnly && user.visibility !== 'public') throw forbidden('this token may only reach public things')
    return { user }
  },
}

/** The account in the path is the caller's own, or the caller administers the site. */
export const selfOrAdmin: Gate<{ actor: SignedIn }> = {
  says: 'self or site administrator',
  open(_rq, { actor, user }) {
    if (actor.account?.id !== user!.id && !actor.account?.is_admin) throw forbidden('doer should be the site admin or be same as the contextUser')
    return nothing as never
  },
}

/** Another account named in the path, hidden or not: `userNamed('/members/')`. */
export const userNamed = (prefix: string, param = 'username'): Gate<{ user: Account }> => ({
  says: 'user exists',
  async open(rq, { actor }) {
    const user = await store.findAccountByName(rq.cx.db, rq.params[param])
    return user && user.type !== 'bot' ? { user } : renamed(rq, actor, prefix, rq.params[param])
  },
})

/** A redirect says that its target exists, so it is shown only to those who may see it. */
async function renamed(rq: Rq, actor: Actor, prefix: string, name: string): Promise<never> {
  const account = await store.findAccountRedirect(rq.cx.db, name)
  if (!account || !(await canSeeAccount(rq.cx.db, actor.account, account))) throw notFound()
  const word = prefix.split('/').at(-2)!
  // pages have other words in front of the name, or none
  const before = rq.url.startsWith('/api/') ? [word] : []
  throw new Refusal('movedOwner', '', undefined, { location: readdressed(rq, [...before, name], [...before, account.name]) })
}
