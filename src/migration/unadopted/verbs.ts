// Bare repositories an administrator has laid into the folder `unadopted`, as `owner/name.git`, to become repositories here.
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { findAccountByName, type Account } from '../../access/index.ts'
import { copy, init, refs, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import type { JobKind } from '../../kernel/jobs.ts'
import { emit } from '../../kernel/outbox.ts'
import { checkName, refFacts, repos } from '../../repos/index.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
const root = (cx: Cx) => join(cx.config.data, 'unadopted')

const foldersIn = async (path: string) => (await readdir(path, { withFileTypes: true }).catch(() => [])).filter((one) => one.isDirectory()).map((one) => one.name).sort()

/** `owner/name` of all whose name holds the text. */
export async function list(cx: Cx, text: string): Promise<string[]> {
  const found: string[] = []
  for (const owner of await foldersIn(root(cx))) {
    for (const folder of await foldersIn(join(root(cx), owner))) if (NAME.test(owner) && folder.endsWith('.git') && NAME.test(folder)) found.push(`${owner}/${folder.slice(0, -4)}`)
  }
  const wanted = text.toLowerCase()
  return found.filter((one) => one.toLowerCase().includes(wanted))
}

/** A folder of its own, not a way to another. */
async function open(cx: Cx, owner: string, name: string): Promise<GitDir> {
  if (!NAME.test(owner) || !NAME.test(name)) throw notFound()
  const path = join(root(cx), owner, `${name}.git`)
  const there = await lstat(path).catch(() => null)
  const found = there?.isDirectory() && (await realpath(path)) === join(await realpath(root(cx)), owner, `${name}.git`) ? await init.detect(path) : null
  if (!found) throw notFound()
  return found
}

/** Branches and tags are taken over into a repository of ours; hooks and settings of the folder are not. */
export async function adopt(cx: Cx, ownerName: string, name: string, by: Account): Promise<void> {
  const owner = await findAccountByName(cx.db, ownerName)
  if (!owner) throw notFound()
  const from = await open(cx, ownerName, name)
  checkName(name)
  const branch = (await refs.readHead(from)) ?? cx.config.default_branch
  await repos.found(cx, { owner, by, name, format: from.format, branch }, async (dir, draft) => {
    await copy(cx.git, from, dir)
    const { heads } = await refs.list(cx.git, dir)
    const size = Math.floor((await init.size(dir)) / 1024)
    await cx.write(async (tx) => {
      const repo = await repos.place(tx, cx, owner, by, { ...draft, size, git_size: size, is_empty: heads.size === 0, num_branches: heads.size, refs_version: 1 })
      await emit(tx, repos.created, { repo_id: repo.id, by_id: by.id, name: repo.name, issue_labels: '', imported: true })
      await cx.jobs.enqueue(tx, 'migration.adopted', { owner: ownerName, name })
      for (const [head, { oid }] of heads) await emit(tx, refFacts.created, { repo_id: repo.id, by_id: by.id, ref: `refs/heads/${head}`, new: oid, via: 'mirror' })
    })
  })
  await init.remove(cx.git, from)
}

/** Should we die before the folder is gone. */
export const jobs: JobKind[] = [{
  kind: 'migration.adopted',
  async run(cx, { owner, name }: { owner: string; name: string }) {
    const left = await open(cx, owner, name).catch(() => null)
    if (left) await init.remove(cx.git, left)
  },
}]

export const remove = async (cx: Cx, owner: string, name: string): Promise<void> => init.remove(cx.git, await open(cx, owner, name))
