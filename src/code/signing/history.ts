// Signatures of many commits at once.
import { log, objects, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { verifyAll } from './verify.ts'

const AT_ONCE = 100

/** The first commit of `head` without a good signature, those of `not` and before left out. */
export async function firstUnsigned(cx: Cx, dir: GitDir, head: string, not: string[]): Promise<string | undefined> {
  const ids = await log.list(cx.git, dir, { from: head, not })
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const first = (await verifyAll(cx, await objects.commits(cx.git, dir, some))).findIndex((one) => !one.verified)
    if (first >= 0) return some[first]
  }
  return undefined
}
