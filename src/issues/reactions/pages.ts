import { Int, Optional, Str } from '../../kernel/schema.ts'
import { act } from '../ground/acts.ts'
import type { ReactionRecord } from './schema.ts'

/** Pressing the same once more takes it back. */
export const pages = act('react', 'reactions', 'React, or take it back', { content: Optional(Str), comment: Optional(Int) }, async ({ ask, given, viewer, params }, at) => {
  const on = given.comment ? { owner: params.owner, repo: params.repo, id: given.comment } : at
  const name = given.comment ? 'ReposIssuesCommentsReactionsById' : 'ReposIssuesReactionsByIndex'
  const there = (await ask<ReactionRecord[] | null>(`list${name}`, given.comment ? on : { ...on, limit: 50 })) ?? []
  const mine = there.some((one) => one.content === given.content && one.user?.id === viewer?.id)
  await ask(`${mine ? 'delete' : 'create'}${name}`, on, { content: given.content })
})
