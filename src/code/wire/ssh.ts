// The built-in SSH server: public keys only, the fixed verbs, the same gate as HTTP.
import { join } from 'node:path'
import { actorOfPass, anonymous, findAccount, findDeployKey, findKey, findMovedRepo, findRepo, passOf, used, type Actor } from '../../access/index.ts'
import { receive, refs, startSsh, upload } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Refusal } from '../../kernel/errors.ts'
import { formatTime } from '../../kernel/times.ts'
import { repoView } from '../../repos/index.ts'
import { openRepo, type Opened } from './gate.ts'
import { lfsRoot, ticketFor, type Operation } from '../ground/lfs.ts'
import { serveTransfer } from './lfs-transfer.ts'
import { limitsFor, planFor } from './push.ts'

/** A key that signed in: a person's, or one that opens single repositories. */
interface Principal {
  keyId: number
  actor: Actor
}
type Request = Parameters<Parameters<typeof startSsh<Principal>>[0]['serve']>[1]

export async function start(cx: Cx): Promise<{ port: number; close(): Promise<void> } | undefined> {
  if (cx.config.ssh_port < 0) return undefined
  const server = await startSsh<Principal>({
    host: cx.config.ssh_host || cx.config.host,
    port: cx.config.ssh_port,
    keysDir: join(cx.config.data, 'ssh'),
    authenticate: ({ fingerprint }) => authenticate(cx, fingerprint),
    serve: (principal, request) => serve(cx, principal, request),
    greet: ({ actor }) => `Hi ${actor.account?.name ?? 'deploy key'}! You are signed in, but Codestead offers no shell.`,
    onError: (error) => cx.log.warn('an SSH session failed', { error: String(error) }),
  })
  repoView.sshListens(cx, server.port)
  return server
}

async function authenticate(cx: Cx, fingerprint: string): Promise<Principal | null> {
  const key = await findKey(cx.db, fingerprint)
  if (!key) return null
  if (key.account_id === null) return { keyId: key.id, actor: anonymous }
  const account = await findAccount(cx.db, key.account_id)
  if (!account || !account.is_active || account.prohibit_login) return null
  return { keyId: key.id, actor: { account, scopes: null, publicOnly: false, via: 'ssh', keyId: key.id } }
}

async function serve(cx: Cx, principal: Principal, request: Request): Promise<number> {
  // not when it signs in: clients offer keys that they cannot use, and that is asked the same way
  used(cx).keys.set(principal.keyId, cx.now())
  try {
    const [owner, name, ...more] = request.path.split('/')
    if (!owner || !name || more.length > 0) return refuse(request, 'name a repository as owner/name.git')
    const actor = principal.actor.account ? principal.actor : await deployActor(cx, principal.keyId, owner, name)
    return await run(cx, actor, owner, name, request)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(request, error.kind === 'notFound' || error.kind === 'unauthorized' ? 'there is no such repository, or you may not see it' : error.message)
  }
}

/** A deploy key becomes an actor of exactly the repository it names. */
async function deployActor(cx: Cx, keyId: number, owner: string, name: string): Promise<Actor> {
  const bare = name.replace(/\.git$/i, '')
  const repo = (await findRepo(cx.db, owner, bare)) ?? (await findMovedRepo(cx.db, owner, bare))?.repo
  const deploy = repo && (await findDeployKey(cx.db, keyId, repo.id))
  return deploy ? { ...anonymous, via: 'ssh', deploy: { id: deploy.id, repo_id: deploy.repo_id, read_only: deploy.read_only } } : anonymous
}

async function run(cx: Cx, actor: Actor, owner: string, name: string, request: Request): Promise<number> {
  const { verb, input, output, signal } = request
  const at = await openRepo(cx, actor, owner, name, verb === 'git-receive-pack' ? 'push' : request.operation === 'upload' ? 'write' : 'read')
  if (request.operation) {
    const pass = passOf(cx, actor)
    return largeFiles(cx, at, request, request.operation, async () => openRepo(cx, (pass && (await actorOfPass(cx, pass))) ?? anonymous, owner, name, request.operation === 'upload' ? 'write' : 'read'))
  }
  const list = () => refs.list(cx.git, at.dir, at.wiki ? undefined : at.repo.refs_version)
  const version = upload.protocolVersion(request.protocol)
  if (verb === 'git-upload-pack') return upload.upload(cx.git, at.dir, list, input, output, { stateless: false, version, signal })
  if (verb === 'git-upload-archive') return upload.uploadArchive(cx.git, at.dir, input, output, { signal })
  await receive.receive(cx.git, at.dir, list, input, output, planFor(cx, at), { stateless: false, advertise: true, version, ...(await limitsFor(cx, at)), signal })
  return 0
}

async function largeFiles(cx: Cx, at: Opened, request: Request, operation: Operation, reopen: () => Promise<Opened>): Promise<number> {
  if (at.wiki) return refuse(request, 'wikis have no large files')
  if (request.verb === 'git-lfs-transfer') return serveTransfer(cx, reopen, operation, request)
  const { header, until } = ticketFor(cx, at, operation)
  request.output.write(JSON.stringify({ href: lfsRoot(cx, at), header, expires_in: until - cx.now(), expires_at: formatTime(until) }))
  return 0
}

function refuse(request: Request, text: string): number {
  request.say(text)
  return 1
}
