// What pushed commits say about issues: a trace on each they mention, and on the default branch closing words count.
import { accountAccess, canWrite, findAccount, findRepoById, type Account, type Repo } from '../../access/index.ts'
import { log, objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { Fact } from '../../kernel/outbox.ts'
import { gitDir, repoView } from '../../repos/index.ts'
import { entry } from '../changes/entries.ts'
import * as changes from '../changes/issue.ts'
import * as commentStore from '../comments/store.ts'
import { targetsOf, type Target } from './mentions.ts'
import { parseReferences } from './references.ts'

/** further back nobody looks */
const MOST = 200
const HEADS = 'refs/heads/'

export interface Said {
  sha: string
  message: string
}

/** The new commits of a branch that mention something, oldest first. */
export async function readPush(cx: Cx, fact: Fact<{ ref: string; old?: string; new: string; via: string }>): Promise<Said[]> {
  const { data } = fact
  const repo = data.repo_id === undefined ? undefined : await findRepoById(cx.db, data.repo_id)
  if (!repo || !data.ref.startsWith(HEADS) || data.via === 'init' || data.via === 'mirror') return []
  const dir = gitDir(cx, repo)
  try {
    const known = data.old ?? (data.ref === HEADS + repo.default_branch ? null : await refs.read(dir, HEADS + repo.default_branch))
    const found = await log.list(cx.git, dir, { from: data.new, not: known ? [known] : [], limit: MOST, reverse: true })
    const said = (await objects.commits(cx.git, dir, found)).map(({ oid, message }) => ({ sha: oid, message }))
    return said.filter(({ message }) => parseReferences(message, cx.root).issues.length > 0)
  } catch (error) {
    // pushed over and swept away meanwhile
    if (error instanceof objects.Missing) return []
    throw error
  }
}

export async function followPush(cx: Cx, tx: Db, fact: Fact<{ ref: string }>, said: readonly Said[]): Promise<void> {
  if (said.length === 0) return
  const repo = await findRepoById(tx, fact.data.repo_id!)
  const by = fact.data.by_id === undefined ? undefined : await findAccount(tx, fact.data.by_id)
  if (!repo || !by) return
  const counts = fact.data.ref === HEADS + repo.default_branch
  for (const one of said) {
    for (const target of await targetsOf(tx, repo, by, parseReferences(one.message, cx.root).issues)) {
      if (!(await commentStore.hasCommit(tx, target.issue.id, one.sha))) {
        await entry(tx, cx.now(), target.issue.id, by.id, 'commit_ref', { commit_sha: one.sha, content: anchor(cx, repo, one) })
      }
      if (counts) await act(cx, tx, target, by, one.sha)
    }
  }
}

/** Issues only, by those who could do it by hand; what still waits for others stays open. */
async function act(cx: Cx, tx: Db, { repo, issue, action }: Target, by: Account, sha: string): Promise<void> {
  if (action === 'none' || issue.is_pull) return
  if (issue.poster_id !== by.id && !canWrite(await accountAccess(tx, by, repo), 'issues')) return
  try {
    await (action === 'closes' ? changes.close(cx, tx, { repo, issue, by }, { commit_sha: sha }) : changes.reopen(cx, tx, { repo, issue, by }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

function anchor(cx: Cx, repo: Repo, { sha, message }: Said): string {
  const line = message.split('\n', 1)[0].replace(/[&<>"']/g, (one) => markup[one])
  return `<a href="${new URL(repoView.html(cx, repo)).pathname}/commit/${sha}">${line}</a>`
}
