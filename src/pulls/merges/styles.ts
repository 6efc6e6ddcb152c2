// The ways of merging, all in the object database: a commit comes out and nothing has moved yet.
import type { Account, Repo } from '../../access/index.ts'
import { personOf } from '../../code/index.ts'
import { log, merge } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir, settingsOf } from '../../repos/index.ts'

export const styles = ['merge', 'rebase', 'rebase-merge', 'squash', 'fast-forward-only', 'manually-merged'] as const
export type Style = (typeof styles)[number]

export function isAllowed(repo: Repo, style: Style): boolean {
  const settings = settingsOf(repo)
  return {
    merge: settings.allow_merge_commits, rebase: settings.allow_rebase, 'rebase-merge': settings.allow_rebase_explicit, squash: settings.allow_squash_merge,
    'fast-forward-only': settings.allow_fast_forward_only_merge, 'manually-merged': settings.allow_manual_merge,
  }[style]
}

export interface Wanted {
  style: Style
  base: string
  head: string
  by: Account
  /** of the pull request; undefined if gone */
  author: Account | undefined
  title: string
  message: string
}
export type Built = { oid: string } | { oid: null; why: 'conflict'; paths: string[] } | { oid: null; why: 'diverged' | 'nothing' }

const text = (title: string, message: string) => `${[title.trim(), message.trim()].filter(Boolean).join('\n\n')}\n`

export async function build(cx: Cx, repo: Repo, wanted: Wanted): Promise<Built> {
  const dir = gitDir(cx, repo)
  const { style, base, head } = wanted
  const by = personOf(cx, wanted.by)
  const { sign } = cx.signer
  if (style === 'fast-forward-only') return (await merge.canFastForward(cx.git, dir, base, head)) ? { oid: head } : { oid: null, why: 'diverged' }
  if (style === 'squash') {
    const author = wanted.author ? personOf(cx, wanted.author) : by
    const trailer = author.name === by.name && author.email === by.email ? '' : `Co-authored-by: ${plain(author.name)} <${plain(author.email)}>`
    const message = text(wanted.title, [wanted.message.trim(), trailer].filter(Boolean).join('\n\n'))
    return made(await merge.squash(cx.git, dir, base, head, { author, committer: by, message, sign }), base)
  }
  const merging = { author: by, committer: by, message: text(wanted.title, wanted.message), sign }
  if (style === 'merge') return made(await merge.merge(cx.git, dir, base, head, merging), base)
  const commits = await log.between(cx.git, dir, base, head, { reverse: true, topo: true, noMerges: true })
  const replay = { committer: by, sign }
  return made(style === 'rebase' ? await merge.rebase(cx.git, dir, base, commits, replay) : await merge.rebaseMerge(cx.git, dir, base, commits, replay, merging), base)
}

const plain = (word: string) => word.replace(/[<>\r\n]/g, '')

function made(result: { oid: string | null; conflicts: string[] | null }, base: string): Built {
  if (result.oid === null) return { oid: null, why: 'conflict', paths: result.conflicts ?? [] }
  return result.oid === base ? { oid: null, why: 'nothing' } : { oid: result.oid }
}
