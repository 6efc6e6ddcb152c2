// Creating issues against the same rows written by bare SQL with the same flushing.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { load, post } from './load.ts'
import type { Row } from './reads.ts'
import type { Running } from './server.ts'

const tables = `
  create table if not exists repo (id integer primary key, last_index integer, num_issues integer);
  create table if not exists issue (id integer primary key, repo_id integer, number integer, poster_id integer, title text, content text, created_at integer, updated_at integer, unique (repo_id, number));
  create table if not exists word (issue_id integer, source integer, word text);
  create index if not exists word_word on word (word);
  create table if not exists fact (id integer primary key, name text, at integer, data text);
  create table if not exists todo (id integer primary key, fact_id integer, listener text, not_before integer);
  create index if not exists todo_due on todo (not_before);
  create table if not exists feed (id integer primary key, user_id integer, act_user_id integer, op_type text, repo_id integer, content text, created_at integer);
  create index if not exists feed_user on feed (user_id, id);
  insert or ignore into repo values (1, 0, 0)`

/** The rows an issue makes here, in the same two transactions: itself, its words, the counters, the fact; then what the listeners write. */
function bareIssues(folder: string, seconds: number): number {
  const db = new DatabaseSync(join(folder, 'bare.db'))
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${tables}`)
  const next = db.prepare('update repo set last_index = last_index + 1, num_issues = num_issues + 1 where id = 1 returning last_index')
  const issue = db.prepare('insert into issue (repo_id, number, poster_id, title, content, created_at, updated_at) values (1, ?, 1, ?, ?, ?, ?) returning id')
  const word = db.prepare('insert into word values (?, ?, ?)')
  const fact = db.prepare("insert into fact (name, at, data) values ('issue.opened', ?, ?) returning id")
  const todo = db.prepare('insert into todo (fact_id, listener, not_before) values (?, ?, ?)')
  const done = db.prepare('delete from todo where fact_id = ?')
  const feed = db.prepare("insert into feed (user_id, act_user_id, op_type, repo_id, content, created_at) values (1, 1, 'create_issue', 1, ?, ?)")
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  let count = 0
  while (performance.now() < until) {
    const now = Math.floor(Date.now() / 1000)
    db.exec('begin immediate')
    const { last_index } = next.get() as { last_index: number }
    const { id } = issue.get(last_index, 'an issue', 'with a body of some words', now, now) as { id: number }
    for (const text of 'an issue with a body of some words'.split(' ')) word.run(id, 0, text)
    const said = (fact.get(now, JSON.stringify({ issue_id: id })) as { id: number }).id
    for (const listener of ['activity', 'notifications', 'webhooks', 'actions']) todo.run(said, listener, now)
    db.exec('commit')
    db.exec('begin immediate')
    feed.run(`${last_index}|an issue`, now)
    done.run(said)
    db.exec('commit')
    count++
  }
  db.close()
  return count / ((performance.now() - began) / 1000)
}

export async function measureIssues(ours: Running, folder: string, repo: string, authorization: string, seconds: number): Promise<Row> {
  const request = post(`/api/v1/repos/${repo}/issues`, authorization, { title: 'an issue', body: 'with a body of some words' })
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const mine = await load(ours.port, request, seconds, 4)
    if (mine.failures > 0) throw new Error(`${mine.failures} issues were refused`)
    ratios.push(bareIssues(folder, seconds) / mine.rate)
  }
  const ratio = ratios.sort((a, b) => a - b)[1]
  return { name: 'time of creating an issue / the same rows by bare SQL', value: ratio.toFixed(2), aim: '≤ 2', ok: ratio <= 2 }
}
