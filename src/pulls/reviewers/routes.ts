import { gates, repoVisible, scope, signedIn } from '../../access/index.ts'
import { forbidden } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { Empty, input, Optional, Strings, Type } from '../../kernel/schema.ts'
import { User, userView } from '../../users/index.ts'
import { byIndex, people, pullOf } from '../ground/at.ts'
import { PullReview } from '../reviews/schema.ts'
import * as reviewView from '../reviews/view.ts'
import * as reviewers from './verbs.ts'

const at = '/repos/:owner/:repo/pulls/:index/requested_reviewers'
const PullReviewRequestOptions = input('PullReviewRequestOptions', { reviewers: Optional(Strings), team_reviewers: Optional(Strings) })

export const routes = [
  route({
    id: 'createReposPullsRequestedReviewersByIndex',
    at: `POST ${at}`,
    says: 'Ask people or teams to review a pull request',
    needs: people,
    params: byIndex,
    body: PullReviewRequestOptions,
    returns: { 201: Type.Array(PullReview) },
    async run(ctx) {
      const found = await pullOf(ctx)
      return reviewView.many(ctx.cx, found, await reviewers.request(ctx.cx, found, ctx.body), ctx.actor.account)
    },
  }),
  route({
    id: 'deleteReposPullsRequestedReviewersByIndex',
    at: `DELETE ${at}`,
    says: 'Withdraw requests to review a pull request',
    needs: people,
    params: byIndex,
    body: PullReviewRequestOptions,
    returns: { 204: Empty },
    run: async (ctx) => reviewers.withdraw(ctx.cx, await pullOf(ctx), ctx.body),
  }),
  route({
    id: 'listReposReviewers',
    at: 'GET /repos/:owner/:repo/reviewers',
    says: 'List who may be asked to review pull requests of a repository',
    needs: gates(scope('repository'), repoVisible, signedIn),
    returns: { 200: Type.Array(User) },
    async run({ cx, repo, actor }) {
      if (!(await reviewers.mayManage(cx.db, repo, null, actor.account))) throw forbidden('you may not choose reviewers here')
      return userView.many(cx, await reviewers.listPossible(cx.db, repo), actor.account)
    },
  }),
].flat()
