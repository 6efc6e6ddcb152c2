import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    account: AccountTable
    account_redirect: AccountRedirectTable
    email: EmailTable
    access_token: AccessTokenTable
    public_key: PublicKeyTable
    gpg_key: GpgKeyTable
    oauth_app: OauthAppTable
    follow: FollowTable
    block: BlockTable
    session: SessionTable
  }
}

/** People, organizations and bots share names and ids. */
export interface AccountTable {
  id: Generated<number>
  type: 'user' | 'organization' | 'bot'
  name: string
  lower_name: string
  full_name: string
  lower_full_name: string
  email: string
  /** argon2id in PHC form; empty = no password sign-in */
  password: string
  must_change_password: boolean
  is_admin: boolean
  is_active: boolean
  prohibit_login: boolean
  is_restricted: boolean
  visibility: 'public' | 'limited' | 'private'
  hide_email: boolean
  hide_activity: boolean
  description: string
  location: string
  website: string
  language: string
  theme: string
  diff_view_style: string
  /** hash naming the uploaded picture, empty = made from the name */
  avatar: string
  allow_create_org: boolean
  allow_import_local: boolean
  /** -1 = the site's limit */
  max_repos: number
  repo_admin_change_team_access: boolean
  num_followers: number
  num_following: number
  num_stars: number
  num_repos: number
  created_at: number
  updated_at: number
  last_login_at: number
}
export type AccountRow = Selectable<AccountTable>

interface GpgKeyTable {
  id: Generated<number>
  account_id: number
  /** 16 hexadecimal digits in capitals */
  key_id: string
  /** of a subkey; empty for the key itself */
  primary_key_id: string
  /** base64 */
  packet: string
  /** the whole key; empty for subkeys */
  armor: string
  /** JSON array of addresses in small letters */
  emails: string
  can_sign: boolean
  can_encrypt: boolean
  is_verified: boolean
  created_at: number
  /** 0 = never */
  expires_at: number
}
export type GpgKeyRow = Selectable<GpgKeyTable>

/** An application that asks for access in the name of others. */
interface OauthAppTable {
  id: Generated<number>
  account_id: number
  name: string
  client_id: string
  secret_hash: string
  is_confidential: boolean
  skips_secondary: boolean
  /** JSON array of strings */
  redirect_uris: string
  created_at: number
}
export type OauthAppRow = Selectable<OauthAppTable>

/** a former name and who bears another now */
interface AccountRedirectTable {
  lower_name: string
  account_id: number
}
export interface EmailTable {
  id: Generated<number>
  account_id: number
  email: string
  lower_email: string
  is_verified: boolean
  is_primary: boolean
}
export type EmailRow = Selectable<EmailTable>

export interface AccessTokenTable {
  id: Generated<number>
  account_id: number
  name: string
  hash: string
  last_eight: string
  /** comma-joined, normalised */
  scope: string
  created_at: number
  last_used_at: number
}
export type AccessTokenRow = Selectable<AccessTokenTable>

/** SSH keys; those of deploy keys have no account */
export interface PublicKeyTable {
  id: Generated<number>
  account_id: number | null
  title: string
  fingerprint: string
  /** `type base64 comment` */
  content: string
  created_at: number
  last_used_at: number
}
export type PublicKeyRow = Selectable<PublicKeyTable>

interface FollowTable {
  account_id: number
  follows_id: number
  created_at: number
}
interface BlockTable {
  account_id: number
  blocked_id: number
  note: string
  created_at: number
}

/** somebody signed in to the pages with a browser */
export interface SessionTable {
  id: Generated<number>
  account_id: number
  /** of what the cookie holds */
  hash: string
  agent: string
  address: string
  created_at: number
  expires_at: number
}
export type SessionRow = Selectable<SessionTable>
