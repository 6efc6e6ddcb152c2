// Gates only this room needs, and the usual rows of them.
import { gates, notArchived, repoRead, repoVisible, repoWrite, scope, signedIn, type Gate } from '../../access/index.ts'
import { forbidden, locked, Refusal } from '../../kernel/errors.ts'

export const readsCode = gates(scope('repository'), repoVisible, repoRead('code'))
export const writesCode = gates(scope('repository'), repoVisible, repoRead('code'), signedIn, repoWrite('code'), notArchived)

const editable: Gate<object> = {
  says: 'neither archived nor a mirror',
  open(_rq, { repo }) {
    if (repo!.is_archived || repo!.is_mirror) throw locked('repo is not allowed to edit')
    return {}
  },
}
/** The right to write to the branch is asked for once the body has named it. */
export const editsFiles = gates(scope('repository'), repoVisible, repoRead('code'), editable, signedIn)
/** As the wire has it for patches. */
export const patchesFiles = gates(scope('repository'), repoVisible, editable, signedIn)

/** A mirror's branches follow their source only. */
export const ownBranches: Gate<object> = {
  says: 'no mirror',
  open(_rq, { repo }) {
    if (repo!.is_mirror) throw forbidden('Git Repository is a mirror.')
    return {}
  },
}

/** Objects and refs as git has them. */
export const writesGit = gates(scope('repository'), repoVisible, repoRead('code'), signedIn, repoWrite('code'), notArchived, ownBranches)

/** repoVisible for addresses of the site, where a redirect has to stay. */
export const repoShown: typeof repoVisible = {
  says: repoVisible.says,
  async open(rq, at) {
    // people put into a browser what they would clone
    const cloned = /^(\/[^/?]+\/[^/?]+)\.git\/?(?:\?|$)/i.exec(rq.url)
    if (cloned) throw new Refusal('moved', '', undefined, { location: rq.cx.root + cloned[1] })
    try {
      return await repoVisible.open({ ...rq, url: `/repos${rq.url}` }, at)
    } catch (error) {
      const location = error instanceof Refusal && error.headers?.location
      if (!location) throw error
      throw new Refusal(error.kind, '', undefined, { location: rq.cx.root + location.slice(rq.cx.root.length + '/repos'.length) })
    }
  },
}
export const seesCode = gates(scope('repository'), repoShown, repoRead('code'))
