// The door of users.
import type { Room } from '../kernel/route.ts'
import * as accountRoutes from './accounts/routes.ts'
import * as avatarRoutes from './avatars/routes.ts'
import { pages as blockPages } from './blocks/pages.ts'
import * as blockRoutes from './blocks/routes.ts'
import { pages as accountPages } from './emails/pages.ts'
import * as emailRoutes from './emails/routes.ts'
import * as followRoutes from './follows/routes.ts'
import { migrations } from './migrations.ts'
import { pages as sessionPages } from './sessions/pages.ts'
import { pages as settingPages } from './settings/pages.ts'
import * as settings from './settings/routes.ts'
import * as gpgRoutes from './gpg-keys/routes.ts'
import * as oauthAppRoutes from './oauth-apps/routes.ts'
import { pages as keyPages } from './ssh-keys/pages.ts'
import * as keyRoutes from './ssh-keys/routes.ts'
import { pages as tokenPages } from './tokens/pages.ts'
import * as tokenRoutes from './tokens/routes.ts'

export const room: Room = {
  name: 'users',
  migrations,
  routes: [accountRoutes.routes, settings.routes, avatarRoutes.routes, emailRoutes.routes, keyRoutes.routes, gpgRoutes.routes, oauthAppRoutes.routes, followRoutes.routes, blockRoutes.routes, tokenRoutes.routes, sessionPages, settingPages, accountPages, keyPages, tokenPages, blockPages],
}

export { User, type UserRecord } from './accounts/schema.ts'
/** User records for whoever looks. */
export * as userView from './accounts/view.ts'
/** create, claim, edit, setPassword, rename, remove, purge, depart; facts account.created, .changed, .renamed, .removed */
export * as accounts from './accounts/verbs.ts'
export { actionsAccount, ghostAccount } from './ground/blank.ts'
export * as accountStore from './accounts/store.ts'
/** Called while a room loads: what it holds of accounts and does when one goes. */
export { onDeparture, type Departure } from './ground/departures.ts'
/** set, clear, forget, show, pictureIn */
export * as avatars from './avatars/verbs.ts'
export { headers as pictureHeaders, UpdateUserAvatarOption } from './avatars/routes.ts'
export { pictureOf } from './ground/image.ts'
export { Email } from './emails/schema.ts'
export { isEmail } from './ground/addresses.ts'
/** list(db, q, at) for administrators */
export * as emailStore from './emails/store.ts'
export * as emailView from './emails/view.ts'
export { parsePublicKey, type ParsedKey } from './ground/public-key.ts'
export { PublicKey } from './ssh-keys/schema.ts'
export { CreateKeyOption } from './ssh-keys/routes.ts'
/** create, remove, holdForDeploy, releaseFromDeploy; facts key.created, key.removed */
export * as sshKeys from './ssh-keys/verbs.ts'
export * as sshKeyView from './ssh-keys/view.ts'
/** signedWith: whose key made a signature; facts gpg-key.added, gpg-key.removed */
export * as gpgKeys from './gpg-keys/verbs.ts'
export * as follows from './follows/verbs.ts'
/** block, unblock; fact account.blocked */
export * as blocks from './blocks/verbs.ts'
export * as blockStore from './blocks/store.ts'
/** begin, end, endOthers, list: who is signed in with which browser */
export * as sessions from './sessions/verbs.ts'
export { homeward, signInCookie } from './sessions/pages.ts'
/** The frame of settings. */
export { userSettings, type UserSubject } from './settings-frame.ts'
export * as tokens from './tokens/verbs.ts'
export { noteUses } from './uses.ts'
/** People in lists. */
export { userRows } from './accounts/rows.ts'
