// Last uses of tokens and keys, gathered in memory and written in one go: a read never writes.
import { takeUsed } from '../access/index.ts'
import type { Cx } from '../kernel/cx.ts'
import * as keys from './ssh-keys/store.ts'
import * as tokens from './tokens/store.ts'

/** Once a minute, and at the end. */
export async function noteUses(cx: Cx): Promise<void> {
  const used = takeUsed(cx)
  if (used.tokens.size + used.keys.size === 0) return
  await cx.write(async (tx) => {
    for (const [id, at] of used.tokens) await tokens.touch(tx, id, at)
    for (const [id, at] of used.keys) await keys.touch(tx, id, at)
  })
}
