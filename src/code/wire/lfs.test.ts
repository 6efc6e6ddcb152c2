import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scenario, type World } from '../../../test/kit/world.ts'

const run = promisify(execFile)
const MEDIA = 'application/vnd.git-lfs+json'
const file = (text: string) => ({ text, oid: createHash('sha256').update(text).digest('hex'), size: Buffer.byteLength(text) })

async function newKey(w: World): Promise<{ path: string; text: string }> {
  const path = join(w.folder('keys'), 'key')
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])
  return { path, text: readFileSync(`${path}.pub`, 'utf8') }
}

async function sshTo(w: World, url: string, key: { path: string }, command: string, input = ''): Promise<{ code: number; out: string; err: string }> {
  const { port, hostname } = new URL(url)
  const options = ['-F', 'none', '-i', key.path, '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'IdentitiesOnly=yes', '-o', 'LogLevel=ERROR']
  const child = spawn('ssh', [...options, '-p', port, `git@${hostname}`, command])
  const parts = { out: '', err: '' }
  child.stdout.on('data', (part) => (parts.out += part))
  child.stderr.on('data', (part) => (parts.err += part))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, ...parts }
}
const pkt = (text: string) => `${(text.length + 5).toString(16).padStart(4, '0')}${text}\n`

scenario('git-lfs-authenticate: a ticket for the key that asked, as far as it may and as long as it is there', async (w) => {
  await w.listening()
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'secret', { private: true, auto_init: true })
  const url = (await w.as(alice).get('/repos/alice/secret').gives(200)).body.ssh_url
  const [mine, his, deploys] = [await newKey(w), await newKey(w), await newKey(w)]
  const { id } = (await w.as(alice).post('/user/keys', { title: 'laptop', key: mine.text }).gives(201)).body
  await w.as(bob).post('/user/keys', { title: 'laptop', key: his.text }).gives(201)
  await w.as(alice).post('/repos/alice/secret/keys', { title: 'd', key: deploys.text, read_only: true }).gives(201)
  const got = JSON.parse((await sshTo(w, url, mine, 'git-lfs-authenticate alice/secret.git upload')).out)
  assert.equal(got.href, `${w.cx.root}/alice/secret.git/info/lfs`)
  assert.equal(got.expires_in, 1800)
  const holder = w.as(null, { headers: { authorization: got.header.Authorization } })
  const one = file('a large file')
  await holder.put(`//alice/secret.git/info/lfs/objects/${one.oid}/${one.size}`, one.text).gives(200)
  await holder.get(`//alice/secret.git/info/lfs/objects/${one.oid}`).gives(200)
  const reads = JSON.parse((await sshTo(w, url, deploys, 'git-lfs-authenticate /alice/secret.git download')).out)
  const reader = w.as(null, { headers: { authorization: reads.header.Authorization } })
  await reader.get(`//alice/secret.git/info/lfs/objects/${one.oid}`).gives(200)
  await reader.put(`//alice/secret.git/info/lfs/objects/${one.oid}/${one.size}`, one.text).gives(401)
  for (const [key, command] of [
    [his, 'git-lfs-authenticate alice/secret.git download'], [deploys, 'git-lfs-authenticate alice/secret.git upload'], [mine, 'git-lfs-authenticate alice/secret.git badverb'],
    [mine, 'git-lfs-authenticate alice/secret.git'], [mine, 'git-lfs-authenticate alice/missing.git download'], [mine, 'git-lfs-authenticate alice/secret.wiki.git download'],
    [his, 'git-lfs-transfer alice/secret.git download'], [deploys, 'git-lfs-transfer alice/secret.git upload'],
  ] as const) {
    const { code, out, err } = await sshTo(w, url, key, command)
    assert.ok(code === 1 && out === '' && err !== '', command)
  }
  await w.as(alice).delete(`/user/keys/${id}`).gives(204)
  await holder.get(`//alice/secret.git/info/lfs/objects/${one.oid}`, { accept: MEDIA }).gives(401)
})

scenario('git-lfs-transfer: objects and locks by one connection, refused ones by a status', async (w) => {
  await w.listening()
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { private: true, auto_init: true })
  const url = (await w.as(alice).get('/repos/alice/demo').gives(200)).body.ssh_url
  const key = await newKey(w)
  await w.as(alice).post('/user/keys', { title: 'laptop', key: key.text }).gives(201)
  const talk = async (operation: string, input: string) => {
    const { code, out, err } = await sshTo(w, url, key, `git-lfs-transfer alice/demo.git ${operation}`, `${input}${pkt('quit')}0000`)
    assert.deepEqual([code, err], [0, ''])
    return [...out.matchAll(/status (\d+)\n/g)].map((one) => one[1]).slice(0, -1)
  }
  const [one, large] = [file('a file'), file('too large for this site')]
  const put = ({ oid, size, text }: typeof one, bytes = text) => `${pkt(`put-object ${oid}`)}${pkt(`size=${size}`)}0001${(bytes.length + 4).toString(16).padStart(4, '0')}${bytes}0000`
  const batch = ({ oid, size }: typeof one) => `${pkt('batch')}0001${pkt(`${oid} ${size}`)}0000`
  const verify = `${pkt(`verify-object ${one.oid}`)}${pkt(`size=${one.size}`)}0000`
  const get = (oid: string) => `${pkt(`get-object ${oid}`)}0000`
  const lock = (path: string) => `${pkt('lock')}${pkt(`path=${path}`)}0000`
  assert.deepEqual(await talk('upload', `${pkt('version 1')}0000${batch(one)}${verify}${put(one, 'a fils')}${put(one, 'another one')}${verify}${put(one)}${verify}`), ['200', '200', '404', '422', '422', '404', '200', '200'])
  assert.deepEqual(await talk('upload', `${batch(large)}${put(large)}${lock('x')}${lock('x')}${lock('../x')}${pkt('unlock 99')}0000${pkt('constructor')}0000`), ['422', '413', '201', '409', '422', '404', '400'])
  assert.deepEqual(await talk('download', `${batch(one)}${get(one.oid)}${get('../../x')}${put(one)}${lock('y')}${pkt('list-lock')}0000`), ['200', '200', '404', '403', '403', '200'])
  assert.deepEqual(await w.cx.db.selectFrom('lfs_object').select('oid').execute(), [{ oid: one.oid }])
}, { max_lfs: '10' })
