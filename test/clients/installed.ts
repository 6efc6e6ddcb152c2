// Clients from the public package registries, fetched by name into the checkout's cache and kept there for the next run.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
// not the temporary folder: the test command gives every run a new one
const cache = join(dirname(dirname(import.meta.dirname)), '.cache/clients')

/** Whether a program can be started at all; tests skip without it, and only then. */
export const present = (program: string, ...args: string[]) => run(program, args).then(() => true, (error) => error.code !== 'ENOENT' && error.code !== 127)

/** The environment in which Python finds the package. */
export async function python(name: string, version: string): Promise<Record<string, string>> {
  const folder = join(cache, `${name}-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const draft = mkdtempSync(join(cache, 'draft-'))
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--no-input', '--no-cache-dir', '--root-user-action=ignore', '--target', draft, `${name}==${version}`], { maxBuffer: 1 << 26 })
    settle(draft, folder)
  }
  return { ...process.env as Record<string, string>, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
}

/** The environment in which Go keeps modules and builds in the cache. */
export function go(): Record<string, string> {
  mkdirSync(cache, { recursive: true })
  return { ...process.env as Record<string, string>, GOWORK: 'off', GOFLAGS: '-mod=mod -modcacherw', GOMODCACHE: join(cache, 'go-modules'), GOCACHE: join(cache, 'go-build') }
}

/** Whoever comes second finds it there. */
function settle(draft: string, folder: string) {
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
