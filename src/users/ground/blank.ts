import type { AccountRow } from '../tables.ts'

/** Every column of a new account, for the rooms that make one. */
export const blank = (type: AccountRow['type'], name: string, now: number) => ({
  type, name, lower_name: name.toLowerCase(), full_name: '', lower_full_name: '', email: '', password: '', must_change_password: false, is_admin: false, is_active: true,
  prohibit_login: false, is_restricted: false, visibility: 'public' as AccountRow['visibility'], hide_email: false, hide_activity: false, description: '', location: '',
  website: '', language: '', theme: '', diff_view_style: '', avatar: '', allow_create_org: true, allow_import_local: false, max_repos: -1,
  repo_admin_change_team_access: false, num_followers: 0, num_following: 0, num_stars: 0, num_repos: 0, created_at: now, updated_at: now, last_login_at: 0,
})

/** Who stands in for removed people, and who acts in workflows: no rows, and no names anybody can bear. */
export const ghostAccount: AccountRow = { ...blank('user', 'Ghost', 0), id: -1 }
export const actionsAccount: AccountRow = { ...blank('bot', 'gitea-actions', 0), id: -2, full_name: 'Gitea Actions' }
