// Whether commits and tags were signed by those they name, or by the server for them.
import type { Account } from '../../access/index.ts'
import { sshSignature, type objects } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gpgKeys } from '../../users/index.ts'
import type { Verification } from '../commits/schema.ts'
import * as store from '../commits/store.ts'
import { serverPerson } from '../ground/identities.ts'

const unsigned: Verification = { verified: false, reason: 'gpg.error.not_signed_commit', signature: '', signer: null, payload: '' }

export interface Signed {
  signature: objects.Signature | null
  committer: objects.Person
}
type Shown = Omit<Verification, 'reason'>

export const verify = async (cx: Cx, one: Signed): Promise<Verification> => (await verifyAll(cx, [one]))[0]

/** Many at once, in the order given. */
export async function verifyAll(cx: Cx, list: readonly Signed[]): Promise<Verification[]> {
  const own = await Promise.all(list.map((one) => one.signature && cx.signer.madeBy(one.signature)))
  const foreign = list.filter((one, i) => one.signature && !own[i])
  const keys = foreign.flatMap((one) => sshSignature(one.signature!)?.fingerprint ?? [])
  const [signers, accounts] = await Promise.all([store.signersBy(cx.db, keys), store.accountsByEmail(cx.db, foreign.map((one) => one.committer.email))])
  return Promise.all(list.map(async (one, i) => {
    if (!one.signature) return unsigned
    const shown = { signature: one.signature.text, payload: one.signature.payload.toString('utf8'), signer: null, verified: false }
    return own[i] ? bySelf(cx, own[i], shown) : bySomebody(cx, { ...one, signature: one.signature }, signers, accounts, shown)
  }))
}

/** The server signs only what it knows to be so, whoever the commit names. */
function bySelf(cx: Cx, { key, good }: { key: { id: string }; good: boolean }, shown: Shown): Verification {
  const { name, email } = serverPerson(cx)
  const signer = { name, email, username: '' }
  return good ? { ...shown, verified: true, signer, reason: `${name} / ${key.id}` } : { ...shown, signer, reason: 'gpg.error.probable_bad_default_signature' }
}

async function bySomebody(cx: Cx, { signature, committer }: { signature: objects.Signature; committer: objects.Person }, signers: Map<string, Account>, accounts: Map<string, Account>, shown: Shown): Promise<Verification> {
  const ssh = sshSignature(signature)
  const account = accounts.get(committer.email.toLowerCase())
  if (!ssh) return signature.text.startsWith('-----BEGIN PGP SIGNATURE-----') ? openPgp(cx, committer.email, account, signature, shown) : { ...shown, reason: 'gpg.error.no_gpg_keys_found' }
  const owner = signers.get(ssh.fingerprint)
  if (!owner) return { ...shown, reason: 'gpg.error.no_gpg_keys_found' }
  const signer = personal(owner)
  if (!ssh.good()) return { ...shown, signer, reason: 'gpg.error.probable_bad_signature' }
  if (account?.id !== owner.id) return { ...shown, signer, reason: 'gpg.error.probable_bad_default_signature' }
  return { ...shown, verified: true, signer, reason: `${owner.name} / ${ssh.fingerprint}` }
}

const personal = (owner: { name: string; full_name: string; email: string; hide_email: boolean }) => ({ name: owner.full_name || owner.name, email: owner.hide_email ? '' : owner.email, username: owner.name })

async function openPgp(cx: Cx, committer: string, account: Account | undefined, { text, payload }: objects.Signature, shown: Shown): Promise<Verification> {
  const found = await gpgKeys.signedWith(cx, text, payload)
  if (!found) return { ...shown, reason: 'gpg.error.no_gpg_keys_found' }
  const signer = personal(found.owner)
  if (!found.good) return { ...shown, signer, reason: 'gpg.error.probable_bad_signature' }
  if (account?.id !== found.owner.id || !found.names(committer)) return { ...shown, signer, reason: 'gpg.error.probable_bad_default_signature' }
  return { ...shown, verified: true, signer, reason: `${found.owner.name} / ${found.key_id}` }
}
