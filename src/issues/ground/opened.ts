// What every page of an issue or pull request begins with.
import { isRepoAdmin, type Access, type Actor, type Repo } from '../../access/index.ts'
import { theRepo, type RepositoryRecord } from '../../repos/index.ts'
import type { PageCx } from '../../web/index.ts'
import type { IssueRecord } from '../issues/schema.ts'
import type { IssueRow } from '../tables.ts'
import { issueOf, isWriter } from './at.ts'
import { readers } from './gates.ts'

export interface OpenIssue {
  repo: RepositoryRecord
  issue: IssueRecord
  /** rows behind the same guard as the operations, for verbs of this room */
  at: { cx: PageCx['cx']; repo: Repo; access: Access; actor: Actor; issue: IssueRow }
  /** which controls are offered; the operations decide */
  can: { write: boolean; admin: boolean; edit: boolean; comment: boolean; react: boolean }
  /** where the actions of an issue or pull request are posted */
  acts: string
}

/** The issue or pull request of `/:owner/:repo/…/:index`. */
export async function openIssue(page: PageCx): Promise<OpenIssue> {
  const { owner, repo: name, index } = page.params
  const [repo, issue, opened] = await Promise.all([theRepo(page), page.ask<IssueRecord>('getReposIssuesByIndex', { owner, repo: name, index }), readers.open(page.rq)])
  const at = await issueOf({ cx: page.cx, ...opened, params: { index: issue.number } })
  const { viewer } = page
  const write = viewer !== null && isWriter(at) && !repo.archived
  const live = viewer !== null && !repo.archived && (!issue.is_locked || write || viewer.is_admin)
  return {
    repo, issue, at,
    can: { write, admin: viewer !== null && isRepoAdmin(at.access) && !repo.archived, edit: write || (live && issue.user?.id === viewer?.id), comment: live, react: live },
    acts: `${repo.html_url}/issues/${issue.number}`,
  }
}

/** The same page again, or a place on it. */
export const backTo = (page: PageCx, anchor = '') => page.rq.url.replace(/([?&])(?:edit|attach)=[^&]*&?/, '$1').replace(/[?&]$/, '') + anchor
