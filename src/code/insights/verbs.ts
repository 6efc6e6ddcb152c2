// Who worked on a branch, and when.
import type { Repo } from '../../access/index.ts'
import { run } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import { userView } from '../../users/index.ts'
import * as store from '../commits/store.ts'

export interface Contributor {
  name: string
  email: string
  commits: number
  /** commits per week, the oldest first */
  weeks: number[]
  /** of the account the address belongs to */
  login?: string
  avatar_url?: string
}

interface Walked {
  /** unix seconds at which the first week begins */
  from: number
  people: { name: string; email: string; commits: number; weeks: number[] }[]
}

const WEEK = 7 * 86_400
/** Time began on a Thursday, weeks on Mondays. */
const MONDAY = 4 * 86_400
export const WEEKS = 52
/** The walk ends after so many commits. */
const MOST = 20_000

/** The last year before the tip of `oid`, the busiest first. */
export async function contributors(cx: Cx, repo: Repo, oid: string): Promise<{ from: number; list: Contributor[] }> {
  const { from, people } = await walk(cx, repo, oid)
  const accounts = await store.accountsByEmail(cx.db, people.map((one) => one.email))
  const merged = new Map<string, Contributor>()
  for (const one of people) {
    const account = accounts.get(one.email)
    const key = account ? `#${account.id}` : one.email
    const known = merged.get(key)
    if (known) {
      known.commits += one.commits
      known.weeks = known.weeks.map((n, i) => n + one.weeks[i])
    } else merged.set(key, { ...one, ...(account ? { login: account.name, avatar_url: userView.one(cx, account, null).avatar_url } : {}) })
  }
  return { from, list: [...merged.values()].sort((a, b) => b.commits - a.commits || (a.name < b.name ? -1 : 1)) }
}

async function walk(cx: Cx, repo: Repo, oid: string): Promise<Walked> {
  const dir = gitDir(cx, repo)
  const to = (Math.floor((cx.now() - MONDAY) / WEEK) + 1) * WEEK + MONDAY
  const from = to - WEEKS * WEEK
  const key = `${dir.path}\0contributors\0${oid}\0${from}`
  const known = cx.git.memory.get(key) as Walked | undefined
  if (known) return known
  const { stdout } = await run(cx.git, dir, ['log', '--no-merges', `--max-count=${MOST}`, `--since=${from}`, '--format=%at%x09%ae%x09%an', '--end-of-options', oid, '--'])
  const people = new Map<string, Walked['people'][number]>()
  for (const line of stdout.toString('utf8').split('\n')) {
    const [time, email, ...name] = line.split('\t')
    const week = Math.floor((Number(time) - from) / WEEK)
    if (email === undefined || week < 0 || week >= WEEKS) continue
    const id = email.toLowerCase()
    const one = people.get(id) ?? { name: name.join('\t'), email: id, commits: 0, weeks: Array.from({ length: WEEKS }, () => 0) }
    one.commits++
    one.weeks[week]++
    people.set(id, one)
  }
  const found: Walked = { from, people: [...people.values()].sort((a, b) => b.commits - a.commits).slice(0, 200) }
  cx.git.memory.set(key, found, 600 * found.people.length + 300)
  return found
}
