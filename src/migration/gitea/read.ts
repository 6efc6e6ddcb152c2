// What another server of the same API tells of a repository. Nothing in it is believed: every member is read for what it should be.
import type { Cx } from '../../kernel/cx.ts'
import { parseTime } from '../../kernel/times.ts'
import type { Imported, ImportedComment, ImportedIssue, ImportedLabel, ImportedMilestone } from '../../issues/index.ts'
import type { Source } from '../ground/address.ts'
import { clientOf, type Client, type Json } from './client.ts'

export interface Wanted {
  issues: boolean
  pull_requests: boolean
  labels: boolean
  milestones: boolean
  releases: boolean
}
export interface GatheredPull {
  number: number
  base_branch: string
  head_branch: string
  head_sha: string
  /** the branch lies in the repository itself */
  inside: boolean
  merge_base: string
  is_merged: boolean
  merged_at: number | null
  merge_commit: string
}
export interface GatheredAsset {
  name: string
  url: string
  size: number
  headers: Record<string, string>
}
export interface GatheredRelease {
  tag_name: string
  target: string
  title: string
  note: string
  is_draft: boolean
  is_prerelease: boolean
  author: string
  author_id: number
  created_at: number
  published_at: number
  assets: GatheredAsset[]
}
export interface Gathered extends Imported {
  topics: string[]
  website: string
  pulls: GatheredPull[]
  releases: GatheredRelease[]
}

export async function gather(cx: Cx, source: Source, wanted: Wanted): Promise<Gathered> {
  const client = clientOf(cx, source)
  const about = (await client.one('')) ?? {}
  const listed = async (want: boolean, path: string) => (want ? client.all(path) : [])
  const labels = await listed(wanted.labels, '/labels')
  const milestones = await listed(wanted.milestones, '/milestones?state=all')
  const pulls = unique(await listed(wanted.pull_requests, '/pulls?state=all'))
  const taken = new Set(pulls.map((one) => one.number))
  const issues = unique(await listed(wanted.issues, '/issues?state=all&type=issues')).filter((one) => !one.pull_request && !taken.has(one.number))
  const comments = await listed(wanted.issues || wanted.pull_requests, '/issues/comments')
  const releases = await listed(wanted.releases, '/releases')
  const now = cx.now()
  return {
    topics: list(about.topics).flatMap((one) => (typeof one === 'string' && /^[a-z0-9][-.a-z0-9]{0,34}$/.test(one) ? one : [])).slice(0, 25),
    website: /^https?:\/\//i.test(str(about.website)) ? str(about.website).slice(0, 1024) : '',
    // labels of the organization are known by what bears them
    labels: wanted.labels ? distinct([...labels, ...[...issues, ...pulls].flatMap((one) => list(one.labels).filter(isRecord))].map(labelOf)) : [],
    milestones: milestones.map((one) => milestoneOf(one, now)),
    issues: [...issues.map((one) => issueOf(one, false, now)), ...pulls.map((one) => issueOf(one, true, now))].sort((a, b) => a.number - b.number),
    comments: comments.map((one) => commentOf(one, now)).filter((one) => one.number > 0),
    pulls: pulls.map(pullOf),
    releases: releases.map((one) => releaseOf(one, client, now)).filter((one) => one.tag_name !== ''),
  }
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const inner = (value: unknown): Json => (isRecord(value) ? value : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
// both engines take any text but this letter
const str = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '')
const num = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0)
const time = (value: unknown): number | null => {
  const found = typeof value === 'string' ? parseTime(value)?.unix : undefined
  return found === undefined || found <= 0 ? null : found
}
const authorOf = (one: Json, user: unknown) => ({
  author: str(one.original_author) || str(inner(user).login) || 'Ghost',
  author_id: str(one.original_author) ? num(one.original_author_id) : num(inner(user).id),
})

/** One series of numbers: whatever comes twice is taken once. */
function unique(items: Json[]): Json[] {
  const seen = new Map<number, Json>()
  for (const one of items) if (num(one.number) > 0 && num(one.number) < 2 ** 31) seen.set(num(one.number), one)
  return [...seen.values()]
}
function distinct(labels: ImportedLabel[]): ImportedLabel[] {
  return [...new Map(labels.filter((one) => one.name !== '').map((one) => [one.key, one])).values()]
}

const labelOf = (one: Json): ImportedLabel => ({
  key: num(one.id), name: str(one.name), color: /^#?([0-9a-f]{6})$/i.exec(str(one.color))?.[1].toLowerCase() ?? 'ededed', description: str(one.description),
  exclusive: one.exclusive === true, is_archived: one.is_archived === true,
})

const milestoneOf = (one: Json, now: number): ImportedMilestone => ({
  key: num(one.id), title: str(one.title), description: str(one.description), is_closed: one.state === 'closed', deadline_at: time(one.due_on), closed_at: time(one.closed_at),
  created_at: time(one.created_at) ?? now, updated_at: time(one.updated_at) ?? now,
})

const issueOf = (one: Json, isPull: boolean, now: number): ImportedIssue => ({
  number: num(one.number), is_pull: isPull, title: str(one.title), content: str(one.body), ...authorOf(one, one.user), is_closed: one.state === 'closed', is_locked: one.is_locked === true,
  milestone: isRecord(one.milestone) ? num(one.milestone.id) : null, labels: list(one.labels).filter(isRecord).map((label) => num(label.id)), deadline_at: time(one.due_date),
  closed_at: one.state === 'closed' ? (time(one.closed_at) ?? time(one.updated_at) ?? now) : null, created_at: time(one.created_at) ?? now, updated_at: time(one.updated_at) ?? now,
})

const commentOf = (one: Json, now: number): ImportedComment => ({
  number: Number(/\/(?:issues|pulls)\/(\d{1,10})$/.exec(str(one.issue_url) || str(one.pull_request_url))?.[1] ?? 0), content: str(one.body), ...authorOf(one, one.user),
  created_at: time(one.created_at) ?? now, updated_at: time(one.updated_at) ?? now,
})

const OID = /^([0-9a-f]{40}|[0-9a-f]{64})$/
const oid = (value: unknown): string => (OID.test(str(value)) ? str(value) : '')

function pullOf(one: Json): GatheredPull {
  const [base, head] = [inner(one.base), inner(one.head)]
  const merged = one.merged === true
  return {
    number: num(one.number), base_branch: str(base.ref), head_branch: str(head.label) || str(head.ref), head_sha: oid(head.sha), inside: num(head.repo_id) > 0 && head.repo_id === base.repo_id,
    merge_base: oid(one.merge_base), is_merged: merged, merged_at: merged ? time(one.merged_at) : null, merge_commit: merged ? oid(one.merge_commit_sha) : '',
  }
}

const releaseOf = (one: Json, client: Client, now: number): GatheredRelease => ({
  tag_name: str(one.tag_name), target: str(one.target_commitish), title: str(one.name).slice(0, 255), note: str(one.body), is_draft: one.draft === true, is_prerelease: one.prerelease === true,
  ...authorOf(one, one.author), created_at: time(one.created_at) ?? now, published_at: time(one.published_at) ?? now,
  assets: list(one.assets).filter(isRecord).map((file) => ({ name: str(file.name), url: str(file.browser_download_url), size: num(file.size), headers: client.headers(str(file.browser_download_url)) })),
})
