// Objects by their whole ids, and by nothing else.
import type { Repo } from '../../access/index.ts'
import { objects } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'

/** A whole id of this repository's kind. */
export const isWhole = (repo: Repo, id: string) => id.length === (repo.object_format === 'sha1' ? 40 : 64) && /^[0-9a-f]+$/.test(id)

/** The type of the object that bears exactly this id; undefined if there is none. */
export async function typeOf(cx: Cx, repo: Repo, sha: string): Promise<objects.ObjectType | undefined> {
  return isWhole(repo, sha) ? (await objects.info(cx.git, gitDir(cx, repo), sha))?.type : undefined
}
