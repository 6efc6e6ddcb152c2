// node tools/start.mjs --script tools/screens.ts: pictures of twenty pages of the town, for docs/screens.md.
import * as fs from 'node:fs'
import { join } from 'node:path'
import { startChromium, visit } from '../test/kit/chromium.ts'
import { loopback } from '../test/kit/receiver.ts'
import { buildTown } from '../test/kit/town.ts'
import { openWorld } from '../test/kit/world.ts'
import { root } from './sources.ts'

const folder = join(root, 'docs/screens')
const w = await openWorld({ ...loopback, registration: 'open' })
const browser = await startChromium()
try {
  const { ada, root: admin, at } = await buildTown(w)
  await w.as(ada).put('/user/starred/guild/mill').gives(204)
  const engine = '/ada/engine'
  /** name, what it shows, address, and in which manner */
  const screens: [string, string, string, { admin?: boolean; dark?: boolean }?][] = [
    ['dashboard', 'Your work and the news of what you watch', '/'],
    ['repository', 'A repository', engine],
    ['file', 'A file', `${engine}/src/branch/main/src/mill.ts`],
    ['blame', 'Who wrote which line', `${engine}/blame/branch/main/src/counter.ts`],
    ['commits', 'History', `${engine}/commits/branch/main`],
    ['commit', 'A commit', `${engine}/commit/${at.sha}`, { dark: true }],
    ['compare', 'Comparing branches', `${engine}/compare/main...faster`],
    ['editor', 'Editing a file', `${engine}/_edit/faster/src/mill.ts`],
    ['issues', 'Issues', `${engine}/issues`],
    ['issue', 'A conversation', `${engine}/issues/1`],
    ['milestone', 'A milestone', `${engine}/milestone/${at.milestone}`],
    ['pull', 'A pull request under review', `${engine}/pulls/${at.pull}`],
    ['review', 'Reviewing changes', `${engine}/pulls/${at.pull}/files`, { dark: true }],
    ['board', 'A board', `${engine}/projects/${at.project}`],
    ['run', 'A workflow run', `${engine}/actions/runs/${at.run}`],
    ['log', 'The log of a job', `${engine}/actions/runs/${at.run}/jobs/${at.job}`, { dark: true }],
    ['release', 'Releases', `${engine}/releases`],
    ['search', 'Searching everywhere', '/-/search?q=mill'],
    ['settings', 'Settings of a repository', `${engine}/settings`],
    ['admin', 'Administration', '/-/admin', { admin: true }],
  ]
  fs.mkdirSync(folder, { recursive: true })
  const lines: string[] = []
  for (const [name, says, path, more = {}] of screens) {
    const tab = await visit(w, browser, { person: more.admin ? admin : ada, dark: more.dark })
    await tab.open(path)
    const file = join(folder, `${name}.png`)
    await tab.page.screenshot({ path: file })
    const size = fs.statSync(file).size
    console.log(`${name}: ${Math.round(size / 1024)} KB${size > 150 * 1024 ? ', too large' : ''}`)
    lines.push(`## ${says}\n\n![${says}](screens/${name}.png)\n`)
    await tab.context.close()
  }
  fs.writeFileSync(join(root, 'docs/screens.md'), `# What it looks like\n\nTaken by \`node tools/start.mjs --script tools/screens.ts\` from the town that the browser tests build, 1280 × 800.\n\n${lines.join('\n')}`)
} finally {
  await browser.close()
  await w.close()
}
process.exit()
