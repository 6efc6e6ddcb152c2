import { Bool, Optional } from '../../kernel/schema.ts'
import { act } from '../ground/acts.ts'

export const pages = act('pinIssue', 'pin', 'Pin it over the list, or no longer', { on: Optional(Bool) }, async ({ ask, given }, at) => {
  await ask(`${given.on ? 'create' : 'delete'}ReposIssuesPinByIndex`, at)
})
