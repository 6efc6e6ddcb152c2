import { Optional, Strings } from '../../kernel/schema.ts'
import { act } from '../ground/acts.ts'

export const pages = act('assignIssue', 'assignees', 'Choose who works on it', { assignees: Optional(Strings) }, async ({ ask, given }, at) => {
  await ask('editReposIssuesByIndex', at, { assignees: given.assignees ?? [] })
})
