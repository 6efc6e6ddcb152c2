import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { prepared, sql, type Db, type Tables } from '../../kernel/db.ts'

export const TITLE = -2
export const BODY = -1

const insertWords = prepared((tx, rows: Tables['issue_word'][]) => tx.insertInto('issue_word').values(rows)).all
const AT_ONCE = 500

/** The words of several sources that have none yet. */
export async function indexAll(tx: Db, issueId: number, sources: readonly (readonly [number, readonly string[]])[]): Promise<void> {
  const rows = sources.flatMap(([source, words]) => words.map((word) => ({ issue_id: issueId, source, word })))
  for (let i = 0; i < rows.length; i += AT_ONCE) await insertWords(tx, rows.slice(i, i + AT_ONCE))
}

/** Replaces the words of one source of an issue: TITLE, BODY or a comment's id. */
export async function index(tx: Db, issueId: number, source: number, words: readonly string[], fresh = false): Promise<void> {
  if (!fresh) await forget(tx, issueId, source)
  await indexAll(tx, issueId, [[source, words]])
}

export const forget = (tx: Db, issueId: number, source: number) => tx.deleteFrom('issue_word').where('issue_id', '=', issueId).where('source', '=', source).execute()

export const forgetAll = (tx: Db, issueId: number) => tx.deleteFrom('issue_word').where('issue_id', '=', issueId).execute()

export const listTexts = (db: Db, after: number, limit: number) => db.selectFrom('issue').select(['id', 'title', 'content']).where('id', '>', after).orderBy('id').limit(limit).execute()

export const listEntryTexts = (db: Db, issueIds: readonly number[]) =>
  db.selectFrom('comment').select(['id', 'issue_id', 'type', 'content']).where('issue_id', 'in', [...issueIds]).where('content', '<>', '').execute()

/** One source of the issue has, for every word asked, a word that begins with it. */
export function matches(words: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'issue'>()
  const begins = (alias: string, word: string) => sql<SqlBool>`${sql.ref(`${alias}.word`)} >= ${word} and ${sql.ref(`${alias}.word`)} < ${`${word}\u{10FFFF}`}`
  const [first, ...rest] = words
  let found = eb.selectFrom('issue_word as w').select('w.issue_id').where(begins('w', first))
  rest.forEach((word, i) => {
    const alias = `w${i}` as 'other'
    found = found.where((q) =>
      q.exists(
        q.selectFrom(`issue_word as ${alias}`).select(`${alias}.issue_id`).whereRef(`${alias}.issue_id`, '=', 'w.issue_id').whereRef(`${alias}.source`, '=', 'w.source').where(begins(alias, word)),
      ),
    )
  })
  return eb('issue.id', 'in', found)
}
