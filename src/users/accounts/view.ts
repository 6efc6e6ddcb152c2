import type { Cx } from '../../kernel/cx.ts'
import { remake } from '../../kernel/remake.ts'
import { formatTime, ZERO_TIME } from '../../kernel/times.ts'
import type { Account } from '../../access/index.ts'
import { actionsAccount, ghostAccount } from '../ground/blank.ts'
import { initialsHash, initialsOf } from '../ground/initials.ts'
import type { UserRecord } from './schema.ts'

/** Who looks: null for nobody signed in, and for users shown inside commits, comments, runs and assignees. */
export type Viewer = Account | null

const types = { user: 'User', organization: 'Organization', bot: 'Bot' } as const

/** The account behind removed authors and posters. */
export const ghost = ghostAccount

const kept = remake<UserRecord>(500)

export function one(cx: Cx, row: Account, viewer: Viewer, options: { email?: boolean } = {}): UserRecord {
  const own = viewer !== null && (viewer.is_admin || viewer.id === row.id)
  const email = own || (!row.hide_email && (viewer !== null || options.email === true))
  return kept(`${row.id} ${own} ${email}`, [row, cx.root], () => made(cx, row, own, email))
}

function made(cx: Cx, row: Account, own: boolean, email: boolean): UserRecord {
  return {
    id: row.id,
    login: row.name,
    login_name: '',
    source_id: 0,
    full_name: row.full_name,
    email: email ? row.email : noreply(cx, row),
    avatar_url: avatarUrl(cx, row),
    html_url: `${cx.root}/${encodeURIComponent(row.name)}`,
    language: own ? row.language : '',
    is_admin: own ? row.is_admin : false,
    last_login: own ? formatTime(row.last_login_at) : ZERO_TIME,
    created: formatTime(row.created_at),
    restricted: row.is_restricted,
    active: own ? row.is_active : false,
    prohibit_login: own ? row.prohibit_login : false,
    location: row.location,
    website: row.website,
    description: row.description,
    visibility: row.visibility,
    followers_count: row.num_followers,
    following_count: row.num_following,
    starred_repos_count: row.num_stars,
    type: types[row.type],
    username: row.name,
  }
}

export const many = (cx: Cx, rows: readonly Account[], viewer: Viewer): UserRecord[] => rows.map((row) => one(cx, row, viewer))

/** Accounts without a row, by their negative ids. */
export const system = (cx: Cx, id: number): UserRecord[] => [ghostAccount, actionsAccount].filter((row) => row.id === id).map((row) => one(cx, row, null))

/** The address commits get when an account hides its own. */
export const noreply = (cx: Cx, row: { id: number; name: string }) => `${row.id}+${row.name.toLowerCase()}@noreply.${new URL(cx.root).hostname}`

/** Made from id and name where there is none: a hash of the address would tell it to whoever guesses it. */
export const avatarUrl = (cx: Cx, row: Account) => `${cx.root}/avatars/${row.avatar || initialsHash(`account:${row.id}`, initialsOf(row.name, row.full_name))}`
