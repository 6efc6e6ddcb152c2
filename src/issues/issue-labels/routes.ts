import { route } from '../../kernel/route.ts'
import { Empty, Id, input, Optional, Type } from '../../kernel/schema.ts'
import { issueOf } from '../ground/at.ts'
import { byIndex, people, readers } from '../ground/gates.ts'
import { Label } from '../labels/schema.ts'
import * as labelView from '../labels/view.ts'
import * as marks from './verbs.ts'

const IssueLabelsOption = input('IssueLabelsOption', { labels: Optional(Type.Array(Type.Any())) })
const at = '/repos/:owner/:repo/issues/:index/labels'

export const routes = [
  route({
    id: 'listReposIssuesLabelsByIndex',
    at: `GET ${at}`,
    says: 'List the labels of an issue',
    needs: readers,
    params: byIndex,
    returns: { 200: Type.Array(Label) },
    async run(ctx) {
      const { issue } = await issueOf(ctx)
      return labelView.many(ctx.cx, await marks.list(ctx.cx, issue.id), ctx.repo)
    },
  }),
  route({
    id: 'createReposIssuesLabelsByIndex',
    at: `POST ${at}`,
    says: 'Add labels to an issue',
    needs: people,
    params: byIndex,
    body: IssueLabelsOption,
    returns: { 200: Type.Array(Label) },
    run: async (ctx) => labelView.many(ctx.cx, await marks.add(ctx.cx, await issueOf(ctx), ctx.body.labels), ctx.repo),
  }),
  route({
    id: 'putReposIssuesLabelsByIndex',
    at: `PUT ${at}`,
    says: 'Replace the labels of an issue',
    needs: people,
    params: byIndex,
    body: IssueLabelsOption,
    returns: { 200: Type.Array(Label) },
    run: async (ctx) => labelView.many(ctx.cx, await marks.replace(ctx.cx, await issueOf(ctx), ctx.body.labels), ctx.repo),
  }),
  route({
    id: 'deleteReposIssuesLabelsByIndex',
    at: `DELETE ${at}`,
    says: 'Take all labels off an issue',
    needs: people,
    params: byIndex,
    returns: { 204: Empty },
    run: async (ctx) => marks.clear(ctx.cx, await issueOf(ctx)),
  }),
  route({
    id: 'deleteReposIssuesLabelsById',
    at: `DELETE ${at}/:id`,
    says: 'Take a label off an issue',
    needs: people,
    params: Type.Object({ index: Id, id: Id }),
    returns: { 204: Empty },
    run: async (ctx) => marks.take(ctx.cx, await issueOf(ctx), ctx.params.id),
  }),
].flat()
