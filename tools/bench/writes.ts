// Creating issues against the same work done by bare SQL with the same flushing.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { load, post } from './load.ts'
import type { Row } from './reads.ts'
import type { Running } from './server.ts'

const tables = `
  create table if not exists account (id integer primary key, name text, email text);
  create table if not exists token (id integer primary key, hash text unique, account_id integer);
  create table if not exists repo (id integer primary key, owner_id integer, name text, last_index integer, num_issues integer, unique (owner_id, name));
  create table if not exists watch (repo_id integer, account_id integer, primary key (repo_id, account_id));
  create table if not exists hook (id integer primary key, repo_id integer);
  create index if not exists hook_repo on hook (repo_id);
  create table if not exists issue (id integer primary key, repo_id integer, number integer, poster_id integer, title text, content text, created_at integer, updated_at integer, unique (repo_id, number));
  create table if not exists label (issue_id integer, name text);
  create index if not exists label_issue on label (issue_id);
  create table if not exists assignee (issue_id integer, account_id integer, primary key (issue_id, account_id));
  create table if not exists word (issue_id integer, source integer, word text);
  create index if not exists word_word on word (word);
  create table if not exists fact (id integer primary key, name text, at integer, data text);
  create table if not exists feed (id integer primary key, user_id integer, act_user_id integer, op_type text, repo_id integer, content text, created_at integer);
  create index if not exists feed_user on feed (user_id, id);
  insert or ignore into account values (1, 'root', 'root@example.com');
  insert or ignore into token values (1, 'hash', 1);
  insert or ignore into repo values (1, 1, 'repo', 0, 0);
  insert or ignore into watch values (1, 1)`

/**
 * The same work by bare SQL: asks who it is, which repository and whether anybody listens, writes the rows an issue leaves
 * behind in one transaction (itself, its words, the counters, the fact, the feed), and reads what the answer shows.
 */
function bareIssues(folder: string, seconds: number): number {
  const db = new DatabaseSync(join(folder, 'bare.db'))
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; ${tables}`)
  const who = db.prepare('select account.* from token join account on account.id = token.account_id where token.hash = ?')
  const owner = db.prepare('select * from account where name = ?')
  const repo = db.prepare('select * from repo where owner_id = ? and name = ?')
  const next = db.prepare('update repo set last_index = last_index + 1, num_issues = num_issues + 1 where id = 1 returning last_index')
  const issue = db.prepare('insert into issue (repo_id, number, poster_id, title, content, created_at, updated_at) values (1, ?, 1, ?, ?, ?, ?) returning id')
  const word = db.prepare('insert into word values (?, ?, ?)')
  const fact = db.prepare("insert into fact (name, at, data) values ('issue.opened', ?, ?)")
  const watchers = db.prepare('select account_id from watch where repo_id = ?')
  const feed = db.prepare("insert into feed (user_id, act_user_id, op_type, repo_id, content, created_at) values (1, 1, 'create_issue', 1, ?, ?)")
  const hooks = db.prepare('select * from hook where repo_id = ?')
  const shown = db.prepare('select * from issue where id = ?')
  const labels = db.prepare('select * from label where issue_id = ?')
  const assignees = db.prepare('select * from assignee where issue_id = ?')
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  let count = 0
  while (performance.now() < until) {
    const now = Math.floor(Date.now() / 1000)
    who.get('hash')
    repo.get((owner.get('root') as { id: number }).id, 'repo')
    db.exec('begin immediate')
    const { last_index } = next.get() as { last_index: number }
    const { id } = issue.get(last_index, 'an issue', 'with a body of some words', now, now) as { id: number }
    for (const text of 'an issue with a body of some words'.split(' ')) word.run(id, 0, text)
    fact.run(now, JSON.stringify({ issue_id: id }))
    watchers.all(1)
    feed.run(`${last_index}|an issue`, now)
    db.exec('commit')
    for (const read of [hooks, shown, labels, assignees]) read.all(id)
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
  return { name: 'time of creating an issue / the same work by bare SQL', value: ratio.toFixed(2), aim: '≤ 2', ok: ratio <= 2 }
}
