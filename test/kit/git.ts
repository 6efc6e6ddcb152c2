// Stock git for scenarios. Never synchronous: the server answers in this very process.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Person, World } from './world.ts'

const run = promisify(execFile)
const environment = {
  PATH: process.env.PATH!, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Author', GIT_AUTHOR_EMAIL: 'author@example.com', GIT_COMMITTER_NAME: 'Author', GIT_COMMITTER_EMAIL: 'author@example.com',
}

/** Its standard output. */
export async function git(cwd: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  return (await run('git', args, { cwd, env: { ...environment, ...env }, maxBuffer: 1 << 26 })).stdout
}

export const by = (name: string, email: string, date: string) => ({
  GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date,
})

/** Writes (or with null removes) a file and commits it; returns the commit. */
export async function commit(cwd: string, path: string, text: string | null, message = `change ${path}`, env: Record<string, string> = {}, options: string[] = []): Promise<string> {
  if (text === null) await git(cwd, ['rm', '-q', path])
  else {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
    await git(cwd, ['add', path])
  }
  await git(cwd, [...options, 'commit', '-qm', message], env)
  return (await git(cwd, ['rev-parse', 'HEAD'])).trim()
}

/** The address of a repository with a person's credentials in it. */
export async function remote(w: World, person: Person | null, path: string): Promise<string> {
  const root = await w.listening()
  return `${person ? root.replace('http://', `http://${person.name}:${encodeURIComponent(person.password)}@`) : root}/${path}.git`
}

/** A clone in which `origin` is the repository as that person sees it. */
export async function workTree(w: World, person: Person, path: string, branch = 'main', format = 'sha1'): Promise<string> {
  const cwd = w.folder()
  await git(cwd, ['init', '-q', '-b', branch, `--object-format=${format}`])
  await git(cwd, ['remote', 'add', 'origin', await remote(w, person, path)])
  return cwd
}
