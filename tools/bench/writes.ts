// Creating issues against the same rows written by bare SQL into the same tables, with the same flushing.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { load, post } from './load.ts'
import type { Row } from './reads.ts'
import type { Running } from './server.ts'

/**
 * The least that leaves the same behind: asks who it is and which repository, writes in one transaction what an issue consists
 * of (number and counters, itself, its words, the fact, the feed of everybody who watches), and asks whether any hook listens.
 * The database is a copy of ours, with its indexes and references.
 */
function bareIssues(path: string, token: string, [owner, name]: string[], seconds: number): number {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: true })
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma mmap_size = 268435456')
  const who = db.prepare('select account.* from access_token join account on account.id = access_token.account_id where hash = ?')
  const place = db.prepare('select * from account where lower_name = ?')
  const repo = db.prepare('select * from repo where owner_id = ? and lower_name = ?')
  const next = db.prepare('update repo set last_index = last_index + 1, num_issues = num_issues + 1 where id = ? returning last_index')
  const issue = db.prepare(`insert into issue (repo_id, number, is_pull, poster_id, title, content, content_version, is_closed, is_locked, lock_reason, milestone_id, ref, deadline_at, closed_at,
    num_comments, pin_order, time_estimate, original_author, original_author_id, created_at, updated_at) values (?, ?, 0, ?, ?, ?, 0, 0, 0, '', null, '', null, null, 0, 0, 0, '', 0, ?, ?) returning *`)
  const words = [...'an issue'.split(' ').map((word) => [1, word]), ...'with a body of some words'.split(' ').map((word) => [2, word])]
  const index = db.prepare(`insert into issue_word (issue_id, source, word) values ${words.map(() => '(?, ?, ?)').join(', ')}`)
  const fact = db.prepare("insert into fact (name, at, repo_id, by_id, data) values ('issue.opened', ?, ?, ?, ?) returning id")
  const watches = db.prepare('select account_id, mode from watch where repo_id = ?')
  const feed = db.prepare(`insert into activity (user_id, act_user_id, op_type, repo_id, unit, issue_id, comment_id, ref_name, is_private, content, created_at)
    values (?, ?, 'create_issue', ?, 'issues', ?, null, '', 0, ?, ?)`)
  const hooks = db.prepare('select * from hook where is_active = 1 and (repo_id = ? or owner_id = ? or (is_system = 1 and repo_id is null and owner_id is null)) order by id')
  const hash = createHash('sha256').update(token).digest('hex')
  const began = performance.now()
  let count = 0
  for (; performance.now() < began + seconds * 1000; count++) {
    const now = Math.floor(Date.now() / 1000)
    who.get(hash)
    const by = place.get(owner) as { id: number }
    const { id } = repo.get(by.id, name) as { id: number }
    db.exec('begin immediate')
    const { last_index } = next.get(id) as { last_index: number }
    const made = issue.get(id, last_index, by.id, 'an issue', 'with a body of some words', now, now) as { id: number }
    index.run(...words.flatMap((one) => [made.id, ...one]))
    fact.get(now, id, by.id, JSON.stringify({ issue_id: made.id, mentioned: [] }))
    watches.all(id)
    feed.run(by.id, by.id, id, made.id, JSON.stringify([last_index, 'an issue']), now)
    hooks.all(id, by.id)
    db.exec('commit')
  }
  db.close()
  return count / ((performance.now() - began) / 1000)
}

/** What our server has, in a file of its own. */
function copyOf(folder: string): string {
  const path = join(folder, 'bare.db')
  rmSync(path, { force: true })
  const db = new DatabaseSync(join(folder, 'data', 'codestead.db'))
  db.prepare('vacuum into ?').run(path)
  db.close()
  return path
}

export async function measureIssues(ours: Running, folder: string, repo: string, authorization: string, seconds: number): Promise<Row> {
  const request = post(`/api/v1/repos/${repo}/issues`, authorization, { title: 'an issue', body: 'with a body of some words' })
  const ratios: number[] = []
  for (let round = 0; round < 3; round++) {
    const mine = await load(ours.port, request, seconds, 4)
    if (mine.failures > 0) throw new Error(`${mine.failures} issues were refused`)
    ratios.push(bareIssues(copyOf(folder), authorization.replace(/^token /, ''), repo.split('/'), seconds) / mine.rate)
  }
  const ratio = ratios.sort((a, b) => a - b)[1]
  return { name: 'time of creating an issue / the same rows by bare SQL', value: ratio.toFixed(2), aim: '≤ 2', ok: ratio <= 2 }
}
