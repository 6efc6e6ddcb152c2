import { gates, noPublicOnly, scope, signedIn, type Gate } from '../../access/index.ts'
import { forbidden } from '../../kernel/errors.ts'

/** A token for public things only may speak for its own account if that is public. */
const ownPublic: Gate<object> = {
  says: 'own account public',
  open(_rq, { actor }) {
    if (actor.publicOnly && actor.account!.visibility !== 'public') throw forbidden('this token may only reach public things')
    return {}
  },
}

/** /user: oneself. */
export const self = [scope('user'), signedIn, ownPublic] as const
export const own = gates(...self)
/** what a token for public things may not touch at all */
export const ownPrivate = gates(...self, noPublicOnly)
