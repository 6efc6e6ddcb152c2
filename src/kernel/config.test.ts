import { test } from 'node:test'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, load, markdown, options, redacted, split } from './config.ts'

const cwd = mkdtempSync(join(tmpdir(), 'config-'))
process.on('exit', () => rmSync(cwd, { recursive: true, force: true }))

const read = (argv: string[] = [], env: Record<string, string> = {}) => load({ argv, env, cwd })
const fails = (argv: string[], env: Record<string, string>, pattern: RegExp) =>
  assert.throws(() => read(argv, env), (error) => {
    assert.ok(error instanceof ConfigError, String(error))
    assert.match(error.message, pattern)
    assert.doesNotMatch(error.message, /\n/)
    return true
  })

test('defaults stand alone and are frozen', () => {
  const config = read()
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 3000)
  assert.equal(config.ssh_port, 2222)
  assert.equal(config.ssh_host, '127.0.0.1')
  assert.equal(config.data, join(cwd, 'data'))
  assert.equal(config.secret_key_file, join(cwd, 'data', 'secret.key'))
  assert.equal(config.registration, 'closed')
  assert.equal(config.mirror_interval, 8 * 3600)
  assert.equal(config.mirror_min_interval, 600)
  assert.equal(config.max_attachment, 100 * 1024 * 1024)
  assert.equal(config.max_repos_per_user, -1)
  assert.deepEqual(config.outbound_allow, [])
  assert.ok(config.workers >= 1)
  assert.equal(config.token_in_query, false)
  assert.throws(() => { (config as { port: number }).port = 1 }, TypeError)
  assert.throws(() => { (config.outbound_allow as string[]).push('x') }, TypeError)
})

test('flags win over environment, environment over file, file over defaults', () => {
  const dir = mkdtempSync(join(cwd, 'order-'))
  writeFileSync(join(dir, 'codestead.toml'), 'port = 1\nhost = "0.0.0.0"\npage_size = 20\n[s3]\nbucket = "from-table"\n')
  const env = { CODESTEAD_PORT: '2', CODESTEAD_HOST: '::1' }
  const config = load({ argv: ['--port', '3'], env, cwd: dir })
  assert.deepEqual([config.port, config.host, config.page_size, config.s3_bucket], [3, '::1', 20, 'from-table'])
  assert.equal(load({ argv: [], env, cwd: dir }).port, 2)
  assert.equal(load({ argv: [], env: {}, cwd: dir }).port, 1)
})

test('a named file is read, its paths start at its folder, and it must exist', () => {
  const dir = mkdtempSync(join(cwd, 'named-'))
  writeFileSync(join(dir, 'x.toml'), 'data = "here"\noutbound_allow = ["10.0.0.0/8", "ci.example.com"]\nmetrics = false\n')
  for (const config of [read([`--config=${dir}/x.toml`]), read([], { CODESTEAD_CONFIG: `${dir}/x.toml` })]) {
    assert.equal(config.data, join(dir, 'here'))
    assert.deepEqual(config.outbound_allow, ['10.0.0.0/8', 'ci.example.com'])
    assert.equal(config.metrics, false)
  }
  fails(['--config', join(dir, 'none.toml')], {}, /none\.toml cannot be read \(ENOENT\)/)
})

test('both flag forms, switches, and an empty variable', () => {
  assert.equal(read(['--port=0']).port, 0)
  assert.equal(read(['--root-url', 'https://x.org/git/']).root_url, 'https://x.org/git')
  assert.equal(read(['--require-sign-in', '--port', '5']).require_sign_in, true)
  assert.equal(read(['--metrics', 'false']).metrics, false)
  assert.equal(read(['--no-metrics']).metrics, false)
  assert.equal(read([], { CODESTEAD_METRICS: 'off' }).metrics, false)
  assert.equal(read([], { CODESTEAD_PORT: '' }).port, 3000)
  assert.equal(read(['--ssh-port', 'off']).ssh_port, -1)
  assert.equal(read(['--ssh-port=-1']).ssh_port, -1)
  assert.equal(read([], { PATH: '/bin', OTHER_PORT: 'x' }).port, 3000)
})

test('durations and sizes', () => {
  assert.equal(read(['--mirror-interval', '1h30m']).mirror_interval, 5400)
  assert.equal(read(['--mirror-interval', '2d']).mirror_interval, 172800)
  assert.equal(read(['--max-attachment', '2GiB']).max_attachment, 2 * 1024 ** 3)
  assert.equal(read(['--max-attachment', '5MB']).max_attachment, 5_000_000)
  assert.equal(read(['--max-attachment', '123']).max_attachment, 123)
  fails(['--mirror-interval', '8 hours'], {}, /--mirror-interval: "8 hours" is not a time like/)
  fails(['--max-attachment', 'lots'], {}, /--max-attachment: "lots" is not a size like/)
})

test('what is not known is refused by name, with the likely word', () => {
  fails(['--prot', '3'], {}, /Unknown flag --prot; did you mean --port\?/)
  fails(['serve'], {}, /Unknown flag serve\./)
  fails(['--no-port'], {}, /Unknown flag --no-port/)
  fails(['--__proto__=1'], {}, /Unknown flag --__proto__/)
  fails(['--pasword=hunter2'], {}, /^(?!.*hunter2)Unknown flag --pasword/)
  fails(['--constructor=1'], {}, /Unknown flag --constructor/)
  fails([], { CODESTEAD_PROT: '3' }, /Unknown variable CODESTEAD_PROT; did you mean CODESTEAD_PORT\?/)
  const dir = mkdtempSync(join(cwd, 'unknown-'))
  writeFileSync(join(dir, 'codestead.toml'), 'prt = 1\n')
  assert.throws(() => load({ argv: [], env: {}, cwd: dir }), /Unknown key in .*codestead\.toml prt; did you mean port\?/)
  fails(['--port'], {}, /--port needs a value/)
})

test('bad values say what would be right', () => {
  const cases: [string, string, RegExp][] = [
    ['port', '65536', /"65536" is not a whole number from 0 to 65535/],
    ['port', '3e3', /whole number/],
    ['ssh_port', '-2', /or off/],
    ['root_url', 'ftp://x', /an address like https/],
    ['root_url', 'https://u:p@x', /an address like https/],
    ['database_url', 'mysql://x', /the value is not sqlite/],
    ['admin', 'nopassword', /the value is not name:password/],
    ['outbound_allow', '10.0.0.0/33', /network like 10\.0\.0\.0\/8/],
    ['outbound_allow', '127.1', /network like/],
    ['trusted_proxies', 'proxy.example.com', /an address or a network/],
    ['cors_origins', 'https://a.example/', /a site like https/],
    ['cors_origins', 'https://a.example, app.example', /a site like https/],
    ['registration', 'maybe', /one of closed, open/],
    ['require_sign_in', 'perhaps', /true or false/],
    ['default_branch', '-x', /a branch name/],
    ['default_branch', 'a..b', /a branch name/],
    ['s3_prefix', '../x', /a path of letters/],
    ['host', 'a\nb', /one line of text/],
  ]
  for (const [key, value, pattern] of cases) fails([], { [`CODESTEAD_${key.toUpperCase()}`]: value }, pattern)
  fails(['--page-size', '60'], {}, /page_size is larger than max_page_size/)
  fails(['--mirror-interval', '5m'], {}, /mirror_interval is shorter/)
  fails(['--blobs', 's3'], {}, /blobs = s3 needs s3_endpoint/)
})

test('a secret may lie in a file, and is shown nowhere', () => {
  writeFileSync(join(cwd, 'admin.txt'), 'root:hunter2 x\n')
  const config = read(['--admin', 'file:admin.txt', '--database-url', 'postgres://u:hunter2@h/d', '--metrics-token', 'hunter2'])
  assert.equal(config.admin, 'root:hunter2 x')
  assert.doesNotMatch(JSON.stringify(redacted(config)), /hunter2/)
  assert.equal(redacted(config).admin, '(set)')
  assert.equal(redacted(read()).admin, '')
  fails(['--admin', 'hunter2'], {}, /^(?!.*hunter2)/)
  fails(['--admin', 'file:missing.txt'], {}, /cannot be read \(ENOENT\)/)
  const dir = mkdtempSync(join(cwd, 'toml-'))
  writeFileSync(join(dir, 'codestead.toml'), 'admin = "root:hunter2\n')
  assert.throws(() => load({ argv: [], env: {}, cwd: dir }), /^(?!.*hunter2).*not valid TOML/s)
})

test('a command line is parted into ours and theirs', () => {
  const { flags, rest } = split(['create', 'alice', '--admin-role', '--data', '/x', '--email=a@b'])
  assert.deepEqual([...flags], [['data', '/x']])
  assert.deepEqual(rest, ['create', 'alice', '--admin-role', '--email=a@b'])
})

test('the page names every setting once', () => {
  const page = markdown()
  for (const key of Object.keys(options)) assert.equal(page.split(`| \`${key}\` |`).length, 2, key)
  assert.match(page, /`CODESTEAD_S3_SECRET_KEY`/)
})
