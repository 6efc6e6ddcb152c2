// From the number in a path to the pull request, and who may read it.
import { gates, notArchived, readable, repoRead, repoVisible, scope, signedIn, type Access, type Account, type Actor, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { Id, Type } from '../../kernel/schema.ts'
import type { IssueRow, PullRow } from '../../issues/index.ts'
import * as store from '../pulls/store.ts'

export interface PullAt {
  /** the base */
  repo: Repo
  issue: IssueRow
  pull: PullRow
}
export interface Doing extends PullAt {
  by: Account
  access: Access
}

export const readers = gates(scope('repository'), repoVisible, readable('pulls'), repoRead('code'))
export const people = gates(scope('repository'), repoVisible, readable('pulls'), repoRead('code'), signedIn)
export const livePeople = gates(scope('repository'), repoVisible, readable('pulls'), repoRead('code'), signedIn, notArchived)

export const byIndex = Type.Object({ index: Id })
export const byReview = Type.Object({ index: Id, id: Id })

interface Ctx {
  cx: Cx
  repo: Repo
  access: Access
  actor: Actor
  params: { index: number }
}

/** The pull request of the path joined to the context; plain issues are not found. */
export async function pullOf<C extends Ctx>(ctx: C): Promise<C & PullAt & { by: C['actor']['account'] }> {
  const found = await store.find(ctx.cx.db, ctx.repo.id, ctx.params.index)
  if (!found) throw notFound()
  return { ...ctx, ...found, by: ctx.actor.account }
}
