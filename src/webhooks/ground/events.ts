// Which events a hook may ask for, and what the shorter words stand for.

const issueFamily = ['issues', 'issue_assign', 'issue_label', 'issue_milestone', 'issue_comment']
const pullFamily = [
  'pull_request', 'pull_request_assign', 'pull_request_label', 'pull_request_milestone', 'pull_request_comment', 'pull_request_review', 'pull_request_review_request', 'pull_request_sync',
]
const reviews = ['pull_request_review_approved', 'pull_request_review_rejected', 'pull_request_review_comment']
const plain = ['create', 'delete', 'fork', 'push', 'repository', 'wiki', 'release', 'package', 'status', 'workflow_run', 'workflow_job']

const meaning = new Map<string, string[]>([
  ...[...plain, ...issueFamily, ...pullFamily, ...reviews].map((word): [string, string[]] => [word, [word]]),
  ['issues', issueFamily],
  ['issues_only', ['issues']],
  ['pull_request', pullFamily],
  ['pull_request_only', ['pull_request']],
])

/** The words of a request as the events they stand for, sorted; nothing given means pushes, unknown words mean nothing. */
export function expand(words: readonly string[] | undefined): string[] {
  if (!words || words.length === 0) return ['push']
  return [...new Set(words.flatMap((word) => meaning.get(word.toLowerCase()) ?? []))].sort()
}

/** Whether one of a hook's events covers what happened. */
export const covers = (events: readonly string[], type: string): boolean =>
  events.includes(type) || (reviews.includes(type) && events.includes('pull_request_review'))

const named: Record<string, string> = {
  issue_assign: 'issues', issue_label: 'issues', issue_milestone: 'issues', pull_request_comment: 'issue_comment',
  pull_request_assign: 'pull_request', pull_request_label: 'pull_request', pull_request_milestone: 'pull_request', pull_request_sync: 'pull_request',
  pull_request_review_request: 'pull_request', pull_request_review_approved: 'pull_request_approved', pull_request_review_rejected: 'pull_request_rejected',
  pull_request_review_comment: 'pull_request_comment',
}

/** The event a receiver is told, which is coarser than what a hook subscribes to. */
export const eventOf = (type: string): string => named[type] ?? type
