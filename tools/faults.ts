// Kills the server at random moments and looks at what it remembers; then many at once.
//
//   npm run faults                          200 rounds of each kind
//   npm run faults -- --rounds 20           fewer
//   npm run faults -- --only merges         one kind: races, issues, pushes, merges, moves, imports, calls, power or cuts
import { parseArgs } from 'node:util'
import { cutDuring, cutUnflushedDuring } from './faults/cuts.ts'
import { imports } from './faults/imports.ts'
import { issues } from './faults/issues.ts'
import { merges } from './faults/merges.ts'
import { moves } from './faults/moves.ts'
import { canMount, cutPower, cutUnflushed } from './faults/power.ts'
import { pushes } from './faults/pushes.ts'
import { raceAll } from './faults/races.ts'
import { rounds } from './faults/rounds.ts'
import { canTrace, strikeChildren, strikeServer } from './faults/strace.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, only: { type: 'string' } } })
const count = Number(values.rounds)
const say = (text: string) => console.log(text)
const kinds: Record<string, () => Promise<void>> = {
  races: () => raceAll(say),
  issues: () => rounds(issues, count, say),
  pushes: () => rounds(pushes, count, say),
  merges: () => rounds(merges, count, say),
  moves: () => rounds(moves, count, say),
  imports: () => rounds(imports, count, say),
  // where strace is
  calls: async () => (canTrace ? (await strikeChildren(say), await strikeServer(say)) : say('calls: left out, there is no strace')),
  // eleven cuts in a round
  power: async () => (canMount ? (await cutUnflushed(), await cutPower(say, Math.ceil(count / 10))) : say('power: left out, images cannot be mounted')),
  cuts: async () => {
    if (!canMount) return say('cuts: left out, images cannot be mounted')
    await cutUnflushedDuring(pushes, 20)
    await cutDuring(pushes, count, say)
    await cutDuring(merges, count, say)
    await cutDuring(issues, count, say)
    await cutDuring(moves, count, say)
    await cutDuring(imports, count, say)
  },
}
if (!Number.isInteger(count) || count < 1 || (values.only !== undefined && !Object.hasOwn(kinds, values.only))) {
  console.error(`npm run faults [-- --rounds NUMBER] [--only ${Object.keys(kinds).join('|')}]`)
  process.exit(2)
}
let failed = 0
for (const [name, run] of Object.entries(kinds)) {
  if (values.only !== undefined && values.only !== name) continue
  try {
    await run()
  } catch (error) {
    failed++
    console.error(`✗ ${(error as Error).stack}`)
  }
}
console.log(`${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
