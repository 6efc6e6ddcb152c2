// The index of words made anew from the texts themselves.
import type { Cx } from '../../kernel/cx.ts'
import type { CronTask } from '../../kernel/jobs.ts'
import { hasText } from '../comments/verbs.ts'
import * as store from './store.ts'
import { wordsOf } from './words.ts'

const AT_ONCE = 100

/** A hundred issues to a transaction; whoever writes waits no longer than that. */
export async function rebuild(cx: Cx): Promise<void> {
  for (let after = 0; ; ) {
    const last = await cx.write(async (tx) => {
      const issues = await store.listTexts(tx, after, AT_ONCE)
      if (issues.length === 0) return undefined
      const entries = await store.listEntryTexts(tx, issues.map((one) => one.id))
      const comments = Map.groupBy(entries.filter(hasText), (one) => one.issue_id)
      for (const { id, title, content } of issues) {
        const said = (comments.get(id) ?? []).map((one) => [one.id, wordsOf(one.content)] as const)
        await store.forgetAll(tx, id)
        await store.indexAll(tx, id, [[store.TITLE, wordsOf(title)], [store.BODY, wordsOf(content)], ...said])
      }
      return issues.at(-1)!.id
    })
    if (last === undefined) return
    after = last
  }
}

export const crons: CronTask[] = [{ name: 'rebuild_issue_indexer', schedule: '@annually', enabled: false, run: rebuild }]
