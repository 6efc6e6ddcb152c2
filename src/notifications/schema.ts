import { Bool, Id, Int, Nullable, record, Str, Time, Word } from '../kernel/schema.ts'
import { Repository } from '../repos/index.ts'

export const NotificationSubject = record('NotificationSubject', {
  title: Str,
  url: Str,
  latest_comment_url: Str,
  html_url: Str,
  latest_comment_html_url: Str,
  type: Word('Issue', 'Pull', 'Commit', 'Repository'),
  /** empty for commits and repositories */
  state: Word('open', 'closed', 'merged', ''),
})

export const NotificationThread = record('NotificationThread', {
  id: Id,
  repository: Nullable(Repository),
  subject: Nullable(NotificationSubject),
  unread: Bool,
  pinned: Bool,
  updated_at: Time,
  url: Str,
})

export const NotificationCount = record('NotificationCount', { new: Int })
