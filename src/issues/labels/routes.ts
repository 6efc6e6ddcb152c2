import { gates, orgExists, orgOwner, orgVisible, repoVisible, repoWrite, scope, signedIn, type Account, type Actor, type Repo, type SignedIn } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { paged } from '../../kernel/paging.ts'
import { owned, route, type Guard } from '../../kernel/route.ts'
import { Bool, Empty, Id, input, Optional, pageWith, Str, Type } from '../../kernel/schema.ts'
import type { LabelRow } from '../tables.ts'
import { Label } from './schema.ts'
import * as store from './store.ts'
import * as labels from './verbs.ts'
import * as view from './view.ts'

/** The guard of whichever owner the path names. */
function of<A extends Actor>(repo: Guard<{ actor: A; repo: Repo }>, org: Guard<{ actor: A; org: Account }>): Guard<{ actor: A; repo?: Repo; org?: Account }> {
  return { says: repo.says, open: (rq) => (rq.owner === 'repo' ? repo : org).open(rq) }
}
const inOrg = [scope('organization'), orgExists, orgVisible] as const
const readers = of<Actor>(gates(scope('issue'), repoVisible), gates(...inOrg))
const one = of<Actor>(gates(scope('issue'), repoVisible), gates(...inOrg, signedIn))
const writers = of<SignedIn>(gates(scope('issue'), repoVisible, signedIn, repoWrite('issues', 'pulls')), gates(...inOrg, signedIn, orgOwner))

const at = (text: string) => {
  const { repo, org } = owned(text)
  return { repo, org }
}
const params = Type.Object({ id: Id })
const records = (cx: Cx, owner: labels.LabelOwner, rows: LabelRow[]) => (owner.repo ? view.many(cx, rows, owner.repo) : view.ofOrg(cx, rows, owner.org!))

export const routes = [
  route({
    id: { repo: 'listReposLabels', org: 'listOrgsLabels' },
    at: at('GET /labels'),
    says: 'List labels',
    needs: readers,
    query: pageWith({ sort: Optional(Str) }),
    returns: { 200: Type.Array(Label) },
    run: ({ cx, repo, org, query }) =>
      paged(cx, query, (slice) => store.list(cx.db, labels.ownerOf({ repo, org }), query.sort, slice), (rows) => records(cx, { repo, org }, rows), 'total'),
  }),
  route({
    id: { repo: 'createReposLabels', org: 'createOrgsLabels' },
    at: at('POST /labels'),
    says: 'Create a label',
    needs: writers,
    body: input('CreateLabelOption', { name: Str, exclusive: Optional(Bool), color: Str, description: Optional(Str), is_archived: Optional(Bool) }),
    returns: { 201: Label },
    run: async ({ cx, repo, org, actor, body }) => records(cx, { repo, org }, [await labels.create(cx, { repo, org }, actor.account, body)])[0],
  }),
  route({
    id: { repo: 'getReposLabelsById', org: 'getOrgsLabelsById' },
    at: at('GET /labels/:id'),
    says: 'Get a label by id or name',
    needs: one,
    returns: { 200: Label },
    run: async ({ cx, repo, org, rq }) => records(cx, { repo, org }, [await labels.open(cx.db, { repo, org }, rq.params.id)])[0],
  }),
  route({
    id: { repo: 'editReposLabelsById', org: 'editOrgsLabelsById' },
    at: at('PATCH /labels/:id'),
    says: 'Change a label',
    needs: writers,
    params,
    body: input('EditLabelOption', { name: Optional(Str), exclusive: Optional(Bool), color: Optional(Str), description: Optional(Str), is_archived: Optional(Bool) }),
    returns: { 200: Label },
    run: async ({ cx, repo, org, actor, params, body }) => records(cx, { repo, org }, [await labels.edit(cx, { repo, org }, actor.account, params.id, body)])[0],
  }),
  route({
    id: { repo: 'deleteReposLabelsById', org: 'deleteOrgsLabelsById' },
    at: at('DELETE /labels/:id'),
    says: 'Delete a label',
    needs: writers,
    params,
    returns: { 204: Empty },
    run: ({ cx, repo, org, actor, params }) => labels.remove(cx, { repo, org }, actor.account, params.id),
  }),
].flat()
