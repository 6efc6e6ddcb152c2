import { Bool, Optional } from '../../kernel/schema.ts'
import { act } from '../ground/acts.ts'

export const pages = act('subscribeToIssue', 'subscription', 'Hear of it, or no longer', { on: Optional(Bool) }, async ({ ask, given, viewer }, at) => {
  await ask(`${given.on ? 'put' : 'delete'}ReposIssuesSubscriptionsByUser`, { ...at, user: viewer?.name ?? '' })
})
