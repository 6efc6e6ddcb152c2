// Uploaded files as browsers and tools fetch them. They come from anybody, so they are shown as nothing but pictures.
import { extname } from 'node:path'
import { accessTo, ADMIN, allows, canRead, findMovedRepo, findRepo, findRepoById, unitOf, type Actor, type Repo } from '../../access/index.ts'
import { disposition } from '../../code/index.ts'
import { attachmentStore, commentStore, issueStore, type AttachmentRow } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { ranged } from '../../kernel/ranges.ts'
import type { RawAnswer, Rq } from '../../kernel/route.ts'
import { tally } from '../../kernel/tally.ts'
import * as assets from '../assets/verbs.ts'
import * as store from '../store.ts'
import * as releases from '../verbs.ts'

export const downloads = tally(async (tx, per) => {
  for (const [id, count] of per) await attachmentStore.countDownloads(tx, id, count)
})

const pictures: Record<string, string> = { '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.gif': 'image/gif', '.webp': 'image/webp', '.avif': 'image/avif' }

export async function serve(cx: Cx, rq: Rq, file: AttachmentRow): Promise<RawAnswer> {
  const picture = pictures[extname(file.name).toLowerCase()]
  const headers = {
    'content-type': picture ?? 'application/octet-stream',
    'content-disposition': disposition(picture ? 'inline' : 'attachment', file.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'last-modified': new Date(file.created_at * 1000).toUTCString(),
  }
  const answer = await ranged(rq, file.size, headers, (range) => cx.blobs.get(`attachments/${file.uuid}`, range))
  if (!answer) throw notFound()
  if (rq.method !== 'HEAD' && answer.status < 300) downloads.count(cx, file.id)
  return answer
}

/** `<tag>/<file>`; the tag may hold slashes. Of two files of one name the later is meant. */
export async function serveByName(cx: Cx, rq: Rq, looking: Parameters<typeof releases.get>[1], path: string): Promise<RawAnswer> {
  const cut = path.lastIndexOf('/')
  const release = await releases.tagged(cx, looking, path.slice(0, Math.max(0, cut)))
  const file = (await assets.list(cx, release)).filter((one) => one.name === path.slice(cut + 1)).at(-1)
  if (!file) throw notFound()
  return serve(cx, rq, file)
}

/** A file of an issue, comment or release, for those who may read what it hangs on; a loose one for whoever uploaded it. */
export async function serveByUuid(cx: Cx, rq: Rq, actor: Actor, { uuid, ...place }: Record<string, string>): Promise<RawAnswer> {
  const file = await attachmentStore.findByUuid(cx.db, uuid)
  const repo = file && (place.owner === undefined ? await findRepoById(cx.db, file.repo_id) : await named(cx, place))
  if (repo?.id !== file?.repo_id) throw notFound()
  if (!repo || !(await mayRead(cx, actor, repo, file))) throw notFound()
  return serve(cx, rq, file)
}

const named = async (cx: Cx, { owner, repo }: Record<string, string>): Promise<Repo | undefined> =>
  (await findRepo(cx.db, owner, repo)) ?? (await findMovedRepo(cx.db, owner, repo))?.repo

async function mayRead(cx: Cx, actor: Actor, repo: Repo, file: AttachmentRow): Promise<boolean> {
  const access = await accessTo(cx.db, actor, repo)
  if (file.release_id !== null) {
    const release = await store.find(cx.db, repo.id, file.release_id)
    if (!release || !allows(actor.scopes, 'repository', false) || (!canRead(access, 'releases') && access.level < ADMIN)) return false
    return !release.is_draft || releases.seesDrafts({ repo, access, actor })
  }
  const issueId = file.issue_id ?? (file.comment_id === null ? null : (await commentStore.find(cx.db, repo.id, file.comment_id))?.issue_id)
  if (issueId === null) return actor.account !== null && actor.account.id === file.uploader_id
  const issue = issueId === undefined ? undefined : await issueStore.findById(cx.db, issueId)
  return issue !== undefined && allows(actor.scopes, 'issue', false) && canRead(access, unitOf(issue.is_pull))
}
