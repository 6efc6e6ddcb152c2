// What the upload and download steps of a job call: JSON under /twirp, and links that carry the bytes.
import { readText } from '../../kernel/body.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, notFound, unauthorized } from '../../kernel/errors.ts'
import { raw, type Guard, type Rq } from '../../kernel/route.ts'
import type { ArtifactRow } from '../tables.ts'
import { checkLink, signedQuery, working, type Uploader } from './identity.ts'
import * as store from './store.ts'
import * as uploads from './upload.ts'

export const at = '/twirp/github.actions.results.api.v1.ArtifactService'
const maxMessage = 64 * 1024
const maxList = 16 * 1024 * 1024

/** Members by their name in snake_case, as text. */
type Message = (name: string) => string | undefined

async function messageOf(rq: Rq): Promise<Message> {
  let read: unknown
  try {
    read = JSON.parse(await readText(rq, maxMessage))
  } catch (error) {
    throw error instanceof SyntaxError ? bad('the message is not JSON') : error
  }
  const members = new Map(Object.entries(read ?? {}))
  return (name) => {
    const value = members.get(name) ?? members.get(name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()))
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
}

const link = (cx: Cx, job: Uploader, row: ArtifactRow, way: 'upload' | 'download') => {
  const about = { artifactName: row.name, taskID: String(job.task_id), artifactID: String(row.id) }
  return `${cx.root}${at}/${way === 'upload' ? 'UploadArtifact' : 'DownloadArtifact'}?${signedQuery(cx, way, about)}`
}

function bytesOf(text: string | undefined): number {
  if (!/^\d{1,15}$/.test(text ?? '')) throw bad('the size is missing')
  return Number(text)
}

function sha256Of(text: string | undefined): string | undefined {
  if (!text) return undefined
  const found = /^sha256:([0-9a-f]{64})$/i.exec(text)
  if (!found) throw bad('the hash is not of the form sha256:<hexadecimal>')
  return found[1].toLowerCase()
}

function timeOf(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000)
}

const calls: Record<string, (cx: Cx, job: Uploader, message: Message) => Promise<object>> = {
  async CreateArtifact(cx, job, message) {
    const type = message('mime_type') ?? ''
    const row = await uploads.open(cx, job, { name: message('name') ?? '', expiresAt: timeOf(message('expires_at')), isZip: !type.includes('/') || type === 'application/zip' })
    return { ok: true, signedUploadUrl: link(cx, job, row, 'upload') }
  },
  async FinalizeArtifact(cx, job, message) {
    const row = await uploads.finish(cx, job, message('name') ?? '', bytesOf(message('size')), sha256Of(message('hash')))
    return { ok: true, artifactId: String(row.id) }
  },
  async ListArtifacts(cx, job, message) {
    const [name, id] = [message('name_filter'), message('id_filter')]
    const rows = (await uploads.readable(cx, job)).filter((row) => (!name || row.name === name) && (!id || String(row.id) === id))
    if (rows.length === 0) return {}
    const artifacts = rows.map((row) => ({
      workflowRunBackendId: String(row.run_id), workflowJobRunBackendId: String(row.job_id), databaseId: String(row.id), name: row.name, size: String(row.size),
      createdAt: new Date(row.created_at * 1000).toISOString(), digest: `sha256:${row.sha256}`,
    }))
    return { artifacts }
  },
  async GetSignedArtifactURL(cx, job, message) {
    const row = (await uploads.readable(cx, job)).find((one) => one.name === message('name'))
    if (!row) throw notFound()
    return { signedUrl: link(cx, job, row, 'download') }
  },
  async DeleteArtifact(cx, job, message) {
    return { ok: true, artifactId: String(await uploads.discard(cx, job, message('name') ?? '')) }
  },
}

const json = (value: unknown, status = 200) => raw(JSON.stringify(value), { 'content-type': 'application/json;charset=utf-8' }, status)

export async function call(cx: Cx, rq: Rq, job: Uploader) {
  const run = Object.hasOwn(calls, rq.params.method) ? calls[rq.params.method] : undefined
  if (!run) throw notFound()
  const message = await messageOf(rq)
  if (message('workflow_run_backend_id') !== String(job.run_id)) throw bad('run-id does not match')
  return json(await run(cx, job, message))
}

/** A link that this server signed for a task which still runs; opens its `job` and the artifact. */
export const linkedJob = (way: 'upload' | 'download'): Guard<{ job: Uploader; artifact: ArtifactRow }> => ({
  says: 'a signed link of a running job',
  async open({ cx, query }) {
    if (!cx.config.actions_enabled) throw notFound()
    const about = [query.artifactName, query.taskID, query.artifactID].map((one) => String(one ?? ''))
    if (checkLink(cx, way, query, about) !== 'good') throw unauthorized('this link is not or no longer good')
    const job = await working(cx, Number(about[1]))
    const artifact = await store.find(cx.db, Number(about[2]))
    if (artifact?.run_id !== job.run_id || artifact.state !== (way === 'upload' ? 'pending' : 'ready')) throw notFound()
    return { job, artifact }
  },
})

export async function upload(cx: Cx, rq: Rq, job: Uploader, artifact: ArtifactRow) {
  const { comp, blockid } = rq.query
  if (comp === 'blocklist') {
    await uploads.putList(cx, artifact, await readText(rq, maxList))
    return json('created', 201)
  }
  if (comp !== 'block' && comp !== 'appendBlock') throw bad('unknown comp')
  if (comp === 'block' && typeof blockid !== 'string') throw bad('the id of the block is missing')
  await uploads.putBlock(cx, job, artifact, typeof blockid === 'string' ? blockid : undefined, rq.raw)
  return json('appended', 201)
}
