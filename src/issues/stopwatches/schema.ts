import { Int, record, Str, Time } from '../../kernel/schema.ts'

export const StopWatch = record('StopWatch', {
  created: Time,
  seconds: Int,
  duration: Str,
  issue_index: Int,
  issue_title: Str,
  repo_owner_name: Str,
  repo_name: Str,
})
