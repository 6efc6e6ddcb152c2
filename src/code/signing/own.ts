// In whose name the server signs.
import type { Account } from '../../access/index.ts'
import type { objects, Sign } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import * as store from '../commits/store.ts'
import { personOf } from '../ground/identities.ts'

/** How a commit that an account asked for is signed: not at all if it names as committer somebody else than them. */
export async function signFor(cx: Cx, by: Account, { email }: objects.Person): Promise<Sign | undefined> {
  if (!cx.signer.sign || email === personOf(cx, by).email) return cx.signer.sign
  const owner = (await store.accountsByEmail(cx.db, [email])).get(email.toLowerCase())
  return owner?.id === by.id ? cx.signer.sign : undefined
}
