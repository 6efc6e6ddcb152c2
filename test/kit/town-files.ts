// Repositories of the town, written by fast-import: every kind of file in one push.
import { execFile } from 'node:child_process'
import { git, remote } from './git.ts'
import type { Person, World } from './world.ts'

export interface Told {
  branch: string
  from?: string
  message: string
  author?: string
  /** null removes; `mode` for links and modules */
  files: Record<string, string | Buffer | null | { mode: '120000' | '160000' | '100755'; text: string }>
}

/** Commits in order; answers the tips by branch. */
export async function write(w: World, person: Person, path: string, commits: Told[], tags: Record<string, string> = {}): Promise<Record<string, string>> {
  const cwd = w.folder('town')
  await git(cwd, ['init', '-q', '--bare', '-b', 'main'])
  const parts: Buffer[] = []
  const put = (text: string) => parts.push(Buffer.from(text))
  const data = (bytes: Buffer) => parts.push(Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n'))
  let when = w.cx.now() - commits.length * 7200
  const tips: Record<string, string> = {}
  commits.forEach((one, i) => {
    const author = one.author ?? `${person.name} <${person.name}@example.com>`
    when += 7200
    put(`commit refs/heads/${one.branch}\nmark :${i + 1}\nauthor ${author} ${when} +0200\ncommitter ${author} ${when} +0200\n`)
    data(Buffer.from(one.message))
    const parent = tips[one.branch] ?? (one.from ? tips[one.from] : undefined)
    if (parent) put(`from ${parent}\n`)
    tips[one.branch] = `:${i + 1}`
    for (const [name, file] of Object.entries(one.files)) {
      const quoted = `"${name.replace(/["\\]/g, '\\$&')}"`
      if (file === null) put(`D ${quoted}\n`)
      else if (typeof file === 'object' && 'mode' in file && file.mode === '160000') put(`M 160000 ${file.text} ${quoted}\n`)
      else {
        const told = typeof file === 'object' && 'mode' in file ? file : { mode: '100644', text: file }
        put(`M ${told.mode} inline ${quoted}\n`)
        data(Buffer.from(told.text as string))
      }
    }
    put('\n')
  })
  for (const [name, branch] of Object.entries(tags)) put(`reset refs/tags/${name}\nfrom ${tips[branch]}\n\n`)
  await new Promise<void>((ended, failed) => {
    const child = execFile('git', ['fast-import', '--quiet', '--date-format=raw'], { cwd }, (error) => (error ? failed(error) : ended()))
    child.stdin!.end(Buffer.concat(parts))
  })
  await git(cwd, ['push', '-q', await remote(w, person, path), '--all'])
  if (Object.keys(tags).length > 0) await git(cwd, ['push', '-q', await remote(w, person, path), '--tags'])
  const refs = (await git(cwd, ['for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads'])).trim().split('\n')
  return Object.fromEntries(refs.map((line) => line.split(' ') as [string, string]))
}

const source = (name: string) => `// ${name}: one part of the engine
export interface ${name} {
  /** how often it turns */
  rate: number
}

export function run(one: ${name}, times = 3): number {
  let sum = 0
  for (let i = 0; i < times; i++) sum += one.rate * i
  return sum
}
`

const readme = (say: (text: string) => string) => `# Engine

${say('A machine that adds up.')} It has **columns**, a [mill](src/mill.ts) and a *store*.

| part | turns |
| --- | ---: |
| mill | 30 |
| store | 50 |

- [x] build the mill
- [ ] print the results

\`\`\`ts
const answer = run({ rate: 2 }, 12)
\`\`\`

> [!NOTE]
> Oil it every evening.
`

const latin1 = Buffer.from('Zahnr\xe4der f\xfcr die M\xfchle\nna\xefve caf\xe9\n', 'latin1')
const binary = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 37) % 256))
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

/** What the engine's history holds: `say` puts words of its own into everything that people write. */
export function engineHistory(say: (text: string) => string, name: (text: string) => string): Told[] {
  const main = (message: string, files: Told['files'], author?: string): Told => ({ branch: 'main', message: `${say(message)}\n`, files, author })
  const authors = ['Bob Builder <bob@example.com>', `${name('Cyrus').replace(/[<>]/g, '')} <cy@example.com>`, undefined]
  return [
    main('Begin', { 'README.md': readme(say), LICENSE: 'Do what you like.\n', '.gitmodules': `[submodule "parts"]\n\tpath = vendor/parts\n\turl = ../parts.git\n` }),
    main('Draw the mill', { 'src/mill.ts': source('Mill'), 'src/store.ts': source('Store'), 'src/deep/down/in/the/cellar/of/the/old/house/lamp.ts': source('Lamp') }),
    main('Files of every kind', {
      'files/binary.bin': binary, 'files/dot.png': picture, 'files/latin1.txt': latin1, 'files/crlf.txt': 'one\r\ntwo\r\n', 'files/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>window.__xss(1)</script><circle cx="20" cy="20" r="15"/></svg>',
      'files/large.txt': 'a long line of a large file, again and again\n'.repeat(30_000), 'files/minified.js': `var a=${'1+'.repeat(40_000)}1\n`,
      'files/Ελληνικά/файл 文件.txt': 'names in many scripts\n', 'files/with space & ampersand?#.md': `# Odd name\n\n${say('text')}\n`, 'files/page.html': '<script>window.__xss(2)</script><h1>Raw</h1>\n',
      'files/notes.ipynb': '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}\n', 'files/empty.txt': '', 'files/run.sh': { mode: '100755', text: '#!/bin/sh\necho run\n' },
      'files/link': { mode: '120000', text: '../README.md' }, 'vendor/parts': { mode: '160000', text: '0123456789012345678901234567890123456789' },
      [`files/${name('file')}.txt`]: `${say('content')}\n`,
    }),
    main('A thousand parts', Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`many/part-${String(i).padStart(4, '0')}.txt`, `part ${i}\n`]))),
    ...Array.from({ length: 36 }, (_, i) => main(`Turn the mill ${i}`, { 'src/counter.ts': `export const turns = ${i}\n` }, authors[i % 3])),
    main('Ask before merging', { '.gitea/ISSUE_TEMPLATE/bug.md': `---\nname: ${say('Bug')}\nabout: ${say('Something broke')}\ntitle: "[bug] "\n---\n\nWhat happened?\n`, CODEOWNERS: 'src/ @bob\n' }),
    main('Build by itself', { '.gitea/workflows/build.yml': workflow(say) }),
    { branch: 'faster', from: 'main', message: `${say('Turn twice as fast')}\n\nBecause it can.\n`, files: { 'src/mill.ts': source('Mill').replace('rate * i', 'rate * i * 2'), 'src/gear.ts': source('Gear') } },
    { branch: 'faster', message: 'Oil the gear\n', files: { 'src/gear.ts': `${source('Gear')}// oiled\n` } },
    { branch: 'clash', from: 'main', message: 'A different engine\n', files: { 'src/counter.ts': 'export const turns = "none"\n' } },
    { branch: 'done', from: 'main', message: 'Add a lamp\n', files: { 'lamp.txt': 'light\n' } },
    { branch: 'dropped', from: 'main', message: 'Remove the mill\n', files: { 'src/mill.ts': null } },
    { branch: name('feature/side'), from: 'main', message: `${say('On the side')}\n`, files: { 'side.txt': 'side\n' } },
    main('Change the counter', { 'src/counter.ts': 'export const turns = 99\n' }),
  ]
}

const workflow = (say: (text: string) => string) => `name: ${JSON.stringify(say('Build'))}
on:
  push:
    branches: [main]
  workflow_dispatch:
    inputs:
      stage: { type: choice, options: [test, live], default: test, description: ${JSON.stringify(say('Where to'))} }
jobs:
  first:
    name: ${JSON.stringify(say('First'))}
    runs-on: linux
    steps: [{ name: ${JSON.stringify(say('Greet'))}, run: echo hello }]
  second:
    needs: first
    runs-on: linux
    steps: [{ run: echo bye }]
`
