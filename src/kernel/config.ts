// One annotated table of settings; parsing, types and docs/config.md all come from it.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { dirname, isAbsolute, resolve } from 'node:path'
import { later } from './later.ts'

const toml = later<typeof import('smol-toml')>('smol-toml')

/** A setting that cannot be used; the message is one sentence for the administrator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Kind = 'text' | 'secret' | 'path' | 'number' | 'port' | 'switch' | 'duration' | 'size' | 'list' | readonly string[]
type Option = {
  group: string
  kind: Kind
  /** As it would be written in the environment; lists are separated by commas. */
  default: string
  doc: string
  min?: number
  max?: number
  /** Says what would be right, or nothing when the value is. */
  check?: (value: string) => string | undefined
}

const cidrs = (value: string) => (isCidr(value) ? undefined : 'an address or a network like 10.0.0.0/8')
const networksOrHosts = (value: string) =>
  isCidr(value) || isHost(value) ? undefined : 'an address, a network like 10.0.0.0/8, or a host name like ci.example.com'

export const options = {
  host: { group: 'Web', kind: 'text', default: '127.0.0.1',
    doc: 'Address the web server listens on.', check: notEmpty },
  port: { group: 'Web', kind: 'number', default: '3000', min: 0, max: 65535,
    doc: 'Port of the web server; 0 takes a free one.' },
  root_url: { group: 'Web', kind: 'text', default: '', check: webRoot,
    doc: 'Public address of the site, a path included if there is one; empty follows the request.' },
  trusted_proxies: { group: 'Web', kind: 'list', default: '', check: cidrs,
    doc: 'Networks of reverse proxies whose X-Forwarded headers are believed.' },
  cors_origins: { group: 'Web', kind: 'list', default: '', check: origin,
    doc: 'Other sites whose scripts may use the API, git and LFS with a token, like https://app.example.com; * for all of them. Cookies never count for them.' },
  max_body: { group: 'Web', kind: 'size', default: '32MiB', min: 1024, doc: 'Largest JSON or form body.' },
  page_size: { group: 'Web', kind: 'number', default: '30', min: 1, max: 1000,
    doc: 'Items on a page when the request does not say.' },
  max_page_size: { group: 'Web', kind: 'number', default: '50', min: 1, max: 1000,
    doc: 'Most items a request may ask for on one page.' },
  metrics: { group: 'Web', kind: 'switch', default: 'true', doc: 'Serve /metrics.' },
  metrics_token: { group: 'Web', kind: 'secret', default: '',
    doc: 'Bearer token that /metrics asks for; empty asks for none.' },

  ssh_host: { group: 'SSH', kind: 'text', default: '',
    doc: 'Address the SSH server listens on; empty is the same as host.' },
  ssh_port: { group: 'SSH', kind: 'port', default: '2222',
    doc: 'Port of the SSH server; 0 takes a free one, off starts none.' },
  ssh_url: { group: 'SSH', kind: 'text', default: '', check: sshRoot,
    doc: 'Public address of the SSH server like ssh://git@example.com:22; empty derives it from root_url and ssh_port.' },

  data: { group: 'Storage', kind: 'path', default: './data', check: notEmpty,
    doc: 'Folder of repositories, blobs, the SQLite file and keys.' },
  disk_reserve: { group: 'Storage', kind: 'size', default: '64MiB',
    doc: 'Free space of the data folder below which pushes and uploads are refused, so that there is always room to delete things; 0 reserves none.' },
  database_url: { group: 'Storage', kind: 'secret', default: '', check: databaseUrl,
    doc: 'sqlite:///absolute/file or postgres://user:password@host/name; empty is a SQLite file in the data folder.' },
  secret_key_file: { group: 'Storage', kind: 'path', default: '',
    doc: 'File of the key that encrypts stored secrets, created on first start; empty is secret.key in the data folder.' },
  blobs: { group: 'Storage', kind: ['folder', 's3'], default: 'folder',
    doc: 'Where attachments, LFS objects, packages and artifacts lie.' },
  s3_endpoint: { group: 'Storage', kind: 'text', default: '', check: webRoot, doc: 'Address of the S3 service.' },
  s3_bucket: { group: 'Storage', kind: 'text', default: '', doc: 'Bucket; it must exist.',
    check: matching(/^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name of 3 to 63 lower-case letters, digits, dots and dashes') },
  s3_region: { group: 'Storage', kind: 'text', default: 'us-east-1', doc: 'Region used in signatures.',
    check: matching(/^[a-z0-9-]+$/, 'a region like us-east-1') },
  s3_access_key: { group: 'Storage', kind: 'secret', default: '', doc: 'Access key id.' },
  s3_secret_key: { group: 'Storage', kind: 'secret', default: '', doc: 'Secret access key.' },
  s3_prefix: { group: 'Storage', kind: 'text', default: '', doc: 'Put before every key in the bucket.',
    check: matching(/^$|^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*\/?$/, 'a path of letters, digits, dots, dashes and underscores') },

  admin: { group: 'Accounts', kind: 'secret', default: '',
    doc: 'name:password of the first administrator; honoured only while no account exists.',
    check: matching(/^$|^[A-Za-z0-9][A-Za-z0-9._-]{0,39}:[\s\S]+$/, 'name:password') },
  registration: { group: 'Accounts', kind: ['closed', 'open'], default: 'closed',
    doc: 'Whether visitors may create an account.' },
  require_sign_in: { group: 'Accounts', kind: 'switch', default: 'false',
    doc: 'Show nothing to visitors who are not signed in.' },
  token_in_query: { group: 'Accounts', kind: 'switch', default: 'false',
    doc: 'Accept access tokens in the query part of an address, where logs and histories keep them.' },

  default_branch: { group: 'Repositories', kind: 'text', default: 'main', doc: 'First branch of a new repository.',
    check: matching(/^[A-Za-z0-9_](?:[A-Za-z0-9_-]|[./](?![./])){0,98}[A-Za-z0-9_-]$|^[A-Za-z0-9_]$/, 'a branch name like main') },
  max_repos_per_user: { group: 'Repositories', kind: 'number', default: '-1', min: -1,
    doc: 'Repositories an account may own; -1 is any number.' },
  max_storage_per_owner: { group: 'Repositories', kind: 'size', default: '0',
    doc: 'What a user or an organization may store in repositories, large files, packages and attachments, unless an administrator gives them another amount; 0 is any amount.' },
  push_to_create: { group: 'Repositories', kind: 'switch', default: 'false',
    doc: 'Create a repository that does not exist when its owner pushes to it.' },
  git_program: { group: 'Repositories', kind: 'path', default: '', doc: 'The git program; empty is the first one in PATH.' },
  git_durable: { group: 'Repositories', kind: 'switch', default: 'true',
    doc: 'Flush objects and refs to disk before a push is acknowledged.' },
  signing: { group: 'Repositories', kind: 'switch', default: 'false',
    doc: 'Sign the commits, merges and tags that the server makes itself.' },
  signing_key: { group: 'Repositories', kind: 'path', default: '',
    doc: 'File of the private key to sign with, without a passphrase: an SSH key or an OpenPGP key in armour; empty is an Ed25519 key that is made on first use in the data folder.' },
  clone_cache: { group: 'Repositories', kind: 'size', default: '2GiB',
    doc: 'Space for answers to clones, kept for the next who asks for the same; 0 keeps none.' },
  code_index: { group: 'Repositories', kind: 'switch', default: 'true',
    doc: 'Keep an index of every default branch, so that searches in code are fast; costs about a third of the text on disk.' },
  max_push: { group: 'Repositories', kind: 'size', default: '0', doc: 'Largest pack of one push; 0 is any size.' },
  max_lfs: { group: 'Repositories', kind: 'size', default: '0', doc: 'Largest LFS object; 0 is any size.' },
  max_attachment: { group: 'Repositories', kind: 'size', default: '100MiB',
    doc: 'Largest attachment of an issue, comment or release.' },
  attachments: { group: 'Repositories', kind: 'switch', default: 'true', doc: 'Take files at issues, comments and releases.' },
  attachment_types: { group: 'Repositories', kind: 'list',
    default: '.avif,.cpuprofile,.csv,.dmp,.docx,.fodg,.fodp,.fods,.fodt,.gif,.gz,.jpeg,.jpg,.json,.jsonc,.log,.md,.mov,' +
      '.mp4,.odf,.odg,.odp,.ods,.odt,.patch,.pdf,.png,.pptx,.svg,.tgz,.txt,.webm,.webp,.xls,.xlsx,.zip',
    check: matching(/^(\.[a-z0-9]+|\*)$/, 'a file ending like .png, or * for every file'),
    doc: 'Endings of the files that are taken at issues and comments; * takes every file.' },
  release_types: { group: 'Repositories', kind: 'list', default: '*', check: matching(/^(\.[a-z0-9]+|\*)$/, 'a file ending like .png, or * for every file'),
    doc: 'Endings of the files that are taken at releases; * takes every file.' },
  max_package: { group: 'Repositories', kind: 'size', default: '0', doc: 'Largest file of a package; 0 is any size.' },
  max_artifact: { group: 'Repositories', kind: 'size', default: '0', doc: 'Largest artifact of a workflow; 0 is any size.' },

  outbound_allow: { group: 'Other hosts', kind: 'list', default: '', check: networksOrHosts,
    doc: 'Private networks, addresses and host names that webhooks, imports and mirrors may reach; everything public is reachable anyway.' },
  mirror_interval: { group: 'Other hosts', kind: 'duration', default: '8h', min: 1,
    doc: 'Time between two updates of a mirror when it does not say.' },
  mirror_min_interval: { group: 'Other hosts', kind: 'duration', default: '10m', min: 1,
    doc: 'Shortest time a mirror may ask for.' },

  actions_enabled: { group: 'Operation', kind: 'switch', default: 'true', doc: 'Run workflows.' },
  workers: { group: 'Operation', kind: 'number', default: '0', min: 0, max: 64,
    doc: 'Threads for rendering and parsing; 0 is one for each processor.' },
  log_level: { group: 'Operation', kind: ['debug', 'info', 'warn', 'error', 'off'], default: 'info',
    doc: 'Least level that is logged.' },
  log_format: { group: 'Operation', kind: ['auto', 'json', 'text'], default: 'auto',
    doc: 'Form of a log line; auto is text on a terminal and json elsewhere.' },
} as const satisfies Record<string, Option>

type Table = typeof options
type Key = keyof Table
type Value<K extends Kind> =
  K extends 'text' | 'secret' | 'path' ? string
    : K extends 'number' | 'port' | 'duration' | 'size' ? number
      : K extends 'switch' ? boolean
        : K extends 'list' ? readonly string[]
          : K extends readonly string[] ? K[number] : never
/** Durations are seconds, sizes bytes, paths absolute, and ssh_port is -1 when SSH is off. */
export type Config = { readonly [K in Key]: Value<Table[K]['kind']> }

type Source = { raw: string, from: string, folder: string }
type Where = { argv: readonly string[], env: Readonly<Record<string, string | undefined>>, cwd: string }

const keys = Object.keys(options) as Key[]
const envName = (key: string) => `CODESTEAD_${key.toUpperCase()}`
const flagName = (key: string) => `--${key.replaceAll('_', '-')}`
const optionOf = (key: Key): Option => options[key]

/** Reads flags over environment over codestead.toml over defaults. */
export function load({ argv, env, cwd }: Where): Config {
  const { flags, rest } = split(argv)
  if (rest.length) throw new ConfigError(unknown('flag', rest[0]!.split('=')[0]!, [...keys, 'config'].map(flagName)))
  const found = new Map<Key, Source>()
  const file = flags.get('config') ?? env['CODESTEAD_CONFIG'] ?? ''
  for (const [key, source] of fromFile(file, cwd)) found.set(key, source)
  for (const [name, raw] of Object.entries(env)) {
    if (!name.startsWith('CODESTEAD_') || name === 'CODESTEAD_CONFIG') continue
    const key = keys.find((k) => envName(k) === name)
    if (!key) throw new ConfigError(unknown('variable', name, keys.map(envName)))
    if (raw) found.set(key, { raw, from: name, folder: cwd })
  }
  for (const [key, raw] of flags) {
    if (key !== 'config') found.set(key, { raw, from: flagName(key), folder: cwd })
  }
  const preset = (key: Key): Source => ({ raw: optionOf(key).default, from: key, folder: cwd })
  const values = keys.map((key) => [key, read(key, found.get(key) ?? preset(key))])
  const config = settle(Object.fromEntries(values) as { -readonly [K in Key]: Config[K] })
  given.set(config, new Set(found.keys()))
  return config
}

/** What was said, as opposed to what is so anyway. */
const given = new WeakMap<Config, ReadonlySet<Key>>()

/** Parts a command line into our flags and everything else, so that commands may have flags of their own. */
export function split(argv: readonly string[]): { flags: Map<Key | 'config', string>, rest: string[] } {
  const flags = new Map<Key | 'config', string>()
  const rest: string[] = []
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!
    const [, no, name, , given] = /^--(no-)?([a-z][a-z0-9_-]*)(=([\s\S]*))?$/.exec(arg) ?? []
    const key = name?.replaceAll('-', '_') as Key | 'config' | undefined
    if (!key || (key !== 'config' && !Object.hasOwn(options, key))) { rest.push(arg); continue }
    const isSwitch = key !== 'config' && optionOf(key).kind === 'switch'
    if (no && (!isSwitch || given !== undefined)) { rest.push(arg); continue }
    if (no) flags.set(key, 'false')
    else if (given !== undefined) flags.set(key, given)
    else if (isSwitch) flags.set(key, /^(true|false)$/.test(argv[i + 1] ?? '') ? argv[++i]! : 'true')
    else if (argv[i + 1] === undefined) throw new ConfigError(`${arg} needs a value.`)
    else flags.set(key, argv[++i]!)
  }
  return { flags, rest }
}

function fromFile(named: string, cwd: string): Map<Key, Source> {
  const path = resolve(cwd, named || 'codestead.toml')
  const found = new Map<Key, Source>()
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (!named && (error as NodeJS.ErrnoException).code === 'ENOENT') return found
    throw new ConfigError(`The settings file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  let parsed: Record<string, unknown>
  try {
    parsed = toml().parse(text)
  } catch (error) {
    // The first line only: the following ones quote the file, which may hold secrets.
    throw new ConfigError(`${path} is not valid TOML: ${(error as Error).message.split('\n')[0]}.`)
  }
  const walk = (table: Record<string, unknown>, prefix: string) => {
    for (const [name, value] of Object.entries(table)) {
      const key = prefix + name
      if (value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)) {
        walk(value as Record<string, unknown>, `${key}_`)
      } else if (!Object.hasOwn(options, key)) {
        throw new ConfigError(unknown(`key in ${path}`, key, keys))
      } else {
        const raw = Array.isArray(value) ? value.map(String).join(',') : String(value)
        found.set(key as Key, { raw, from: `${key} in ${path}`, folder: dirname(path) })
      }
    }
  }
  walk(parsed, '')
  return found
}

function read(key: Key, { raw, from, folder }: Source): unknown {
  const option = optionOf(key)
  const { kind } = option
  const shown = isSecret(option) ? 'the value' : JSON.stringify(raw)
  const refuse = (right: string): never => { throw new ConfigError(`${from}: ${shown} is not ${right}.`) }
  const text = kind === 'secret' ? secretText(raw, from, folder) : raw.trim()
  const checked = (value: string) => {
    if (/[\0\r\n]/.test(value)) refuse('one line of text')
    const right = option.check?.(value)
    return right === undefined ? value : refuse(right)
  }
  const ranged = (value: number | undefined, what: string) => {
    const { min = 0, max } = option
    if (value !== undefined && Number.isSafeInteger(value) && value >= min && value <= (max ?? Infinity)) return value
    return refuse(`${what}${max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`}`)
  }
  if (Array.isArray(kind)) return kind.includes(text) ? text : refuse(`one of ${kind.join(', ')}`)
  switch (kind as Exclude<Kind, readonly string[]>) {
    case 'text': case 'secret': return checked(text)
    case 'path': return checked(text) && (isAbsolute(text) ? text : resolve(folder, text))
    case 'list': return Object.freeze(text.split(',').map((part) => part.trim()).filter(Boolean).map(checked))
    case 'switch':
      return /^(true|1|yes|on)$/i.test(text) || (/^(false|0|no|off)$/i.test(text) ? false : refuse('true or false'))
    case 'number': return ranged(/^-?\d+$/.test(text) ? Number(text) : undefined, 'a whole number')
    case 'duration': return ranged(seconds(text), 'a time like 30s, 10m or 8h')
    case 'size': return ranged(bytes(text), 'a size like 512KiB or 100MiB')
    case 'port': {
      if (/^(off|-1|false)$/.test(text)) return -1
      return /^\d+$/.test(text) && Number(text) <= 65535 ? Number(text) : refuse('a port from 0 to 65535, or off')
    }
  }
}

function settle(config: { -readonly [K in Key]: Config[K] }): Config {
  config.root_url = config.root_url.replace(/\/+$/, '')
  config.s3_endpoint = config.s3_endpoint.replace(/\/+$/, '')
  config.s3_prefix = config.s3_prefix.replace(/\/$/, '')
  config.ssh_url = config.ssh_url.replace(/\/$/, '')
  config.ssh_host ||= config.host
  config.secret_key_file ||= resolve(config.data, 'secret.key')
  config.workers ||= availableParallelism()
  if (config.page_size > config.max_page_size) throw new ConfigError('page_size is larger than max_page_size.')
  if (config.mirror_interval < config.mirror_min_interval) {
    throw new ConfigError('mirror_interval is shorter than mirror_min_interval.')
  }
  if (config.blobs === 's3') {
    const missing = (['s3_endpoint', 's3_bucket', 's3_access_key', 's3_secret_key'] as const).find((key) => !config[key])
    if (missing) throw new ConfigError(`blobs = s3 needs ${missing}.`)
  }
  return Object.freeze(config)
}

/** The settings for showing: secrets are hidden. */
export function redacted(config: Config): Record<Key, string | number | boolean | readonly string[]> {
  const shown = keys.map((key) => [key, isSecret(optionOf(key)) && config[key] ? '(set)' : config[key]])
  return Object.fromEntries(shown)
}

/** The text of docs/config.md. */
export function markdown(): string {
  const lines = [
    '# Settings', '',
    'Every setting has a default. In order of precedence it may be given as a flag (`--port 3000`), an environment variable',
    '(`CODESTEAD_PORT=3000`), or a key of `codestead.toml` in the working folder (or of the file that `--config` or',
    '`CODESTEAD_CONFIG` names); a table `[s3]` with the key `bucket` is the same as `s3_bucket`. What is not known is refused.', '',
    'Times are written like `30s`, `10m`, `8h` or `1h30m`, sizes like `512KiB` or `100MiB`, lists with commas (in the file also as',
    'an array). A switch is turned off by `--no-metrics` or `--metrics=false`. A secret may be given as `file:PATH`, which reads',
    'it from a file; relative paths in the settings file start at its folder.', '',
  ]
  for (const group of new Set(keys.map((key) => options[key].group))) {
    lines.push(`## ${group}`, '', '| key | variable | default | meaning |', '| --- | --- | --- | --- |')
    for (const key of keys.filter((k) => options[k].group === group)) {
      const { kind, default: preset, doc } = optionOf(key)
      const choices = Array.isArray(kind) ? ` One of ${kind.map((word) => `\`${word}\``).join(', ')}.` : ''
      lines.push(`| \`${key}\` | \`${envName(key)}\` | ${preset ? `\`${preset}\`` : ''} | ${doc}${choices} |`)
    }
    lines.push('')
  }
  return lines.join('\n')
}

/** Every setting as it is in force, secrets only as being set; for the administrator to read. */
export function inForce(config: Config): { key: string; group: string; value: string; preset: boolean; doc: string }[] {
  const shown = redacted(config)
  return keys.map((key) => {
    const option = optionOf(key)
    const value = option.kind === 'size' ? written(config[key] as number, sizes) : option.kind === 'duration' ? written(config[key] as number, spans) : String(shown[key])
    return { key, group: option.group, value, preset: !given.get(config)?.has(key), doc: option.doc }
  })
}

const sizes = [[1024 ** 4, 'TiB'], [1024 ** 3, 'GiB'], [1024 ** 2, 'MiB'], [1024, 'KiB']] as const
const spans = [[86_400, 'd'], [3600, 'h'], [60, 'm'], [1, 's']] as const

/** A number in the largest unit that leaves no rest, as it may be written in the settings. */
function written(n: number, units: readonly (readonly [number, string])[]): string {
  const unit = n > 0 && units.find(([size]) => n % size === 0)
  return unit ? `${n / unit[0]}${unit[1]}` : String(n)
}

function isSecret(option: Option): boolean {
  return option.kind === 'secret'
}

function secretText(raw: string, from: string, folder: string): string {
  if (!raw.startsWith('file:')) return raw
  try {
    return readFileSync(resolve(folder, raw.slice('file:'.length)), 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ConfigError(`${from}: the file of the secret cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function seconds(text: string): number | undefined {
  if (!/^(\d+[smhd])+$/.test(text)) return /^\d+$/.test(text) ? Number(text) : undefined
  const unit = { s: 1, m: 60, h: 3600, d: 86400 } as Record<string, number>
  return [...text.matchAll(/(\d+)([smhd])/g)].reduce((sum, [, count, word]) => sum + Number(count) * unit[word!]!, 0)
}

function bytes(text: string): number | undefined {
  const [, count, word] = /^(\d+) ?(B|[KMGT]i?B)?$/i.exec(text) ?? []
  if (!count) return undefined
  const step = word?.toLowerCase().includes('i') ? 1024 : 1000
  return Number(count) * step ** 'bkmgt'.indexOf((word ?? 'b')[0]!.toLowerCase())
}

function isCidr(text: string): boolean {
  const [address, bits, more] = text.split('/')
  const version = isIP(address!)
  if (!version || more !== undefined || text.includes('%')) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function isHost(text: string): boolean {
  const name = text.replace(/^\*\./, '')
  // A last label of digits would be read as an address by some and as a name by others.
  const numeric = /(^|\.)(\d+|0x[0-9a-f]*)$/i.test(name)
  return !numeric && name.length <= 253 && /^(?!-)[a-z0-9_-]{1,63}(\.(?!-)[a-z0-9_-]{1,63})*$/i.test(name)
}

function notEmpty(value: string): string | undefined {
  return value ? undefined : 'a value (it is empty)'
}

function matching(pattern: RegExp, right: string): (value: string) => string | undefined {
  return (value) => (pattern.test(value) ? undefined : right)
}

function webRoot(value: string): string | undefined {
  if (!value) return undefined
  const url = URL.parse(value)
  const fine = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[\s\\?#]/.test(value)
  return fine ? undefined : 'an address like https://code.example.com'
}

function origin(value: string): string | undefined {
  return value === '*' || (/^https?:/.test(value) && URL.parse(value)?.origin === value) ? undefined : 'a site like https://app.example.com, or *'
}

function sshRoot(value: string): string | undefined {
  const fine = !value || /^ssh:\/\/([a-z_][a-z0-9_-]*@)?[a-z0-9[\]:.-]+\/?$/i.test(value)
  return fine ? undefined : 'an address like ssh://git@example.com:22'
}

function databaseUrl(value: string): string | undefined {
  if (!value || /^sqlite:(\/\/\/.+|:memory:)$/.test(value)) return undefined
  const fine = /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)
  return fine ? undefined : 'sqlite:///absolute/file or postgres://user:password@host/name'
}

function unknown(what: string, name: string, known: string[]): string {
  const near = known.map((word) => ({ word, far: distance(word, name) })).sort((a, b) => a.far - b.far)[0]!
  return `Unknown ${what} ${name}${near.far <= 3 ? `; did you mean ${near.word}?` : '.'}`
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length]!
}
