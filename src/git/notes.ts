// What was said about a commit after it was made.
import { blob, commit as readCommit, Missing, TooLarge } from './objects.ts'
import { read } from './refs.ts'
import { rev, type Git, type GitDir } from './run.ts'
import { find as findPath } from './tree.ts'

const NOTES = 'refs/notes/commits'
const MOST = 64 * 1024
/** Folders grow as there are more notes: none, then one of two letters, and so on. */
const DEEPEST = 4

/** The note of a commit, empty if it has none. */
export const of = async (git: Git, dir: GitDir, commit: string): Promise<string> => (await find(git, dir, commit))?.text ?? ''

/** The note of a commit, and where it lies in which commit of notes; null if it has none. */
export async function find(git: Git, dir: GitDir, commit: string): Promise<{ text: string; tip: string; path: string } | null> {
  const tip = await read(dir, NOTES)
  if (tip === null) return null
  const { tree } = await readCommit(git, dir, tip)
  let folder = ''
  let rest = rev(dir, commit)
  for (let depth = 0; depth <= DEEPEST; depth++) {
    const path = folder + rest
    const entry = await findPath(git, dir, tree, path)
    if (entry && entry.kind !== 'dir') return { text: await textOf(git, dir, entry.oid), tip, path }
    folder += `${rest.slice(0, 2)}/`
    rest = rest.slice(2)
  }
  return null
}

async function textOf(git: Git, dir: GitDir, oid: string): Promise<string> {
  try {
    return (await blob(git, dir, oid, { max: MOST })).toString('utf8')
  } catch (error) {
    if (error instanceof Missing || error instanceof TooLarge) return ''
    throw error
  }
}
