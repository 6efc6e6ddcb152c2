// The files of a template as the first commit of another repository; nothing of its history comes along.
import type { Account, Repo } from '../../access/index.ts'
import { objects, refs, tree, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { gitDir } from '../folders.ts'
import { person } from '../repos/start.ts'
import { chosen, filled, filledPath, values, type Named } from './words.ts'

/** Names the files whose words are filled in, and is left out itself. */
const LIST = '.gitea/template'
const LARGEST = 1024 * 1024
const AT_ONCE = 16

/** The commit, or undefined where the template has none itself. */
export async function firstCommit(cx: Cx, template: Repo, dir: GitDir, branch: string, owner: Account, names: { repo: Named; template: Named }): Promise<string | undefined> {
  const from = gitDir(cx, template)
  const tip = await refs.read(from, `refs/heads/${template.default_branch}`)
  if (tip === null) return undefined
  const root = (await objects.commit(cx.git, from, tip)).tree
  const { entries, truncated } = await tree.list(cx.git, from, root, { recursive: true, limit: Infinity })
  if (truncated) throw invalid('the template has too many files')
  const files = entries.filter((one) => one.kind !== 'dir' && one.path !== LIST)
  const list = await tree.find(cx.git, from, root, LIST)
  const isChosen = list?.kind === 'file' ? chosen((await objects.blob(cx.git, from, list.oid, { max: LARGEST })).toString()) : () => false
  const words = values(names.repo, names.template, cx.now())
  const changes: tree.Change[] = []
  for (let at = 0; at < files.length; at += AT_ONCE) {
    changes.push(...(await Promise.all(files.slice(at, at + AT_ONCE).map((one) => brought(cx, from, dir, one, isChosen(one.path) ? words : undefined)))))
  }
  const made = await tree.edit(cx.git, dir, null, changes)
  const author = person(cx, owner)
  const oid = await objects.writeCommit(cx.git, dir, { tree: made, parents: [], author, committer: author, message: 'Initial commit\n', sign: cx.signer.sign })
  const moved = await refs.update(cx.git, dir, [{ ref: `refs/heads/${branch}`, old: null, new: oid }])
  if (!moved.ok) throw invalid(`not a branch name: ${branch}`)
  return oid
}

async function brought(cx: Cx, from: GitDir, to: GitDir, file: tree.ListedEntry, words: Map<string, string> | undefined): Promise<tree.Change> {
  const path = words ? filledPath(file.path, words) : file.path
  if (file.kind === 'submodule') return { op: 'put', path, oid: file.oid, mode: file.mode }
  const text = words && (file.kind === 'file' || file.kind === 'executable') && (file.size ?? 0) <= LARGEST ? await objects.blob(cx.git, from, file.oid) : undefined
  const content = text && !text.includes(0) ? filled(text.toString('utf8'), words!) : (text ?? (await objects.blobStream(cx.git, from, file.oid)))
  return { op: 'put', path, oid: await objects.writeBlob(cx.git, to, content), mode: file.mode }
}
