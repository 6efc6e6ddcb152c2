// The list of commits, parameter by parameter, against what stock git says.
import assert from 'node:assert/strict'
import { by, commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type World } from '../../../test/kit/world.ts'

const at = '/repos/ada/mill/commits'
const who = (day: number, committed = day) => ({
  ...by('Ada', 'ada@example.com', `2026-01-${String(day).padStart(2, '0')}T12:00:00+02:00`), GIT_COMMITTER_DATE: `2026-01-${String(committed).padStart(2, '0')}T12:00:00+02:00`,
})
const ids = async (w: World, query: string) => (await w.anonymous.get(`${at}${query}`).gives(200)).body.map((one: any) => one.sha) as string[]

async function mill(w: World) {
  const ada = await w.user('ada')
  await w.repo(ada, 'mill')
  const cwd = await workTree(w, ada, 'ada/mill')
  const stock = async (...args: string[]) => (await git(cwd, ['log', '--format=%H', ...args])).trim().split('\n').filter(Boolean)
  return { ada, cwd, stock }
}

scenario('listReposCommits: sha, not, since and until name the commits that git names', async (w) => {
  const { cwd, stock } = await mill(w)
  const first = await commit(cwd, 'a', '1', 'first', who(1))
  // written on the ninth, committed on the second
  await commit(cwd, 'a', '2', 'second', who(9, 2))
  await git(cwd, ['switch', '-qc', 'side/line'])
  const side = await commit(cwd, 'b', '1', 'on the side', who(3))
  await git(cwd, ['switch', '-q', 'main'])
  await git(cwd, ['mv', 'a', 'c'])
  await git(cwd, ['commit', '-qm', 'move'], who(4))
  const moved = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  await git(cwd, ['merge', '-q', '--no-ff', '-m', 'merge', 'side/line'], who(5))
  const merged = (await git(cwd, ['rev-parse', 'HEAD'])).trim()
  await git(cwd, ['tag', '-a', 'v1', '-m', 'one', moved])
  await git(cwd, ['push', '-q', 'origin', 'main', 'side/line', 'v1'])

  assert.deepEqual(await ids(w, ''), await stock())
  for (const sha of ['side/line', 'v1', 'refs/heads/side/line', 'refs/tags/v1', side, side.slice(0, 8), side.slice(0, 4), 'HEAD']) assert.deepEqual(await ids(w, `?sha=${encodeURIComponent(sha)}`), await stock(sha), sha)
  for (const not of ['side/line', 'v1', first, first.slice(0, 7), 'main~1', 'main^2', 'v1~2']) assert.deepEqual(await ids(w, `?not=${encodeURIComponent(not)}`), await stock('HEAD', `^${not}`), not)
  for (const not of ['none', '--all', '^main', 'main..v1', ':/first', '@{u}', 'main^{tree}', 'main:a']) await w.anonymous.get(`${at}?not=${encodeURIComponent(not)}`).gives(404).empty()
  // committer dates, the second itself included
  for (const [since, until] of [['2026-01-02T12:00:00+02:00', '2026-01-04T10:00:00Z'], ['2026-01-02T10:00:01Z', '2026-01-04T09:59:59Z'], ['2026-01-09T00:00:00Z', '']]) {
    const wanted = await stock(`--since=${since}`, ...(until ? [`--until=${until}`] : []))
    assert.deepEqual(await ids(w, `?since=${encodeURIComponent(since)}&until=${encodeURIComponent(until)}`), wanted, since)
  }
  for (const time of ['2026-01-02', '2026-01-02T10:00:00', '1767348000', 'yesterday', '2026-13-02T10:00:00Z']) for (const name of ['since', 'until']) await w.anonymous.get(`${at}?${name}=${time}`).gives(422)
  for (const sha of ['none', `${'0'.repeat(40)}`, side.slice(0, 3)]) for (const path of ['', '&path=b']) await w.anonymous.get(`${at}?sha=${sha}${path}`).gives(404).empty()

  // of a merge what it brought to its first parent; a rename as what it takes and gives
  const files = async (sha: string) => (await w.anonymous.get(`${at}?sha=${sha}&limit=1`).gives(200)).body[0].files
  assert.deepEqual(await files(merged), [{ filename: 'b', status: 'added' }])
  assert.deepEqual(await files(moved), [{ filename: 'a', status: 'deleted' }, { filename: 'c', status: 'added' }])
  // names are not followed here
  assert.deepEqual(await ids(w, '?path=c'), await stock('--', 'c'))
  assert.deepEqual(await ids(w, '?path=a'), await stock('--', 'a'))
  await w.anonymous.get(`${at}?path=b&not=side/line`).gives(404)
  await w.anonymous.get(`${at}?path=b&since=2026-02-01T00:00:00Z`).gives(200, []).header('x-total-count', '0').header('x-pagecount', '0').header('x-hasmore', 'false').header('link', undefined)
  for (const path of ['none', '../a', '/etc', ':(glob)*', '*', '.git/config', 'a/../../b']) await w.anonymous.get(`${at}?path=${encodeURIComponent(path)}`).gives(404).empty()
})

scenario('listReposCommits: with follow the history of a file goes on under its earlier names', async (w) => {
  const { cwd, stock } = await mill(w)
  const lines = (from: number) => Array.from({ length: 20 }, (_, i) => `line ${from + i}\n`).join('')
  await commit(cwd, 'old/a.txt', lines(0), 'first', who(1))
  await commit(cwd, 'old/a.txt', lines(1), 'second', who(2))
  await commit(cwd, 'other', 'x', 'other', who(3))
  await git(cwd, ['mv', 'old', 'new'])
  await git(cwd, ['commit', '-qm', 'move'], who(4))
  await git(cwd, ['mv', 'new/a.txt', 'new/b.txt'])
  await git(cwd, ['commit', '-qm', 'rename'], who(5))
  await commit(cwd, 'new/b.txt', lines(2), 'third', who(6))
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const all = await stock('--follow', '--', 'new/b.txt')
  assert.equal(all.length, 5)
  assert.deepEqual(await ids(w, '?path=new/b.txt'), all.slice(0, 2))
  assert.deepEqual(await ids(w, '?path=new/b.txt&follow=false'), all.slice(0, 2))
  assert.deepEqual(await ids(w, '?path=new/b.txt&follow=true'), all)
  const page = await w.anonymous.get(`${at}?path=new/b.txt&follow=true&limit=2&page=2`).gives(200).header('x-total-count', '5').header('x-perpage', '2').header('x-hasmore', 'true').header('link', /follow=true.*rel="next"/)
  assert.deepEqual(page.body.map((one: any) => one.sha), all.slice(2, 4), 'pages are as long as is asked')
  assert.deepEqual(page.body[0].files, [{ filename: 'old/a.txt', status: 'deleted' }, { filename: 'new/a.txt', status: 'added' }])
  assert.deepEqual(await ids(w, '?path=old/a.txt&follow=true'), await stock('--', 'old/a.txt'))
  assert.deepEqual(await ids(w, '?path=new&follow=true'), await stock('--', 'new'), 'a folder has no earlier name')
  for (const path of ['none', '../a', '.git/config']) await w.anonymous.get(`${at}?path=${path}&follow=true`).gives(404).empty()
  for (const more of ['', '&path=', '&path=other&since=2026-01-01T00:00:00Z', '&path=other&until=2026-01-01T00:00:00Z', '&path=other&not=main']) await w.anonymous.get(`${at}?follow=true${more}`).gives(422)
})

scenario('listReposCommits: pages by limit, and by fifty where a path is asked for', async (w) => {
  const { ada, cwd, stock } = await mill(w)
  for (let i = 0; i < 53; i++) await commit(cwd, i % 13 === 0 ? 'other' : 'one', String(i), `c${i}`, who(1))
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const all = await stock()
  const headers = (reply: ReturnType<typeof w.anonymous.get>, total: number, page: number, size: number) => {
    const pages = Math.ceil(total / size)
    return reply.gives(200).header('x-total-count', String(total)).header('x-total', String(total)).header('x-page', String(page)).header('x-perpage', String(size)).header('x-pagecount', String(pages))
      .header('x-hasmore', String(page < pages)).header('access-control-expose-headers', /Link, X-Total-Count, X-Page, X-PerPage, X-PageCount, X-HasMore, X-Total/)
  }
  const page = async (query: string, total: number, number: number, size: number) => (await headers(w.anonymous.get(`${at}${query}`), total, number, size)).body.map((one: any) => one.sha)
  assert.deepEqual(await page('', 53, 1, 30), all.slice(0, 30))
  assert.deepEqual(await page('?page=2', 53, 2, 30), all.slice(30))
  assert.deepEqual(await page('?limit=20&page=3', 53, 3, 20), all.slice(40))
  assert.deepEqual(await page('?limit=200', 53, 1, 50), all.slice(0, 50))
  assert.deepEqual(await page('?limit=-1&page=-1', 53, 1, 30), all.slice(0, 30))
  assert.deepEqual(await page('?page=9', 53, 9, 30), [])
  const some = await stock('--', 'one')
  assert.equal(some.length, 48)
  assert.deepEqual(await page('?path=one&limit=10', 48, 1, 10), some)
  assert.deepEqual(await page('?path=one&limit=10&page=2', 48, 2, 10), [])
  for (let i = 0; i < 4; i++) await commit(cwd, 'one', `more ${i}`, `m${i}`, who(2))
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const more = await stock('--', 'one')
  assert.deepEqual(await page('?path=one&limit=10', 52, 1, 10), more.slice(0, 50))
  assert.deepEqual(await page('?path=one&limit=10&page=2', 52, 2, 10), more.slice(50))
  await w.as(ada).get(`${at}?path=one&limit=10&page=2`).gives(200).header('link', /page=3&path=one>; rel="next",.*page=6&path=one>; rel="last",.*page=1&path=one>; rel="first",.*rel="prev"/)
  // only a word that says yes leaves it on
  for (const no of ['false', '0', 'FALSE', 'off', 'x']) await w.anonymous.get(`${at}?limit=1&stat=${no}&files=${no}&verification=${no}`).gives(200, [{ stats: null, files: null, commit: { verification: null } }])
  for (const yes of ['', 'true', '1']) await w.anonymous.get(`${at}?limit=1&stat=${yes}&files=${yes}&verification=${yes}`).gives(200, [{ stats: { total: 2 }, files: [{ filename: 'one', status: 'modified' }], commit: { verification: { verified: false } } }])
})
