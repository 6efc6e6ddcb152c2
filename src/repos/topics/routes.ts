import { gates, repoAdmin, repoVisible, scope, signedIn } from '../../access/index.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, input, Optional, Page, record, Strings } from '../../kernel/schema.ts'
import * as topics from './verbs.ts'

const TopicName = record('TopicName', { topics: Strings })
const administered = gates(scope('repository'), repoVisible, signedIn, repoAdmin)

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
    needs: administered,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq }) => topics.add(cx, repo, actor.account, rq.params.topic),
  }),
  route({
    id: 'deleteReposTopicsByTopic',
    at: 'DELETE /repos/:owner/:repo/topics/:topic',
    says: 'Remove a topic from a repository',
    needs: administered,
    returns: { 204: Empty },
    run: ({ cx, repo, actor, rq }) => topics.remove(cx, repo, actor.account, rq.params.topic),
  }),
].flat()
