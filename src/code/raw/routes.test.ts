import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'
import { mediaType } from '../content/sniff.ts'

async function started(w: World, more: object = {}): Promise<{ alice: Person; oid: string; cwd: string }> {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', more)
  const cwd = await workTree(w, alice, 'alice/demo')
  await commit(cwd, 'x.html', '<script>alert(1)</script>')
  const oid = await commit(cwd, 'dir/ä "x".txt', 'text\n', 'add', { GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z' })
  await git(cwd, ['tag', 'v1'])
  await git(cwd, ['branch', 'feature/x'])
  await git(cwd, ['push', '-q', 'origin', '--all'])
  await git(cwd, ['push', '-q', 'origin', '--tags'])
  return { alice, oid, cwd }
}

scenario('getReposRawByFilepath, getReposMediaByFilepath, rawBranch, rawTag, rawCommit, rawBlob, mediaBranch: bytes with safe headers', async (w) => {
  const { oid } = await started(w)
  const name = encodeURIComponent('ä "x".txt')
  const web = [`raw/branch/main/dir/${name}`, `raw/branch/feature/x/dir/${name}`, `raw/tag/v1/dir/${name}`, `raw/commit/${oid}/dir/${name}`, `media/branch/main/dir/${name}`]
  const api = [`raw/dir/${name}`, `raw/main/dir/${name}`, `raw/feature/x/dir/${name}`, `raw/v1/dir/${name}`, `raw/${oid}/dir/${name}`, `raw/HEAD/dir/${name}`, `raw/dir/${name}?ref=feature/x`, `media/dir/${name}`]
  for (const path of [...web.map((one) => `//alice/demo/${one}`), ...api.map((one) => `/repos/alice/demo/${one}`)]) {
    const got = await w.anonymous.get(path).gives(200).header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'public, max-age=21600').header('x-content-type-options', 'nosniff')
      .header('content-security-policy', /sandbox/).header('x-gitea-object-type', 'file').header('last-modified', 'Fri, 02 Jan 2026 03:04:05 GMT').header('content-length', '5')
      .header('content-disposition', `inline; filename="_ _x_.txt"; filename*=UTF-8''%C3%A4%20%22x%22.txt`)
    assert.equal(got.text, 'text\n')
    await w.anonymous.get(path, { 'if-none-match': got.headers.etag }).gives(304).empty()
    await w.anonymous.head(path).gives(200).header('content-length', '5').empty()
  }
  await w.anonymous.get('//alice/demo/raw/branch/main/x.html').gives(200).header('content-type', 'text/plain; charset=utf-8')
  // a ref that is none is passed over, wherever it stands
  for (const path of ['raw/x.html?ref=nothing', 'media/x.html?ref=nothing', `raw/x.html?ref=${oid}`, 'raw/x.html?ref=v1', 'raw/x.html?ref=HEAD']) await w.anonymous.get(`/repos/alice/demo/${path}`).gives(200)
  const blob = (await w.anonymous.get('/repos/alice/demo/contents/x.html')).body.sha
  await w.anonymous.get(`//alice/demo/raw/blob/${blob}`).gives(200).header('etag', `"${blob}"`)
  for (const odd of ['raw/branch/main/dir', 'raw/branch/main', 'raw/branch/nothing/x.html', 'raw/tag/main/x.html', `raw/commit/${oid.slice(0, 9)}/x.html`, 'raw/commit/main/x.html', `raw/blob/${oid}`, 'raw/blob/..', 'raw/branch/main/.git/config', 'raw/branch/main/..%2F..%2FHEAD', 'raw/x.html']) {
    await w.anonymous.get(`//alice/demo/${odd}`).gives(404)
  }
  for (const odd of ['raw/dir', 'raw/missing', 'raw/nothing/x.html', 'raw/missing?ref=main', 'raw/missing?ref=nothing', `raw/x.html?ref=${'0'.repeat(40)}`, 'raw/x.html?ref=-d', 'raw/x.html?ref=main~1']) await w.anonymous.get(`/repos/alice/demo/${odd}`).gives(404)
})

scenario('raw addresses: large files are streamed whole', async (w) => {
  const { alice, cwd } = await started(w)
  await commit(cwd, 'big.txt', 'line of text\n'.repeat(200_000))
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const root = await w.listening()
  const got = await fetch(`${root}/alice/demo/raw/branch/main/big.txt`)
  assert.equal((await got.arrayBuffer()).byteLength, 2_600_000)
  assert.equal(got.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.ok(alice)
})

scenario('rawBranch, rawCommit, mediaTag, mediaCommit, mediaBlob and archives: hidden repositories stay hidden, tokens need the scope', async (w) => {
  const { alice, oid } = await started(w, { private: true })
  const bob = await w.user('bob')
  const blob = (await w.as(alice).get('/repos/alice/demo/contents/x.html')).body.sha
  const narrow = (await w.as(alice).post('/users/alice/tokens', { name: 'm', scopes: ['read:misc'] })).body.sha1
  const open = (await w.as(alice).post('/users/alice/tokens', { name: 'p', scopes: ['public-only', 'read:repository'] })).body.sha1
  for (const path of ['//alice/demo/raw/branch/main/x.html', '//alice/demo/media/tag/v1/x.html', `//alice/demo/raw/commit/${oid}/x.html`, `//alice/demo/media/commit/${oid}/x.html`, `//alice/demo/media/blob/${blob}`, '//alice/demo/archive/main.zip', '/repos/alice/demo/raw/x.html', '/repos/alice/demo/media/x.html', '/repos/alice/demo/archive/main.zip']) {
    await w.anonymous.get(path).gives(404).empty()
    await w.as(bob).get(path).gives(404).empty()
    await w.as(alice, { token: narrow }).get(path).gives(403)
    const { status } = await w.as(alice, { token: open }).get(path)
    assert.ok(status === 403 || status === 404, `${path} gave ${status} to a public-only token`)
    await w.as(alice).get(path).gives(200).header('cache-control', /^private/)
  }
})

scenario('web addresses of a renamed repository lead to the new one', async (w) => {
  const { alice } = await started(w)
  await w.as(alice).patch('/repos/alice/demo', { name: 'other' }).gives(200)
  await w.anonymous.get('//alice/demo/raw/branch/main/x.html').gives(301).header('location', /^http:\/\/[^/]+\/alice\/other\/raw\/branch\/main\/x\.html$/)
})

test('mediaType: never HTML or script, images by their first bytes', () => {
  const type = (text: string, name = 'x') => mediaType(Buffer.from(text, 'latin1'), name)
  for (const text of ['<!DOCTYPE html><script>', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?>', '#!/usr/bin/env node', '<svg onload=alert(1)>']) assert.equal(type(text, 'x.html'), 'text/plain; charset=utf-8')
  assert.equal(type('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'), 'image/svg+xml')
  assert.equal(type('<html><svg/></html>', 'a.svg'), 'text/plain; charset=utf-8')
  assert.equal(type('\x89PNG\r\n\x1a\n\0\0'), 'image/png')
  assert.equal(type('GIF89a<script>', 'x.html'), 'image/gif')
  assert.equal(type('a\0b'), 'application/octet-stream')
  assert.equal(type(''), 'text/plain; charset=utf-8')
  assert.equal(mediaType(Buffer.from('ä'.repeat(600)).subarray(0, 1023), 'x'), 'text/plain; charset=utf-8')
})
