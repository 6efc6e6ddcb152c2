// What a new repository may start with: checked names, and the first commit that holds the files.
import type { Account } from '../../access/index.ts'
import { init, objects, refs, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, invalid } from '../../kernel/errors.ts'
import { userView } from '../../users/index.ts'
import * as files from '../templates/files.ts'
import { labelSet } from '../templates/labels.ts'

export interface StartInput {
  name: string
  description?: string
  auto_init?: boolean
  readme?: string
  gitignores?: string
  license?: string
  issue_labels?: string
}

export interface Start {
  gitignores: string[]
  license: string
  labels: string
  commits: boolean
}

/** 400 for an unknown readme, 422 for the other names. Without auto_init nothing is written, but the licence is still remembered. */
export function checkStart(input: StartInput): Start {
  const commits = input.auto_init ?? false
  const readme = input.readme || 'Default'
  if (commits && !files.readmes.includes(readme)) throw bad(`readme template does not exist, available templates: [${files.readmes.join(' ')}]`)
  const labels = input.issue_labels ?? ''
  if (labels && !labelSet(labels)) throw invalid(`failed to load label template file '${labels}'`)
  const gitignores = (input.gitignores ?? '').split(',').filter(Boolean)
  const license = input.license ?? ''
  if (commits) {
    for (const one of gitignores) if (files.gitignores.text(one) === undefined) throw invalid(`unknown gitignore template [${one}]`)
  }
  if (license && files.licenses.text(license) === undefined) throw invalid(`unknown license [${license}]`)
  return { gitignores, license, labels, commits }
}

/** Author and committer of what a repository begins with. */
export const person = (cx: Cx, account: Account) => ({
  name: account.full_name || account.name,
  email: account.hide_email || !account.email ? userView.noreply(cx, account) : account.email,
  date: cx.now(),
  offset: 0,
})

/** The root commit on the default branch; its id. Organizations do not write commits, so there the maker is the author. */
export async function firstCommit(cx: Cx, dir: GitDir, branch: string, owner: Account, by: Account, input: StartInput, start: Start): Promise<string> {
  const author = person(cx, owner.type === 'user' ? owner : by)
  const fill = { name: input.name, description: input.description ?? '', owner: owner.full_name || owner.name, email: author.email, year: new Date(cx.now() * 1000).getUTCFullYear() }
  const texts: [string, string][] = [['README.md', files.readme(fill)]]
  if (start.gitignores.length > 0) texts.push(['.gitignore', files.gitignore(start.gitignores)])
  if (start.license) texts.push(['LICENSE', files.license(start.license, fill)])
  const entries = await Promise.all(texts.map(async ([name, text]) => ({ mode: '100644', kind: 'file' as const, name, oid: await objects.writeBlob(cx.git, dir, text) })))
  const tree = await objects.writeTree(cx.git, dir, entries)
  const oid = await objects.writeCommit(cx.git, dir, { tree, parents: [], author, committer: person(cx, by), message: 'Initial commit\n', sign: cx.signer.sign })
  const moved = await refs.update(cx.git, dir, [{ ref: `refs/heads/${branch}`, old: null, new: oid }])
  if (!moved.ok) throw invalid(`not a branch name: ${branch}`)
  return oid
}

/** KiB on disk. */
export const sizeOf = async (dir: GitDir): Promise<number> => Math.floor((await init.size(dir)) / 1024)
