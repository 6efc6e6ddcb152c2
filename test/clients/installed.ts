// Clients from the public package registries, fetched by name into the checkout's cache and kept there for the next run.
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
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

/** There is no Go, or the module cannot be had: tests skip with this message. */
export class ProgramUnavailable extends Error {}

/** The path of a program built from its public Go module. The first call builds it (a minute or so), later ones find it in the cache. */
export async function goProgram(module: string, version: string, linked = ''): Promise<string> {
  const name = basename(module.replace(/\/v\d+$/, ''))
  const folder = join(cache, `${name}-${version}`)
  const binary = join(folder, name)
  if (existsSync(binary)) return binary
  const env = go()
  const draft = mkdtempSync(join(cache, 'draft-'))
  try {
    const { stdout } = await runGo(['mod', 'download', '-json', `${module}@${version}`], draft, env)
    // with replacements of its own, a module is built in its folder only
    const source = join(draft, 'source')
    cpSync(JSON.parse(stdout).Dir, source, { recursive: true })
    await runGo(['build', '-trimpath', '-buildvcs=false', '-ldflags', `-s -w ${linked}`, '-o', join(draft, name), '.'], source, env)
    rmSync(source, { recursive: true })
    settle(draft, folder)
    return binary
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function runGo(args: string[], cwd: string, env: Record<string, string>): Promise<{ stdout: string }> {
  try {
    return await run('go', args, { cwd, maxBuffer: 1 << 26, env })
  } catch (error) {
    const { code, stderr, stdout } = error as { code?: unknown; stderr?: string; stdout?: string }
    if (code === 'ENOENT') throw new ProgramUnavailable('the go program is not installed')
    throw new ProgramUnavailable(`go ${args[0]} failed: ${(stderr || stdout || '').trim().split('\n').slice(-3).join(' ')}`)
  }
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
