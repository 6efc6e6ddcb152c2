import { execFile } from 'node:child_process'
import { createMessage, generateKey, readPrivateKey, sign } from 'openpgp'
import { git, remote } from '../../../test/kit/git.ts'
import { scenario } from '../../../test/kit/world.ts'

const hashed = (cwd: string, text: string) => new Promise<string>((resolve, reject) => {
  const child = execFile('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], { cwd }, (error, out) => (error ? reject(error) : resolve(out.trim())))
  child.stdin!.end(text)
})

scenario('getReposGitCommitsBySha: a commit signed by OpenPGP is verified against the key of its committer', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  const { privateKey, publicKey } = await generateKey({ type: 'ecc', curve: 'ed25519Legacy', userIDs: [{ name: 'Alice', email: 'alice@example.com' }], format: 'armored' })
  const signingKeys = await readPrivateKey({ armoredKey: privateKey })
  const key = signingKeys.getKeyID().toHex().toUpperCase()
  const cwd = w.folder()
  await git(cwd, ['init', '-q', '-b', 'main'])
  const tree = (await git(cwd, ['write-tree'])).trim()
  const made = async (branch: string, email: string, tamper = false) => {
    const head = `tree ${tree}\nauthor A <${email}> 1700000000 +0000\ncommitter A <${email}> 1700000000 +0000\n`
    const armour = String(await sign({ message: await createMessage({ binary: new Uint8Array(Buffer.from(`${head}\n${branch}\n`)) }), signingKeys, detached: true, format: 'armored' }))
    const oid = await hashed(cwd, `${head}gpgsig ${armour.replaceAll('\r\n', '\n').trimEnd().replaceAll('\n', '\n ')}\n\n${branch}${tamper ? '!' : ''}\n`)
    await git(cwd, ['update-ref', `refs/heads/${branch}`, oid])
    return oid
  }
  const [good, bad, other] = [await made('main', 'alice@example.com'), await made('bad', 'alice@example.com', true), await made('other', 'bob@example.com')]
  await git(cwd, ['push', '-q', await remote(w, alice, 'alice/demo'), 'main', 'bad', 'other'])
  const shows = (oid: string, verification: object) => w.as(bob).get(`/repos/alice/demo/git/commits/${oid}`).gives(200, { commit: { verification } })
  await shows(good, { verified: false, reason: 'gpg.error.no_gpg_keys_found', signer: null })
  const { id } = (await w.as(alice).post('/user/gpg_keys', { armored_public_key: publicKey }).gives(201)).body
  await shows(good, { verified: true, reason: `alice / ${key}`, signer: { username: 'alice' } })
  await shows(bad, { verified: false, reason: 'gpg.error.probable_bad_signature' })
  await shows(other, { verified: false, reason: 'gpg.error.probable_bad_default_signature' })
  await w.as(alice).delete(`/user/gpg_keys/${id}`).gives(204)
  await shows(good, { verified: false, reason: 'gpg.error.no_gpg_keys_found' })
})
