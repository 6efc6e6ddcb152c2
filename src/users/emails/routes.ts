import { route } from '../../kernel/route.ts'
import { Empty, input, Optional, Strings, Type } from '../../kernel/schema.ts'
import { ownPrivate } from '../ground/gates.ts'
import { Email } from './schema.ts'
import * as store from './store.ts'
import * as emails from './verbs.ts'
import * as view from './view.ts'

export const routes = [
  route({
    id: 'listUserEmails',
    at: 'GET /user/emails',
    says: 'List the e-mail addresses of the authenticated user',
    needs: ownPrivate,
    returns: { 200: Type.Array(Email) },
    run: async ({ cx, actor }) => view.own(await store.listOf(cx.db, actor.account.id)),
  }),
  route({
    id: 'createUserEmails',
    at: 'POST /user/emails',
    says: 'Add e-mail addresses',
    needs: ownPrivate,
    body: input('CreateEmailOption', { emails: Optional(Strings) }),
    returns: { 201: Type.Array(Email) },
    run: async ({ cx, actor, body }) => {
      await emails.add(cx, actor.account, body.emails ?? [])
      return view.own(await store.listOf(cx.db, actor.account.id))
    },
  }),
  route({
    id: 'deleteUserEmails',
    at: 'DELETE /user/emails',
    says: 'Remove e-mail addresses',
    needs: ownPrivate,
    body: input('DeleteEmailOption', { emails: Optional(Strings) }),
    bodyOptional: true,
    returns: { 204: Empty },
    run: ({ cx, actor, body }) => emails.remove(cx, actor.account, body.emails ?? []),
  }),
].flat()
