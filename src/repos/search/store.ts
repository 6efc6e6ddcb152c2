// The one query behind every list of repositories.
import type { Expression, SqlBool } from 'kysely'
import { repoGrantedTo, repoRelatedTo, type Account, type Repo } from '../../access/index.ts'
import { contains, sql, type Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

export interface Filter {
  /** who may see what: repoVisibleTo(actor), repoPublic() or another condition on `repo` */
  seen?: Expression<SqlBool>
  /** alternatives, each a part of the name or of a topic */
  words?: string[]
  /** words name whole topics */
  topic?: boolean
  description?: boolean
  /** also look at the owner in `owner/name` */
  owners?: boolean
  ownerId?: number
  /** owned by or granted to; only granted, without mirrors; only owned */
  of?: { id: number; part: 'all' | 'granted' | 'owned' }
  teamId?: number
  starredBy?: number
  watchedBy?: number
  forksOf?: number
  isPrivate?: boolean
  isTemplate?: boolean
  isArchived?: boolean
  mode?: 'fork' | 'source' | 'mirror' | 'collaborative'
}

export type Sort = 'alpha' | 'created' | 'updated' | 'size' | 'git_size' | 'lfs_size' | 'stars' | 'forks' | 'id' | 'name'
export interface Order {
  sort: Sort
  down?: boolean
  firstOwner?: number
}

const columns = {
  created: 'repo.created_at', updated: 'repo.updated_at', size: 'repo.size', git_size: 'repo.git_size', lfs_size: 'repo.lfs_size',
  stars: 'repo.num_stars', forks: 'repo.num_forks', id: 'repo.id', name: 'repo.name',
} as const

const from = (db: Db) => db.selectFrom('repo').innerJoin('account as owner', 'owner.id', 'repo.owner_id')

function filtered(db: Db, filter: Filter) {
  let query = from(db)
  if (filter.seen) query = query.where(filter.seen)
  const { words } = filter
  if (words && words.length > 0) query = query.where((eb) => eb.or(words.flatMap((word) => matches(word, filter))))
  if (filter.ownerId !== undefined) query = query.where('repo.owner_id', '=', filter.ownerId)
  if (filter.of?.part === 'owned') query = query.where('repo.owner_id', '=', filter.of.id)
  if (filter.of?.part === 'all') query = query.where(repoRelatedTo(filter.of.id))
  if (filter.of?.part === 'granted') query = query.where('repo.owner_id', '<>', filter.of.id).where(repoGrantedTo(filter.of.id))
  if (filter.teamId !== undefined) query = query.where((eb) => eb.exists(teamReach(db, filter.teamId!)))
  if (filter.starredBy !== undefined) query = query.where('repo.id', 'in', db.selectFrom('star').select('star.repo_id').where('star.account_id', '=', filter.starredBy))
  if (filter.watchedBy !== undefined) query = query.where('repo.id', 'in', db.selectFrom('watch').select('watch.repo_id').where('watch.account_id', '=', filter.watchedBy).where('watch.mode', '<>', 'none'))
  if (filter.forksOf !== undefined) query = query.where('repo.fork_id', '=', filter.forksOf)
  if (filter.isPrivate !== undefined) query = query.where('repo.is_private', '=', filter.isPrivate)
  if (filter.isTemplate !== undefined) query = query.where('repo.is_template', '=', filter.isTemplate)
  if (filter.isArchived !== undefined) query = query.where('repo.is_archived', '=', filter.isArchived)
  if (filter.mode === 'fork') query = query.where('repo.is_fork', '=', true)
  if (filter.mode === 'collaborative') query = query.where('repo.is_mirror', '=', false)
  if (filter.mode === 'mirror') query = query.where('repo.is_mirror', '=', true)
  if (filter.mode === 'source') query = query.where('repo.is_fork', '=', false).where('repo.is_mirror', '=', false)
  return query
}

const TOPIC = /^[-.a-z0-9]+$/

/** topics are stored as a JSON list of plain words, so a quoted word is a whole topic */
function matches(given: string, filter: Filter): Expression<SqlBool>[] {
  const word = given.toLowerCase()
  const inTopics = (text: string) => (TOPIC.test(word) ? [contains('repo.topics', text)] : [])
  if (filter.topic) {
    const whole = inTopics(`"${word}"`)
    return whole.length > 0 ? whole : [sql<boolean>`false`]
  }
  const found: Expression<SqlBool>[] = [contains('repo.lower_name', word), ...inTopics(word)]
  if (filter.description) found.push(contains('repo.lower_description', word))
  const split = filter.owners ? ownerAndName(word) : undefined
  if (split) found.push(sql<boolean>`(${contains('owner.lower_name', split[0])} and ${contains('repo.lower_name', split[1])})`)
  return found
}

function ownerAndName(word: string): [string, string] | undefined {
  const parts = word.split('/')
  return parts.length === 2 ? [parts[0], parts[1]] : undefined
}

function teamReach(db: Db, teamId: number) {
  return db
    .selectFrom('team')
    .select('team.id')
    .where('team.id', '=', teamId)
    .whereRef('team.org_id', '=', sql.ref('repo.owner_id') as never)
    .where((eb) => eb.or([
      eb('team.includes_all', '=', true),
      eb('team.level', '>=', 4),
      eb.exists(eb.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').whereRef('team_repo.repo_id', '=', sql.ref('repo.id') as never)),
    ]))
}

/** One page and the exact total: three queries. */
export async function search(db: Db, filter: Filter, order: Order, at: Slice): Promise<{ rows: Repo[]; total: number }> {
  const { total } = await filtered(db, filter).select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  if (Number(total) <= at.offset) return { rows: [], total: Number(total) }
  let query = filtered(db, filter).selectAll('repo')
  const direction = order.down ? 'desc' : 'asc'
  if (order.firstOwner) query = query.orderBy(sql`case when repo.owner_id = ${order.firstOwner} then 0 else 1 end`)
  const owner = filter.owners ? filter.words?.map(ownerAndName).find((one) => one !== undefined)?.[0].toLowerCase() : undefined
  if (owner) query = query.orderBy(sql`case when ${contains('owner.lower_name', owner)} then 0 else 1 end`)
  if (order.sort === 'alpha') query = query.orderBy('owner.lower_name', direction).orderBy('repo.lower_name', direction)
  else query = query.orderBy(columns[order.sort], direction)
  if (order.sort !== 'id') query = query.orderBy('repo.id', direction)
  const rows = await query.limit(at.limit).offset(at.offset).execute()
  const owners = rows.length > 0 ? await db.selectFrom('account').selectAll().where('id', 'in', [...new Set(rows.map((row) => row.owner_id))]).execute() : []
  const ownerOf = new Map<number, Account>(owners.map((one) => [one.id, one]))
  return { rows: rows.map((row) => ({ ...row, owner: ownerOf.get(row.owner_id)! })), total: Number(total) }
}
