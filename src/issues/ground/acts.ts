// Buttons and small forms on an issue or pull request: each does one thing and leads back to where it was pressed.
import { anyone } from '../../access/index.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Declaration } from '../../kernel/route.ts'
import { input, Optional, Str, type Static, type TObject, type TProperties } from '../../kernel/schema.ts'
import { repoAddress } from '../../repos/index.ts'
import { homeward } from '../../users/index.ts'
import { action, redirect, type PageCx, type Redirect } from '../../web/index.ts'

/** Members of the path, as operations want them. */
export const placeOf = ({ params }: PageCx) => ({ owner: params.owner, repo: params.repo, index: params.index })

/** Back to the page that sent a form; to the issue where it did not say. */
export const leadBack = (page: PageCx, back: string | undefined, says?: string): Redirect =>
  redirect(back ? homeward(page.root, back) : repoAddress(page, `/issues/${page.params.index}`), says)

/** A refusal that says something about what was typed, as a sentence; others are thrown on. */
export function sentence(error: unknown): string {
  if (!(error instanceof Refusal) || !error.message || ![400, 403, 409, 412, 422, 423].includes(error.status)) throw error
  return error.message[0].toUpperCase() + error.message.slice(1)
}

/** What `run` returns is said on the page that follows, and so is why it was refused. */
export const act = <P extends TProperties>(id: string, tail: string, says: string, fields: P, run: (page: PageCx & { given: Static<TObject<P>> }, at: ReturnType<typeof placeOf>) => Promise<string | void>): Declaration[] =>
  action({
    id, at: `/:owner/:repo/issues/:index/${tail}`, says, needs: anyone,
    fields: input(`${id[0].toUpperCase()}${id.slice(1)}Form`, { ...fields, back: Optional(Str) }),
    async run(page) {
      const given = page.given as { back?: string }
      const told = await run(page as never, placeOf(page)).catch((error: unknown) => (page.viewer ? sentence(error) : Promise.reject(error)))
      return leadBack(page, given.back, told ?? undefined)
    },
  })
