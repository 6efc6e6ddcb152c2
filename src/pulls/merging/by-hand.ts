// The commands that do by hand what the buttons do; they can be pasted into a shell whatever the branches are called.
import type { PullAt } from '../ground/at.ts'
import { headRef } from '../ground/refs.ts'

/** One word of a shell's command line. */
export const word = (text: string) => (/^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

export function commands({ issue, pull }: Pick<PullAt, 'issue' | 'pull'>): { look: string[]; merge: string[] } {
  const mine = `pull-${issue.number}`
  return {
    look: [`git fetch origin ${headRef(issue.number)}:${mine}`, `git switch ${mine}`],
    merge: [`git switch ${word(pull.base_branch)}`, `git merge --no-ff ${mine}`, `git push origin ${word(pull.base_branch)}`],
  }
}
