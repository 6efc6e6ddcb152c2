// The door of code.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import * as commits from './commits/routes.ts'
import * as moves from './moves/verbs.ts'
import * as statuses from './statuses/routes.ts'
import * as transport from './transport/routes.ts'
import * as ssh from './transport/ssh.ts'

export const room: Room = {
  name: 'code',
  migrations,
  routes: [transport.routes, commits.routes, statuses.routes],
  async start(cx) {
    await moves.settleAll(cx, cx.now())
    return ssh.start(cx)
  },
}

export * as moves from './moves/verbs.ts'
/** commitsOf, headOf, commitAt: what a moved ref brought */
export * as pushes from './pushes/verbs.ts'
export { Commit, PayloadCommit, PayloadCommitVerification, type CommitRecord, type PayloadCommitRecord } from './commits/schema.ts'
export * as commitView from './commits/view.ts'
export * as commits from './commits/verbs.ts'
export * as signing from './signing/verbs.ts'
export * as statuses from './statuses/verbs.ts'
export { CommitStatus } from './statuses/schema.ts'
export * as statusView from './statuses/view.ts'
