// What pushed trees may hold: links out of the tree, names that are .git to somebody, names that are headers or markup.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scenario, type World } from '../kit/world.ts'
import { commit, git, workTree } from '../kit/git.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Writes any bytes as an object; git alone would refuse to make them. */
const object = (cwd: string, type: string, content: Buffer) => new Promise<string>((resolve, reject) => {
  const child = execFile('git', ['hash-object', '-t', type, '-w', '--literally', '--stdin'], { cwd }, (error, stdout) => (error ? reject(error) : resolve(stdout.trim())))
  child.stdin!.end(content)
})
const entry = (mode: string, name: string | Buffer, oid: string) => Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(oid, 'hex')])
const person = 'A <a@example.com> 1700000000 +0000'
const commitOf = (cwd: string, tree: string) => object(cwd, 'commit', Buffer.from(`tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nm\n`))

async function stage(w: World) {
  const alice = await w.user('alice')
  await w.repo(alice, 'r', { template: true })
  const cwd = await workTree(w, alice, 'alice/r')
  return { alice, as: w.as(alice), cwd }
}

scenario('names that are .git on some machine, modules that run programs and links in their place cannot be pushed', async (w) => {
  const { as, cwd } = await stage(w)
  await commit(cwd, 'f', 'x')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const blob = await object(cwd, 'blob', Buffer.from('x'))
  const tree = await object(cwd, 'tree', entry('100644', 'config', blob))
  const link = await object(cwd, 'blob', Buffer.from('/etc/passwd'))
  const modules = (text: string) => object(cwd, 'blob', Buffer.from(`[submodule "m"]\n\tpath = m\n\turl = ${text}\n`))
  const bad: Record<string, Buffer> = {
    '.git': entry('40000', '.git', tree), '.GIT': entry('40000', '.GIT', tree), '.gIt': entry('40000', '.gIt', tree), 'git~1': entry('40000', 'git~1', tree), '.git with a dot': entry('40000', '.git.', tree),
    '.git with a space': entry('40000', '.git ', tree), 'a stream of .git': entry('40000', '.git::$INDEX_ALLOCATION', tree), 'a hidden letter': entry('40000', '.g\u200cit', tree),
    'the folder itself': entry('40000', '.', tree), 'the folder above': entry('40000', '..', tree), 'a slash': entry('100644', 'a/b', blob), 'no name': entry('100644', '', blob),
    'the same twice': Buffer.concat([entry('100644', 'a', blob), entry('100644', 'a', blob)]), 'wrong order': Buffer.concat([entry('100644', 'b', blob), entry('100644', 'a', blob)]),
    'a module that is an option': entry('100644', '.gitmodules', await modules('--upload-pack=touch x')), 'a module with a line break': entry('100644', '.gitmodules', await modules('https://example.com/a%0d%0ab')),
    'modules as a link': entry('120000', '.gitmodules', link), 'modules beside': entry('120000', 'GITMOD~1', link),
  }
  for (const [what, content] of Object.entries(bad)) {
    const oid = await commitOf(cwd, await object(cwd, 'tree', content))
    await assert.rejects(git(cwd, ['push', '-q', 'origin', `${oid}:refs/heads/evil`]), /unpack|fsck|error|rejected/, what)
  }
  await as.get('/repos/alice/r/branches').gives(200, [{ name: 'main' }]).header('x-total-count', '1')
})

scenario('links in a tree lead nowhere: not when a file is written through them, read, patched or copied', async (w) => {
  const { as, cwd } = await stage(w)
  const outside = w.folder('outside')
  writeFileSync(join(outside, 'kept'), 'kept\n')
  symlinkSync(join(outside, 'kept'), join(cwd, 'a'))
  symlinkSync(outside, join(cwd, 'd'))
  symlinkSync('../../../..', join(cwd, 'up'))
  mkdirSync(join(cwd, '.gitea'))
  for (const name of ['CODEOWNERS', '.editorconfig', 'README.md', '.gitea/template', '.gitea/issue_template.md', 'LICENSE']) symlinkSync('/etc/passwd', join(cwd, name))
  await git(cwd, ['add', '.'])
  await git(cwd, ['commit', '-qm', 'links'])
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const at = '/repos/alice/r'
  const { sha } = (await as.get(`${at}/contents/a`).gives(200)).body
  for (const reply of [
    () => as.put(`${at}/contents/a`, { content: base64('evil'), sha }), () => as.post(`${at}/contents/d/f`, { content: base64('evil') }), () => as.post(`${at}/contents/up/f`, { content: base64('evil') }),
    () => as.post(`${at}/contents`, { files: [{ operation: 'create', path: 'd/kept', content: base64('evil') }] }), () => as.delete(`${at}/contents/d/kept`, { sha }),
    () => as.post(`${at}/diffpatch`, { content: 'diff --git a/d/kept b/d/kept\n--- a/d/kept\n+++ b/d/kept\n@@ -1 +1 @@\n-kept\n+evil\n' }),
    () => as.post(`${at}/generate`, { owner: 'alice', name: 'copy', git_content: true, topics: true }), () => as.post(`${at}/issues`, { title: 'x' }), () => as.get(`${at}/issue_templates`), () => as.get(`${at}/editorconfig/x.ts`),
    () => as.get(`${at}/languages`), () => as.get(`${at}/licenses`), () => as.get('//alice/r'), () => as.get('//alice/r/src/branch/main/d/kept'), () => as.get('//alice/r/raw/branch/main/d/kept'), () => as.get(`${at}/contents/d/kept`), () => as.get(`${at}/raw/up/etc/passwd`),
    () => as.get(`${at}/archive/main.zip`), () => as.get(`${at}/media/README.md`),
  ]) {
    const { status, text } = await reply()
    assert.ok(status < 500, text.slice(0, 200))
    assert.doesNotMatch(text, /root:x:0|kept\n/)
  }
  await w.settled()
  assert.equal(readFileSync(join(outside, 'kept'), 'utf8'), 'kept\n')
  assert.ok(!existsSync(join(outside, 'f')))
})

scenario('names of files reach headers, pages and archives as text', async (w) => {
  const { alice, as, cwd } = await stage(w)
  const names = ['a\r\nSet-Cookie: x=1', '"quote" \\ back', '<img src=x onerror=alert(1)>', '-rf', '--output=x', 'a\tb', 'caf\u00e9', '{{7*7}}', '%2e%2e%2fx', 'con', ' space ', '\u202etxt']
  for (const name of names) writeFileSync(join(cwd, name), `${name}\n`)
  await git(cwd, ['add', '.'])
  await git(cwd, ['commit', '-qm', 'names'])
  await git(cwd, ['push', '-q', 'origin', 'main'])
  const browser = await w.browsing(alice)
  for (const name of names) {
    const e = encodeURIComponent(name)
    for (const path of [`/repos/alice/r/raw/${e}`, `/repos/alice/r/media/${e}`, `/repos/alice/r/contents/${e}`, `/repos/alice/r/commits?path=${e}&limit=1`, `//alice/r/raw/branch/main/${e}`, `//alice/r/src/branch/main/${e}`, `//alice/r/blame/branch/main/${e}`, `//alice/r/commits/branch/main/${e}`]) {
      const got = await (path.startsWith('//') ? browser : as).get(path)
      assert.ok(got.status < 500, `${path}: ${got.status}`)
      assert.equal(got.headers['set-cookie']?.toString().includes('x=1') ?? false, false, path)
      if (/html/.test(got.headers['content-type'])) assert.doesNotMatch(got.text, /<img src=x/)
    }
  }
  const page = (await browser.get('//alice/r').gives(200)).text
  assert.doesNotMatch(page, /<img src=x/)
})
