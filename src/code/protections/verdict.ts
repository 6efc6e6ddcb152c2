// What the rules of a repository say to a ref that is about to move: asked by pushes of either transport and by the API alike.
import type { Repo } from '../../access/index.ts'
import { diff, log, refs, TooMany, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import { firstUnsigned } from '../signing/history.ts'
import { tagRefusal, tagRulesOf, type TagRule } from '../tag-protections/rules.ts'
import { allUnprotected, protectedAmong } from './patterns.ts'
import { heldBy, mayForce, mayPush, ruleAmong, rulesOf, type Mover, type Rule } from './rules.ts'

interface Move {
  ref: string
  /** what it names now */
  old: string | null
  new: string | null
}

export interface Verdict {
  why: 'deletion' | 'push' | 'force' | 'files' | 'signature' | 'tag'
  /** for the pusher; one line */
  message: string
}

export type Judge = (move: Move) => Promise<Verdict | undefined>

const HEADS = 'refs/heads/'
const TAGS = 'refs/tags/'

/** Asks about any number of refs; the rules are read once. `dir` shows the new objects where they are not in the repository yet. */
export function judgeFor(cx: Cx, repo: Repo, mover: Mover, dir: GitDir = gitDir(cx, repo)): Judge {
  let rules: Promise<Rule[]> | undefined
  let tagRules: Promise<TagRule[]> | undefined
  return async (move) => {
    if (move.ref.startsWith(TAGS)) {
      const message = await tagRefusal(cx.db, repo, mover.account, move.ref.slice(TAGS.length), await (tagRules ??= tagRulesOf(cx.db, repo.id)))
      return message === undefined ? undefined : { why: 'tag', message }
    }
    if (!move.ref.startsWith(HEADS)) return undefined
    const all = await (rules ??= rulesOf(cx.db, repo.id))
    const rule = ruleAmong(all, move.ref.slice(HEADS.length))
    if (!rule) return undefined
    const found = await weigh({ cx, repo, mover, dir, rules: all, rule }, move)
    return found && { why: found.why, message: `protected by the rule ${JSON.stringify(rule.rule_name)}: ${found.words}` }
  }
}

interface Case {
  cx: Cx
  repo: Repo
  mover: Mover
  dir: GitDir
  rules: Rule[]
  rule: Rule
}

async function weigh(at: Case, { ref, old, new: next }: Move): Promise<{ why: Verdict['why']; words: string } | undefined> {
  const { cx, repo, mover, dir, rule } = at
  if (next === null) return { why: 'deletion', words: 'this branch cannot be deleted' }
  const held = (await heldBy(cx.db, repo, [rule], mover.account))(rule)
  const forced = old !== null && !(await log.isAncestor(cx.git, dir, old, next))
  const pushes = mayPush(rule, mover, held)
  if (!pushes && (old === null || forced || rule.unprotected_file_patterns.trim() === '')) return { why: 'push', words: barred(rule) }
  if (forced && !mayForce(rule, mover, held)) return { why: 'force', words: 'you may not leave commits of this branch behind; merge or rebase onto it and push without force' }
  if (rule.require_signed_commits) {
    const unsigned = await firstUnsigned(cx, dir, next, old === null ? await letIn(at, ref) : [old])
    if (unsigned) return { why: 'signature', words: `commit ${unsigned.slice(0, 10)} is not signed with a key that is known and verified` }
  }
  if (!pushes || rule.protected_file_patterns.trim() !== '') {
    const changes = await diff.changes(cx.git, dir, old ?? (await startOf(at, ref, next)), next).catch(unlessTooMany)
    if (!changes) return { why: 'files', words: 'there are too many files in it to see whether all of them may be changed here' }
    const kept = await protectedAmong(rule, changes)
    if (kept !== undefined) return { why: 'files', words: `the file ${JSON.stringify(kept)} must not be changed here` }
    if (!pushes && !(await allUnprotected(rule, changes))) return { why: 'push', words: barred(rule) }
  }
  return undefined
}

function unlessTooMany(error: unknown): undefined {
  if (!(error instanceof TooMany)) throw error
}

const barred = (rule: Rule): string =>
  rule.enable_push ? 'you are not among those who may push to this branch; push another and open a pull request' : 'nobody may push to this branch; push another and open a pull request'

/** What a new branch is compared with: where it left the default one. */
async function startOf({ cx, repo, dir }: Case, ref: string, next: string): Promise<string | null> {
  const other = `${HEADS}${repo.default_branch}`
  const tip = other === ref ? null : await refs.read(dir, other)
  return tip === null ? null : log.mergeBase(cx.git, dir, tip, next)
}

/** What the default branch has, or one under the same rule, was let in there already. */
async function letIn({ cx, repo, rules, rule }: Case, ref: string): Promise<string[]> {
  const { heads } = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  const alike = [...heads].filter(([name]) => `${HEADS}${name}` !== ref && (name === repo.default_branch || ruleAmong(rules, name)?.id === rule.id))
  return [...new Set(alike.map(([, tip]) => tip.oid))]
}
