import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Empty, Id, input, Nullable, Optional, Page, record, Str, Strings, Time, Type } from '../../kernel/schema.ts'
import { formatTime } from '../../kernel/times.ts'
import { ownPrivate } from '../ground/gates.ts'
import type { OauthAppRow } from '../tables.ts'
import * as store from './store.ts'
import * as apps from './verbs.ts'

const OAuth2Application = record('OAuth2Application', {
  id: Id, name: Str, client_id: Str, client_secret: Str, confidential_client: Bool, skip_secondary_authorization: Bool, redirect_uris: Nullable(Strings), created: Time,
})
const body = input('CreateOAuth2ApplicationOptions', {
  name: Str, confidential_client: Optional(Bool), skip_secondary_authorization: Optional(Bool), redirect_uris: Optional(Strings),
})
const params = Type.Object({ id: Id })
const shown = (row: OauthAppRow, secret = '') => ({
  id: row.id, name: row.name, client_id: row.client_id, client_secret: secret, confidential_client: row.is_confidential, skip_secondary_authorization: row.skips_secondary,
  redirect_uris: JSON.parse(row.redirect_uris) as string[], created: formatTime(row.created_at),
})

export const routes = [
  route({
    id: 'listUserApplicationsOauth2', at: 'GET /user/applications/oauth2', says: 'List applications that ask for access in the name of users', needs: ownPrivate, query: Page,
    returns: { 200: Type.Array(OAuth2Application) },
    run: ({ cx, actor, query }) => paged(cx, query, (at) => store.list(cx.db, actor.account.id, at), (rows) => rows.map((row) => shown(row)), 'total'),
  }),
  route({
    id: 'createUserApplicationsOauth2', at: 'POST /user/applications/oauth2', says: 'Register such an application; its secret is shown this once', needs: ownPrivate, body,
    returns: { 201: OAuth2Application },
    async run({ cx, actor, body }) {
      const { row, secret } = await apps.create(cx, actor.account, body)
      return shown(row, secret)
    },
  }),
  route({
    id: 'getUserApplicationsOauth2ById', at: 'GET /user/applications/oauth2/:id', says: 'Get such an application', needs: ownPrivate, params, returns: { 200: OAuth2Application },
    run: async ({ cx, actor, params }) => shown(await apps.open(cx, actor.account, params.id)),
  }),
  route({
    id: 'deleteUserApplicationsOauth2ById', at: 'DELETE /user/applications/oauth2/:id', says: 'Remove such an application', needs: ownPrivate, params, returns: { 204: Empty },
    run: ({ cx, actor, params }) => apps.remove(cx, actor.account, params.id),
  }),
  route({
    id: 'editUserApplicationsOauth2ById', at: 'PATCH /user/applications/oauth2/:id', says: 'Replace such an application, with a new secret', needs: ownPrivate, params, body,
    returns: { 200: OAuth2Application },
    async run({ cx, actor, params, body }) {
      const { row, secret } = await apps.replace(cx, actor.account, params.id, body)
      return shown(row, secret)
    },
  }),
].flat()
