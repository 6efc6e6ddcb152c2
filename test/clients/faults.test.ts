// A short version of `npm run faults`: the server dies at random moments and has forgotten nothing it acknowledged.
import { test } from 'node:test'
import { cutDuring } from '../../tools/faults/cuts.ts'
import { imports } from '../../tools/faults/imports.ts'
import { issues } from '../../tools/faults/issues.ts'
import { merges } from '../../tools/faults/merges.ts'
import { moves } from '../../tools/faults/moves.ts'
import { acts, canMount, cutPower, cutUnflushed } from '../../tools/faults/power.ts'
import { pushes } from '../../tools/faults/pushes.ts'
import { races, raceAll } from '../../tools/faults/races.ts'
import { rounds } from '../../tools/faults/rounds.ts'
import { canTrace, strikeChildren, strikeServer } from '../../tools/faults/strace.ts'

test(`many at once: ${races.map((one) => one.name).join('; ')}`, () => raceAll())
test('killed during issue writes', () => rounds(issues, 10))
test('killed during pushes', () => rounds(pushes, 10))
test('killed during merges', () => rounds(merges, 10))
test('killed during imports', () => rounds(imports, 4))
test('killed while repositories are made, forked, renamed, transferred and deleted', () => rounds(moves, 8))

const traced = { skip: canTrace ? false : 'there is no strace' }
test('some calls of the git children of a push fail, or are their last', traced, () => strikeChildren(undefined, 40))
test('some calls of the server during a push are its last', traced, () => strikeServer(undefined, 12))

const cut = { skip: canMount ? false : 'images cannot be mounted' }
test('the power goes after acknowledged pushes, and nothing is lost', cut, () => cutPower(undefined, 1, {}, acts.slice(0, 3)))
test('the power goes after a push that was not flushed, and it is lost', cut, cutUnflushed)
test('the power goes in the middle of pushes, and nothing acknowledged is lost', cut, () => cutDuring(pushes, 2))
test('the power goes in the middle of merges, and nothing acknowledged is lost', cut, () => cutDuring(merges, 1))
