import type { Actor, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { raw, route } from '../../kernel/route.ts'
import { Optional, Str, Type } from '../../kernel/schema.ts'
import * as commitView from '../commits/view.ts'
import { readsCode } from '../ground/gates.ts'
import { Compare } from './schema.ts'
import * as comparison from './verbs.ts'

/** So many commits are shown; the count tells of all. */
const SHOWN = 1000

async function compare(cx: Cx, repo: Repo, actor: Actor, asked: string, query: { output?: string; files?: boolean; verification?: boolean }) {
  const found = await comparison.between(cx, repo, actor, asked)
  if (query.output === 'diff' || query.output === 'patch') return raw(await comparison.textOf(cx, found, query.output), { 'content-type': 'text/plain;charset=utf-8' })
  const oids = await comparison.oidsOf(cx, found)
  return { total_commits: oids.length, commits: await commitView.many(cx, repo, oids.slice(0, SHOWN), query) }
}

const shown = Optional(Type.Boolean({ default: true }))

export const routes = [
  route({
    id: 'getReposCompareByBasehead', at: 'GET /repos/:owner/:repo/compare/:basehead*', says: 'Compare two branches, tags or commits', needs: readsCode,
    query: Type.Object({ output: Optional(Str), files: shown, verification: shown }),
    returns: { 200: Compare },
    run: ({ cx, rq, repo, actor, query }) => compare(cx, repo, actor, rq.params.basehead, query),
  }),
].flat()
