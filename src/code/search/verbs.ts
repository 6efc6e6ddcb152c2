// Looking for a text in the files of default branches, in one repository or in those somebody may read.
import { accessToMany, READ, repoVisibleTo, type Actor, type Repo } from '../../access/index.ts'
import { grep, type Match } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { gitDir, searchRepos } from '../../repos/index.ts'
import { locate } from '../content/at.ts'

export interface Hit extends Match {
  repo: Repo
  commit: string
}
export interface Hits {
  list: Hit[]
  /** false where there may be more */
  whole: boolean
}

const LONGEST = 200
const REPOS = 50
const ENOUGH = 1000
const BUDGET_MS = 10_000

function asked(q: string | undefined): string {
  const text = q?.trim() ?? ''
  if (text === '' || text.length > LONGEST) throw invalid(`q is a text of 1 to ${LONGEST} characters`)
  return text
}

async function look(cx: Cx, repo: Repo, text: string, ref: string | undefined, timeoutMs?: number): Promise<Hits> {
  if (repo.is_empty) return { list: [], whole: true }
  const { commit } = await locate(cx, repo, ref)
  const found = await grep(cx.git, gitDir(cx, repo), commit, text, { timeoutMs })
  return { list: (found ?? []).map((one) => ({ ...one, repo, commit })), whole: found !== null }
}

export const inRepo = (cx: Cx, repo: Repo, query: { q?: string; ref?: string }): Promise<Hits> => look(cx, repo, asked(query.q), query.ref)

/** The repositories that moved last, one after another until the time is up or enough is found. */
export async function everywhere(cx: Cx, actor: Actor, query: { q?: string }): Promise<Hits> {
  const text = asked(query.q)
  const { rows, total } = await searchRepos(cx.db, { seen: repoVisibleTo(actor) }, { sort: 'updated', down: true }, { page: 1, limit: REPOS, offset: 0 })
  const access = await accessToMany(cx.db, actor, rows)
  const until = performance.now() + BUDGET_MS
  const hits: Hits = { list: [], whole: total <= REPOS }
  for (const repo of rows.filter((one) => !one.is_empty && access.get(one.id)!.units.code >= READ)) {
    const left = until - performance.now()
    if (left <= 0 || hits.list.length >= ENOUGH) return { ...hits, whole: false }
    const found = await look(cx, repo, text, `refs/heads/${repo.default_branch}`, left).catch(() => ({ list: [], whole: false }))
    hits.list.push(...found.list)
    hits.whole &&= found.whole
  }
  return hits
}
