import type { Expression, SqlBool } from 'kysely'
import { contains, type Db } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'

/** A repository bears exactly these; topics that nobody bears any more go. */
export async function link(tx: Db, repoId: number, names: readonly string[], now: number): Promise<void> {
  await tx.deleteFrom('repo_topic').where('repo_id', '=', repoId).execute()
  if (names.length > 0) {
    await tx.insertInto('topic').values(names.map((name) => ({ name, created_at: now, updated_at: now }))).onConflict((on) => on.column('name').doUpdateSet({ updated_at: now })).execute()
    const rows = await tx.selectFrom('topic').select('id').where('name', 'in', [...names]).execute()
    await tx.insertInto('repo_topic').values(rows.map((row) => ({ repo_id: repoId, topic_id: row.id }))).execute()
  }
  await tx.deleteFrom('topic').where((eb) => eb.not(eb.exists(eb.selectFrom('repo_topic').select('repo_topic.repo_id').whereRef('repo_topic.topic_id', '=', 'topic.id')))).execute()
}

/** Topics of repositories that may be seen, those of most first; the number counts no others. */
export async function search(db: Db, text: string, seen: Expression<SqlBool>, at: Slice) {
  const found = db
    .selectFrom('topic')
    .innerJoin('repo_topic', 'repo_topic.topic_id', 'topic.id')
    .innerJoin('repo', 'repo.id', 'repo_topic.repo_id')
    .where(seen)
    .where(contains('topic.name', text))
  const rows = await found
    .select(['topic.id', 'topic.name', 'topic.created_at', 'topic.updated_at', (eb) => eb.fn.countAll<number>().as('repo_count')])
    .groupBy(['topic.id', 'topic.name', 'topic.created_at', 'topic.updated_at'])
    .orderBy('repo_count', 'desc')
    .orderBy('topic.name')
    .limit(at.limit)
    .offset(at.offset)
    .execute()
  const { total } = await found.select((eb) => eb.fn.count<number>('topic.id').distinct().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
