// Files at issues and comments: added by a plain form, removed by a button.
import { gates, signedIn } from '../../access/index.ts'
import { Refusal } from '../../kernel/errors.ts'
import { raw } from '../../kernel/route.ts'
import { Id, input } from '../../kernel/schema.ts'
import { action, redirect, type PageCx } from '../../web/index.ts'
import { placeOf } from '../ground/acts.ts'
import { livePeople } from '../ground/gates.ts'
import { addLoose, linkTo } from './loose.ts'
import { uploaded } from './upload.ts'
import * as view from './view.ts'

const here = gates(signedIn)
const removal = input('RemoveFileForm', { id: Id })

/** What holds the files: the issue, or a comment of it. */
const ofIssue = { tail: 'files', kind: 'IssuesAssets', by: 'ByIndex', at: placeOf, holder: 'getReposIssuesByIndex' } as const
const ofComment = { tail: 'comments/:id/files', kind: 'IssuesCommentsAssets', by: 'ById', at: ({ params }: PageCx) => ({ owner: params.owner, repo: params.repo, id: params.id }), holder: 'getReposIssuesCommentsById' } as const

/** Why it was refused is said where the form was. */
async function done(page: PageCx, of: typeof ofIssue | typeof ofComment, run: () => Promise<string>) {
  const holder = await page.ask<{ html_url: string }>(of.holder, of.at(page))
  const says = await run().catch((error: unknown) => {
    if (!(error instanceof Refusal) || !error.message || error.status >= 500) throw error
    return error.message[0].toUpperCase() + error.message.slice(1)
  })
  return redirect(holder.html_url, says)
}

/** For the script of the editor: the link that the text gets, or why there is none. */
const loose = action({
  id: 'addLooseFile', at: '/:owner/:repo/issues/files', says: 'Take a file for a text that is being written', needs: livePeople,
  async run({ cx, rq, repo, access, actor }) {
    const json = (body: object, status: number) => raw(JSON.stringify(body), { 'content-type': 'application/json' }, status)
    try {
      return json({ link: linkTo(view.one(cx, await addLoose(cx, { repo, access, by: actor.account }, () => uploaded(rq, undefined)))) }, 201)
    } catch (error) {
      if (!(error instanceof Refusal) || !error.message) throw error
      return json({ message: error.message[0].toUpperCase() + error.message.slice(1) }, error.status)
    }
  },
})

const held = [ofIssue, ofComment].flatMap((of) => [
  action({
    id: `add${of.kind}`, at: `/:owner/:repo/issues/:index/${of.tail}`, says: 'Attach a file', needs: here,
    run: (page) => done(page, of, async () => {
      await page.ask(`createRepos${of.kind}${of.by}`, of.at(page))
      return page.w.issues.talk.attached
    }),
  }),
  action({
    id: `remove${of.kind}`, at: `/:owner/:repo/issues/:index/${of.tail}/delete`, says: 'Remove a file', needs: here, fields: removal,
    run: (page) => done(page, of, async () => {
      await page.ask(`deleteRepos${of.kind}ByAttachmentId`, { ...of.at(page), attachment_id: page.given.id })
      return page.w.issues.talk.fileGone
    }),
  }),
].flat())

export const pages = [loose, ...held].flat()
