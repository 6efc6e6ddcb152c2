// Accounts as runs show them; who is gone is the ghost.
import type { Account } from '../access/index.ts'
import type { Cx } from '../kernel/cx.ts'
import { ZERO_TIME } from '../kernel/times.ts'
import { accountStore, userView, type UserRecord } from '../users/index.ts'

export async function people(cx: Cx, ids: readonly number[]): Promise<(id: number) => UserRecord> {
  const known = new Map<number, Account>((await accountStore.listByIds(cx.db, ids)).map((one) => [one.id, one]))
  return (id) => {
    const account = known.get(id)
    return account ? userView.one(cx, account, null) : ghost(cx)
  }
}

function ghost(cx: Cx): UserRecord {
  const { id, name } = userView.ghost
  return {
    id, login: name, login_name: '', source_id: 0, full_name: '', email: userView.noreply(cx, userView.ghost), avatar_url: `${cx.root}/avatars/ghost`, html_url: `${cx.root}/${name}`, language: '',
    is_admin: false, last_login: ZERO_TIME, created: ZERO_TIME, restricted: false, active: false, prohibit_login: false, location: '', website: '', description: '', visibility: 'public',
    followers_count: 0, following_count: 0, starred_repos_count: 0, type: 'User', username: name,
  }
}
