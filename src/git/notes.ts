// What was said about a commit after it was made.
import { blob, Missing, TooLarge } from './objects.ts'
import { read } from './refs.ts'
import { rev, run, type Git, type GitDir } from './run.ts'

const NOTES = 'refs/notes/commits'
const MOST = 64 * 1024

/** The note of a commit, empty if it has none. */
export async function of(git: Git, dir: GitDir, commit: string): Promise<string> {
  const tip = await read(dir, NOTES)
  if (tip === null) return ''
  const { stdout, code } = await run(git, dir, ['notes', `--ref=${NOTES}`, 'list', rev(dir, commit)], { ok: [0, 1] })
  const oid = stdout.toString('latin1').trim()
  if (code !== 0 || oid === '') return ''
  try {
    return (await blob(git, dir, oid, { max: MOST })).toString('utf8')
  } catch (error) {
    if (error instanceof Missing || error instanceof TooLarge) return ''
    throw error
  }
}
