// Signatures of many commits at once.
import { log, objects, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { verify } from './verify.ts'

const AT_ONCE = 100

/** The first commit of `head` without a good signature, those of `not` and before left out. */
export async function firstUnsigned(cx: Cx, dir: GitDir, head: string, not: string[]): Promise<string | undefined> {
  const ids = await log.list(cx.git, dir, { from: head, not })
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const commit of await objects.commits(cx.git, dir, ids.slice(at, at + AT_ONCE))) if (!(await verify(cx, commit)).verified) return commit.oid
  }
  return undefined
}
