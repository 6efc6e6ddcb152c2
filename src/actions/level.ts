// Whose runners, secrets and runs a path is about.
import { accessToMany, canRead, gates, noPublicOnly, orgExists, orgMember, orgOwner, repoOwner, repoRead, repoVisible, scope, signedIn, siteAdmin, type Actor, type Gate, type SignedIn } from '../access/index.ts'
import { forbidden } from '../kernel/errors.ts'
import type { Guard, Rq } from '../kernel/route.ts'
import { repoStore } from '../repos/index.ts'
import type { Level } from './tables.ts'

/** Organizations hide from tokens that are limited to what is public. */
const publicTarget: Gate<object> = {
  says: 'public target',
  open(_rq, { actor, org }) {
    if (actor.publicOnly && org!.visibility !== 'public') throw forbidden('this token may only reach public things')
    return {}
  },
}

const inRepo = gates(scope('repository'), repoVisible, signedIn, repoOwner)
const inOrg = gates(scope('organization'), orgExists, publicTarget, signedIn, orgOwner)
const inUser = gates(scope('user'), signedIn, noPublicOnly)
const inSite = gates(scope('admin'), signedIn, siteAdmin)

/** May manage what belongs to the repository, organization, account or site of the path; opens `level`. */
export const manages: Guard<{ actor: SignedIn; level: Level }> = {
  says: 'owner of the repository or organization, the account itself, or site administrator',
  async open(rq) {
    switch (rq.owner) {
      case 'repo': {
        const { actor, repo } = await inRepo.open(rq)
        return { actor, level: { repo_id: repo.id, owner_id: null } }
      }
      case 'org': {
        const { actor, org } = await inOrg.open(rq)
        return { actor, level: { repo_id: null, owner_id: org.id } }
      }
      case 'user': {
        const { actor } = await inUser.open(rq)
        return { actor, level: { repo_id: null, owner_id: actor.account.id } }
      }
      default: {
        const { actor } = await inSite.open(rq)
        return { actor, level: { repo_id: null, owner_id: null } }
      }
    }
  },
}

const seesRepo = gates(scope('repository'), repoVisible, signedIn, repoRead('actions'))
const seesOrg = gates(scope('organization'), orgExists, publicTarget, signedIn, orgMember)

/** Repositories of an owner whose actions the caller may read. */
async function readableOf(rq: Rq, actor: Actor, ownerId: number): Promise<number[]> {
  const repos = await repoStore.listWithOwners(rq.cx.db, await repoStore.listIdsOwnedBy(rq.cx.db, ownerId))
  const access = await accessToMany(rq.cx.db, actor, repos)
  return repos.filter((one) => canRead(access.get(one.id)!, 'actions')).map((one) => one.id)
}

/** May list runs and jobs of whatever the path names; opens `repoIds`, undefined for those of every repository. */
export const sees: Guard<{ actor: SignedIn; repoIds: number[] | undefined }> = {
  says: 'actions readable, member of the organization, the account itself, or site administrator',
  async open(rq) {
    switch (rq.owner) {
      case 'repo': {
        const { actor, repo } = await seesRepo.open(rq)
        return { actor, repoIds: [repo.id] }
      }
      case 'org': {
        const { actor, org } = await seesOrg.open(rq)
        return { actor, repoIds: await readableOf(rq, actor, org.id) }
      }
      case 'user': {
        const { actor } = await inUser.open(rq)
        return { actor, repoIds: await readableOf(rq, actor, actor.account.id) }
      }
      default: {
        const { actor } = await inSite.open(rq)
        return { actor, repoIds: undefined }
      }
    }
  },
}
