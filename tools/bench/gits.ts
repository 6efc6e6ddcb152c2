// Push and clone against bare git doing the same.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Row } from './reads.ts'
import { begin } from './server.ts'

const run = promisify(execFile)
export const environment = {
  PATH: process.env.PATH!, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Bench', GIT_AUTHOR_EMAIL: 'bench@example.com', GIT_COMMITTER_NAME: 'Bench', GIT_COMMITTER_EMAIL: 'bench@example.com',
}
export const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })

/** A history of `commits` commits over a few hundred files, made by fast-import. */
export function makeHistory(folder: string, commits: number): void {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  let script = ''
  for (let i = 1; i <= commits; i++) {
    const text = `file ${i}\n${'some line of text that repeats\n'.repeat(1 + (i % 40))}${i * 7919}\n`
    const message = `change number ${i}\n`
    script += `commit refs/heads/main\nmark :${i}\ncommitter Bench <bench@example.com> ${1700000000 + i * 60} +0000\ndata ${Buffer.byteLength(message)}\n${message}`
    script += `${i > 1 ? `from :${i - 1}\n` : ''}M 100644 inline src/dir${i % 17}/file${i % 300}.txt\ndata ${Buffer.byteLength(text)}\n${text}\n`
  }
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, env: environment, input: script })
  git(folder, 'reset', '-q', '--hard')
}

/** One folder with that many files. */
export function makeWide(folder: string, entries: number, under = 'many/'): void {
  mkdirSync(folder, { recursive: true })
  git(folder, 'init', '-q', '-b', 'main')
  const message = 'many files\n'
  let script = `commit refs/heads/main\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata ${Buffer.byteLength(message)}\n${message}`
  for (let i = 0; i < entries; i++) script += `M 100644 inline ${under}file-${i}.txt\ndata ${String(i).length}\n${i}\n`
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, env: environment, input: script })
}

export const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The first page of a history that was just pushed and nobody has read, in as many repositories as there are rounds. */
export async function measureFirstPage(work: string, remoteOf: (name: string) => string, read: (name: string) => Promise<unknown>, rounds: number): Promise<Row> {
  const ratios: number[] = []
  for (let i = 0; i < rounds; i++) {
    const name = `repo-${10 + i}`
    git(work, 'push', '-q', remoteOf(name), 'main')
    const ours = await timed(() => read(name))
    ratios.push(ours / (await timed(() => run('git', ['log', '-30', '--raw', '--numstat'], { cwd: work, env: environment }))))
  }
  const ratio = median(ratios)
  return { name: 'commits, 30, first time / one git log that yields it', value: ratio.toFixed(2), aim: '≤ 1.3', ok: ratio <= 1.3 }
}

/** A small push: one commit, one file; against a local repository with the same flushing. */
export async function measurePush(folder: string, work: string, remote: string, rounds: number, aim = 2): Promise<Row> {
  const bare = join(folder, 'bare-push.git')
  git(folder, 'clone', '-q', '--bare', work, bare)
  for (const [key, value] of [['core.fsync', 'all'], ['core.fsyncMethod', 'fsync'], ['receive.fsckObjects', 'true'], ['receive.autogc', 'false']]) git(bare, 'config', key, value)
  const ours: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < rounds; i++) {
    writeFileSync(join(work, 'push.txt'), `round ${i}\n`)
    git(work, 'add', 'push.txt')
    git(work, 'commit', '-qm', `round ${i}`)
    ours.push(await timed(() => run('git', ['push', '-q', remote, 'main'], { cwd: work, env: environment })))
    theirs.push(await timed(() => run('git', ['push', '-q', bare, 'main'], { cwd: work, env: environment })))
  }
  const ratio = median(ours) / median(theirs)
  return { name: 'small push over HTTP / bare local push, same fsync', value: ratio.toFixed(2), aim: `≤ ${aim}`, ok: ratio <= aim }
}

/** git's own http-backend behind a bare CGI server, a process of its own; every repository of the folder can be fetched. */
export async function front(folder: string): Promise<{ url: string; close(): void }> {
  const { port, stop } = await begin([join(import.meta.dirname, 'front.ts'), folder])
  return { url: `http://127.0.0.1:${port}`, close: () => void stop() }
}

/** A whole clone, against git's own http-backend behind a bare CGI server. */
export async function measureClone(folder: string, work: string, remote: string, rounds: number): Promise<Row> {
  const bare = join(folder, 'bare-clone.git')
  git(folder, 'clone', '-q', '--bare', work, bare)
  git(bare, 'config', 'http.receivepack', 'false')
  const { url, close } = await front(folder)
  const ours: number[] = []
  const others: number[] = []
  const clone = (from: string, name: string) => timed(() => run('git', ['clone', '-q', '--bare', from, join(folder, name)], { env: environment }))
  for (let i = 0; i < rounds; i++) {
    ours.push(await clone(remote, `ours-${i}.git`))
    others.push(await clone(`${url}/bare-clone.git`, `theirs-${i}.git`))
  }
  close()
  const ratio = median(others) / median(ours)
  return { name: 'clone over HTTP / bare git http-backend (throughput)', value: ratio.toFixed(2), aim: '≥ 0.95', ok: ratio >= 0.95 }
}
