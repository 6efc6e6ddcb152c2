import { gates, repoAdmin, repoVisible, repoVisibleTo, scope, signedIn } from '../../access/index.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Id, input, Int, Nullable, Optional, Page, pageWith, record, Str, Strings, Time, Type } from '../../kernel/schema.ts'
import { formatTime } from '../../kernel/times.ts'
import * as store from './store.ts'
import * as topics from './verbs.ts'

const TopicName = record('TopicName', { topics: Strings })
const TopicResponse = record('TopicResponse', { id: Id, topic_name: Str, repo_count: Int, created: Time, updated: Time })
const TopicListResponse = record('TopicListResponse', { topics: Nullable(Type.Array(TopicResponse)) })
const administered = gates(scope('repository'), repoVisible, signedIn, repoAdmin)
/** As the wire has it for one topic: the right is asked for first. */
const administeredFirst = gates(scope('repository'), repoVisible, repoAdmin, signedIn)

export const routes = [
  route({
    id: 'getReposTopics',
    at: 'GET /repos/:owner/:repo/topics',
    says: 'List the topics of a repository',
    needs: gates(scope('repository'), repoVisible),
    query: Page,
    returns: { 200: TopicName },
    run({ cx, repo, query }) {
      const [all, at] = [topics.topicsOf(repo), slice(cx, query)]
      return new Paged({ topics: all.slice(at.offset, at.offset + at.limit) }, all.length, at, 'total')
    },
  }),
  route({
    id: 'putReposTopics',
    at: 'PUT /repos/:owner/:repo/topics',
    says: 'Replace the topics of a repository',
    needs: administered,
    body: input('RepoTopicOptions', { topics: Optional(Strings) }),
    returns: { 204: Empty },
    run: ({ cx, repo, actor, body }) => topics.replace(cx, repo, actor.account, body.topics ?? []),
  }),
  route({
    id: 'putReposTopicsByTopic',
    at: 'PUT /repos/:owner/:repo/topics/:topic',
    says: 'Add a topic to a repository',
    needs: administeredFirst,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq }) => topics.add(cx, repo, actor.account, rq.params.topic),
  }),
  route({
    id: 'deleteReposTopicsByTopic',
    at: 'DELETE /repos/:owner/:repo/topics/:topic',
    says: 'Remove a topic from a repository',
    needs: administeredFirst,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq }) => topics.remove(cx, repo, actor.account, rq.params.topic),
  }),
  route({
    id: 'listTopicsSearch',
    at: 'GET /topics/search',
    says: 'Find topics by a part of their name',
    needs: gates(scope('repository')),
    query: pageWith({ q: Optional(Str) }),
    returns: { 200: TopicListResponse },
    async run({ cx, actor, query }) {
      const at = slice(cx, query)
      const { rows, total } = await store.search(cx.db, query.q ?? '', repoVisibleTo(actor), at)
      const found = rows.map((row) => ({ id: row.id, topic_name: row.name, repo_count: Number(row.repo_count), created: formatTime(row.created_at), updated: formatTime(row.updated_at) }))
      return new Paged({ topics: found }, total, at, 'total')
    },
  }),
].flat()
