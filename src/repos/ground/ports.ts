// What rooms above know of repositories. They connect themselves here when they are loaded.
import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'

/** How a mirror is to be followed from now on; what is not told stays. */
export interface MirrorChange {
  username?: string
  password?: string
  token?: string
  /** whether what goes at the source goes here too */
  prunes?: boolean
}

/** Part of the transaction that changes the rest of the repository. */
export type MirrorEditor = (cx: Cx, tx: Db, repo: Repo, change: MirrorChange) => Promise<void>
export const mirrorEditors: MirrorEditor[] = []

export async function editMirror(cx: Cx, tx: Db, repo: Repo, change: MirrorChange): Promise<void> {
  for (const edit of mirrorEditors) await edit(cx, tx, repo, change)
}
