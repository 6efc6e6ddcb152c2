// What scenarios of pull requests begin with.
import { commit, git, workTree } from './git.ts'
import type { Person, World } from './world.ts'

export interface Stage {
  ann: Person
  bob: Person
  cy: Person
  cwd: string
  /** tip of main */
  base: string
  /** tip of side, one file ahead */
  head: string
}

/** ann/engine with main and side; bob may write, cy may only look. */
export async function demo(w: World): Promise<Stage> {
  const [ann, bob, cy] = [await w.user('ann'), await w.user('bob'), await w.user('cy')]
  await w.repo(ann, 'engine')
  await w.as(ann).put('/repos/ann/engine/collaborators/bob', { permission: 'write' }).gives(204)
  const cwd = await workTree(w, ann, 'ann/engine')
  const base = await commit(cwd, 'a.txt', 'one\ntwo\nthree\n')
  await git(cwd, ['switch', '-qc', 'side'])
  const head = await commit(cwd, 'b.txt', 'new\n', 'add b')
  await git(cwd, ['push', '-q', 'origin', 'main'])
  await git(cwd, ['push', '-q', 'origin', 'side'])
  return { ann, bob, cy, cwd, base, head }
}

/** The types of a timeline, without the commits that mention it. */
export const kinds = async (w: World, who: Person, number = 1): Promise<string[]> =>
  ((await w.as(who).get(`/repos/ann/engine/issues/${number}/timeline`).gives(200)).body ?? []).map((one: any) => one.type).filter((type: string) => type !== 'commit_ref')

export const openSide = async (w: World, who: Person, more: object = {}) =>
  (await w.as(who).post('/repos/ann/engine/pulls', { head: 'side', base: 'main', title: 'Work', ...more }).gives(201)).body
