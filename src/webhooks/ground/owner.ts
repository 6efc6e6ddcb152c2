// Whose hooks a path is about.
import { gates, noPublicOnly, orgExists, orgOwner, repoAdmin, repoVisible, scope, signedIn, siteAdmin, type Gate, type SignedIn } from '../../access/index.ts'
import { forbidden } from '../../kernel/errors.ts'
import type { Guard } from '../../kernel/route.ts'

/** The columns that tell one owner's hooks from another's; the site's have neither. */
export interface Owner {
  repo_id: number | null
  owner_id: number | null
}

/** Organizations hide from tokens that are limited to what is public. */
const publicTarget: Gate<object> = {
  says: 'public target',
  open(_rq, { actor, org }) {
    if (actor.publicOnly && org!.visibility !== 'public') throw forbidden('this token may only reach public things')
    return {}
  },
}

const ofRepo = gates(scope('repository'), repoVisible, signedIn, repoAdmin)
const ofOrg = gates(scope('organization'), orgExists, publicTarget, signedIn, orgOwner)
const ofUser = gates(scope('user'), signedIn, noPublicOnly)
const ofSite = gates(scope('admin'), signedIn, siteAdmin)

/** May manage the hooks of whatever the path names; opens `owner`. */
export const hookOwner: Guard<{ actor: SignedIn; owner: Owner }> = {
  says: 'administrator of the repository, owner of the organization, the account itself, or site administrator',
  async open(rq) {
    switch (rq.owner) {
      case 'repo': {
        const { actor, repo } = await ofRepo.open(rq)
        return { actor, owner: { repo_id: repo.id, owner_id: null } }
      }
      case 'org': {
        const { actor, org } = await ofOrg.open(rq)
        return { actor, owner: { repo_id: null, owner_id: org.id } }
      }
      case 'user': {
        const { actor } = await ofUser.open(rq)
        return { actor, owner: { repo_id: null, owner_id: actor.account.id } }
      }
      default: {
        const { actor } = await ofSite.open(rq)
        return { actor, owner: { repo_id: null, owner_id: null } }
      }
    }
  },
}
