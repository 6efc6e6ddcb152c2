// A patch as one commit.
import type { Access, Account, Repo } from '../../access/index.ts'
import { applied, PatchError } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { gitDir, quota } from '../../repos/index.ts'
import { messageOf } from '../content/words.ts'
import type { Around } from './schema.ts'
import { branchesOf, committed } from './verbs.ts'

export async function patch(cx: Cx, repo: Repo, by: Account, access: Access, around: Around, text: string): Promise<{ commit: string }> {
  const branches = await branchesOf(cx, repo, by, access, around)
  if (text.trim() === '') throw invalid('the patch is empty')
  await quota.need(cx, repo.owner, text.length)
  const said = { ...around, message: around.message?.trim() || 'apply-patch' }
  return committed(cx, repo, { by, access, around, ...branches, said: (committer) => messageOf(said, [], committer) }, async (base) => {
    try {
      return await applied(cx.git, gitDir(cx, repo), base, text.endsWith('\n') ? text : `${text}\n`)
    } catch (error) {
      throw error instanceof PatchError ? invalid(`the patch does not apply: ${error.message}`) : error
    }
  })
}
