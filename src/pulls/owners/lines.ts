// CODEOWNERS: each line an expression for whole paths (with ! for all others), then people and teams.
import type { Test } from '../../kernel/glob.ts'
import { regexp } from '../../kernel/regexp.ts'

export interface OwnerLine {
  covers: Test
  people: string[]
  /** of the organization before the slash */
  teams: { org: string; name: string }[]
}

const MOST = 500

/** Lines that say nothing, or whose expression is none, are passed over. */
export function parseOwners(text: string): OwnerLine[] {
  return text.split('\n').slice(0, MOST * 4).flatMap((line) => {
    const [pattern = '', ...words]: string[] = line.replace(/^((?:\\.|[^\\#])*)#.*$/, '$1').match(/(?:\\.|\S)+/g) ?? []
    const owners = words.filter((one) => one.startsWith('@')).map((one) => one.slice(1))
    if (owners.length === 0) return []
    const negative = pattern.startsWith('!')
    const test = regexp(`^(?:${pattern.slice(negative ? 1 : 0).replace(/\\([ #])/g, '$1')})$`)
    if (typeof test === 'string') return []
    const teams = owners.flatMap((one) => (one.includes('/') ? [{ org: one.slice(0, one.indexOf('/')), name: one.slice(one.indexOf('/') + 1) }] : []))
    return [{ covers: (path: string) => test(path) !== negative, people: owners.filter((one) => !one.includes('/')), teams }]
  }).slice(0, MOST)
}
