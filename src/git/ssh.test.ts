import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { bench } from './transport-kit.ts'
import type { Bench, Ran } from './transport-kit.ts'
import { receive } from './receive.ts'
import { list } from './refs.ts'
import { parseCommand } from './ssh-command.ts'
import { acceptable, verify } from './ssh-keys.ts'
import { startSsh } from './ssh.ts'
import type { OfferedKey, SshLimits, SshRequest, SshServer } from './ssh.ts'
import { protocolVersion, upload, uploadArchive } from './upload.ts'

let it: Bench
let server: SshServer
const people = new Map<string, string>()
const offers: OfferedKey[] = []
const errors: Error[] = []
const limits: Partial<SshLimits> = { loginMs: 3000, strangersPerAddress: 16 }

before(async () => {
  it = await bench()
  for (const [name, ...type] of [['ada', 'ed25519'], ['bob', 'rsa', '-b', '3072'], ['cyd', 'ecdsa'], ['eve', 'rsa', '-b', '1024'], ['mal', 'ed25519']]) {
    const ran = await run('ssh-keygen', ['-q', '-N', '', '-f', join(it.folder, name), '-t', ...type])
    assert.equal(ran.code, 0, ran.stderr)
    if (name === 'mal') continue
    people.set((await readFile(join(it.folder, `${name}.pub`), 'utf8')).split(' ')[1], name)
  }
  server = await startSsh<string>({
    host: '127.0.0.1', port: 0, keysDir: join(it.folder, 'keys'), limits,
    authenticate: async (key) => {
      offers.push(key)
      return people.get(key.blob.toString('base64')) ?? null
    },
    greet: (name) => `Hi ${name}!`,
    serve,
    onError: (error) => errors.push(error),
  })
  await writeFile(join(it.folder, 'known'), server.publicKeys.map((key) => `[127.0.0.1]:${server.port} ${key}\n`).join(''))
})

after(async () => {
  await server.close()
  await it.close()
})

async function serve(name: string, request: SshRequest): Promise<number> {
  const dir = it.repos.get(request.path.replace(/\.git$/, ''))
  if (dir === undefined) {
    request.say(`${name} sees no repository here`)
    return 1
  }
  const refs = () => list(it.git, dir)
  const { input, output, signal } = request
  const version = protocolVersion(request.protocol)
  if (request.verb === 'git-upload-pack') return upload(it.git, dir, refs, input, output, { stateless: false, version, signal })
  if (request.verb === 'git-upload-archive') return uploadArchive(it.git, dir, input, output, { signal })
  if (request.verb === 'git-receive-pack') {
    await receive(it.git, dir, refs, input, output, it.plan(dir), { stateless: false, advertise: true, version, signal })
    return 0
  }
  output.write(JSON.stringify({ operation: request.operation, path: request.path }))
  return 0
}

function run(program: string, args: string[], input?: string): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { timeout: 30_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
    child.stdin!.end(input)
  })
}

function options(name: string, ...more: string[]): string[] {
  return ['-F', '/dev/null', '-p', String(server.port), '-i', join(it.folder, name), '-o', 'IdentitiesOnly=yes', '-o', 'IdentityAgent=none',
    '-o', `UserKnownHostsFile=${join(it.folder, 'known')}`, '-o', 'StrictHostKeyChecking=yes', '-o', 'BatchMode=yes', ...more]
}

const ssh = (name: string, command: string[], ...more: string[]) => run('ssh', [...options(name, ...more), 'git@127.0.0.1', ...command])

function over(name: string, version = 2): Record<string, string> {
  return { GIT_SSH_COMMAND: `ssh ${options(name).join(' ')}`, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'protocol.version', GIT_CONFIG_VALUE_0: String(version) }
}

const address = (name: string) => `ssh://git@127.0.0.1:${server.port}/${name}.git`

for (const [at, name] of ['ada', 'bob', 'cyd'].entries()) {
  test(`protocol ${at}, key of ${name}: push, clone, fetch, archive`, async () => {
    const dir = await it.repo(`s${at}`)
    const tree = await it.work(`s${at}-tree`)
    const env = over(name, at)
    const url = address(`s${at}`)
    await it.ok(tree, ['remote', 'add', 'origin', url])
    await it.ok(tree, ['push', '-q', 'origin', 'main'], env)
    await it.ok(it.folder, ['clone', '-q', url, `s${at}-copy`], env)
    const copy = join(it.folder, `s${at}-copy`)
    for (let file = 0; file < 30; file++) await writeFile(join(tree, `f${file}`), `${file}\n`)
    const next = await it.commit(tree, 'more')
    await it.ok(tree, ['push', '-q', 'origin', 'main', 'main:other'], env)
    await it.ok(copy, ['pull', '-q'], env)
    assert.equal((await it.ok(copy, ['rev-parse', 'HEAD'])).trim(), next)
    await it.ok(tree, ['push', '-q', 'origin', ':other'], env)
    await it.ok(it.folder, ['clone', '-q', '--depth=1', '--filter=blob:none', url, `s${at}-thin`], env)
    const listing = await it.ok(tree, ['archive', '--format=tar', `--remote=${url}`, 'main', 'README.md'], env)
    assert.match(listing, /README\.md/)
    const hidden = await it.run(tree, ['archive', '--format=tar', `--remote=${url}`, 'codestead/x'], env)
    assert.match(hidden.stderr, /NACK no such ref/)
    await it.ok(dir.path, ['fsck', '--strict'])
  })
}

test('a refused ref and messages over ssh', async () => {
  const dir = await it.repo('srefuse')
  const tree = await it.work('srefuse-tree')
  it.refuse.set('refs/heads/locked', 'protected')
  it.messages = ['Well done']
  try {
    const ran = await it.run(tree, ['push', address('srefuse'), 'HEAD:locked', 'HEAD:main'], over('ada'))
    assert.match(ran.stderr, /HEAD -> locked \(protected\)/)
    assert.match(ran.stderr, /remote: Well done/)
    assert.deepEqual(await it.quarantines(dir), [])
  } finally {
    it.refuse.clear()
    it.messages = []
  }
})

test('strangers, weak keys, passwords and other login names stay outside', async () => {
  for (const [name, more] of [['mal', []], ['eve', ['-o', 'RequiredRSASize=1024']], ['ada', ['-o', 'PubkeyAuthentication=no']], ['ada', ['-l', 'root']]] as const) {
    const ran = await ssh(name, [], ...more)
    assert.equal(ran.code, 255, name)
    assert.match(ran.stderr, /Permission denied \(publickey\)/, name)
  }
})

test('an RSA key may sign with SHA-512 and SHA-256 but not with SHA-1', async () => {
  for (const name of ['rsa-sha2-512', 'rsa-sha2-256']) {
    const ran = await ssh('bob', [], '-o', `PubkeyAcceptedAlgorithms=${name}`)
    assert.match(ran.stderr, /Hi bob!/, name)
  }
  assert.equal((await ssh('bob', [], '-o', 'PubkeyAcceptedAlgorithms=ssh-rsa')).code, 255)
})

test('every host key algorithm we announce works, and nothing old is announced', async () => {
  for (const name of ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'rsa-sha2-512', 'rsa-sha2-256']) {
    const ran = await ssh('ada', [], '-o', `HostKeyAlgorithms=${name}`)
    assert.match(ran.stderr, /Hi ada!/, name)
  }
  for (const option of ['HostKeyAlgorithms=ssh-rsa', 'Ciphers=aes128-ctr', 'Ciphers=chacha20-poly1305@openssh.com', 'KexAlgorithms=diffie-hellman-group14-sha1']) {
    const ran = await ssh('ada', [], '-o', option)
    assert.match(ran.stderr, /no matching|Unable to negotiate/, option)
  }
  const said = (await ssh('ada', [], '-v')).stderr
  assert.match(said, /server-sig-algs=<ssh-ed25519,[^>]*rsa-sha2-512,rsa-sha2-256>/)
})

test('who shows one key and signs with another is the one who signed', async () => {
  const before = offers.length
  const ran = await ssh('ada.pub', [], '-o', `CertificateFile=none`, '-i', join(it.folder, 'bob'))
  assert.match(ran.stderr, /Hi bob!/)
  assert.ok(offers.slice(before).some((offer) => people.get(offer.blob.toString('base64')) === 'ada'))
})

test('no shell, no other command, no forwarding, no subsystem', async () => {
  const hello = await ssh('ada', [])
  assert.equal(hello.code, 0)
  assert.match(hello.stderr, /Hi ada!/)
  for (const command of ['sh', 'ls /', "git-upload-pack 's0.git' && id", 'git-upload-pack --help', "git-receive-pack 'a' 'b'", 'scp -t /tmp', 'git-lfs-authenticate s0.git badverb']) {
    const ran = await ssh('ada', [command])
    assert.equal(ran.code, 1, command)
    assert.match(ran.stderr, /Only git and git-lfs commands/, command)
  }
  assert.notEqual((await ssh('ada', ['sftp'], '-s')).code, 0)
  const forward = await ssh('ada', [], '-o', 'ExitOnForwardFailure=yes', '-R', '0:127.0.0.1:1')
  assert.match(forward.stderr, /remote port forwarding failed/)
  // a tunnel through us, to ourselves
  const tunnel = await ssh('ada', [], '-W', `127.0.0.1:${server.port}`)
  assert.match(tunnel.stderr, /open failed/)
  assert.doesNotMatch(tunnel.stdout, /SSH-2\.0/)
  const shown = await ssh('ada', [], '-A', '-X', '-tt', '-o', 'SendEnv=*', '-o', 'SetEnv=GIT_PROTOCOL=--version=2')
  assert.match(shown.stderr + shown.stdout, /Hi ada!/)
  assert.doesNotMatch(shown.stdout, /[$#] $/)
  const lfs = await ssh('ada', ["git-lfs-authenticate '/s0.git' download"])
  assert.deepEqual(JSON.parse(lfs.stdout), { operation: 'download', path: 's0.git' })
  const unknown = await ssh('ada', ["git-upload-pack '/none.git'"])
  assert.match(unknown.stderr, /ada sees no repository here/)
})

test('commands and their quoting', () => {
  assert.deepEqual(parseCommand("git-upload-pack '/a/b.git'"), { verb: 'git-upload-pack', path: 'a/b.git', operation: null })
  assert.deepEqual(parseCommand('git upload-pack "a/b"'), { verb: 'git-upload-pack', path: 'a/b', operation: null })
  assert.equal(parseCommand("git-receive-pack 'a'\\''b'")?.path, "a'b")
  assert.equal(parseCommand("git-receive-pack 'it'\\!''")?.path, 'it!')
  for (const bad of ['', 'git', 'git-upload-pack', "git-upload-pack ''", "git-upload-pack '-x'", 'git-upload-pack a b', 'git-upload-pack $HOME',
    'git-upload-pack a;id', "git-upload-pack 'a", 'git-upload-pack a\nid', 'git-shell a', 'git-lfs-transfer a', 'git-lfs-transfer a x']) {
    assert.equal(parseCommand(bad), null, bad)
  }
})

test('signatures from hardware tokens', () => {
  const string = (bytes: Buffer | string) => {
    const data = Buffer.from(bytes as string)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, data])
  }
  const digest = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  const algorithm = 'sk-ssh-ed25519@openssh.com'
  const offer = { algorithm, blob: Buffer.concat([algorithm, raw, 'ssh:'].map(string)), hash: undefined }
  const signed = Buffer.from('session and request')
  const trailer = (flags: number) => Buffer.from([flags, 0, 0, 0, 7])
  const by = (flags: number) => Buffer.concat([
    sign(null, Buffer.concat([digest('ssh:'), trailer(flags), digest(signed)]), privateKey), trailer(flags)])
  assert.ok(acceptable(offer))
  assert.ok(verify(offer, signed, by(1)))
  assert.ok(!verify(offer, Buffer.from('another'), by(1)))
  assert.ok(!verify(offer, signed, by(0)), 'nobody touched the token')

  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = ec.publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
  const name = 'sk-ecdsa-sha2-nistp256@openssh.com'
  const second = { algorithm: name, blob: Buffer.concat([name, 'nistp256', point, 'ssh:'].map(string)), hash: undefined }
  const pair = sign('sha256', Buffer.concat([digest('ssh:'), trailer(5), digest(signed)]), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' })
  const numbers = [pair.subarray(0, 32), pair.subarray(32)].map((part) => string(Buffer.concat([Buffer.from([0]), part])))
  assert.ok(verify(second, signed, Buffer.concat([...numbers, trailer(5)])))
  assert.ok(!verify(second, signed, Buffer.concat([...numbers, trailer(1)])))
  assert.ok(!acceptable({ ...second, algorithm }), 'a key that names another type')
})

test('who does not sign in is shown out, and one address cannot take all places', async () => {
  const sockets = Array.from({ length: 17 }, () => connect(server.port, '127.0.0.1'))
  const ends = sockets.map((socket) => once(socket.on('error', () => {}).resume(), 'close'))
  const started = Date.now()
  await Promise.race(ends)
  assert.ok(Date.now() - started < 1000, 'the one too many goes at once')
  await Promise.all(ends)
  assert.ok(Date.now() - started < 6000)
  assert.match((await ssh('ada', [])).stderr, /Hi ada!/)
})

test('a client that leaves in the middle of a push leaves nothing behind', async () => {
  const dir = await it.repo('sgone')
  const tree = await it.work('sgone-tree')
  await writeFile(join(tree, 'big'), Buffer.from(Array.from({ length: 3_000_000 }, () => Math.random() * 256)))
  const id = await it.commit(tree, 'more')
  const pack = execFile('git', ['pack-objects', '--revs', '--stdout', '-q'], { cwd: tree, encoding: 'buffer', maxBuffer: 1 << 26 })
  const chunks: Buffer[] = []
  pack.stdout!.on('data', (chunk: Buffer) => chunks.push(Buffer.from(chunk)))
  pack.stdin!.end(`${id}\n`)
  await once(pack, 'close')
  const bytes = Buffer.concat(chunks)
  const line = `${'0'.repeat(40)} ${id} refs/heads/main\0report-status side-band-64k object-format=sha1`
  const client = execFile('ssh', [...options('ada'), 'git@127.0.0.1', "git-receive-pack '/sgone.git'"])
  client.stdin!.on('error', () => {})
  await once(client.stdout!, 'data')
  client.stdin!.write(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`)
  client.stdin!.write(bytes.subarray(0, bytes.length / 2))
  while ((await it.quarantines(dir)).length === 0) await new Promise(setImmediate)
  client.kill('SIGKILL')
  while ((await it.quarantines(dir)).length > 0) await new Promise(setImmediate)
  assert.equal(await it.ok(dir.path, ['for-each-ref']), '')
  assert.equal(it.applied.flat().some((command) => command.new === id), false)
})

test('host keys are made once and readable by the server alone', async () => {
  const folder = join(it.folder, 'keys')
  assert.deepEqual((await readdir(folder)).sort(), ['ssh_host_ecdsa_key', 'ssh_host_ed25519_key', 'ssh_host_rsa_key'])
  for (const name of await readdir(folder)) assert.equal((await stat(join(folder, name))).mode & 0o077, 0)
  const again = await startSsh({ host: '127.0.0.1', port: 0, keysDir: folder, authenticate: async () => null, serve: async () => 0 })
  assert.deepEqual(again.publicKeys, server.publicKeys)
  await again.close()
  assert.deepEqual(errors, [])
})
