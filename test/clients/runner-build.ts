// The real CI runner, built from its public Go module, and how it is registered and started without questions.
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { goProgram } from './installed.ts'

const run = promisify(execFile)
const module = 'gitea.com/gitea/runner'
const version = 'v1.0.8'

/** The path of the runner's binary. */
export const buildRunner = (): Promise<string> => goProgram(module, version, `-X ${module}/internal/pkg/ver.version=${version}`)

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
