// Whether a commit or tag was signed by the one it names.
import { gpgKeys } from '../../users/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { objects } from '../../git/index.ts'
import type { Verification } from '../commits/schema.ts'
import * as store from '../commits/store.ts'
import { parseSshSignature } from './ssh.ts'

const unsigned: Verification = { verified: false, reason: 'gpg.error.not_signed_commit', signature: '', signer: null, payload: '' }

export async function verify(cx: Cx, signed: { signature: objects.Signature | null; committer: objects.Person }): Promise<Verification> {
  if (!signed.signature) return unsigned
  const { text, payload } = signed.signature
  const shown = { signature: text, payload: payload.toString('utf8'), signer: null, verified: false }
  const ssh = parseSshSignature(text)
  if (!ssh) return text.startsWith('-----BEGIN PGP SIGNATURE-----') ? openPgp(cx, signed.committer.email, text, payload, shown) : { ...shown, reason: 'gpg.error.no_gpg_keys_found' }
  const owner = await store.findSigner(cx.db, ssh.fingerprint)
  if (!owner) return { ...shown, reason: 'gpg.error.no_gpg_keys_found' }
  const signer = { name: owner.full_name || owner.name, email: owner.hide_email ? '' : owner.email, username: owner.name }
  if (!ssh.good(payload)) return { ...shown, signer, reason: 'gpg.error.probable_bad_signature' }
  const accounts = await store.accountsByEmail(cx.db, [signed.committer.email])
  if (accounts.get(signed.committer.email.toLowerCase())?.id !== owner.id) return { ...shown, signer, reason: 'gpg.error.probable_bad_default_signature' }
  return { ...shown, verified: true, signer, reason: `${owner.name} / ${ssh.fingerprint}` }
}

async function openPgp(cx: Cx, committer: string, text: string, payload: Buffer, shown: Omit<Verification, 'reason'>): Promise<Verification> {
  const found = await gpgKeys.signedWith(cx, text, payload)
  if (!found) return { ...shown, reason: 'gpg.error.no_gpg_keys_found' }
  const { owner } = found
  const signer = { name: owner.full_name || owner.name, email: owner.hide_email ? '' : owner.email, username: owner.name }
  if (!found.good) return { ...shown, signer, reason: 'gpg.error.probable_bad_signature' }
  const account = (await store.accountsByEmail(cx.db, [committer])).get(committer.toLowerCase())
  if (account?.id !== owner.id || !found.names(committer)) return { ...shown, signer, reason: 'gpg.error.probable_bad_default_signature' }
  return { ...shown, verified: true, signer, reason: `${owner.name} / ${found.key_id}` }
}
