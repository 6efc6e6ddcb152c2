import { canRead, isRepoAdmin } from '../../access/index.ts'
import { EPOCH, timeOrNull } from '../../kernel/times.ts'
import { forbidden } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, input, Int, Nullable, Optional, record, Str, Strings, Time, Type } from '../../kernel/schema.ts'
import { issueOf, needWriter } from '../ground/at.ts'
import { admins, byIndex, livePeople, people, readers } from '../ground/gates.ts'
import { Issue } from './schema.ts'
import * as issues from './verbs.ts'
import * as view from './view.ts'

const Ints = Type.Array(Int)
const at = (tail = '') => `/repos/:owner/:repo/issues/:index${tail}`

export const routes = [
  route({
    id: 'createReposIssues',
    at: 'POST /repos/:owner/:repo/issues',
    says: 'Open an issue',
    needs: livePeople,
    body: input('CreateIssueOption', {
      title: Str, body: Optional(Str), ref: Optional(Str), assignee: Optional(Str), assignees: Optional(Strings), due_date: Optional(Time), milestone: Optional(Int),
      labels: Optional(Ints), projects: Optional(Ints), closed: Optional(Bool),
    }),
    returns: { 201: Issue },
    async run({ cx, repo, access, actor, body }) {
      if (!canRead(access, 'issues') && !isRepoAdmin(access)) throw forbidden()
      const { issue, bare } = await issues.open(cx, { repo, access, by: actor.account }, body)
      return view.one(cx, issue, { viewer: actor.account, repos: [repo], bare })
    },
  }),
  route({
    id: 'getReposIssuesByIndex',
    at: `GET ${at()}`,
    says: 'Get an issue, or a pull request in the shape of one',
    needs: readers,
    params: byIndex,
    returns: { 200: Issue },
    async run(ctx) {
      const { cx, issue, actor, repo } = await issueOf(ctx)
      return view.one(cx, issue, { viewer: actor.account, repos: [repo] })
    },
  }),
  route({
    id: 'editReposIssuesByIndex',
    at: `PATCH ${at()}`,
    says: 'Change an issue',
    needs: people,
    params: byIndex,
    body: input('EditIssueOption', {
      title: Optional(Str), body: Optional(Str), ref: Optional(Str), assignee: Optional(Str), assignees: Optional(Strings), milestone: Optional(Int), state: Optional(Str),
      due_date: Optional(Time), unset_due_date: Optional(Bool), projects: Optional(Ints), content_version: Optional(Int),
    }),
    returns: { 201: Issue },
    async run(ctx) {
      const issue = await issues.edit(ctx.cx, await issueOf(ctx), ctx.body)
      return view.one(ctx.cx, issue, { viewer: ctx.actor.account, repos: [ctx.repo] })
    },
  }),
  route({
    id: 'deleteReposIssuesByIndex',
    at: `DELETE ${at()}`,
    says: 'Delete an issue or pull request',
    needs: admins,
    params: byIndex,
    returns: { 204: Empty },
    run: async (ctx) => issues.remove(ctx.cx, await issueOf(ctx)),
  }),
  route({
    id: 'createReposIssuesDeadlineByIndex',
    at: `POST ${at('/deadline')}`,
    says: 'Set or clear the due date of an issue',
    needs: people,
    params: byIndex,
    body: input('EditDeadlineOption', { due_date: Optional(Time) }),
    returns: { 201: record('IssueDeadline', { due_date: Nullable(Time) }) },
    async run(ctx) {
      const found = await issueOf(ctx)
      needWriter(found)
      const { deadline_at } = await issues.setDeadline(ctx.cx, found, ctx.body.due_date)
      return { due_date: timeOrNull(deadline_at) ?? EPOCH }
    },
  }),
  route({
    id: 'putReposIssuesLockByIndex',
    at: `PUT ${at('/lock')}`,
    says: 'Lock the conversation of an issue',
    needs: admins,
    params: byIndex,
    body: input('LockIssueOption', { lock_reason: Optional(Str) }),
    returns: { 204: Empty },
    run: async (ctx) => issues.lock(ctx.cx, await issueOf(ctx), ctx.body.lock_reason ?? ''),
  }),
  route({
    id: 'deleteReposIssuesLockByIndex',
    at: `DELETE ${at('/lock')}`,
    says: 'Unlock the conversation of an issue',
    needs: admins,
    params: byIndex,
    returns: { 204: Empty },
    run: async (ctx) => issues.unlock(ctx.cx, await issueOf(ctx)),
  }),
].flat()
