// For tests of the transports: a folder of repositories, a plain HTTP server over them, and the stock git program.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { create } from './init.ts'
import type { Command, PushContext, PushPlan } from './receive.ts'
import { list, update } from './refs.ts'
import { start } from './run.ts'
import type { Git, GitDir } from './run.ts'
import { advertise, dumbFile, rpc, serviceOf } from './smart-http.ts'

export interface Ran { code: number; stdout: string; stderr: string }

export interface Bench {
  git: Git
  folder: string
  url: string
  repos: Map<string, GitDir>
  /** What apply() was given, push by push. */
  applied: Command[][]
  pushes: PushContext[]
  /** Paths of requests, in order. */
  requests: string[]
  errors: Error[]
  /** Refs that the plan refuses, with the reason. */
  refuse: Map<string, string>
  messages: string[]
  limit: number | undefined
  plan(dir: GitDir): PushPlan
  repo(name: string, format?: GitDir['format']): Promise<GitDir>
  /** Runs the stock git; never throws. */
  run(cwd: string, args: string[], env?: Record<string, string>): Promise<Ran>
  /** Runs the stock git and gives its output; throws if it fails. */
  ok(cwd: string, args: string[], env?: Record<string, string>): Promise<string>
  /** A fresh work tree with one commit, not yet pushed anywhere. */
  work(name: string, format?: GitDir['format']): Promise<string>
  commit(tree: string, file: string, content?: string): Promise<string>
  quarantines(dir: GitDir): Promise<string[]>
  close(): Promise<void>
}

/** `kept`: bytes of answers to clones that are kept in the folder `packs`. */
export async function bench(options: { kept?: number } = {}): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'transport-'))
  const git = await start({ durable: false, packs: { folder: join(folder, 'packs'), bytes: options.kept ?? 64 * 1024 * 1024 } })
  const server = createServer()
  const it: Bench = {
    git, folder, url: '', repos: new Map(), applied: [], pushes: [], requests: [], errors: [], refuse: new Map(), messages: [],
    limit: undefined,
    plan: (dir) => ({
      async decide(_commands, push) {
        it.pushes.push(push)
        return it.refuse
      },
      async apply(commands, push) {
        it.applied.push(commands)
        const failed = new Map<string, string>()
        const groups = push.atomic ? [commands] : commands.map((command) => [command])
        for (const group of groups) {
          const result = await update(git, dir, group.map((command) => ({
            ref: command.ref, old: zeroed(command.old), new: zeroed(command.new),
          })))
          if (!result.ok) for (const command of group) failed.set(command.ref, `${result.kind}: ${result.ref}`)
        }
        return { failed, messages: it.messages }
      },
    }),
    async repo(name, format = 'sha1') {
      const dir = await create(git, join(folder, `${name}.git`), { format })
      it.repos.set(name, dir)
      return dir
    },
    run: (cwd, args, env = {}) => new Promise((resolve) => {
      execFile('git', args, { cwd, env: { ...clean, ...env }, maxBuffer: 1 << 26, timeout: 60_000 }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
      })
    }),
    async ok(cwd, args, env) {
      const ran = await it.run(cwd, args, env)
      if (ran.code !== 0) throw new Error(`git ${args.join(' ')} → ${ran.code}\n${ran.stdout}${ran.stderr}`)
      return ran.stdout
    },
    async work(name, format = 'sha1') {
      await it.ok(folder, ['init', '-q', `--object-format=${format}`, '-b', 'main', name])
      await it.commit(join(folder, name), 'README.md', `# ${name}\n`)
      return join(folder, name)
    },
    async commit(tree, file, content = `${Math.random()}\n`) {
      await writeFile(join(tree, file), content)
      await it.ok(tree, ['add', '.'])
      await it.ok(tree, ['commit', '-q', '-m', `write ${file}`])
      return (await it.ok(tree, ['rev-parse', 'HEAD'])).trim()
    },
    quarantines: async (dir) => (await readdir(join(dir.path, 'objects'))).filter((name) => name.startsWith('tmp_')),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await git.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  serve(server, it)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  it.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return it
}

function zeroed(id: string): string | null {
  return /^0+$/.test(id) ? null : id
}

const clean = {
  PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org', GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org',
  LC_ALL: 'C',
}

function serve(server: Server, it: Bench): void {
  server.on('request', async (request, response) => {
    const url = new URL(request.url ?? '', it.url)
    it.requests.push(`${request.method} ${url.pathname}${url.search}`)
    const [, name, path] = /^\/([^/]+?)(?:\.git)?\/(.+)$/.exec(url.pathname) ?? []
    const dir = it.repos.get(name)
    const refs = () => list(it.git, dir!)
    const protocol = request.headers['git-protocol'] as string | undefined
    const answer = async () => {
      if (dir === undefined) return null
      if (request.method === 'POST') {
        const service = serviceOf(path)
        return service && rpc(it.git, dir, refs, service, {
          contentType: request.headers['content-type'], contentEncoding: request.headers['content-encoding'],
          gitProtocol: protocol, body: request,
        }, { plan: it.plan(dir), maxBytes: it.limit, onError: (error) => it.errors.push(error) })
      }
      const asked = url.searchParams.get('service')
      if (path !== 'info/refs' || asked === null) return dumbFile(dir, refs, path)
      const service = serviceOf(asked)
      return service ? advertise(dir, refs, service, protocol) : { status: 400, headers: {}, body: 'no such service' }
    }
    try {
      const { status, headers, body } = await answer() ?? { status: 404, headers: {}, body: 'not found' }
      response.writeHead(status, headers)
      if (body instanceof Readable) await pipeline(body, response)
      else response.end(body)
    } catch {
      response.destroy()
    }
  })
}
