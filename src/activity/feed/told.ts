// What an entry of a feed says, taken apart once for pages and for feed readers.
import type { Static } from '../../kernel/schema.ts'
import { pathOf, type IconName, type PageCx, type Tone } from '../../web/index.ts'
import type { Activity } from '../schema.ts'

export type ActivityRecord = Static<typeof Activity>

export interface Named {
  words: string
  to?: string
  mono?: boolean
}

export interface Told {
  icon: IconName
  tone: Tone
  /** of the catalogue, with {names} */
  sentence: string
  parts: Record<string, Named>
  /** what it is about, where that has a title */
  title?: Named
  /** the beginning of what was written */
  text?: string
  commits: { sha: string; message: string; to: string }[]
  /** of how many commits these are the newest, and where all of them are */
  more?: { count: number; to?: string }
  /** where it leads as a whole */
  to: string
}

interface Push {
  Commits: { Sha1: string; Message: string }[] | null
  HeadCommit: { Sha1: string; Message: string } | null
  CompareURL: string
  Len: number
}

const SHOWN = 3

const drawings: Record<string, readonly [IconName, Tone]> = {
  create_repo: ['repo', 'info'], rename_repo: ['pencil', 'quiet'], transfer_repo: ['arrow', 'quiet'], star_repo: ['star', 'warn'], watch_repo: ['eye', 'quiet'], commit_repo: ['commit', 'quiet'],
  create_issue: ['issue', 'good'], close_issue: ['check-circle', 'done'], reopen_issue: ['issue', 'good'], comment_issue: ['comment', 'quiet'],
  create_pull_request: ['pull', 'good'], close_pull_request: ['pull', 'bad'], reopen_pull_request: ['pull', 'good'], merge_pull_request: ['merge', 'done'], auto_merge_pull_request: ['merge', 'done'],
  approve_pull_request: ['check', 'good'], reject_pull_request: ['cross', 'bad'], comment_pull: ['comment', 'quiet'], pull_review_dismissed: ['cross', 'quiet'], pull_request_ready_for_review: ['eye', 'info'],
  push_tag: ['tag', 'quiet'], delete_tag: ['trash', 'quiet'], delete_branch: ['trash', 'quiet'], publish_release: ['rocket', 'info'],
  mirror_sync_push: ['refresh', 'quiet'], mirror_sync_create: ['refresh', 'quiet'], mirror_sync_delete: ['refresh', 'quiet'],
}

/** Undefined for an entry whose repository is gone. */
export function told(page: PageCx, entry: ActivityRecord): Told | undefined {
  const { w, root } = page
  if (!entry.repo) return undefined
  const home = entry.repo.html_url
  const [icon, tone] = drawings[entry.op_type] ?? ['dot', 'quiet']
  const login = entry.act_user?.login
  const says = w.activity.says as Record<string, string>
  const parts: Record<string, Named> = { who: login ? { words: login, to: `${root}/${login}` } : { words: w.site.ghost }, repo: { words: entry.repo.full_name, to: home } }
  const all = { icon, tone, sentence: says[entry.op_type] ?? says.something, parts, commits: [], to: home }
  const short = entry.ref_name.replace(/^refs\/(heads|tags)\//, '')
  switch (entry.op_type) {
    case 'rename_repo':
    case 'transfer_repo':
      return { ...all, parts: { ...parts, old: { words: entry.content } } }
    case 'commit_repo':
    case 'mirror_sync_push':
      return pushed(page, entry, { ...all, parts: { ...parts, ref: { words: short, to: `${home}/src/branch/${pathOf(short)}`, mono: true } } })
    case 'push_tag':
    case 'publish_release': {
      const to = `${home}/${entry.op_type === 'push_tag' ? 'src' : 'releases'}/tag/${pathOf(short)}`
      return { ...all, to, parts: { ...parts, ref: { words: short, to, mono: true } }, title: entry.op_type === 'publish_release' && entry.content ? { words: entry.content, to } : undefined }
    }
    case 'delete_tag':
    case 'delete_branch':
    case 'mirror_sync_create':
    case 'mirror_sync_delete':
      return { ...all, parts: { ...parts, ref: { words: short, mono: true } } }
    case 'create_repo':
    case 'star_repo':
    case 'watch_repo':
      return { ...all, text: entry.op_type === 'create_repo' ? entry.repo.description : undefined }
    default:
      return aboutIssue(entry, all)
  }
}

function pushed({ root, w }: PageCx, entry: ActivityRecord, all: Told): Told {
  const push = parsed(entry.content)
  const says = w.activity.says
  if (!push) return { ...all, sentence: says.create_branch, to: all.parts.ref.to! }
  const home = all.to
  const commits = (push.Commits ?? []).map((one) => ({ sha: one.Sha1, message: one.Message.split('\n')[0], to: `${home}/commit/${one.Sha1}` }))
  const compare = /^[\w.-]+\/[\w.-]+\/compare\/[0-9a-f]+\.\.\.[0-9a-f]+$/.test(push.CompareURL) ? `${root}/${push.CompareURL}` : undefined
  return {
    ...all,
    parts: { ...all.parts, commits: { words: w.activity.commits(push.Len) } },
    sentence: push.Len > 0 ? (entry.op_type === 'commit_repo' ? says.commit_repo : says.mirror_sync_push) : says.moved_branch,
    commits: commits.slice(0, SHOWN),
    more: push.Len > SHOWN ? { count: push.Len - SHOWN, to: compare } : undefined,
    to: push.Len > 1 && compare ? compare : commits[0]?.to ?? all.parts.ref.to!,
  }
}

function parsed(content: string): Push | undefined {
  try {
    return content ? (JSON.parse(content) as Push) : undefined
  } catch {
    return undefined
  }
}

/** `12|title or text`. */
function aboutIssue(entry: ActivityRecord, all: Told): Told {
  const at = entry.content.indexOf('|')
  const number = entry.content.slice(0, at)
  if (!/^\d+$/.test(number)) return all
  const rest = entry.content.slice(at + 1)
  const isPull = /pull/.test(entry.op_type)
  const to = `${all.to}/${isPull ? 'pulls' : 'issues'}/${number}`
  const where = entry.comment?.html_url || to
  const titled = /^(create|merge|auto_merge)/.test(entry.op_type)
  return { ...all, to: where, parts: { ...all.parts, number: { words: `#${number}`, to: where } }, ...(titled ? { title: { words: rest, to } } : { text: rest || undefined }) }
}
