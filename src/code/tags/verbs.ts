import type { Account, Repo } from '../../access/index.ts'
import { objects, refs } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isNewRefName } from '../../kernel/decode.ts'
import { exists, invalid, notFound, unavailable } from '../../kernel/errors.ts'
import { gitDir } from '../../repos/index.ts'
import * as commits from '../commits/verbs.ts'
import { serverPerson } from '../ground/identities.ts'
import * as moves from '../moves/verbs.ts'
import { tagRefusal, tagRulesOf } from '../tag-protections/rules.ts'
import { isKept } from '../ground/ports.ts'

/** A tag that leads to a commit. */
export interface TagInfo {
  name: string
  /** the tag object, or the commit of a lightweight one */
  oid: string
  annotated: boolean
  commit: string
  message: string
  /** when it was tagged, or committed */
  date: number
  offset: number
}

/** All tags that lead to commits, the latest first. */
export async function list(cx: Cx, repo: Repo): Promise<TagInfo[]> {
  const { tags } = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  const found = await Promise.all([...tags].map(([name, one]) => read(cx, repo, name, one.oid, one.type)))
  return found.filter((one) => one !== undefined).sort((a, b) => b.date - a.date || (a.name < b.name ? -1 : 1))
}

/** One tag by its exact name, undefined if there is none or it leads to no commit. */
export async function find(cx: Cx, repo: Repo, name: string): Promise<TagInfo | undefined> {
  const dir = gitDir(cx, repo)
  const oid = await refs.read(dir, ref(name))
  const info = oid === null ? null : await objects.info(cx.git, dir, oid)
  return info ? read(cx, repo, name, info.oid, info.type) : undefined
}

export async function get(cx: Cx, repo: Repo, name: string): Promise<TagInfo> {
  const found = await find(cx, repo, name)
  if (!found) throw notFound()
  return found
}

const ref = (name: string) => `refs/tags/${name}`

async function read(cx: Cx, repo: Repo, name: string, oid: string, type: string): Promise<TagInfo | undefined> {
  const dir = gitDir(cx, repo)
  if (type === 'commit') {
    const { message, committer } = await objects.commit(cx.git, dir, oid)
    return { name, oid, annotated: false, commit: oid, message, date: committer.date, offset: committer.offset }
  }
  if (type !== 'tag') return undefined
  const tag = await objects.tag(cx.git, dir, oid)
  const target = tag.type === 'commit' ? tag.object : (await objects.resolve(cx.git, dir, oid, { prefer: ['sha'] }))?.oid
  if (!target) return undefined
  const { date, offset } = tag.tagger ?? (await objects.commit(cx.git, dir, target)).committer
  return { name, oid, annotated: true, commit: target, message: tag.message, date, offset }
}

export interface NewTag {
  tag_name: string
  /** anything that names a commit; the default branch unless told */
  target?: string
  /** makes it an annotated tag */
  message?: string
}

/** Not one that a release is planned under, unless it is made for that release. */
export async function create(cx: Cx, repo: Repo, by: Account, { tag_name: name, target, message = '' }: NewTag, options: { kept?: boolean } = {}): Promise<TagInfo> {
  const dir = gitDir(cx, repo)
  const commit = await commits.resolve(cx, repo, target || repo.default_branch, true)
  if (!isNewRefName(name) || !refs.validRefName(ref(name))) throw invalid(`not a name a tag can have: ${name}`)
  const { tags } = await refs.list(cx.git, dir, repo.refs_version)
  const lower = name.toLowerCase()
  for (const one of tags.keys()) if (one.toLowerCase() === lower) throw taken()
  if (!options.kept && (await isKept(cx, repo, name))) throw taken()
  await needRight(cx, repo, by, name)
  const text = message.trimEnd()
  const oid = text === '' ? commit : await objects.writeTag(cx.git, dir, { object: commit, type: 'commit', name, tagger: serverPerson(cx), message: `${text}\n`, sign: cx.signer.sign })
  const moved = await moves.move(cx, repo, { by, via: 'api', moves: [{ ref: ref(name), old: null, new: oid }] })
  if (!moved.ok) throw moved.kind === 'stale' ? taken() : refused(moved, name)
  return get(cx, repo, name)
}

const taken = () => exists('tag already exists')

async function needRight(cx: Cx, repo: Repo, by: Account, name: string): Promise<void> {
  const why = await tagRefusal(cx.db, repo, by, name, await tagRulesOf(cx.db, repo.id))
  if (why) throw invalid(`the tag is ${why}`)
}

function refused(result: Exclude<refs.RefResult, { ok: true }>, name: string): Error {
  return result.kind === 'invalid' ? invalid(`not a name a tag can have here: ${name}`) : unavailable('the tag is being moved by somebody else; try again')
}

/** Removes a tag; not one that a release is made of, unless the release itself goes. */
export async function remove(cx: Cx, repo: Repo, by: Account, asked: string, options: { kept?: boolean } = {}): Promise<void> {
  const { tags } = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  const lower = asked.toLowerCase()
  const name = tags.has(asked) ? asked : [...tags.keys()].find((one) => one.toLowerCase() === lower)
  if (name === undefined) throw notFound()
  if (!options.kept && (await isKept(cx, repo, name))) throw exists('a tag attached to a release cannot be deleted directly')
  await needRight(cx, repo, by, name)
  const moved = await moves.move(cx, repo, { by, via: 'api', moves: [{ ref: ref(name), old: tags.get(name)!.oid, new: null }] })
  if (!moved.ok) throw refused(moved, name)
}
