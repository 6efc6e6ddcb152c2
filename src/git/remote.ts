// Repositories on other hosts: what refs they have, and their objects. Nothing here decides which hosts may be called.
import { allowProtocols, extraConfig } from './env.ts'
import { refusal } from './refname.ts'
import { validRefName } from './refs.ts'
import { rev, run, type Git, type GitDir } from './run.ts'

/** Where to fetch from. The address bears no credential: it is seen in the list of processes. */
export interface Remote {
  /** http or https, or an absolute path */
  url: string
  /** given to the host of `url` alone, and only when it asks */
  credential?: { username: string; password: string }
  /** variables that send the child's connections through the proxy; needed for anything but a path */
  proxy?: Record<string, string>
}

export interface Advertised {
  /** Full name → object id; only names we would take ourselves. */
  refs: Map<string, string>
  /** The branch HEAD names there, as a short name. */
  head: string | null
  format: GitDir['format']
}

interface Options {
  timeoutMs?: number
  signal?: AbortSignal
}

// the words come by environment; the text of the program never changes
const HELPER = '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$REMOTE_USERNAME" "$REMOTE_PASSWORD"; }; f'

function envOf(remote: Remote): Record<string, string> {
  if (remote.url.startsWith('/')) return allowProtocols('file')
  const { origin, protocol } = new URL(remote.url)
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('only http, https and paths are fetched from')
  if (!remote.proxy) throw new TypeError('other hosts are reached through the proxy only')
  // hops were followed before; one that appears later leads somewhere nobody looked at
  const pairs: [string, string][] = [['http.followRedirects', 'false'], ['http.lowSpeedLimit', '1'], ['http.lowSpeedTime', '120']]
  const { username = '', password = '' } = remote.credential ?? {}
  if (/[\0\r\n]/.test(username + password)) throw new TypeError('a line break in a credential')
  if (remote.credential) pairs.push([`credential.${origin}.helper`, HELPER])
  return { ...remote.proxy, ...allowProtocols('http', 'https'), ...extraConfig(pairs), REMOTE_USERNAME: username, REMOTE_PASSWORD: password }
}

/** A branch or tag that nobody may push here does not come by another way either. */
const isOdd = (name: string) => /^refs\/(heads|tags)\//.test(name) && refusal(name, false) !== null

/** What the other side offers. */
export async function look(git: Git, remote: Remote, options: Options = {}): Promise<Advertised> {
  const { stdout } = await run(git, null, ['ls-remote', '--quiet', '--symref', '--end-of-options', remote.url],
    { env: envOf(remote), timeoutMs: options.timeoutMs ?? 120_000, signal: options.signal, lane: 'stream' })
  const found: Advertised = { refs: new Map(), head: null, format: 'sha1' }
  for (const line of stdout.toString().split('\n')) {
    const [left, name] = line.split('\t')
    if (name === undefined) continue
    if (left.startsWith('ref: refs/heads/') && name === 'HEAD') found.head = left.slice(16)
    else if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(left) && validRefName(name) && !name.endsWith('^{}') && !isOdd(name)) found.refs.set(name, left)
    if (/^[0-9a-f]{64}$/.test(left)) found.format = 'sha256'
  }
  return found
}

/** Brings objects with everything below them and points nothing at them. They must have been offered. */
export async function take(git: Git, dir: GitDir, remote: Remote, oids: Iterable<string>, options: Options = {}): Promise<void> {
  const wanted = [...new Set(oids)].map((oid) => `${rev(dir, oid)}\n`)
  if (wanted.length === 0) return
  await run(git, dir, ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance', '--no-recurse-submodules', '--stdin', '--end-of-options', remote.url],
    { env: envOf(remote), stdin: wanted.join(''), timeoutMs: options.timeoutMs ?? 1_800_000, signal: options.signal, lane: 'heavy' })
}

/** Makes the other side's branches and tags what ours are; those we do not have go there. */
export async function send(git: Git, dir: GitDir, remote: Remote, options: Options = {}): Promise<void> {
  await run(git, dir, ['push', '--quiet', '--prune', '--no-verify', '--end-of-options', remote.url, '+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'],
    { env: envOf(remote), timeoutMs: options.timeoutMs ?? 1_800_000, signal: options.signal, lane: 'heavy' })
}
