// Where a branch is compared with what it is meant for.
import type { RepositoryRecord } from '../../repos/index.ts'
import { pathOf } from '../../web/index.ts'

/** The repository a fork's changes go to, if it takes them: a private fork's commits are not shown in a public one. */
export function upstreamOf(record: RepositoryRecord): RepositoryRecord | undefined {
  const parent = record.parent as RepositoryRecord | null | undefined
  return parent && !parent.archived && !parent.empty && parent.has_pull_requests && !(record.private && !parent.private) ? parent : undefined
}

export const sideOf = (record: { owner: { login: string } | null; name: string }, branch: string) => `${record.owner!.login}/${record.name}:${branch}`

/** `base` is the branch of the same repository, where there is no other. */
export function comparedAt(record: RepositoryRecord, branch: string, base = record.default_branch): string {
  const up = upstreamOf(record)
  return up ? `${up.html_url}/compare/${pathOf(up.default_branch)}...${pathOf(sideOf(record, branch))}` : `${record.html_url}/compare/${pathOf(base)}...${pathOf(branch)}`
}
