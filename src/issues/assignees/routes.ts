import { findAccountByName, gates, repoRead, repoVisible, scope, signedIn, units } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { Empty, input, Optional, Strings, Type } from '../../kernel/schema.ts'
import { User, userView } from '../../users/index.ts'
import { issueOf } from '../ground/at.ts'
import { byIndex, livePeople, readers } from '../ground/gates.ts'
import { Issue } from '../issues/schema.ts'
import * as issueView from '../issues/view.ts'
import * as assignees from './verbs.ts'

const IssueAssigneesOption = input('IssueAssigneesOption', { assignees: Optional(Strings) })
const inRepo = gates(scope('repository'), repoVisible, signedIn, repoRead(...units))

async function needAssignable(ctx: { cx: import('../../kernel/cx.ts').Cx; repo: import('../../access/index.ts').Repo; rq: { params: Record<string, string> } }) {
  const account = await findAccountByName(ctx.cx.db, ctx.rq.params.assignee)
  if (!account || !(await assignees.isAssignable(ctx.cx.db, ctx.repo, account))) throw notFound()
}

export const routes = [
  route({
    id: 'listReposAssignees',
    at: 'GET /repos/:owner/:repo/assignees',
    says: 'List whom issues are usually assigned to',
    needs: inRepo,
    returns: { 200: Type.Array(User) },
    run: async ({ cx, repo, actor }) => userView.many(cx, await assignees.usual(cx.db, repo), actor.account),
  }),
  route({
    id: 'getReposAssigneesByAssignee',
    at: 'GET /repos/:owner/:repo/assignees/:assignee',
    says: 'Check whether somebody can be assigned',
    needs: inRepo,
    returns: { 204: Empty },
    run: (ctx) => needAssignable(ctx),
  }),
  route({
    id: 'getReposIssuesAssigneesByAssignee',
    at: 'GET /repos/:owner/:repo/issues/:index/assignees/:assignee',
    says: 'Check whether somebody can be assigned to an issue',
    needs: readers,
    params: byIndex,
    returns: { 204: Empty },
    run: async (ctx) => needAssignable(await issueOf(ctx)),
  }),
  route({
    id: 'createReposIssuesAssigneesByIndex',
    at: 'POST /repos/:owner/:repo/issues/:index/assignees',
    says: 'Assign people to an issue',
    needs: livePeople,
    params: byIndex,
    body: IssueAssigneesOption,
    returns: { 201: Issue },
    async run(ctx) {
      const issue = await assignees.change(ctx.cx, await issueOf(ctx), ctx.body.assignees ?? [], 'add')
      return issueView.one(ctx.cx, issue, { viewer: ctx.actor.account, repos: [ctx.repo] })
    },
  }),
  route({
    id: 'deleteReposIssuesAssigneesByIndex',
    at: 'DELETE /repos/:owner/:repo/issues/:index/assignees',
    says: 'Take people off an issue',
    needs: livePeople,
    params: byIndex,
    body: IssueAssigneesOption,
    returns: { 200: Issue },
    async run(ctx) {
      const issue = await assignees.change(ctx.cx, await issueOf(ctx), ctx.body.assignees ?? [], 'take')
      return issueView.one(ctx.cx, issue, { viewer: ctx.actor.account, repos: [ctx.repo] })
    },
  }),
].flat()
