// What only git itself can make: links, submodules, modes, renames, names and bytes of every kind.
import assert from 'node:assert/strict'
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, workTree } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('commitPage, srcBranch: links, submodules, modes, renames and pictures', async (w) => {
  const ada = await w.user('ada')
  await w.repo(ada, 'tool')
  const at = await workTree(w, ada, 'ada/tool')
  const long = Array.from({ length: 30 }, (_, i) => `line ${i}\n`).join('')
  writeFileSync(join(at, 'plain.txt'), 'was a file\n')
  writeFileSync(join(at, 'run.sh'), 'echo\n')
  writeFileSync(join(at, 'old name.txt'), long)
  writeFileSync(join(at, '"quoted".txt'), 'q\n')
  writeFileSync(join(at, 'crlf.txt'), 'a\r\nb\r\n')
  symlinkSync('plain.txt', join(at, 'link'))
  symlinkSync('../../../etc/passwd', join(at, 'away'))
  writeFileSync(join(at, '.gitmodules'), '[submodule "lib"]\n\tpath = lib\n\turl = git@git.example.com:some/lib.git\n')
  await git(at, ['add', '-A'])
  await git(at, ['update-index', '--add', '--cacheinfo', '160000,1111111111111111111111111111111111111111,lib'])
  await git(at, ['commit', '-qm', 'Begin'])
  rmSync(join(at, 'plain.txt'))
  symlinkSync('run.sh', join(at, 'plain.txt'))
  chmodSync(join(at, 'run.sh'), 0o755)
  await git(at, ['mv', 'old name.txt', 'new <name>.txt'])
  writeFileSync(join(at, 'new <name>.txt'), long.replace('line 3\n', 'line three\n'))
  writeFileSync(join(at, '"quoted".txt'), 'quoted\n')
  writeFileSync(join(at, 'crlf.txt'), 'a\r\nc\r\n')
  writeFileSync(join(at, 'dot.png'), Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'))
  writeFileSync(join(at, 'zero.txt'), '')
  await git(at, ['add', '-A', ':!lib'])
  await git(at, ['commit', '-qm', 'Change'])
  await git(at, ['push', '-q', 'origin', 'main'])
  const sha = (await git(at, ['rev-parse', 'HEAD'])).trim()
  const page = (await w.anonymous.get(`//ada/tool/commit/${sha}`).gives(200)).text
  const file = (name: string) => page.split('<article').find((one) => one.includes(`aria-label="${name}"`)) ?? ''
  assert.match(file('plain.txt'), /was a file[^]*run\.sh/)
  assert.match(file('plain.txt'), /Link/)
  assert.match(file('run.sh'), /100644 → 100755[^]*Only the file mode changed/)
  assert.match(file('new &lt;name&gt;.txt'), /old name\.txt[^]*<mark>three<\/mark>/)
  assert.match(file('&quot;quoted&quot;.txt'), /id="diff-\d+R1"/)
  assert.doesNotMatch(file('crlf.txt'), /\r/)
  assert.match(file('dot.png'), /<img src="[^"]*\/raw\/commit\/[0-9a-f]+\/dot\.png"/)
  assert.match(file('zero.txt'), /An empty file/)
  const home = (await w.anonymous.get('//ada/tool').gives(200)).text
  assert.match(home, /href="https:\/\/git\.example\.com\/some\/lib"[^]*1111111111/)
  assert.match((await w.anonymous.get('//ada/tool/src/branch/main/link').gives(200)).text, /href="[^"]*\/src\/branch\/main\/plain\.txt"><code>plain\.txt/)
  assert.doesNotMatch((await w.anonymous.get('//ada/tool/src/branch/main/away').gives(200)).text, /href="[^"]*passwd/)
  await w.anonymous.get('//ada/tool/src/branch/main/lib').gives(404)
  const whole = (await w.anonymous.get(`//ada/tool/commit/${sha}?file=${encodeURIComponent('new <name>.txt')}&context=all`).gives(200)).text
  assert.match(whole, /line 29/)
})
