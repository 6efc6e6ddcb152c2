// Whose boards a path is about, and who may look at them or change them.
import { accessToMany, gates, notArchived, orgExists, ownerLevel, READ, repoRead, repoVisible, repoWrite, scope, signedIn, userVisible, WRITE, type Access, type Account, type Actor, type Gate, type Repo, type SignedIn } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import type { Guard } from '../../kernel/route.ts'
import { repoStore, settingsOf } from '../../repos/index.ts'
import * as cardStore from '../cards/store.ts'

/** A repository or an account. */
export type BoardOwner = { repo: Repo; access: Access; account: null } | { repo: null; access: null; account: Account }

/** A board owner as somebody sees it. */
export interface Seen {
  owner: BoardOwner
  actor: Actor
}

const boardsAllowed: Gate<object> = {
  says: 'boards of the repository switched on',
  open(_rq, { repo }) {
    if (settingsOf(repo!).projects_mode === 'owner') throw notFound()
    return {}
  },
}

const refuseHidden = (actor: Actor, target: Account) => {
  if (actor.publicOnly && target.visibility !== 'public') throw forbidden('this token may only reach public things')
  return {}
}
const publicOrg: Gate<object> = { says: 'public organization for public-only tokens', open: (_rq, { actor, org }) => refuseHidden(actor, org!) }
const publicSelf: Gate<object> = { says: 'public account for public-only tokens', open: (_rq, { actor }) => refuseHidden(actor, actor.account!) }

const orgProjects = (level: typeof READ | typeof WRITE): Gate<object> => ({
  says: `projects of the organization ${level === READ ? 'readable' : 'writable'}`,
  async open(rq, { actor, org }) {
    if ((await ownerLevel(rq.cx.db, actor, org!, 'projects')) < level) throw notFound()
    return {}
  },
})

const repoReader = gates(scope('issue'), repoVisible, repoRead('projects'), boardsAllowed)
const repoWriter = gates(scope('issue'), repoVisible, repoRead('projects'), boardsAllowed, signedIn, repoWrite('projects'), notArchived)
const orgReader = gates(scope('organization'), orgExists, publicOrg, orgProjects(READ), scope('issue'))
const orgWriter = gates(scope('organization'), orgExists, publicOrg, orgProjects(READ), scope('issue'), signedIn, orgProjects(WRITE))
const self = gates(scope('user'), signedIn, publicSelf, scope('issue'))

const ofRepo = (repo: Repo, access: Access): BoardOwner => ({ repo, access, account: null })
const ofAccount = (account: Account): BoardOwner => ({ repo: null, access: null, account })

/** Opens `owner`, whichever it is. */
export const boardReader: Guard<Seen> = {
  says: 'projects of the repository or organization readable, or the account itself',
  async open(rq) {
    if (rq.owner === 'repo') {
      const { actor, repo, access } = await repoReader.open(rq)
      return { actor, owner: ofRepo(repo, access) }
    }
    if (rq.owner === 'org') {
      const { actor, org } = await orgReader.open(rq)
      return { actor, owner: ofAccount(org) }
    }
    const { actor } = await self.open(rq)
    return { actor, owner: ofAccount(actor.account) }
  },
}

export const boardWriter: Guard<Seen & { actor: SignedIn }> = {
  says: 'projects of the repository or organization writable, or the account itself',
  async open(rq) {
    if (rq.owner === 'repo') {
      const { actor, repo, access } = await repoWriter.open(rq)
      return { actor, owner: ofRepo(repo, access) }
    }
    if (rq.owner === 'org') {
      const { actor, org } = await orgWriter.open(rq)
      return { actor, owner: ofAccount(org) }
    }
    const { actor } = await self.open(rq)
    return { actor, owner: ofAccount(actor.account) }
  },
}

const userProjects: Gate<object> = {
  says: 'projects of the account readable',
  async open(rq, { actor, user }) {
    if (user!.type === 'organization' && (await ownerLevel(rq.cx.db, actor, user!, 'projects')) < READ) throw notFound()
    return {}
  },
}
const userReader = gates(scope('user'), userVisible, scope('issue'), userProjects)

/** `/users/:username` */
export const namedReader: Guard<Seen> = {
  says: userReader.says,
  async open(rq) {
    const { actor, user } = await userReader.open(rq)
    return { actor, owner: ofAccount(user) }
  },
}

/** The kinds of issue whoever looks may read: of the board's repository, or of every repository that has cards on the boards. */
export async function readableOn(cx: Cx, { owner, actor }: Seen, projectIds: readonly number[]): Promise<cardStore.Readable> {
  const repos = owner.repo ? [owner.repo] : await repoStore.listWithOwners(cx.db, await cardStore.listRepoIds(cx.db, projectIds))
  const known = owner.access ? new Map([[owner.repo.id, owner.access]]) : await accessToMany(cx.db, actor, repos)
  const readable = (unit: 'issues' | 'pulls') => repos.filter((repo) => known.get(repo.id)!.units[unit] >= READ).map((repo) => repo.id)
  return { issues: readable('issues'), pulls: readable('pulls') }
}
