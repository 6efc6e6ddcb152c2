import { notFound, invalid } from '../../kernel/errors.ts'
import { answer, route } from '../../kernel/route.ts'
import { Bool, Empty, input, Optional, Str, Text, Type } from '../../kernel/schema.ts'
import { byIndex, livePeople, people, pullOf, readers } from '../ground/at.ts'
import * as merging from './verbs.ts'
import * as scheduling from '../merges/scheduling.ts'
import { styles } from '../merges/styles.ts'
import { update } from '../merges/update.ts'

const at = '/repos/:owner/:repo/pulls/:index/merge'
const How = Optional(Text({ enum: styles, go: 'Do' }))

/** Members that older clients write in capitals count as well. */
const MergePullRequestOption = input('MergePullRequestOption', {
  do: How,
  Do: How,
  merge_title_field: Optional(Str),
  MergeTitleField: Optional(Str),
  merge_message_field: Optional(Str),
  MergeMessageField: Optional(Str),
  merge_commit_id: Optional(Str),
  MergeCommitID: Optional(Str),
  head_commit_id: Optional(Str),
  force_merge: Optional(Bool),
  merge_when_checks_succeed: Optional(Bool),
  delete_branch_after_merge: Optional(Bool),
})

function wanted(body: Record<string, any>): merging.Merging {
  const style = body.do || body.Do
  if (!style) throw invalid('[Do]: Required')
  return {
    style, title: body.merge_title_field ?? body.MergeTitleField, message: body.merge_message_field ?? body.MergeMessageField, merge_commit_id: body.merge_commit_id ?? body.MergeCommitID,
    head_commit_id: body.head_commit_id, delete_branch: body.delete_branch_after_merge, force: body.force_merge,
  }
}

export const routes = [
  route({
    id: 'getReposPullsMergeByIndex',
    at: `GET ${at}`,
    says: 'Check if a pull request was merged',
    needs: readers,
    params: byIndex,
    returns: { 204: Empty },
    async run(ctx) {
      const { pull } = await pullOf(ctx)
      if (!pull.is_merged) throw notFound()
    },
  }),
  route({
    id: 'createReposPullsMergeByIndex',
    at: `POST ${at}`,
    says: 'Merge a pull request',
    needs: livePeople,
    params: byIndex,
    body: MergePullRequestOption,
    returns: { 200: Empty, 201: Empty },
    async run(ctx) {
      const how = wanted(ctx.body)
      const found = await pullOf(ctx)
      if (!ctx.body.merge_when_checks_succeed || how.style === 'manually-merged') return merging.merge(ctx.cx, found, how)
      await scheduling.schedule(ctx.cx, found, how)
      return answer(201, undefined)
    },
  }),
  route({
    id: 'deleteReposPullsMergeByIndex',
    at: `DELETE ${at}`,
    says: 'Cancel the scheduled merge of a pull request',
    needs: livePeople,
    params: byIndex,
    returns: { 204: Empty },
    run: async (ctx) => scheduling.cancel(ctx.cx, await pullOf(ctx)),
  }),
  route({
    id: 'createReposPullsUpdateByIndex',
    at: 'POST /repos/:owner/:repo/pulls/:index/update',
    says: 'Bring the base of a pull request into its head',
    needs: people,
    params: byIndex,
    query: Type.Object({ style: Optional(Str) }),
    returns: { 200: Empty },
    run: async (ctx) => update(ctx.cx, await pullOf(ctx), ctx.query.style === 'rebase'),
  }),
].flat()
