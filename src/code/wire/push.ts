// A push: decided per ref by us, then moved by the one way refs move.
import { WRITE, type Access, type Actor, type Repo } from '../../access/index.ts'
import { init, refs, type Command, type GitDir, type PushPlan } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Refusal } from '../../kernel/errors.ts'
import { needRoom } from '../../kernel/space.ts'
import { quota, repoStore } from '../../repos/index.ts'
import { isLetIn, proposers, type Proposed } from '../ground/ports.ts'
import * as moves from '../moves/verbs.ts'
import { judgeFor, type Judge } from '../protections/verdict.ts'
import type { Opened } from './gate.ts'

const zero = /^0+$/
const orNull = (oid: string) => (zero.test(oid) ? null : oid)

/** The plan the transports carry out for one pusher. */
export function planFor(cx: Cx, { repo, actor, access, dir, wiki }: Opened): PushPlan {
  if (wiki) return wikiPlan(cx, repo, dir)
  return {
    async decide(commands, push) {
      const judge = judgeFor(cx, repo, { account: actor.account, access, deploy: actor.deploy }, push.dir)
      const refused = new Map<string, string>()
      const mixed = push.atomic && commands.some(isProposal) && !commands.every(isProposal)
      for (const one of commands) {
        if (isProposal(one)) {
          const why = mixed ? 'what proposes a change is pushed on its own' : await against(cx, { repo, actor, access }, proposed(one, push.options), push.dir)
          if (why !== undefined) refused.set(one.ref, why)
          continue
        }
        const why = (await mayWrite(cx, repo, actor, access, one)) ? (refusal(repo, one) ?? (await judged(dir, judge, one))) : 'you may not push to this repository'
        if (why !== undefined) refused.set(one.ref, why)
      }
      return claimed(cx, repo, push.dir, commands, refused)
    },
    async apply(commands, { atomic, options }) {
      const failed = new Map<string, string>()
      const moving = commands.filter((one) => !isProposal(one))
      const groups = atomic && moving.length > 0 ? [moving] : defaultFirst(repo, moving).map((one) => [one])
      for (const group of groups) {
        const result = await moves.move(cx, repo, { by: actor.account, via: 'push', moves: group.map(toMove) })
        if (!result.ok) for (const { ref } of group) failed.set(ref, result.kind === 'stale' ? 'the ref moved meanwhile; fetch first' : result.message)
      }
      const messages: string[] = []
      const rewritten = new Map<string, { ref: string; old?: string; new: string; forced: boolean }>()
      for (const one of commands.filter(isProposal)) {
        const taken = await proposers[0].take(cx, { repo, account: actor.account!, access }, proposed(one, options))
        if (typeof taken === 'string') failed.set(one.ref, taken)
        else {
          messages.push(...taken.words)
          rewritten.set(one.ref, { ref: taken.ref, old: taken.old ?? one.new.replace(/./g, '0'), new: one.new, forced: taken.forced })
        }
      }
      messages.push(...(await announced(cx, { repo, actor, access }, moving.filter((one) => !failed.has(one.ref)))))
      return { failed, messages, rewritten }
    },
  }
}

/** more at once is somebody bringing a whole repository */
const TOLD = 5

async function announced(cx: Cx, { repo, actor, access }: Pick<Opened, 'repo' | 'actor' | 'access'>, moved: Command[]): Promise<string[]> {
  const branches = moved.filter((one) => one.ref.startsWith('refs/heads/') && orNull(one.new) !== null)
  if (!actor.account || !proposers[0] || branches.length > TOLD) return []
  const told: string[] = []
  for (const one of branches) told.push(...(await proposers[0].announce(cx, { repo, account: actor.account, access }, one.ref.slice('refs/heads/'.length), orNull(one.old) === null)))
  return told
}

const isProposal = ({ ref }: Command) => ref.startsWith('refs/for/')
const proposed = ({ ref, new: next }: Command, options: readonly string[]): Proposed => ({ ref, new: orNull(next), options })

async function against(cx: Cx, { repo, actor, access }: Pick<Opened, 'repo' | 'actor' | 'access'>, one: Proposed, dir: GitDir): Promise<string | undefined> {
  if (!actor.account || !proposers[0]) return 'a change is proposed by a person; a key of the repository pushes branches'
  return proposers[0].refuse(cx, { repo, account: actor.account, access }, one, dir)
}

/** A wiki's pages are its refs; no row tells of them, so they move by git's compare-and-swap alone. */
const wikiPlan = (cx: Cx, repo: Repo, dir: GitDir): PushPlan => ({
  decide: (commands, push) => claimed(cx, repo, push.dir, commands, new Map(commands.filter((one) => !one.ref.startsWith('refs/heads/')).map((one) => [one.ref, 'a wiki has branches only']))),
  async apply(commands) {
    const result = await refs.update(cx.git, dir, commands.map(toMove))
    if (result.ok) await show(cx, dir, commands)
    return { failed: new Map(result.ok ? [] : commands.map((one) => [one.ref, result.kind === 'stale' ? 'the ref moved meanwhile; fetch first' : result.message])), messages: [] }
  },
})

/** The first branch that comes is the one that is shown, whatever its name. */
async function show(cx: Cx, dir: GitDir, commands: Command[]): Promise<void> {
  const head = await refs.readHead(dir)
  const born = commands.find((one) => orNull(one.new) !== null)
  if (born && (head === null || (await refs.read(dir, `refs/heads/${head}`)) === null)) await refs.setHead(cx.git, dir, born.ref.slice('refs/heads/'.length))
}

/** How much a push may bring; a few bytes are looked at before they are refused, which tells more. */
export async function limitsFor(cx: Cx, { repo }: Opened): Promise<{ maxBytes?: number; tooLarge?: string; room(): Promise<void> }> {
  const most = cx.config.max_push || Infinity
  const left = Math.max(await quota.room(cx, repo.owner_id), 1024 * 1024)
  const limits = { maxBytes: left < most ? left : cx.config.max_push || undefined, room: () => needRoom(cx.config) }
  return left < most ? { ...limits, tooLarge: await quota.words(cx, repo.owner) } : limits
}

/** Takes the room for what has come in, so that two pushes cannot both have the last of it; measuring sets it right afterwards. */
async function claimed(cx: Cx, repo: Repo, dir: GitDir, commands: Command[], refused: Map<string, string>): Promise<Map<string, string>> {
  const bringing = commands.filter((one) => orNull(one.new) !== null && !refused.has(one.ref))
  if (!dir.quarantine || bringing.length === 0 || (await quota.room(cx, repo.owner_id)) === Infinity) return refused
  const bytes = await init.size({ path: dir.quarantine, format: dir.format })
  try {
    await cx.write(async (tx) => {
      await quota.grow(cx, tx, repo.owner, 'git', bytes)
      await repoStore.growGit(tx, repo.id, Math.ceil(bytes / 1024))
      await cx.jobs.enqueue(tx, 'code.tidy', { repo_id: repo.id }, { key: String(repo.id), delay: 10 })
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'tooLarge') throw error
    for (const one of bringing) refused.set(one.ref, error.message)
  }
  return refused
}

/** In an empty repository the first branch to come becomes the default one, so the one meant to be comes first. */
const defaultFirst = (repo: Repo, commands: Command[]) =>
  repo.is_empty ? commands.toSorted((a, b) => Number(b.ref === `refs/heads/${repo.default_branch}`) - Number(a.ref === `refs/heads/${repo.default_branch}`)) : commands

const toMove = ({ ref, old, new: next }: Command): moves.Move => ({ ref, old: orNull(old), new: orNull(next) })

/** Asked for every ref anew: the right to one branch is no right to another, nor to remove it. */
async function mayWrite(cx: Cx, repo: Repo, actor: Actor, access: Access, { ref, new: next }: Command): Promise<boolean> {
  if (access.units.code >= WRITE) return true
  return actor.account !== null && ref.startsWith('refs/heads/') && orNull(next) !== null && isLetIn(cx, repo, ref.slice('refs/heads/'.length), actor.account)
}

/** The pusher says where the ref stands; rules are asked only about a move that can be made. */
async function judged(dir: GitDir, judge: Judge, command: Command): Promise<string | undefined> {
  const move = toMove(command)
  return (await refs.read(dir, move.ref)) === move.old ? (await judge(move))?.message : 'the ref moved meanwhile; fetch first'
}

function refusal(repo: Repo, { ref, new: next }: Command): string | undefined {
  if (ref.startsWith('refs/pull/')) return 'pull requests keep their own refs'
  if (orNull(next) === null && ref === `refs/heads/${repo.default_branch}`) return 'the default branch cannot be deleted'
  return undefined
}
