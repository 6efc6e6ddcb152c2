// The settings of one's own account: a small noun without tables of its own.
import { route } from '../../kernel/route.ts'
import { Bool, input, Optional, record, Str, Text } from '../../kernel/schema.ts'
import * as accounts from '../accounts/verbs.ts'
import { ownPrivate } from '../ground/gates.ts'
import type { AccountRow } from '../tables.ts'

const UserSettings = record('UserSettings', {
  full_name: Str,
  website: Str,
  description: Str,
  location: Str,
  language: Str,
  theme: Str,
  diff_view_style: Str,
  hide_email: Bool,
  hide_activity: Bool,
})

const view = (row: AccountRow) => ({
  full_name: row.full_name,
  website: row.website,
  description: row.description,
  location: row.location,
  language: row.language,
  theme: row.theme || 'gitea-auto',
  diff_view_style: row.diff_view_style,
  hide_email: row.hide_email,
  hide_activity: row.hide_activity,
})

export const routes = [
  route({
    id: 'getUserSettings',
    at: 'GET /user/settings',
    says: 'Get the settings of the authenticated user',
    needs: ownPrivate,
    returns: { 200: UserSettings },
    run: ({ actor }) => view(actor.account),
  }),
  route({
    id: 'editUserSettings',
    at: 'PATCH /user/settings',
    says: 'Edit the settings of the authenticated user',
    needs: ownPrivate,
    body: input('UserSettingsOptions', {
      full_name: Optional(Text({ maxLength: 100 })),
      website: Optional(Text({ maxLength: 255, format: 'url' })),
      description: Optional(Text({ maxLength: 255 })),
      location: Optional(Text({ maxLength: 50 })),
      language: Optional(Text({ maxLength: 50 })),
      theme: Optional(Text({ maxLength: 50 })),
      diff_view_style: Optional(Text({ maxLength: 50 })),
      hide_email: Optional(Bool),
      hide_activity: Optional(Bool),
    }),
    returns: { 200: UserSettings },
    run: async ({ cx, actor, body }) => view(await accounts.edit(cx, actor.account, body)),
  }),
].flat()
