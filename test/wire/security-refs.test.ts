// Names of refs and files that try to be options, other refs, other places, or nothing a user could tell apart.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { scenario, type Reply } from '../kit/world.ts'
import { commit, git, workTree } from '../kit/git.ts'

const options = ['-d', '--output=/tmp/p', '--upload-pack=touch /tmp/p', '--exec=id', '-c core.x=y', '-']
const revisions = ['a..b', 'a...b', '@', '@{u}', '@{-1}', ':/x', '^{/x}', 'HEAD~1^2', 'HEAD', 'refs/heads/main', 'refs/heads/-x']
const malformed = ['a.lock', 'a//b', '.a', 'a\\', 'a\tb', 'a\nb', 'a\0b', 'a b', 'a~b', 'a^b', 'a:b', 'a?b', 'a*b', 'a[b', 'a/', '/a', 'a@{b', 'a.', 'a'.repeat(40), 'b'.repeat(64), 'a\u202eb', 'a\u200bb', 'x'.repeat(255), 'x'.repeat(4096), 'x/.git/y']
const names = [...options, ...revisions, ...malformed]

scenario('names that git or people could misread are never created, and reading them finds nothing', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'r', { auto_init: true })
  const as = w.as(alice)
  const at = '/repos/alice/r'
  for (const name of names) {
    const e = encodeURIComponent(name)
    const made = {
      branch: as.post(`${at}/branches`, { new_branch_name: name }), tag: as.post(`${at}/tags`, { tag_name: name }),
      file: as.post(`${at}/contents/f`, { content: '', new_branch: name }), rename: as.patch(`${at}/branches/main`, { name }),
    }
    for (const [how, reply] of Object.entries(made)) assert.ok([400, 404, 409, 422].includes((await reply).status), `${how} ${name}: ${(await reply).status}`)
    const resolves = /^(HEAD|refs\/heads\/main|@)$/.test(name)
    for (const path of [`branches/${e}`, `commits?sha=${e}`, `contents/README.md?ref=${e}`, `raw/README.md?ref=${e}`, `archive/${e}.zip`, `compare/main...${e}`, `git/commits/${e}`, `git/trees/${e}`, `git/blobs/${e}`, `git/refs/${e}`, `commits/${e}/status`]) {
      const { status } = await as.get(`${at}/${path}`)
      assert.ok(status < 500 && (resolves || status >= 400), `${path}: ${status}`)
    }
  }
  await as.get(`${at}/branches`).gives(200, [{ name: 'main' }])
  await as.get(`${at}/tags`).gives(200, [])
})

scenario('the same names where pull requests, releases, rules and objects are made, and on pages', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'r', { auto_init: true })
  const as = w.as(alice)
  const at = '/repos/alice/r'
  await as.post(`${at}/contents/g`, { content: '', new_branch: 'topic' }).gives(201)
  await as.post(`${at}/tags`, { tag_name: 'fine' }).gives(201)
  const sha: string = (await as.get(`${at}/branches/main`).gives(200)).body.commit.id
  const browser = await w.browsing(alice)
  const failed: string[] = []
  for (const name of ['..', ...names]) {
    const e = encodeURIComponent(name)
    // a default branch that is not there is left alone
    await as.patch(at, { default_branch: name })
    const resolves = /^(HEAD|refs\/heads\/main|@|a\.\.\.?b)$/.test(name)
    const made: Record<string, () => Reply> = {
      base: () => as.post(`${at}/pulls`, { title: 'x', head: 'topic', base: name }), head: () => as.post(`${at}/pulls`, { title: 'x', head: name, base: 'main' }),
      release: () => as.post(`${at}/releases`, { tag_name: name, target_commitish: 'main', name: 'x' }), target: () => as.post(`${at}/releases`, { tag_name: `t-${names.indexOf(name)}`, target_commitish: name, name: 'x' }),
      ref: () => as.post(`${at}/git/refs`, { ref: `refs/heads/${name}`, sha }), oldBranch: () => as.post(`${at}/branches`, { new_branch_name: `b-${names.indexOf(name)}`, old_ref_name: name }),
      from: () => as.put(`${at}/contents/README.md`, { content: '', branch: name, sha }), patch: () => as.post(`${at}/diffpatch`, { content: 'x', branch: name }),
      hook: () => as.post(`${at}/hooks`, { type: 'gitea', config: { url: 'http://example.com', content_type: 'json' }, branch_filter: name }), status: () => as.post(`${at}/statuses/${e}`, { state: 'success' }),
    }
    for (const [how, send] of Object.entries(made)) {
      const { status } = await send()
      if (status >= 500 || (status < 300 && !resolves && how !== 'hook' && !(how === 'target' && name === ''))) failed.push(`${how} ${JSON.stringify(name.slice(0, 40))}: ${status}`)
    }
    for (const path of ['src/branch', 'commits/branch', 'blame/branch', 'raw/branch', 'raw/commit', 'raw/blob', 'commit', 'compare', 'archive', 'releases/tag', 'graph?branch=', 'rss/branch', 'find/branch']) {
      const { status } = await browser.get(`//alice/r/${path}${path.endsWith('=') ? '' : '/'}${e}${path.startsWith('blame') || path.startsWith('raw/') ? '/README.md' : ''}`)
      if (status >= 500) failed.push(`${path} ${JSON.stringify(name.slice(0, 40))}: ${status}`)
    }
  }
  assert.deepEqual(failed, [])
  assert.ok(!existsSync('/tmp/p'))
  await as.get(at).gives(200, { default_branch: 'main' })
  const refs = (await as.get(`${at}/git/refs`).gives(200)).body.map((one: any) => one.ref).filter((one: string) => /^refs\/heads\/(?!main$|topic$|b-)/.test(one))
  assert.deepEqual(refs, [])
})

scenario('pushes cannot bring refs that read as other refs, objects or hidden spaces', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'r')
  const cwd = await workTree(w, alice, 'alice/r')
  const sha = await commit(cwd, 'f', 'x')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  for (const ref of ['refs/heads/refs/heads/main', 'refs/tags/refs/heads/main', `refs/heads/${'a'.repeat(40)}`, 'refs/replace/' + sha, 'refs/pull/1/head', 'refs/x/y', 'refs/heads/a\u202eb', 'refs/heads/HEAD']) {
    await assert.rejects(git(cwd, ['push', '-q', 'origin', `${sha}:${ref}`]), /rejected|not allowed|funny|invalid/i, ref)
  }
  await w.as(alice).get('/repos/alice/r/git/refs').gives(200, [{ ref: 'refs/heads/main' }])
})

scenario('paths that leave the tree or enter .git are refused', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'r', { auto_init: true })
  const at = '/repos/alice/r'
  const paths = ['../x', 'a/../../x', '..\\x', '.git/config', '.GIT/hooks/x', 'git~1', '.git::$INDEX_ALLOCATION', '.g\u200cit/config', 'x/.git', 'y'.repeat(300), 'a\rb', 'a\r\nSet-Cookie: x']
  for (const path of paths) {
    const e = encodeURIComponent(path)
    await w.as(alice).post(`${at}/contents/${e}`, { content: 'YQ==' }).gives(422)
    await w.as(alice).post(`${at}/contents`, { files: [{ operation: 'create', path, content: 'YQ==' }] }).gives(422)
    for (const read of [`contents/${e}`, `raw/${e}`, `media/${e}`, `contents-ext/${e}`, `commits?path=${e}`]) {
      const { status } = await w.as(alice).get(`${at}/${read}`)
      assert.ok(status === 400 || status === 404, `${read}: ${status}`)
    }
  }
})
