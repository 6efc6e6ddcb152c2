// What was said about a commit after it was made.
import { blob, commit as readCommit, Missing, TooLarge } from './objects.ts'
import { read } from './refs.ts'
import { rev, type Git, type GitDir } from './run.ts'
import { find } from './tree.ts'

const NOTES = 'refs/notes/commits'
const MOST = 64 * 1024
/** Folders grow as there are more notes: none, then one of two letters, and so on. */
const DEEPEST = 4

/** The note of a commit, empty if it has none. */
export async function of(git: Git, dir: GitDir, commit: string): Promise<string> {
  const tip = await read(dir, NOTES)
  if (tip === null) return ''
  const { tree } = await readCommit(git, dir, tip)
  let folder = ''
  let rest = rev(dir, commit)
  for (let depth = 0; depth <= DEEPEST; depth++) {
    const entry = await find(git, dir, tree, folder + rest)
    if (entry && entry.kind !== 'dir') return textOf(git, dir, entry.oid)
    folder += `${rest.slice(0, 2)}/`
    rest = rest.slice(2)
  }
  return ''
}

async function textOf(git: Git, dir: GitDir, oid: string): Promise<string> {
  try {
    return (await blob(git, dir, oid, { max: MOST })).toString('utf8')
  } catch (error) {
    if (error instanceof Missing || error instanceof TooLarge) return ''
    throw error
  }
}
