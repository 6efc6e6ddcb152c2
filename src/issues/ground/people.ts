// Accounts as issues show them: whoever is gone is the ghost.
import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { ZERO_TIME } from '../../kernel/times.ts'
import { accountStore, userView, type UserRecord } from '../../users/index.ts'

export function ghost(cx: Cx): UserRecord {
  const { id, name } = userView.ghost
  return {
    id, login: name, login_name: '', source_id: 0, full_name: '', email: '', avatar_url: `${cx.root}/assets/img/avatar_default.png`, html_url: `${cx.root}/${name}`,
    language: '', is_admin: false, last_login: ZERO_TIME, created: ZERO_TIME, restricted: false, active: false, prohibit_login: false, location: '', website: '',
    description: '', visibility: 'public', followers_count: 0, following_count: 0, starred_repos_count: 0, type: 'User', username: name,
  }
}

export interface People {
  row(id: number | null): Account | undefined
  /** as the viewer sees them */
  record(id: number | null, viewer: Account | null): UserRecord
}

/** One query for everybody who appears in a list. */
export async function people(cx: Cx, ids: readonly (number | null | undefined)[]): Promise<People> {
  const wanted = ids.filter((id): id is number => typeof id === 'number')
  const byId = new Map((await accountStore.listByIds(cx.db, wanted)).map((one) => [one.id, one]))
  return {
    row: (id) => (id === null ? undefined : byId.get(id)),
    record(id, viewer) {
      const found = id === null ? undefined : byId.get(id)
      return found ? userView.one(cx, found, viewer) : ghost(cx)
    },
  }
}
