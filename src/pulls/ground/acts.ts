// Buttons and small forms on a pull request: each does one thing and leads back to where it was pressed.
import { anyone } from '../../access/index.ts'
import { placeOf, sentence } from '../../issues/index.ts'
import type { Declaration } from '../../kernel/route.ts'
import { input, Optional, Str, type Static, type TObject, type TProperties } from '../../kernel/schema.ts'
import { homeward } from '../../users/index.ts'
import { action, redirect, type PageCx, type Redirect } from '../../web/index.ts'

export const pullAddress = ({ root, params }: PageCx, tail = '') => `${root}/${encodeURIComponent(params.owner)}/${encodeURIComponent(params.repo)}/pulls/${encodeURIComponent(params.index)}${tail}`

/** Back to the page that sent a form; to the pull request where it did not say. */
export const leadBack = (page: PageCx, back: string | undefined, says?: string): Redirect => redirect(back ? homeward(page.root, back) : pullAddress(page), says)

/** What `run` returns is said on the page that follows, and so is why it was refused. */
export const pullAct = <P extends TProperties>(id: string, tail: string, says: string, fields: P, run: (page: PageCx & { given: Static<TObject<P>> }, at: ReturnType<typeof placeOf>) => Promise<string | void>): Declaration[] =>
  action({
    id, at: `/:owner/:repo/pulls/:index/${tail}`, says, needs: anyone,
    fields: input(`${id[0].toUpperCase()}${id.slice(1)}Form`, { ...fields, back: Optional(Str) }),
    async run(page) {
      const given = page.given as { back?: string }
      const told = await run(page as never, placeOf(page)).catch((error: unknown) => (page.viewer ? sentence(error) : Promise.reject(error)))
      return leadBack(page, given.back, told ?? undefined)
    },
  })
