// What a commit made by the API says: who, when, and why.
import type { Account } from '../../access/index.ts'
import type { objects } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { parseTime } from '../../kernel/times.ts'
import { personOf } from '../ground/identities.ts'
import type { Around } from '../files/schema.ts'
import type { FileChange } from '../files/verbs.ts'

/** Author and committer complete each other, and the caller completes both. */
export function peopleOf(cx: Cx, by: Account, around: Around): { author: objects.Person; committer: objects.Person } {
  const caller = personOf(cx, by)
  const person = (own: Around['author'], other: Around['author'], date: string | undefined) => ({
    name: own?.name || other?.name || caller.name,
    email: own?.email || other?.email || caller.email,
    ...dateOf(caller, date),
  })
  return {
    author: person(around.author, around.committer, around.dates?.author),
    committer: person(around.committer, around.author, around.dates?.committer),
  }
}

function dateOf(now: objects.Person, text: string | undefined): { date: number; offset: number } {
  const given = text ? parseTime(text) : null
  return given ? { date: given.unix, offset: given.offsetMinutes } : { date: now.date, offset: now.offset }
}

const groups: [string, readonly FileChange['operation'][]][] = [['Add', ['create', 'upload']], ['Update', ['update', 'move', 'rename']], ['Delete', ['delete']]]

export function messageOf(around: Around, files: readonly FileChange[], committer: objects.Person): string {
  const lines = groups.flatMap(([word, operations]) => {
    const paths = files.filter((one) => operations.includes(one.operation)).map((one) => one.path)
    return paths.length > 0 ? [`${word} ${paths.join(', ')}`] : []
  })
  const text = around.message?.trim() || lines.join('\n')
  return around.signoff ? `${text}\n\nSigned-off-by: ${committer.name} <${committer.email}>` : `${text}\n`
}
