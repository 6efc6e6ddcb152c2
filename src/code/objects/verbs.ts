// Objects that programs write one by one. Each is held against what it names, so that no object stands here without the others it needs.
import type { Account, Repo } from '../../access/index.ts'
import { objects, tree, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isNewRefName } from '../../kernel/decode.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Static } from '../../kernel/schema.ts'
import { parseTime } from '../../kernel/times.ts'
import { gitDir, quota } from '../../repos/index.ts'
import { decodeBase64 } from '../content/base64.ts'
import { personOf } from '../ground/identities.ts'
import { isWhole, typeOf } from './ids.ts'
import type { CreateGitBlobOption, CreateGitCommitOption, CreateGitTagOption, CreateGitTreeOption, SignatureInput, TreeEntry } from './schema.ts'

async function need(cx: Cx, repo: Repo, member: string, sha: string, type: objects.ObjectType): Promise<void> {
  if ((await typeOf(cx, repo, sha)) !== type) throw invalid(`${member} is not a ${type} of this repository [${sha}]`)
}

/** A tree, or the tree of a commit: records of commits name the commit where its tree is meant. */
async function needTree(cx: Cx, repo: Repo, member: string, sha: string): Promise<string> {
  const dir = gitDir(cx, repo)
  if (sha === tree.emptyTree(dir)) return objects.writeTree(cx.git, dir, [])
  const type = await typeOf(cx, repo, sha)
  if (type === 'commit') return (await objects.commit(cx.git, dir, sha)).tree
  if (type !== 'tree') throw invalid(`${member} is not a tree of this repository [${sha}]`)
  return sha
}

export async function writeBlob(cx: Cx, repo: Repo, { content = '', encoding = 'utf-8' }: Static<typeof CreateGitBlobOption>): Promise<string> {
  const bytes = encoding === 'base64' ? decodeBase64(content) : Buffer.from(content)
  await quota.need(cx, repo.owner, bytes.length)
  return objects.writeBlob(cx.git, gitDir(cx, repo), bytes)
}

const MOST_ENTRIES = 10_000
const kinds = { '100644': 'blob', '100755': 'blob', '120000': 'blob', '040000': 'tree', '160000': 'commit' } as const

/** A tree of the entries told, on top of another one if that is told; an entry whose sha is null goes. */
export async function writeTree(cx: Cx, repo: Repo, input: Static<typeof CreateGitTreeOption>): Promise<string> {
  const dir = gitDir(cx, repo)
  if (input.tree.length > MOST_ENTRIES) throw invalid(`at most ${MOST_ENTRIES} entries at once`)
  const base = input.base_tree ? await needTree(cx, repo, 'base_tree', input.base_tree) : null
  const paths = new Set<string>()
  for (const { path } of input.tree) {
    if (paths.has(path)) throw invalid(`an entry is named twice [path: ${path}]`)
    paths.add(path)
  }
  const entries = await Promise.all(input.tree.map((one) => entryOf(cx, repo, dir, base, one)))
  const gone = entries.flatMap((one) => one.gone ?? [])
  return edited(cx, dir, base, [...gone, ...entries.flatMap((one) => one.put ?? [])])
}

interface Told {
  /** what has to leave first */
  gone?: tree.Change
  put?: tree.Change
}

async function entryOf(cx: Cx, repo: Repo, dir: GitDir, base: string | null, { path, mode, type, sha, content }: TreeEntry): Promise<Told> {
  const there = base === null ? null : await tree.find(cx.git, dir, base, path)
  const gone: tree.Change = { op: 'delete', path }
  if (sha === null) {
    if (!there) throw invalid(`there is no entry to remove [path: ${path}]`)
    return { gone }
  }
  if (!mode) throw invalid(`[Mode]: Required [path: ${path}]`)
  const kind = kinds[mode]
  if (type && type !== kind) throw invalid(`mode ${mode} is not one of a ${type} [path: ${path}]`)
  const put: tree.Change = { op: 'put', path, mode, oid: await contentOf(cx, repo, dir, kind, path, sha, content) }
  return there?.kind === 'dir' && kind !== 'tree' ? { gone, put } : { put }
}

async function contentOf(cx: Cx, repo: Repo, dir: GitDir, kind: 'blob' | 'tree' | 'commit', path: string, sha?: string, content?: string): Promise<string> {
  if ((sha === undefined) === (content === undefined)) throw invalid(`an entry has either a sha or a content [path: ${path}]`)
  if (!tree.validPath(path)) throw malformed(path)
  if (sha === undefined) {
    if (kind !== 'blob') throw invalid(`only a blob is written by its content [path: ${path}]`)
    await quota.need(cx, repo.owner, content!.length)
    return objects.writeBlob(cx.git, dir, content!)
  }
  // the commit of a submodule lies elsewhere
  if (kind !== 'commit') await need(cx, repo, `the entry ${JSON.stringify(path)}`, sha, kind)
  else if (!isWhole(repo, sha)) throw invalid(`not the id of a commit [${sha}]`)
  return sha
}

const malformed = (path: string) => invalid(`path contains a malformed path component [path: ${path}]`)

async function edited(cx: Cx, dir: GitDir, base: string | null, changes: tree.Change[]): Promise<string> {
  try {
    return await tree.edit(cx.git, dir, base, changes)
  } catch (error) {
    if (!(error instanceof tree.EditError)) throw error
    throw error.kind === 'invalid-path' ? malformed(error.path) : invalid(`entries are in each other's way [path: ${error.path}]`)
  }
}

/** Who is told, else who asks. */
function personFor(cx: Cx, by: Account, told: SignatureInput | undefined, otherwise?: objects.Person): objects.Person {
  const own = otherwise ?? personOf(cx, by)
  const time = told?.date ? parseTime(told.date) : null
  const when = time ? { date: time.unix, offset: time.offsetMinutes } : told ? { date: cx.now(), offset: 0 } : { date: own.date, offset: own.offset }
  return { name: told?.name || own.name, email: told?.email || own.email, ...when }
}

const MOST_PARENTS = 100

/** A commit that no ref names yet. */
export async function writeCommit(cx: Cx, repo: Repo, by: Account, input: Static<typeof CreateGitCommitOption>): Promise<string> {
  const parents = input.parents ?? []
  if (parents.length > MOST_PARENTS || new Set(parents).size !== parents.length) throw invalid('the parents are too many, or told twice')
  for (const one of parents) await need(cx, repo, 'a parent', one, 'commit')
  const root = await needTree(cx, repo, 'tree', input.tree)
  const author = personFor(cx, by, input.author)
  return objects.writeCommit(cx.git, gitDir(cx, repo), { tree: root, parents, message: input.message, author, committer: personFor(cx, by, input.committer, author) })
}

/** An annotated tag that no ref names yet. */
export async function writeTag(cx: Cx, repo: Repo, by: Account, input: Static<typeof CreateGitTagOption>): Promise<string> {
  if (!isNewRefName(input.tag)) throw invalid(`not a name a tag can have: ${input.tag}`)
  await need(cx, repo, 'object', input.object, input.type)
  return objects.writeTag(cx.git, gitDir(cx, repo), { object: input.object, type: input.type, name: input.tag, message: input.message, tagger: personFor(cx, by, input.tagger) })
}
