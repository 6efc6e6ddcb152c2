// The real CI runner, built from its public Go module, and how it is registered and started without questions.
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const module = 'gitea.com/gitea/runner'
const version = 'v1.0.8'

/** There is no Go, or the module cannot be had: tests skip with this message. */
export class RunnerUnavailable extends Error {}

/** The path of the runner's binary. The first call builds it (a minute or two), later ones find it in the temporary folder. */
export async function buildRunner(): Promise<string> {
  const folder = join(tmpdir(), `codestead-runner-${version}`)
  const binary = join(folder, 'runner')
  if (await stat(binary).then((found) => found.isFile(), () => false)) return binary
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(folder, 'build-'))
  try {
    const { stdout } = await go(['mod', 'download', '-json', `${module}@${version}`], work)
    const source = join(work, 'source')
    await cp(JSON.parse(stdout).Dir, source, { recursive: true })
    // Folders of the module cache are read-only, which the copy inherits.
    await writable(source)
    const linked = `-s -w -X ${module}/internal/pkg/ver.version=${version}`
    await go(['build', '-trimpath', '-buildvcs=false', '-ldflags', linked, '-o', join(work, 'runner'), '.'], source)
    // Another process may have built it meanwhile; the rename is whole either way.
    await rename(join(work, 'runner'), binary)
    return binary
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function go(args: string[], cwd: string): Promise<{ stdout: string }> {
  try {
    return await run('go', args, { cwd, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, GOWORK: 'off' } })
  } catch (error) {
    const { code, stderr, stdout } = error as { code?: unknown, stderr?: string, stdout?: string }
    if (code === 'ENOENT') throw new RunnerUnavailable('the go program is not installed')
    throw new RunnerUnavailable(`go ${args[0]} failed: ${(stderr || stdout || '').trim().split('\n').slice(-3).join(' ')}`)
  }
}

async function writable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await writable(join(folder, entry.name))
  }
}

export interface RunnerHome { binary: string, folder: string, config: string }

/** Registers a runner; labels such as `linux:host` run jobs without containers. Everything it writes lies in `folder`. */
export async function registerRunner(given: {
  instance: string, token: string, folder: string, name?: string, labels?: string[], ephemeral?: boolean
}): Promise<RunnerHome> {
  const binary = await buildRunner()
  const config = join(given.folder, 'config.yaml')
  await mkdir(given.folder, { recursive: true })
  // JSON is YAML; short intervals keep tests short.
  await writeFile(config, JSON.stringify({
    log: { level: 'info' },
    runner: {
      file: join(given.folder, '.runner'), capacity: 1, fetch_timeout: '5s', fetch_interval: '200ms', fetch_interval_max: '200ms',
      log_report_interval: '300ms', log_report_max_latency: '200ms', state_report_interval: '300ms',
    },
    cache: { enabled: false },
    host: { workdir_parent: join(given.folder, 'work') },
  }))
  await run(binary, ['register', '--config', config, '--no-interactive', '--instance', given.instance, '--token', given.token,
    '--name', given.name ?? 'test-runner', '--labels', (given.labels ?? ['linux:host']).join(','),
    ...given.ephemeral ? ['--ephemeral'] : []], { cwd: given.folder, env: surroundings(given.folder), timeout: 30_000 })
  return { binary, folder: given.folder, config }
}

/** Starts a registered runner. `stop` ends it; `log` gives what it said so far. */
export function startRunner(home: RunnerHome, once = false): { process: ChildProcess, log: () => string, stop: () => Promise<void> } {
  const child = spawn(home.binary, ['daemon', '--config', home.config, ...once ? ['--once'] : []],
    { cwd: home.folder, env: surroundings(home.folder), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { said += chunk })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { process: child, log: () => said, stop }
}

function surroundings(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' }
}
