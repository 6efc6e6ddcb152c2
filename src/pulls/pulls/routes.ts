import { findAccountByName, repoRead, repoVisible, gates, scope } from '../../access/index.ts'
import { Commit } from '../../code/index.ts'
import { issueStore } from '../../issues/index.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import { paged } from '../../kernel/paging.ts'
import { answer, raw, route } from '../../kernel/route.ts'
import { Bool, input, Int, Optional, pageWith, Raw, Str, Strings, Time, Type } from '../../kernel/schema.ts'
import { byIndex, livePeople, people, pullOf, readers } from '../ground/at.ts'
import * as contents from '../changes/contents.ts'
import * as editing from '../changes/edit.ts'
import * as opening from '../changes/opening.ts'
import * as heads from '../changes/heads.ts'
import { ChangedFile, PullRequest } from './schema.ts'
import * as store from './store.ts'
import * as view from './view.ts'

const Ints = Type.Array(Int)
const at = (tail = '') => `/repos/:owner/:repo/pulls/:index${tail}`

/** The record of a number that is known to be there. */
async function shown(ctx: Parameters<typeof pullOf>[0]) {
  const { issue } = await pullOf(ctx)
  return view.one(ctx.cx, issue, ctx.actor)
}

const wholeNumbers = (words: string[] = []): number[] =>
  words.filter((one) => one !== '').map((one) => {
    if (!/^\d{1,15}$/.test(one)) throw bad(`${one} is not the id of a label`)
    return Number(one)
  })

export const routes = [
  route({
    id: 'listReposPulls',
    at: 'GET /repos/:owner/:repo/pulls',
    says: 'List pull requests',
    needs: readers,
    query: pageWith({ base_branch: Optional(Str), state: Optional(Str), sort: Optional(Str), milestone: Optional(Int), labels: Optional(Strings), poster: Optional(Str) }),
    returns: { 200: Type.Array(PullRequest) },
    async run({ cx, repo, actor, query }) {
      const poster = query.poster ? await findAccountByName(cx.db, query.poster) : undefined
      if (query.poster && !poster) throw bad('there is no such poster')
      const wanted = { ...query, labels: wholeNumbers(query.labels), poster_id: poster?.id, base_branch: query.base_branch?.trim() }
      return paged(cx, query, (slice) => store.list(cx.db, repo.id, wanted, slice), (rows) => view.many(cx, rows, actor))
    },
  }),
  route({
    id: 'createReposPulls',
    at: 'POST /repos/:owner/:repo/pulls',
    says: 'Open a pull request',
    needs: livePeople,
    body: input('CreatePullRequestOption', {
      head: Str, base: Str, title: Str, body: Optional(Str), assignee: Optional(Str), assignees: Optional(Strings), reviewers: Optional(Strings), team_reviewers: Optional(Strings),
      milestone: Optional(Int), labels: Optional(Ints), due_date: Optional(Time), allow_maintainer_edit: Optional(Bool),
    }),
    returns: { 201: PullRequest },
    async run({ cx, repo, access, actor, body }) {
      const index = await opening.open(cx, repo, actor, body)
      return shown({ cx, repo, access, actor, params: { index } })
    },
  }),
  route({
    id: 'listReposPullsPinned',
    at: 'GET /repos/:owner/:repo/pulls/pinned',
    says: 'List pinned pull requests',
    needs: readers,
    returns: { 200: Type.Array(PullRequest) },
    run: async ({ cx, repo, actor }) => view.many(cx, await issueStore.listPinned(cx.db, repo.id, true), actor),
  }),
  route({
    id: 'getReposPullsByIndex',
    at: `GET ${at()}`,
    says: 'Get a pull request',
    needs: readers,
    params: byIndex,
    returns: { 200: PullRequest },
    run: (ctx) => shown(ctx),
  }),
  route({
    id: 'editReposPullsByIndex',
    at: `PATCH ${at()}`,
    says: 'Change a pull request',
    needs: people,
    params: byIndex,
    body: input('EditPullRequestOption', {
      title: Optional(Str), body: Optional(Str), base: Optional(Str), assignee: Optional(Str), assignees: Optional(Strings), milestone: Optional(Int), labels: Optional(Ints),
      state: Optional(Str), due_date: Optional(Time), unset_due_date: Optional(Bool), allow_maintainer_edit: Optional(Bool), content_version: Optional(Int),
    }),
    returns: { 201: PullRequest },
    async run(ctx) {
      await editing.edit(ctx.cx, await pullOf(ctx), ctx.body)
      return shown(ctx)
    },
  }),
  route({
    id: 'getReposPullsByIndexDiffType',
    at: `GET ${at('.:diffType(diff|patch)')}`,
    says: 'Get the diff or patch of a pull request',
    needs: readers,
    params: byIndex,
    query: Type.Object({ binary: Optional(Bool) }),
    returns: { 200: Raw },
    async run(ctx) {
      const text = await contents.text(ctx.cx, await pullOf(ctx), ctx.rq.params.diffType, ctx.query.binary ?? false)
      return raw(text, { 'content-type': 'text/plain;charset=utf-8' })
    },
  }),
  route({
    id: 'listReposPullsCommitsByIndex',
    at: `GET ${at('/commits')}`,
    says: 'List the commits of a pull request',
    needs: readers,
    params: byIndex,
    query: pageWith({ verification: Optional(Type.Boolean({ default: true })), files: Optional(Type.Boolean({ default: true })) }),
    returns: { 200: Type.Array(Commit) },
    async run(ctx) {
      const { items, headers } = await contents.commits(ctx.cx, await pullOf(ctx), ctx.query, ctx.rq)
      return answer(200, items, headers)
    },
  }),
  route({
    id: 'listReposPullsFilesByIndex',
    at: `GET ${at('/files')}`,
    says: 'List the files that a pull request changes',
    needs: readers,
    params: byIndex,
    query: pageWith({ 'skip-to': Optional(Str), whitespace: Optional(Str) }),
    returns: { 200: Type.Array(ChangedFile) },
    async run(ctx) {
      const { items, headers } = await contents.files(ctx.cx, await pullOf(ctx), ctx.query, ctx.rq)
      return answer(200, items, headers)
    },
  }),
  route({
    id: 'getReposCommitsPullBySha',
    at: 'GET /repos/:owner/:repo/commits/:sha/pull',
    says: 'Get the pull request that a commit merged',
    needs: gates(scope('repository'), repoVisible, repoRead('code')),
    returns: { 200: PullRequest },
    async run({ cx, rq, repo, access, actor }) {
      const found = await store.findMergedAs(cx.db, repo.id, rq.params.sha)
      if (!found || access.units.pulls < 1) throw notFound()
      return shown({ cx, repo, access, actor, params: { index: found.number } })
    },
  }),
].flat()

/** Takes every path that no other does, so it is declared last. */
export const wide = [
  route({
    id: 'getReposPullsByHead',
    at: 'GET /repos/:owner/:repo/pulls/:base/:head*',
    says: 'Get the pull request from one branch into another',
    needs: readers,
    returns: { 200: PullRequest },
    async run({ cx, rq, repo, access, actor }) {
      const head = await heads.among(cx, repo, actor, rq.params.head)
      const found = await store.findBetween(cx.db, { base_repo_id: repo.id, base_branch: rq.params.base, head_repo_id: head.repo.id, head_branch: head.branch })
      if (!found) throw notFound()
      return shown({ cx, repo, access, actor, params: { index: found.number } })
    },
  }),
].flat()
