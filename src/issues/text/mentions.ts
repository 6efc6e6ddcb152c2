// Leaves a trace on what a text points at, and finds out whom it names.
import { accountAccess, canRead, findRepo, unitOf, type Account, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import type { At } from '../ground/at.ts'
import { entry } from '../changes/entries.ts'
import * as attachmentStore from '../attachments/store.ts'
import * as commentStore from '../comments/store.ts'
import * as issueStore from '../issues/store.ts'
import type { IssueRow } from '../tables.ts'
import { parseReferences, type Action, type IssueReference } from './references.ts'

export interface Target {
  repo: Repo
  issue: IssueRow
  action: Action
}

/** The issues a text of `repo` points at, as far as `by` may read them. */
export async function targetsOf(db: Db, repo: Repo, by: Account, found: readonly IssueReference[]): Promise<Target[]> {
  const groups = new Map<string, IssueReference[]>()
  for (const one of found) {
    const key = one.owner ? `${one.owner}/${one.repo}`.toLowerCase() : ''
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const targets: Target[] = []
  for (const [key, list] of [...groups].slice(0, 10)) {
    const there = key === '' ? repo : await findRepo(db, list[0].owner!, list[0].repo!)
    if (!there) continue
    const access = await accountAccess(db, by, there)
    for (const issue of await issueStore.listNumbered(db, there.id, list.map((one) => one.number))) {
      if (canRead(access, unitOf(issue.is_pull))) targets.push({ repo: there, issue, action: list.find((one) => one.number === issue.number)!.action })
    }
  }
  return targets
}

/** Accounts named in a text that may read the issue, its author left out. */
async function namedIn(db: Db, at: At, names: readonly string[]): Promise<Account[]> {
  const lower = names.map((one) => one.toLowerCase())
  const found: Account[] = await commentStore.listNamed(db, lower.filter((one) => !one.includes('/')))
  const prefix = `${at.repo.owner.lower_name}/`
  if (at.repo.owner.type === 'organization') {
    found.push(...(await commentStore.listTeamMembers(db, at.repo.owner_id, lower.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length)))))
  }
  const readers: Account[] = []
  for (const one of new Map(found.map((account) => [account.id, account])).values()) {
    if (one.type !== 'user' || one.id === at.by.id) continue
    if (canRead(await accountAccess(db, one, at.repo), unitOf(at.issue.is_pull))) readers.push(one)
  }
  return readers
}

/** Uploaded files that a text names. */
const filesIn = (text: string): string[] => [...new Set(Array.from(text.matchAll(/\/attachments\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g), (found) => found[1]))].slice(0, 100)

/**
 * Reads a body (a `new` one has left no traces yet; or, with its id, a comment): entries on the issues it points at, those it no longer points at are
 * neutered, loose files it names are its own from now on, and the ids of whom it mentions come back.
 */
export async function follow(cx: Cx, tx: Db, at: At, text: string, of: number | 'new' | null = null): Promise<number[]> {
  const { issues, mentions } = parseReferences(text, cx.root)
  const commentId = of === 'new' ? null : of
  const files = filesIn(text)
  if (files.length > 0) await attachmentStore.claim(tx, { repo_id: at.repo.id, uploader_id: at.by.id }, files, commentId === null ? { issue_id: at.issue.id } : { comment_id: commentId })
  const before = of === 'new' ? [] : await commentStore.listMentionsBy(tx, at.issue.id, commentId)
  const targets = issues.length === 0 ? [] : await targetsOf(tx, at.repo, at.by, issues)
  const type = commentId !== null ? 'comment_ref' : at.issue.is_pull ? 'pull_ref' : 'issue_ref'
  for (const { issue, action } of targets) {
    if (issue.id === at.issue.id) continue
    const ref_action = at.issue.is_pull && commentId === null ? action : 'none'
    const known = before.find((one) => one.issue_id === issue.id)
    if (!known) await entry(tx, cx.now(), issue.id, at.by.id, type, { ref_issue_id: at.issue.id, ref_comment_id: commentId, ref_action })
    else if (known.ref_action !== ref_action) await commentStore.update(tx, known.id, { ref_action })
  }
  for (const one of before) {
    if (one.ref_action !== 'neutered' && !targets.some((target) => target.issue.id === one.issue_id)) await commentStore.update(tx, one.id, { ref_action: 'neutered' })
  }
  const named = mentions.length === 0 ? [] : await namedIn(tx, at, mentions)
  if (named.length > 0) await commentStore.addMentioned(tx, at.issue.id, named.map((one) => one.id))
  return named.map((one) => one.id)
}
