// Gates only this room needs.
import { type Gate, type SignedIn } from '../access/index.ts'
import { forbidden } from '../kernel/errors.ts'

/** A public-only token may look at public organizations. */
export const publicOrg: Gate<object> = {
  says: 'public organization for public-only tokens',
  open(_rq, { actor, org }) {
    if (actor.publicOnly && org!.visibility !== 'public') throw forbidden('this token may only reach public things')
    return {}
  },
}

/** The caller's own account, which a public-only token may use if it is public. */
export const publicSelf: Gate<{ actor: SignedIn }> = {
  says: 'public account for public-only tokens',
  open(_rq, { actor }) {
    if (actor.publicOnly && actor.account!.visibility !== 'public') throw forbidden('this token may only reach public things')
    return {} as never
  },
}
