// What attackers put where a ref or a path belongs, through every operation that takes one.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { scenario } from '../../../test/kit/world.ts'

const mark = '/tmp/codestead-odd-mark'
const refs = [
  '-d', `--output=${mark}`, `--upload-pack=touch ${mark}`, '--exec=id', '-c core.x=y', '../..', 'a..b', 'a...b', '@', '@{u}', '@{-1}', ':/x', '^{/x}', 'HEAD~1^2', 'refs/heads/-x', 'a.lock', 'a//b', '.a', 'a\\', 'a\tb',
  'a\nb', 'f'.repeat(40), '0'.repeat(40), 'f'.repeat(64), 'a\u202eb', 'x'.repeat(255), 'x'.repeat(1500), '%2e%2e', '-', 'main:README.md', 'main^{tree}', '../../../etc/passwd',
]
const paths = ['../x', 'a/../../x', '..\\x', '%2e%2e%2f', '%252e%252e%252fx', '.git/config', '.GIT/config', 'a/.git/config', '.git./x', '.git /x', '.g\u200cit/x', 'git~1/x', '.git::$INDEX_ALLOCATION/x', 'a/.gitmodules\n', 'y'.repeat(300), '../..', 'a\u0000b']

scenario('odd refs: answered 4xx or taken as a plain name, never run, never an error of ours', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const at = '/repos/alice/demo'
  const c = w.as(alice)
  const readme = (await c.get(`${at}/raw/README.md`)).text
  assert.match(readme, /demo/)
  for (const ref of refs) {
    const part = encodeURIComponent(ref)
    const answers = {
      branch: await c.get(`${at}/branches/${part}`), tag: await c.get(`${at}/tags/${part}`), contents: await c.get(`${at}/contents?ref=${part}`), raw: await c.get(`${at}/raw/README.md?ref=${part}`),
      commits: await c.get(`${at}/commits?sha=${part}`), not: await c.get(`${at}/commits?not=${part}`), archive: await c.get(`${at}/archive/${part}.zip`), page: await c.get(`//alice/demo/raw/branch/${part}/README.md`),
      compare: await c.get(`${at}/compare/${part}...main`), tree: await c.get(`${at}/git/trees/${part}`), refs: await c.get(`${at}/git/refs/${part}`), status: await c.get(`${at}/commits/${part}/status`),
      source: await c.post(`${at}/branches`, { new_branch_name: 'n', old_ref_name: ref }), target: await c.post(`${at}/tags`, { tag_name: 'n', target: ref }), put: await c.put(`${at}/branches/main`, { new_commit_id: ref }),
      write: await c.post(`${at}/contents/n`, { branch: ref, content: '' }),
    }
    for (const [what, { status, text }] of Object.entries(answers)) {
      // a single head, an empty base or `..` in a comparison have a meaning of their own
      if (what === 'compare' && status === 200) continue
      // a name that is none means the default branch here
      if (what === 'raw' && text === readme) continue
      assert.ok(status >= 400 && status < 500, `${what} ${JSON.stringify(ref.slice(0, 60))}: ${status} ${text.slice(0, 200)}`)
    }
  }
  const harmless = ['%2e%2e', 'refs/heads/-x', 'x'.repeat(255)]
  for (const ref of refs.filter((one) => !harmless.includes(one))) {
    for (const [what, { status }] of Object.entries({
      branch: await c.post(`${at}/branches`, { new_branch_name: ref }), rename: await c.patch(`${at}/branches/main`, { name: ref }), tag: await c.post(`${at}/tags`, { tag_name: ref }), fresh: await c.post(`${at}/contents/n`, { new_branch: ref, content: '' }),
    })) assert.equal(status, 422, `${what} ${JSON.stringify(ref.slice(0, 60))}`)
  }
  assert.ok(!existsSync(mark))
})

scenario('odd paths: nothing is written outside, nor where git would take it for itself', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const at = '/repos/alice/demo'
  const c = w.as(alice)
  const { sha } = (await c.get(`${at}/contents/README.md`)).body
  const data = w.cx.config.data
  const before = readdirSync(data).sort()
  for (const path of paths) {
    const part = encodeURIComponent(path)
    const plain = path.startsWith('%')
    for (const [what, { status, text }] of Object.entries({
      post: await c.post(`${at}/contents/${part}`, { content: '' }), many: await c.post(`${at}/contents`, { files: [{ operation: 'create', path, content: '' }] }),
      from: await c.put(`${at}/contents/x`, { from_path: path, sha, content: '' }), rename: await c.post(`${at}/contents`, { files: [{ operation: 'rename', path, from_path: 'README.md' }] }),
      remove: await c.delete(`${at}/contents/${part}`, { sha }), get: await c.get(`${at}/contents/${part}`), raw: await c.get(`//alice/demo/raw/branch/main/${part}`), archive: await c.get(`${at}/archive/main.zip?path=${part}`),
    })) {
      const fine = plain && ['post', 'many', 'rename', 'get', 'raw', 'archive', 'remove'].includes(what) ? status < 500 : status >= 400 && status < 500
      assert.ok(fine, `${what} ${JSON.stringify(path.slice(0, 60))}: ${status} ${text.slice(0, 200)}`)
    }
  }
  assert.deepEqual(readdirSync(data).sort(), before)
  assert.ok(!existsSync(join(data, 'repositories', 'x')))
})
