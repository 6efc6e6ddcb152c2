import type { Repo } from '../../access/index.ts'
import { places } from '../../code/index.ts'
import { objects, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir } from '../../repos/index.ts'
import { isTemplate, parseConfig, parseTemplate, plain } from './parse.ts'
import { Wrong } from './reading.ts'
import type { ConfigRecord, TemplateRecord } from './schema.ts'

const LARGEST = 64 * 1024
const MOST = 100
const names = ['ISSUE_TEMPLATE', 'issue_template']
const within = (...folders: string[]) => folders.flatMap((folder) => names.map((name) => folder + name))

/** The folders' files on the default branch, in the order of the folders. */
async function filesIn(cx: Cx, repo: Repo, folders: readonly string[], wanted: (name: string) => boolean): Promise<tree.PathEntry[]> {
  const at = await places.find(cx, repo, `refs/heads/${repo.default_branch}`)
  if (!at) return []
  const dir = gitDir(cx, repo)
  const root = (await objects.commit(cx.git, dir, at.commit)).tree
  const found: tree.PathEntry[] = []
  for (const folder of folders) {
    for (const one of (await tree.listFolder(cx.git, dir, root, folder)) ?? []) if (one.kind === 'file' && wanted(one.name)) found.push(one)
  }
  return found.slice(0, MOST)
}

async function textOf(cx: Cx, repo: Repo, file: tree.PathEntry): Promise<string> {
  try {
    return (await objects.blob(cx.git, gitDir(cx, repo), file.oid, { max: LARGEST })).toString('utf8')
  } catch (error) {
    throw error instanceof objects.TooLarge ? new Wrong('the file is too large') : error
  }
}

export interface Templates {
  templates: TemplateRecord[]
  /** files that cannot be used, and why */
  broken: { path: string; why: string }[]
}

export async function list(cx: Cx, repo: Repo): Promise<Templates> {
  const told: Templates = { templates: [], broken: [] }
  for (const file of await filesIn(cx, repo, within('', '.gitea/', '.github/', '.gitlab/'), isTemplate)) {
    try {
      told.templates.push(parseTemplate(file.path, await textOf(cx, repo, file)))
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      told.broken.push({ path: file.path, why: error.message })
    }
  }
  return told
}

/** What the file says, and what is wrong with it; a wrong file says nothing. */
export async function config(cx: Cx, repo: Repo): Promise<{ config: ConfigRecord; wrong: string }> {
  const [file] = await filesIn(cx, repo, within('.gitea/', '.github/'), (name) => /^config\.ya?ml$/.test(name))
  if (!file) return { config: plain(), wrong: '' }
  try {
    return { config: parseConfig(await textOf(cx, repo, file)), wrong: '' }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return { config: plain(), wrong: error.message }
  }
}
