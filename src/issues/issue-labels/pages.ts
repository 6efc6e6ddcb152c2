import { Int, Optional, Type } from '../../kernel/schema.ts'
import { act } from '../ground/acts.ts'
import type { LabelRecord } from '../labels/schema.ts'

/** One newly ticked takes the place of the one of its exclusive scope that was there. */
export const pages = act('labelIssue', 'labels', 'Choose the labels', { labels: Optional(Type.Array(Int)) }, async ({ ask, given }, at) => {
  const wanted = new Set(given.labels)
  const before = await ask<LabelRecord[]>('listReposIssuesLabelsByIndex', at)
  const fresh = [...wanted].filter((id) => !before.some((one) => one.id === id))
  const stays = before.filter((one) => wanted.has(one.id))
  if (stays.length < before.length) await ask('putReposIssuesLabelsByIndex', at, { labels: stays.map((one) => one.id) })
  // added after the others, so that an exclusive one puts them off
  if (fresh.length > 0) await ask('createReposIssuesLabelsByIndex', at, { labels: fresh })
})
