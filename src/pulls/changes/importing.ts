// Pull requests that come from another server, whatever their state; nobody is told.
import type { Repo } from '../../access/index.ts'
import { objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { issueView } from '../../issues/index.ts'
import { gitDir } from '../../repos/index.ts'
import { branchRef } from '../ground/refs.ts'
import { inspect, type Inspection } from '../state/inspect.ts'
import * as store from '../pulls/store.ts'

export interface ImportedPull {
  title: string
  base_branch: string
  head_branch: string
  /** lies in the repository already */
  head_sha: string
  /** the branch does too, or did */
  inside: boolean
  merge_base: string
  is_merged: boolean
  merged_at: number | null
  merge_commit: string
  /** neither closed nor merged */
  open: boolean
}

/** What it changes, and of an open one whether it can be merged. Git is read, so not inside a transaction. */
export async function inspectImported(cx: Cx, repo: Repo, one: ImportedPull): Promise<Inspection> {
  const dir = gitDir(cx, repo)
  const has = async (oid: string) => oid !== '' && (await objects.info(cx.git, dir, oid))?.type === 'commit'
  const tip = await refs.read(dir, branchRef(one.base_branch))
  const base = one.open ? tip : (await has(one.merge_base)) ? one.merge_base : tip
  if (base === null || !(await has(one.head_sha))) return { merge_base: one.merge_base, additions: 0, deletions: 0, changed_files: 0, status: 'error', conflicted_files: '[]' }
  return inspect(cx, repo, base, one.head_sha)
}

/** The row that makes an imported issue a pull request. */
export const bringInPull = (tx: Db, repoId: number, issueId: number, { title, inside, open: _, ...one }: ImportedPull, found: Inspection) =>
  store.insert(tx, {
    ...one, ...found, issue_id: issueId, base_repo_id: repoId, head_repo_id: inside ? repoId : null, merged_by_id: null, merge_style: '', allow_maintainer_edit: false,
    is_draft: issueView.isDraft(title), flow: 'branch',
  })
