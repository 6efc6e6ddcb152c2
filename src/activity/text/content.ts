// What an entry says: the text that clients take apart again.
import type { Repo } from '../../access/index.ts'
import { pushes } from '../../code/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTimeAt } from '../../kernel/times.ts'

export const about = (issue: { number: number }, text: string) => `${issue.number}|${text}`

const LONGEST = 200

/** The beginning of a text, ending with a whole word. */
export function excerpt(text: string): string {
  const chars = [...text]
  if (chars.length <= LONGEST) return text
  const cut = chars.slice(0, LONGEST).join('')
  const space = cut.search(/\s\S*$/)
  return `${space > 0 ? cut.slice(0, space) : cut}…`
}

export const firstLine = (text: string): string => text.trimStart().split('\n')[0].trimEnd()

interface Moved {
  ref: string
  old: string | null
  new: string | null
}

const commit = (one: pushes.Commit) => ({
  Sha1: one.oid,
  Message: one.message,
  AuthorEmail: one.author.email,
  AuthorName: one.author.name,
  CommitterEmail: one.committer.email,
  CommitterName: one.committer.name,
  Timestamp: formatTimeAt(one.author.date, one.author.offset),
})

/** The newest commits and how many there are; tags and mirrored new refs have none of their own. */
export async function pushText(cx: Cx, repo: Repo, moved: Moved, bare = false): Promise<string> {
  const { commits, total, head, base } = await pushes.commitsOf(cx, repo, moved)
  const none = bare || !moved.ref.startsWith('refs/heads/')
  const zero = '0'.repeat(repo.object_format === 'sha1' ? 40 : 64)
  return JSON.stringify({
    Commits: none ? null : commits.map(commit),
    HeadCommit: head && commit(head),
    CompareURL: moved.new === null ? '' : `${repo.owner.name}/${repo.name}/compare/${moved.old ?? base ?? zero}...${moved.new}`,
    Len: none ? 0 : total,
  })
}
