// Choosing who reviews.
import { Optional, Str, Type } from '../../kernel/schema.ts'
import { pullAct } from '../ground/acts.ts'
import type { PullReviewRecord } from '../reviews/schema.ts'

const Names = Optional(Type.Array(Str))

const choose = pullAct('chooseReviewers', 'reviewers', 'Ask people and teams for a review, and no longer others', { reviewers: Names, teams: Names }, async ({ ask, given }, at) => {
  const reviews = await ask<PullReviewRecord[]>('listReposPullsReviewsByIndex', { ...at, limit: 50 })
  const asked = reviews.filter((one) => one.state === 'REQUEST_REVIEW' && !one.dismissed)
  const [people, teams] = [asked.flatMap((one) => one.user?.login ?? []), asked.flatMap((one) => one.team?.name ?? [])]
  const [wanted, groups] = [given.reviewers ?? [], given.teams ?? []]
  const added = { reviewers: wanted.filter((one) => !people.includes(one)), team_reviewers: groups.filter((one) => !teams.includes(one)) }
  const dropped = { reviewers: people.filter((one) => !wanted.includes(one)), team_reviewers: teams.filter((one) => !groups.includes(one)) }
  if (added.reviewers.length + added.team_reviewers.length > 0) await ask('createReposPullsRequestedReviewersByIndex', at, added)
  if (dropped.reviewers.length + dropped.team_reviewers.length > 0) await ask('deleteReposPullsRequestedReviewersByIndex', at, dropped)
})

const again = pullAct('askAgain', 'reviewers/again', 'Ask somebody for another review', { name: Str }, async ({ ask, given, w }, at) => {
  await ask('createReposPullsRequestedReviewersByIndex', at, { reviewers: [given.name] })
  return w.pulls.reviewers.asked(given.name)
})

export const pages = [choose, again].flat()
