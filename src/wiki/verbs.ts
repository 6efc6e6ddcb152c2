import { setTimeout as pause } from 'node:timers/promises'
import type { Account, Repo } from '../access/index.ts'
import { personOf } from '../code/index.ts'
import { init, objects, refs, tree, type GitDir } from '../git/index.ts'
import type { Cx } from '../kernel/cx.ts'
import { bad, exists, invalid, notFound, tooLarge } from '../kernel/errors.ts'
import { emit } from '../kernel/outbox.ts'
import { quota, wikiDir } from '../repos/index.ts'
import { created, edited, removed } from './facts.ts'
import { fileOf, subUrlOf, type Named } from './names.ts'
import { branchOf, open, pageAt, type Found, type Wiki } from './places.ts'

export interface On {
  repo: Repo
  by: Account
}

const reserved = new Set(['_pages', '_new', '_edit', 'raw'])
const LARGEST = 10 * 1024 * 1024
const MESSAGE = 2000
const TRIES = 50

export async function get(cx: Cx, repo: Repo, name: string, rev?: string): Promise<{ wiki: Wiki; page: Found }> {
  const wiki = await open(cx, repo, rev)
  const page = await pageAt(cx, wiki, name)
  if (!page) throw notFound()
  return { wiki, page }
}

/** The bytes of a file of the wiki. */
export async function bytesOf(cx: Cx, { dir }: Pick<Wiki, 'dir'>, { oid }: { oid: string }): Promise<Buffer> {
  return objects.blob(cx.git, dir, oid, { max: LARGEST }).catch((error) => {
    throw error instanceof objects.TooLarge ? tooLarge('the file is too large to be shown') : error
  })
}

/** A page's text before and after one commit. */
export async function changed(cx: Cx, repo: Repo, name: string, rev: string): Promise<{ before: string; after: string; commit: objects.Commit }> {
  const wiki = await open(cx, repo, rev)
  const commit = await objects.commit(cx.git, wiki.dir, wiki.tip)
  const text = async (root: string | undefined) => {
    const found = root === undefined ? undefined : await pageAt(cx, { dir: wiki.dir, tree: root }, name)
    return found ? (await bytesOf(cx, wiki, found)).toString('utf8') : ''
  }
  const parent = commit.parents.length > 0 ? (await objects.commit(cx.git, wiki.dir, commit.parents[0])).tree : undefined
  return { before: await text(parent), after: await text(wiki.tree), commit }
}

/** Any file of the wiki by its path, or a page by its address. */
export async function fileAt(cx: Cx, repo: Repo, path: string): Promise<{ name: string; bytes: Buffer }> {
  const wiki = await open(cx, repo)
  const entry = path === '' ? null : await tree.find(cx.git, wiki.dir, wiki.tree, path)
  const found = entry?.kind === 'file' || entry?.kind === 'executable' ? entry : await pageAt(cx, wiki, path)
  if (!found) throw notFound()
  return { name: found.path.split('/').at(-1)!, bytes: await bytesOf(cx, wiki, found) }
}

/** What a page's file will be called. */
function nameFor(given: string): Named {
  const title = given.trim()
  if (title === '') throw invalid('[Title]: Required')
  if (reserved.has(title)) throw bad(`the name is reserved [title: ${title}]`)
  const sub_url = subUrlOf(title)
  if (Buffer.byteLength(fileOf(sub_url)) > 255 || !tree.validPath(fileOf(sub_url))) throw invalid('the title is too long')
  return { title, sub_url }
}


/** Nothing is overwritten. */
export async function create(cx: Cx, on: On, input: { title: string; content: Buffer; message?: string }): Promise<Named> {
  const name = nameFor(input.title)
  await quota.need(cx, on.repo.owner, input.content.length)
  return change(cx, on, async (at) => {
    if (at.tree && (await pageAt(cx, { ...at, tree: at.tree }, name.sub_url))) throw bad(`the page exists already [title: ${name.title}]`)
    const oid = await objects.writeBlob(cx.git, at.dir, input.content)
    return { name, message: input.message || `Add "${name.title}"`, fact: created, changes: [{ op: 'put', path: fileOf(name.sub_url), oid }] }
  })
}

export interface Edit {
  title: string
  /** what is left out stays as it is */
  content?: Buffer
  message?: string
  /** the blob that was read before; refused when another has taken its place */
  was?: string
}

/** A page that is not there is made; another title moves the page, over whatever has that title. */
export async function edit(cx: Cx, on: On, wanted: string, input: Edit): Promise<Named> {
  const name = nameFor(input.title)
  await quota.need(cx, on.repo.owner, input.content?.length ?? 0)
  return change(cx, on, async (at) => {
    const page = at.tree ? await pageAt(cx, { ...at, tree: at.tree }, wanted) : undefined
    if (input.was !== undefined && page?.oid !== input.was) throw exists('the page has changed meanwhile')
    const oid = input.content ? await objects.writeBlob(cx.git, at.dir, input.content) : (page?.oid ?? (await objects.writeBlob(cx.git, at.dir, Buffer.alloc(0))))
    // a page keeps its file as long as it keeps its name, however the file was called by whoever pushed it
    const path = page && page.title === name.title ? page.path : fileOf(name.sub_url)
    const changes: tree.Change[] = [...(page && page.path !== path ? [{ op: 'delete' as const, path: page.path }] : []), { op: 'put', path, oid }]
    return { name: page && page.path === path ? page : name, message: input.message || `Update "${name.sub_url}"`, fact: page ? edited : created, changes }
  })
}

export async function remove(cx: Cx, on: On, wanted: string, message?: string): Promise<void> {
  await change(cx, on, async (at) => {
    const page = at.tree ? await pageAt(cx, { ...at, tree: at.tree }, wanted) : undefined
    if (!page) throw notFound()
    return { name: page, message: message || `Delete "${page.title}"`, fact: removed, changes: [{ op: 'delete', path: page.path }] }
  })
}

interface Place {
  dir: GitDir
  /** null before the first page */
  tree: string | null
}
interface Change {
  name: Named
  message: string
  fact: typeof created
  changes: tree.Change[]
}

/** One commit on the tip as it is now; whoever finds it moved begins anew. Where nothing changes nothing is committed. */
async function change(cx: Cx, { repo, by }: On, plan: (at: Place) => Promise<Change>): Promise<Named> {
  const dir = await ensure(cx, repo)
  for (let tries = 0; ; tries++) {
    const { branch, tip } = await branchOf(repo, dir)
    const base = tip === null ? null : (await objects.commit(cx.git, dir, tip)).tree
    const { name, message, fact, changes } = await plan({ dir, tree: base })
    const next = await tree.edit(cx.git, dir, base, changes).catch((error) => {
      throw error instanceof tree.EditError ? invalid(`a file or folder is in the way [path: ${error.path}]`) : error
    })
    if (next === base) return name
    const person = personOf(cx, by)
    const sha = await objects.writeCommit(cx.git, dir, { tree: next, parents: tip === null ? [] : [tip], message: `${message.trim().slice(0, MESSAGE)}\n`, author: person, committer: person, sign: cx.signer.sign })
    const moved = await refs.update(cx.git, dir, [{ ref: `refs/heads/${branch}`, old: tip, new: sha }])
    if (moved.ok) {
      await cx.write(async (tx) => {
        await cx.jobs.enqueue(tx, 'code.tidy', { repo_id: repo.id }, { key: String(repo.id), delay: 10 })
        await emit(tx, fact, { repo_id: repo.id, by_id: by.id, page: name.sub_url, title: name.title, comment: message, sha })
      })
      return name
    }
    if (moved.kind === 'invalid' || tries >= TRIES) throw exists('the wiki keeps moving; try again')
    if (moved.kind === 'locked') await pause(5 * (tries + 1))
  }
}

/** The wiki's folder, made with its first page. */
async function ensure(cx: Cx, repo: Repo): Promise<GitDir> {
  const dir = wikiDir(cx, repo)
  if (await init.detect(dir.path)) return dir
  await init.create(cx.git, dir.path, { format: repo.object_format, defaultBranch: cx.config.default_branch }).catch((error) => {
    if (!(error instanceof init.Exists)) throw error
  })
  return dir
}
