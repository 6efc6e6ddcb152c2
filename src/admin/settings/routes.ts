import { anyone } from '../../access/index.ts'
import { route } from '../../kernel/route.ts'
import { Bool, Int, record, Str, Strings } from '../../kernel/schema.ts'

/** What clients compare to know which calls they may use; our own version stands behind the plus. */
export const VERSION = '1.26.0+codestead-0.1.0'

export const routes = [
  route({ id: 'getVersion', at: 'GET /version', says: 'The version of the server', needs: anyone, returns: { 200: record('ServerVersion', { version: Str }) }, run: () => ({ version: VERSION }) }),
  route({
    id: 'getSettingsApi', at: 'GET /settings/api', says: 'Limits of the API', needs: anyone,
    returns: { 200: record('GeneralAPISettings', { max_response_items: Int, default_paging_num: Int, default_git_trees_per_page: Int, default_max_blob_size: Int, default_max_response_size: Int }) },
    run: ({ cx }) => ({ max_response_items: cx.config.max_page_size, default_paging_num: cx.config.page_size, default_git_trees_per_page: 1000, default_max_blob_size: 10485760, default_max_response_size: 104857600 }),
  }),
  route({
    id: 'getSettingsAttachment', at: 'GET /settings/attachment', says: 'Limits of attachments', needs: anyone,
    returns: { 200: record('GeneralAttachmentSettings', { enabled: Bool, allowed_types: Str, max_size: Int, max_files: Int }) },
    run: ({ cx }) => ({ enabled: cx.config.attachments, allowed_types: cx.config.attachment_types.join(','), max_size: Math.floor(cx.config.max_attachment / 1048576), max_files: 5 }),
  }),
  route({
    id: 'getSettingsRepository', at: 'GET /settings/repository', says: 'What repositories may do here', needs: anyone,
    returns: { 200: record('GeneralRepoSettings', { mirrors_disabled: Bool, http_git_disabled: Bool, migrations_disabled: Bool, stars_disabled: Bool, time_tracking_disabled: Bool, lfs_disabled: Bool }) },
    run: () => ({ mirrors_disabled: false, http_git_disabled: false, migrations_disabled: false, stars_disabled: false, time_tracking_disabled: false, lfs_disabled: false }),
  }),
  route({
    id: 'getSettingsUi', at: 'GET /settings/ui', says: 'What the web shows', needs: anyone,
    returns: { 200: record('GeneralUISettings', { default_theme: Str, allowed_reactions: Strings, custom_emojis: Strings }) },
    run: () => ({ default_theme: 'gitea-auto', allowed_reactions: ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'], custom_emojis: [] }),
  }),
].flat()
