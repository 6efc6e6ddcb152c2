// Who commits and tags made by the server carry.
import type { Account } from '../../access/index.ts'
import type { objects } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { userView } from '../../users/index.ts'

/** An account as author or committer, now. */
export const personOf = (cx: Cx, account: Account): objects.Person => ({
  name: account.full_name || account.name,
  email: account.hide_email || !account.email ? userView.noreply(cx, account) : account.email,
  date: cx.now(),
  offset: 0,
})

/** The server itself. */
export const serverPerson = (cx: Cx): objects.Person => ({ name: 'Codestead', email: `codestead@noreply.${new URL(cx.root).hostname}`, date: cx.now(), offset: 0 })
