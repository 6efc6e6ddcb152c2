import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { inWords } from '../ground/days.ts'

interface Running {
  created_at: number
  number: number
  title: string
  repo_name: string
  owner_name: string
}

export const many = (cx: Cx, rows: readonly Running[]) =>
  rows.map((row) => {
    const seconds = Math.max(0, cx.now() - row.created_at)
    return {
      created: formatTime(row.created_at), seconds, duration: inWords(seconds), issue_index: row.number, issue_title: row.title,
      repo_owner_name: row.owner_name, repo_name: row.repo_name,
    }
  })
