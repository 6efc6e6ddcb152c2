// Looking for a text in a large repository: the index against git grep on the same commit, turn by turn.
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { environment, median, timed } from './gits.ts'
import type { Row } from './reads.ts'

const run = promisify(execFile)

export interface Searched {
  port: number
  authorization: string
  /** owner/name on the server */
  repo: string
  /** the same repository on disk */
  path: string
  /** a word of a few files, another one for each round, since what was found once is known */
  rare(round: number): string
}

/** Rows for a word that few files hold and for one that nobody holds. */
export async function measureSearch({ port, authorization, repo, path, rare }: Searched, rounds: number): Promise<Row[]> {
  const ask = async (words: string): Promise<{ total_count: number; indexed: boolean }> => {
    const got = await fetch(`http://127.0.0.1:${port}/api/v1/repos/${repo}/search/code?case=true&q=${encodeURIComponent(words)}`, { headers: { authorization } })
    if (!got.ok) throw new Error(`search: ${got.status}`)
    return got.json() as never
  }
  const grep = async (words: string) => {
    const { stdout } = await run('git', ['grep', '-F', '-I', '-l', '-e', words, 'HEAD'], { cwd: path, env: environment, maxBuffer: 1 << 28 }).catch((error) => (error.code === 1 ? { stdout: '' } : Promise.reject(error)))
    return stdout.split('\n').filter(Boolean).length
  }
  for (let tries = 0; !(await ask(`ready ${tries}`)).indexed; tries++) {
    if (tries > 600) throw new Error('nobody made an index')
    await pause(500)
  }
  const rows: Row[] = []
  for (const [name, words] of [['a rare word', rare], ['a word that nothing holds', (round: number) => `unheard-of-${round}-word`]] as const) {
    const took = { ours: [] as number[], theirs: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      let [ours, theirs] = [0, 0]
      took.ours.push(await timed(async () => { ours = (await ask(words(round))).total_count }))
      took.theirs.push(await timed(async () => { theirs = await grep(words(round)) }))
      if (ours !== theirs) throw new Error(`${words(round)}: ${ours} files by the index, ${theirs} by git grep`)
    }
    const ratio = median(took.theirs) / median(took.ours)
    rows.push({ name: `search in code, ${name}, times faster than git grep -F (${median(took.ours).toFixed(1)} ms, ${median(took.theirs).toFixed(0)} ms)`, value: ratio.toFixed(0), aim: '≥ 10', ok: ratio >= 10 })
  }
  return rows
}
