// What a merge says of itself when nobody tells it.
import { findRepoById } from '../../access/index.ts'
import { log, objects, refs, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir, settingsOf } from '../../repos/index.ts'
import { people } from '../../issues/index.ts'
import type { PullAt } from '../ground/at.ts'
import { branchRef } from '../ground/refs.ts'
import { closing } from './promises.ts'
import type { Style } from './styles.ts'

/** The first line of the repository's template for the style, or the usual one. */
export async function titleFor(cx: Cx, at: PullAt, style: Style): Promise<string> {
  const template = await templateFor(cx, at, style)
  if (template !== undefined) return filled(cx, at, template)
  const mark = numberOf(at)
  if (style === 'squash') return `${at.issue.title} (${mark})`
  return `Merge pull request '${at.issue.title}' (${mark}) from ${await headName(cx, at)} into ${at.pull.base_branch}`
}

/** What the message field holds at first: a squash tells what it was made of. */
export async function messageFor(cx: Cx, { repo, pull }: PullAt, style: Style): Promise<string> {
  if (style !== 'squash') return ''
  const dir = gitDir(cx, repo)
  const oids = await log.between(cx.git, dir, pull.merge_base, pull.head_sha, { reverse: true, topo: true, noMerges: true, limit: 100 })
  if (oids.length === 1) return (await objects.commit(cx.git, dir, oids[0])).message.split('\n').slice(1).join('\n').trim()
  return (await Promise.all(oids.map(async (oid) => `* ${(await objects.commit(cx.git, dir, oid)).message.trim().replaceAll('\n', '\n  ')}`))).join('\n')
}

const numberOf = ({ repo, issue }: PullAt) => `${settingsOf(repo).external_tracker ? '!' : '#'}${issue.number}`

async function headName(cx: Cx, { pull }: PullAt): Promise<string> {
  if (pull.head_repo_id === pull.base_repo_id) return pull.head_branch
  const from = pull.head_repo_id === null ? undefined : await findRepoById(cx.db, pull.head_repo_id)
  return `${from ? `${from.owner.name}/${from.name}` : '<deleted>'}:${pull.head_branch}`
}

const FOLDER = '.gitea/default_merge_message'

async function templateFor(cx: Cx, { repo }: PullAt, style: Style): Promise<string | undefined> {
  const dir = gitDir(cx, repo)
  const tip = await refs.read(dir, branchRef(repo.default_branch))
  if (!tip) return undefined
  const { tree: root } = await objects.commit(cx.git, dir, tip)
  for (const name of [`${style.toUpperCase()}_TEMPLATE.md`, 'DEFAULT_TEMPLATE.md']) {
    const found = await tree.find(cx.git, dir, root, `${FOLDER}/${name}`)
    if (!found || (await objects.info(cx.git, dir, found.oid))?.type !== 'blob') continue
    const text = (await objects.blob(cx.git, dir, found.oid, { max: 64 * 1024 }).catch(() => undefined))?.toString('utf8')
    if (text?.trim()) return text.split('\n', 1)[0].trim()
  }
  return undefined
}

async function filled(cx: Cx, at: PullAt, template: string): Promise<string> {
  const { repo, issue, pull } = at
  const from = pull.head_repo_id === null ? undefined : await findRepoById(cx.db, pull.head_repo_id)
  const poster = (await people(cx, [issue.poster_id])).row(issue.poster_id)
  const words: Record<string, string> = {
    BaseRepoOwnerName: repo.owner.name, BaseRepoName: repo.name, BaseBranch: pull.base_branch, HeadRepoOwnerName: from?.owner.name ?? '', HeadRepoName: from?.name ?? '', HeadBranch: pull.head_branch,
    PullRequestTitle: issue.title, PullRequestDescription: issue.content, PullRequestPosterName: poster?.name ?? '', PullRequestIndex: String(issue.number), PullRequestReference: numberOf(at),
    ReviewedOn: `Reviewed-on: ${cx.root}/${repo.owner.name}/${repo.name}/pulls/${issue.number}`, ReviewedBy: '',
    ClosingIssues: (await closing(cx, at)).map((one) => `close #${one}`).join(', '),
  }
  return template.replace(/\$\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole)
}
