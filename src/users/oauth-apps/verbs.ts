import { randomBytes } from 'node:crypto'
import type { Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, invalid, notFound } from '../../kernel/errors.ts'
import { hashToken, newUuid } from '../../kernel/secrets.ts'
import type { OauthAppRow } from '../tables.ts'
import * as store from './store.ts'

export interface AppInput {
  name: string
  /** must be told, though it may be empty */
  redirect_uris?: string[]
  confidential_client?: boolean
  skip_secondary_authorization?: boolean
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
/** 256 bits and a little, five to a letter. */
const newSecret = () => `gto_${[...randomBytes(52)].map((byte) => LETTERS[byte & 31]).join('')}`

const columns = (input: AppInput, secret: string) => ({
  name: input.name, redirect_uris: JSON.stringify(input.redirect_uris ?? []), is_confidential: input.confidential_client ?? false, skips_secondary: input.skip_secondary_authorization ?? false, secret_hash: hashToken(secret),
})

/** Every address must be one a browser can be sent to. */
function checkUris(uris: readonly string[] | undefined): void {
  if (!uris) throw invalid('[RedirectURIs]: Required')
  for (const uri of uris) {
    const url = URL.canParse(uri) ? new URL(uri) : undefined
    if (!url?.hostname || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw bad(`invalid redirect URI: ${uri}`)
  }
}

/** The row, and the secret, which is shown this once. */
export async function create(cx: Cx, owner: Account, input: AppInput): Promise<{ row: OauthAppRow; secret: string }> {
  checkUris(input.redirect_uris)
  const secret = newSecret()
  const row = await cx.write((tx) => store.insert(tx, { account_id: owner.id, client_id: newUuid(), created_at: cx.now(), ...columns(input, secret) }))
  return { row, secret }
}

export async function open(cx: Cx, owner: Account, id: number): Promise<OauthAppRow> {
  const row = await store.find(cx.db, owner.id, id)
  if (!row) throw notFound()
  return row
}

/** All of it anew, with another secret; the old one is worth nothing any more. */
export async function replace(cx: Cx, owner: Account, id: number, input: AppInput): Promise<{ row: OauthAppRow; secret: string }> {
  await open(cx, owner, id)
  checkUris(input.redirect_uris)
  const secret = newSecret()
  const row = await cx.write((tx) => store.update(tx, owner.id, id, columns(input, secret)))
  if (!row) throw notFound()
  return { row, secret }
}

export async function remove(cx: Cx, owner: Account, id: number): Promise<void> {
  if (!(await cx.write((tx) => store.remove(tx, owner.id, id)))) throw notFound()
}
