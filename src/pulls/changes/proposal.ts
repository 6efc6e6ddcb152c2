// What two named sides would make as a pull request, before there is one.
import type { Actor, Repo } from '../../access/index.ts'
import { comparisons } from '../../code/index.ts'
import { objects, refs, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Refusal } from '../../kernel/errors.ts'
import { gitDir } from '../../repos/index.ts'
import { branchRef } from '../ground/refs.ts'
import * as store from '../pulls/store.ts'
import * as heads from './heads.ts'

export interface Proposal {
  base: string
  head: heads.Head
  /** the number of an open one for the same branches */
  twin: number | undefined
  /** newest first */
  commits: string[]
}

/** `base...head`; undefined unless both are branches that the asker may read. */
export async function propose(cx: Cx, repo: Repo, actor: Actor, base: string, head: string): Promise<Proposal | undefined> {
  try {
    const from = await heads.parse(cx, repo, head)
    await heads.needReadable(cx.db, from.repo, actor)
    const into = await heads.branchOf(cx, repo, base)
    const branch = await heads.branchOf(cx, from.repo, from.branch)
    const twin = await store.findOpen(cx.db, { base_repo_id: repo.id, base_branch: into, head_repo_id: from.repo.id, head_branch: branch })
    const found = await comparisons.between(cx, repo, actor, `${base}...${head}`)
    return { base: into, head: { repo: from.repo, branch }, twin: twin?.number, commits: await comparisons.oidsOf(cx, found) }
  } catch (error) {
    if (error instanceof Refusal && ['notFound', 'invalid', 'bad'].includes(error.kind)) return undefined
    throw error
  }
}

const FOLDERS = ['', '.gitea/', '.github/', 'docs/']
const NAMES = ['PULL_REQUEST_TEMPLATE.md', 'pull_request_template.md']
const MOST = 64 * 1024

/** The text that the repository wants pull requests to begin with. */
export async function templateOf(cx: Cx, repo: Repo): Promise<string> {
  const dir = gitDir(cx, repo)
  const tip = await refs.read(dir, branchRef(repo.default_branch))
  if (tip === null) return ''
  const { tree: root } = await objects.commit(cx.git, dir, tip)
  for (const path of FOLDERS.flatMap((folder) => NAMES.map((name) => folder + name))) {
    const found = await tree.find(cx.git, dir, root, path)
    if (!found || (await objects.info(cx.git, dir, found.oid))?.type !== 'blob') continue
    const text = (await objects.blob(cx.git, dir, found.oid, { max: MOST }).catch(() => undefined))?.toString('utf8')
    if (text) return text.replace(/^---\n[^]*?\n---\n+/, '')
  }
  return ''
}

/** Title and text as the commits and the template suggest them. */
export async function suggestion(cx: Cx, repo: Repo, { commits, head }: Proposal): Promise<{ title: string; body: string }> {
  const dir = gitDir(cx, repo)
  const [template, messages] = await Promise.all([templateOf(cx, repo), Promise.all(commits.slice(0, 50).map(async (oid) => (await objects.commit(cx.git, dir, oid)).message.trim()))])
  const first = (text: string) => text.split('\n', 1)[0].trim()
  if (messages.length === 1) return { title: first(messages[0]), body: [messages[0].slice(messages[0].split('\n', 1)[0].length).trim(), template].filter(Boolean).join('\n\n') }
  const words = head.branch.slice(head.branch.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ').trim()
  return { title: (words[0] ?? '').toUpperCase() + words.slice(1), body: template || messages.toReversed().map((one) => `- ${first(one)}`).join('\n') }
}
