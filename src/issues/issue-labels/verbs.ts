import type { Cx } from '../../kernel/cx.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import * as marking from '../changes/labels.ts'
import { needWriter, type Allowed } from '../ground/at.ts'
import * as labelStore from '../labels/store.ts'
import type { LabelRow } from '../tables.ts'

/** All ids or all names; what the repository or its organization does not have is dropped. */
async function named(cx: Cx, at: Allowed, given: readonly unknown[]): Promise<LabelRow[]> {
  if (given.every((one) => typeof one === 'string')) return labelStore.listUsableNamed(cx.db, at.repo, given as string[])
  if (given.every((one) => Number.isSafeInteger(one))) return labelStore.listUsable(cx.db, at.repo, given as number[])
  throw bad('labels should be all ids or all names')
}

export const list = async (cx: Cx, issueId: number): Promise<LabelRow[]> => (await labelStore.listOfIssues(cx.db, [issueId])).get(issueId) ?? []

async function change(cx: Cx, at: Allowed, given: readonly unknown[] | undefined, how: typeof marking.add): Promise<LabelRow[]> {
  needWriter(at)
  const labels = await named(cx, at, given ?? [])
  await cx.write((tx) => how(cx, tx, at, labels))
  return list(cx, at.issue.id)
}

export const add = (cx: Cx, at: Allowed, given?: readonly unknown[]) => change(cx, at, given, marking.add)
export const replace = (cx: Cx, at: Allowed, given?: readonly unknown[]) => change(cx, at, given, marking.replace)

export async function take(cx: Cx, at: Allowed, id: number): Promise<void> {
  needWriter(at)
  const [label] = await labelStore.listUsable(cx.db, at.repo, [id])
  if (!label) throw notFound()
  await cx.write((tx) => marking.take(cx, tx, at, label))
}

export async function clear(cx: Cx, at: Allowed): Promise<void> {
  needWriter(at)
  await cx.write((tx) => marking.clear(cx, tx, at))
}
