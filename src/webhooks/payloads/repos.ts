import { findAccount, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Happening } from '../deliveries/verbs.ts'
import { around, changes, repository, user, type Scene } from './parts.ts'

/** `organization` is the owner, whatever it is. */
export const onRepo = ({ cx, repo, by }: Scene, action: 'created' | 'renamed', oldName?: string): Happening[] => [{
  type: 'repository',
  payload: () => ({
    action, repository: repository(cx, repo), organization: user(cx, repo.owner), sender: user(cx, by),
    ...(oldName === undefined ? {} : { changes: changes({ name: oldName }) }),
  }),
}]

/** Told with what is left of it. */
export const onRemovedRepo = (cx: Cx, record: object, ownerId: number, by: Account | undefined): Happening[] => [{
  type: 'repository',
  payload: async () => ({ action: 'deleted', repository: record, organization: user(cx, await findAccount(cx.db, ownerId)), sender: user(cx, by) }),
}]

/** The parent's hooks hear of it: `forkee` is the parent, `repository` the new one. */
export const onFork = ({ cx, repo, by }: Scene, parent: Repo): Happening[] => [{
  type: 'fork',
  payload: () => ({ forkee: repository(cx, parent), ...around(cx, repo, by) }),
}]
