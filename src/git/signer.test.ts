import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generateKey } from 'openpgp'
import { openSigner, type Signer } from './signer.ts'

const scratch = mkdtempSync(join(tmpdir(), 'codestead-signer-'))
after(() => rmSync(scratch, { recursive: true }))
const folder = () => mkdtempSync(join(scratch, 'f-'))
const payload = Buffer.from('tree 1\n\nmessage\n')
const signed = async (signer: Signer, bytes = payload) => ({ text: await signer.sign!(payload), payload: bytes })

function verifies(key: string, text: string): string {
  const at = folder()
  writeFileSync(join(at, 'allowed'), `server@example.com ${key}`)
  writeFileSync(join(at, 'signature'), text)
  return execFileSync('ssh-keygen', ['-Y', 'verify', '-f', join(at, 'allowed'), '-I', 'server@example.com', '-n', 'git', '-s', join(at, 'signature')], { input: payload }).toString()
}

test('a key is made once, for its owner alone, and signs as ssh-keygen expects it', async () => {
  const at = join(folder(), 'signing')
  const [one, other] = await Promise.all([openSigner({ folder: at, on: true, file: '' }), openSigner({ folder: at, on: true, file: '' })])
  assert.deepEqual(one.key, other.key)
  assert.equal(statSync(join(at, 'signing_key')).mode & 0o777, 0o600)
  assert.equal(statSync(at).mode & 0o777, 0o700)
  assert.match(verifies(one.key!.text, (await signed(one)).text), /Good "git" signature/)
  assert.deepEqual(await other.madeBy(await signed(one)), { key: one.key, good: true })
  assert.equal((await one.madeBy(await signed(one, Buffer.from('something else'))))!.good, false)
  assert.equal(await one.madeBy({ text: '-----BEGIN SSH SIGNATURE-----\nxyz\n-----END SSH SIGNATURE-----\n', payload }), undefined)
})

test('keys of every kind that ssh-keygen makes', async () => {
  for (const kind of ['ed25519', 'rsa', 'ecdsa']) {
    for (const format of ['RFC4716', 'PEM']) {
      const file = join(folder(), 'key')
      execFileSync('ssh-keygen', ['-q', '-t', kind, '-m', format, '-N', '', '-f', file])
      const signer = await openSigner({ folder: folder(), on: true, file })
      assert.equal(signer.key!.text.trim(), readFileSync(`${file}.pub`, 'utf8').split(' ').slice(0, 2).join(' '))
      // numbers of ECDSA signatures differ in length
      for (let i = 0; i < (kind === 'ecdsa' ? 8 : 1); i++) assert.match(verifies(signer.key!.text, (await signed(signer)).text), /Good "git" signature/, `${kind} ${format}`)
      assert.equal((await signer.madeBy(await signed(signer)))!.good, true)
    }
  }
})

test('what an earlier key signed is known when another signs, and when none does', async () => {
  const at = folder()
  const first = await openSigner({ folder: at, on: true, file: '' })
  const { privateKey } = await generateKey({ type: 'ecc', curve: 'ed25519Legacy', userIDs: [{ name: 'Server', email: 'server@example.com' }], format: 'armored' })
  const file = join(folder(), 'secret.asc')
  writeFileSync(file, privateKey)
  const second = await openSigner({ folder: at, on: true, file })
  assert.equal(second.key!.kind, 'gpg')
  assert.match(second.key!.text, /^-----BEGIN PGP PUBLIC KEY BLOCK-----/)
  const [byFirst, bySecond] = [await signed(first), await signed(second)]
  for (const signer of [second, await openSigner({ folder: at, on: false, file })]) {
    assert.deepEqual(await signer.madeBy(byFirst), { key: first.key, good: true })
    assert.equal((await signer.madeBy(bySecond))!.good, true)
    assert.equal((await signer.madeBy({ ...bySecond, payload: Buffer.from('other') }))!.good, false)
  }
  assert.equal((await openSigner({ folder: at, on: false, file })).sign, undefined)
  assert.equal((await (await openSigner({ folder: folder(), on: true, file: '' })).madeBy(byFirst)), undefined)
})

test('nothing is made where nothing is signed, and a key that cannot be used is told', async () => {
  const at = folder()
  assert.equal((await openSigner({ folder: at, on: false, file: '' })).key, undefined)
  assert.deepEqual(readdirSync(at), [])
  await assert.rejects(openSigner({ folder: at, on: true, file: join(at, 'none') }), /cannot be read \(ENOENT\)/)
  const locked = join(at, 'locked')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'words', '-f', locked])
  const { privateKey } = await generateKey({ type: 'ecc', curve: 'ed25519Legacy', userIDs: [{ name: 'S' }], passphrase: 'words', format: 'armored' })
  writeFileSync(join(at, 'locked.asc'), privateKey)
  writeFileSync(join(at, 'odd'), 'no key')
  for (const name of ['locked', 'locked.asc', 'odd']) await assert.rejects(openSigner({ folder: folder(), on: true, file: join(at, name) }), /neither an SSH key/, name)
})
