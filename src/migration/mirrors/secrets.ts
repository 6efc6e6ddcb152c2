// A mirror's credential lies sealed in the database and opens for its own row only.
import type { Cx } from '../../kernel/cx.ts'
import type { Credential } from '../ground/address.ts'
import type { MirrorRow } from '../tables.ts'

const context = (repoId: number) => `mirror.secret.${repoId}`

export const sealed = (cx: Cx, repoId: number, credential: Credential | null): Pick<MirrorRow, 'username' | 'secret' | 'credential_kind'> => ({
  username: credential?.username ?? '',
  secret: credential ? cx.secrets.encrypt(credential.secret, context(repoId)) : '',
  credential_kind: credential?.kind ?? 'plain',
})

export const opened = (cx: Cx, row: MirrorRow): Credential | null =>
  row.secret ? { kind: row.credential_kind, username: row.username, secret: cx.secrets.decrypt(row.secret, context(row.repo_id)) } : null
