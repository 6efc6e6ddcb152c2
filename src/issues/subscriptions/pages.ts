import { anyone } from '../../access/index.ts'
import { raw } from '../../kernel/route.ts'
import { Bool, Optional } from '../../kernel/schema.ts'
import { action } from '../../web/index.ts'
import { act } from '../ground/acts.ts'

const subscribe = act('subscribeToIssue', 'subscription', 'Hear of it, or no longer', { on: Optional(Bool) }, async ({ ask, given, viewer }, at) => {
  await ask(`${given.on ? 'put' : 'delete'}ReposIssuesSubscriptionsByUser`, { ...at, user: viewer?.name ?? '' })
})

/** The island of a conversation sends this while something is unread: what is being read is no news any more. */
const seen = action({
  id: 'seeIssue', at: '/:owner/:repo/issues/:index/seen', says: 'Read the notification about it', needs: anyone,
  async run({ ask, params }) {
    const threads = await ask.list<{ id: number; subject: { url: string } | null }>('listReposNotifications', { owner: params.owner, repo: params.repo, 'status-types': ['unread'], limit: 50 })
    const found = threads.items.find((one) => one.subject?.url.endsWith(`/issues/${params.index}`))
    if (found) await ask('editNotificationsThreadsById', { id: found.id })
    return raw('', {}, 204)
  },
})

export const pages = [subscribe, seen].flat()
