import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scenario } from '../../test/kit/world.ts'
import type { Cx } from './cx.ts'
import { linkHeader, slice } from './paging.ts'

const cx = { config: { page_size: 30, max_page_size: 50 } } as Cx
const link = (total: number, page: number, limit: number, query: Record<string, unknown> = { page, limit }) => linkHeader('https://code.example/api/v1/x', query, total, slice(cx, { page, limit }))
const to = (page: number, more = 'limit=10&') => `<https://code.example/api/v1/x?${more}page=${page}>`

test('page and limit are held within bounds', () => {
  assert.deepEqual(slice(cx, {}), { page: 1, limit: 30, offset: 0 })
  assert.deepEqual(slice(cx, { page: 0, limit: 0 }), { page: 1, limit: 30, offset: 0 })
  assert.deepEqual(slice(cx, { page: -3, limit: -3 }), { page: 1, limit: 30, offset: 0 })
  assert.deepEqual(slice(cx, { page: 3, limit: 51 }), { page: 3, limit: 50, offset: 100 })
  assert.deepEqual(slice(cx, { page: 2, limit: 1 }), { page: 2, limit: 1, offset: 1 })
  assert.ok(Number.isSafeInteger(slice(cx, { page: Number.MAX_SAFE_INTEGER, limit: 50 }).offset))
})

test('Link names next and last, then first and prev', () => {
  assert.equal(link(35, 1, 10), `${to(2)}; rel="next",${to(4)}; rel="last"`)
  assert.equal(link(35, 2, 10), `${to(3)}; rel="next",${to(4)}; rel="last",${to(1)}; rel="first",${to(1)}; rel="prev"`)
  assert.equal(link(35, 4, 10), `${to(1)}; rel="first",${to(3)}; rel="prev"`)
  // beyond the end counts as the last page
  assert.equal(link(35, 9, 10), link(35, 4, 10))
  for (const total of [0, 1, 10]) assert.equal(link(total, 1, 10), '')
  assert.equal(link(11, 1, 10), `${to(2)}; rel="next",${to(2)}; rel="last"`)
  assert.equal(link(0, 7, 10), '')
})

test('Link keeps the whole query, sorted and encoded anew', () => {
  assert.equal(link(3, 1, 1, { q: 'a b&c*~é', limit: '1', labels: ['x', 'y'] }).split(';')[0],
    '<https://code.example/api/v1/x?labels=x&labels=y&limit=1&page=2&q=a+b%26c%2A~%C3%A9>')
  assert.equal(link(3, 1, 1, { page: ['1', '7'] }).split(';')[0], '<https://code.example/api/v1/x?page=2>')
})

scenario('listUserRepos: totals and Link on the wire, and an empty list beyond the end', async (w) => {
  const alice = await w.user('alice')
  for (const name of ['a', 'b', 'c']) await w.repo(alice, name)
  const at = (page: number) => `<http://localhost:80/api/v1/user/repos?limit=1&page=${page}>`
  await w.as(alice).get('/user/repos?page=2&limit=1').gives(200, [{}]).header('x-total-count', '3')
    .header('link', `${at(3)}; rel="next",${at(3)}; rel="last",${at(1)}; rel="first",${at(1)}; rel="prev"`)
    .header('access-control-expose-headers', /Link, X-Total-Count/)
  await w.as(alice).get('/user/repos?page=8&limit=1').gives(200, []).header('x-total-count', '3').header('link', `${at(1)}; rel="first",${at(2)}; rel="prev"`)
  await w.as(alice).get('/user/repos').gives(200, [{}, {}, {}]).header('link', undefined)
})
