import { Int, Optional, Str } from '../../kernel/schema.ts'
import { act } from '../ground/acts.ts'
import type { IssueRecord } from '../issues/schema.ts'
import { has } from './verbs.ts'

/** Pressing the same once more takes it back. */
export const pages = act('react', 'reactions', 'React, or take it back', { content: Optional(Str), comment: Optional(Int) }, async ({ cx, ask, given, viewer }, at) => {
  const { comment, content = '' } = given
  const [on, name] = comment ? [{ owner: at.owner, repo: at.repo, id: comment }, 'ReposIssuesCommentsReactionsById'] : [at, 'ReposIssuesReactionsByIndex']
  const issue = await ask<IssueRecord>('getReposIssuesByIndex', at)
  const mine = viewer !== null && (await has(cx, { issue_id: issue.id, comment_id: comment || null }, viewer.id, content))
  await ask(`${mine ? 'delete' : 'create'}${name}`, on, { content })
})
