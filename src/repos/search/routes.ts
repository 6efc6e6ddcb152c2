import { gates, repoPublicTo, repoVisibleTo, scope, type Actor } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { Paged, slice } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Int, Optional, pageWith, Str, Type, type Static } from '../../kernel/schema.ts'
import { SearchResults } from '../repos/schema.ts'
import * as view from '../repos/view.ts'
import { search, type Filter, type Order, type Sort } from './store.ts'

const SearchQuery = pageWith({
  q: Optional(Str),
  topic: Optional(Bool),
  includeDesc: Optional(Bool),
  uid: Optional(Int),
  priority_owner_id: Optional(Int),
  team_id: Optional(Int),
  starredBy: Optional(Int),
  private: Optional(Type.Boolean({ description: 'what the caller may see besides what is public; true unless told' })),
  is_private: Optional(Bool),
  template: Optional(Bool),
  archived: Optional(Bool),
  mode: Optional(Str),
  exclusive: Optional(Bool),
  sort: Optional(Str),
  order: Optional(Str),
})
type Query = Static<typeof SearchQuery>

const sorts: Sort[] = ['alpha', 'created', 'updated', 'size', 'git_size', 'lfs_size', 'stars', 'forks', 'id']
/** more than anybody types; each is a condition of the query */
const WORDS = 50
const modes = ['fork', 'source', 'mirror', 'collaborative']

/** Ids begin with 1; anything else asks for nothing. */
const idOf = (given: number | undefined): number | undefined => (given && given > 0 ? given : undefined)

function orderOf(query: Query): Order {
  const firstOwner = idOf(query.priority_owner_id)
  if (!query.sort) return { sort: 'name', firstOwner }
  if (query.order && query.order !== 'asc' && query.order !== 'desc') throw invalid(`Invalid sort order: "${query.order}"`)
  if (!sorts.includes(query.sort as Sort)) throw invalid(`Invalid sort mode: "${query.sort}"`)
  return { sort: query.sort as Sort, down: query.order === 'desc', firstOwner }
}

function filterOf(query: Query, actor: Actor): Filter {
  if (query.mode && !modes.includes(query.mode)) throw invalid(`Invalid search mode: "${query.mode}"`)
  const uid = idOf(query.uid)
  const own = uid !== undefined && uid === actor.account?.id && !actor.publicOnly
  const seen = query.private === false || !actor.account ? repoPublicTo(actor) : own ? undefined : repoVisibleTo(actor)
  const part = query.mode === 'collaborative' ? 'granted' : query.exclusive ? 'owned' : 'all'
  return {
    seen,
    words: query.q?.split(',').map((one) => one.trim()).filter(Boolean).slice(0, WORDS),
    topic: query.topic,
    description: query.includeDesc,
    owners: !idOf(query.team_id),
    of: uid ? { id: uid, part } : undefined,
    teamId: idOf(query.team_id),
    starredBy: idOf(query.starredBy),
    isPrivate: query.is_private,
    isTemplate: query.template,
    isArchived: query.archived,
    mode: (query.mode || undefined) as Filter['mode'],
  }
}

async function find(cx: Cx, query: Query, actor: Actor) {
  const at = slice(cx, query)
  const { rows, total } = await search(cx.db, filterOf(query, actor), orderOf(query), at)
  return new Paged({ ok: true, data: await view.many(cx, rows, actor) }, total, at)
}

export const routes = [
  route({
    id: 'getReposSearch',
    at: 'GET /repos/search',
    keep: true,
    says: 'Search repositories',
    needs: gates(scope('repository')),
    query: SearchQuery,
    returns: { 200: SearchResults },
    run: ({ cx, query, actor }) => find(cx, query, actor),
  }),
].flat()
