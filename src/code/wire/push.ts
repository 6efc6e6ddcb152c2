// A push: decided per ref by us, then moved by the one way refs move.
import { WRITE, type Access, type Actor, type Repo } from '../../access/index.ts'
import type { Command, PushPlan } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import * as moves from '../moves/verbs.ts'

const zero = /^0+$/
const orNull = (oid: string) => (zero.test(oid) ? null : oid)

/** The plan the transports carry out for one pusher. */
export function planFor(cx: Cx, repo: Repo, actor: Actor, access: Access): PushPlan {
  return {
    decide: async (commands) => new Map(commands.flatMap((one) => refusal(repo, access, one) ?? [])),
    async apply(commands, { atomic }) {
      const failed = new Map<string, string>()
      const groups = atomic ? [commands] : defaultFirst(repo, commands).map((one) => [one])
      for (const group of groups) {
        const result = await moves.move(cx, repo, { by: actor.account, via: 'push', moves: group.map(toMove) })
        if (!result.ok) for (const { ref } of group) failed.set(ref, result.kind === 'stale' ? 'the ref moved meanwhile; fetch first' : result.message)
      }
      return { failed, messages: [] }
    },
  }
}

/** In an empty repository the first branch to come becomes the default one, so the one meant to be comes first. */
const defaultFirst = (repo: Repo, commands: Command[]) =>
  repo.is_empty ? commands.toSorted((a, b) => Number(b.ref === `refs/heads/${repo.default_branch}`) - Number(a.ref === `refs/heads/${repo.default_branch}`)) : commands

const toMove = ({ ref, old, new: next }: Command): moves.Move => ({ ref, old: orNull(old), new: orNull(next) })

function refusal(repo: Repo, access: Access, { ref, new: next }: Command): [string, string][] | undefined {
  if (access.units.code < WRITE) return [[ref, 'you may not push to this repository']]
  if (ref.startsWith('refs/for/')) return [[ref, 'pull requests are not made by pushing to refs/for; push a branch and open one from it']]
  if (ref.startsWith('refs/pull/')) return [[ref, 'pull requests keep their own refs']]
  if (orNull(next) === null && ref === `refs/heads/${repo.default_branch}`) return [[ref, 'the default branch cannot be deleted']]
  return undefined
}
