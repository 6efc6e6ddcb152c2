// What every page of a pull request begins with.
import { readers, pullOf, type PullAt } from './at.ts'
import type { Access, Actor } from '../../access/index.ts'
import { log, objects } from '../../git/index.ts'
import { openIssue, placeOf, type OpenIssue } from '../../issues/index.ts'
import { Refusal } from '../../kernel/errors.ts'
import { gitDir } from '../../repos/index.ts'
import type { PageCx } from '../../web/index.ts'
import type { PullRequestRecord } from '../pulls/schema.ts'

export interface OpenPull extends OpenIssue {
  pull: PullRequestRecord
  /** rows behind the same guard as the operations, for verbs of this room */
  row: PullAt & { actor: Actor; access: Access }
  /** how many commits it brings */
  commits: number
  /** an old one from elsewhere, whose commits never came here */
  lost: boolean
  /** where its own actions are posted */
  here: string
}

/** The pull request of `/:owner/:repo/pulls/:index…`; an issue has its page elsewhere. */
export async function openPull(page: PageCx): Promise<OpenPull> {
  const on = await openIssue(page)
  if (!on.issue.pull_request) throw new Refusal('moved', '', undefined, { location: on.issue.html_url })
  const [pull, opened] = await Promise.all([page.ask<PullRequestRecord>('getReposPullsByIndex', placeOf(page)), readers.open(page.rq)])
  const row = await pullOf({ cx: page.cx, ...opened, params: { index: pull.number } })
  const lost = !(await hasCommits(page, row))
  const commits = lost ? 0 : await log.count(page.cx.git, gitDir(page.cx, row.repo), { from: row.pull.head_sha, not: [row.pull.merge_base] })
  return { ...on, pull, row, commits, lost, here: pull.html_url }
}

async function hasCommits({ cx }: PageCx, { repo, pull }: PullAt): Promise<boolean> {
  const dir = gitDir(cx, repo)
  const found = await Promise.all([pull.head_sha, pull.merge_base].map((oid) => (/^[0-9a-f]{40,64}$/.test(oid) ? objects.info(cx.git, dir, oid) : null)))
  return found.every((one) => one?.type === 'commit')
}
