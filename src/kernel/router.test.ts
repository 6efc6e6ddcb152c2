import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeRouter } from './router.ts'

const router = makeRouter<string>()
for (const [method, path] of [
  ['GET', '/'], ['GET', '/:owner'], ['GET', '/:username.png'], ['GET', '/explore'], ['POST', '/explore'], ['PUT', '/:owner'],
  ['GET', '/repos/:owner/:repo'], ['GET', '/repos/issues/search'], ['GET', '/repos/:owner/:repo/git/commits/:sha.:diffType(diff|patch)'],
  ['GET', '/repos/:owner/:repo/git/commits/:sha'], ['GET', '/repos/:owner/:repo/raw/:filepath*'],
]) router.add(method, path, path)

const found = (path: string, method = 'GET') => {
  const one = router.find(method, path)
  return one && [one.value, one.params]
}

test('words come before patterns, patterns before names, names before the rest', () => {
  assert.deepEqual(found('/'), ['/', {}])
  assert.deepEqual(found('/explore/'), ['/explore', {}])
  assert.deepEqual(found('/a.b.png'), ['/:username.png', { username: 'a.b' }])
  assert.deepEqual(found('/apng'), ['/:owner', { owner: 'apng' }])
  assert.deepEqual(found('/repos/issues/search'), ['/repos/issues/search', {}])
  assert.deepEqual(found('/repos/issues/other'), ['/repos/:owner/:repo', { owner: 'issues', repo: 'other' }])
  assert.deepEqual(found('/repos/a/b/git/commits/abc.diff')?.[1], { owner: 'a', repo: 'b', sha: 'abc', diffType: 'diff' })
  assert.deepEqual(found('/repos/a/b/git/commits/abc.zip')?.[1], { owner: 'a', repo: 'b', sha: 'abc.zip' })
})

test('the rest is at least one segment', () => {
  assert.deepEqual(found('/repos/a/b/raw/x/y.txt')?.[1], { owner: 'a', repo: 'b', filepath: 'x/y.txt' })
  assert.equal(found('/repos/a/b/raw/'), undefined)
})

test('a word that does not know the method leaves the way to the name', () => {
  assert.deepEqual(found('/explore', 'PUT'), ['/:owner', { owner: 'explore' }])
  assert.deepEqual(router.methods('/explore'), ['GET', 'POST', 'PUT'])
  assert.deepEqual(router.methods('/repos/a/b/c'), [])
})

test('an encoded slash does not divide, and what cannot be decoded is refused', () => {
  assert.deepEqual(found('/a%2Fb'), ['/:owner', { owner: 'a/b' }])
  assert.deepEqual(found('/repos/a/b/raw/x%2Fy%20z')?.[1], { owner: 'a', repo: 'b', filepath: 'x/y z' })
  assert.throws(() => found('/%zz'), URIError)
  assert.equal(found('/' + 'a'.repeat(2001)), undefined)
})

test('no address has two answers', () => {
  assert.throws(() => router.add('GET', '/repos/:a/:b', ''), /two declarations answer GET/)
})
