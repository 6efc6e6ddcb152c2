// How the words of a request become a team's level and its levels per unit.
import { ADMIN, levelOf, NONE, OWNER, READ, type Level } from '../../access/index.ts'
import { bad, invalid } from '../../kernel/errors.ts'

export const unitKeys = [
  'repo.code', 'repo.issues', 'repo.ext_issues', 'repo.pulls', 'repo.releases', 'repo.wiki', 'repo.ext_wiki', 'repo.projects', 'repo.packages', 'repo.actions',
] as const

export interface Asked {
  permission?: string
  units?: string[]
  units_map?: Record<string, string>
}
export interface Decided {
  /** undefined = the team-wide level stays */
  level: Level | undefined
  units: Map<string, Level>
}

/** undefined when nothing was asked for. */
export function decide(asked: Asked): Decided | undefined {
  const units = asked.units ?? []
  const map = Object.entries(asked.units_map ?? {})
  if (units.length > 0 && map.length > 0) throw bad('only one of units or units_map can be set')
  if (units.length > 0) return perUnit(units.map((unit) => [unit, asked.permission ?? '']))
  if (map.length > 0) return perUnit(map)
  if (!asked.permission) return undefined
  const level = wordLevel(asked.permission)
  if (level === NONE) throw bad('no permission specified')
  return { level, units: new Map() }
}

function perUnit(entries: [string, string][]): Decided {
  const units = new Map<string, Level>()
  for (const [key, word] of entries) {
    const unit = key.toLowerCase()
    if (!(unitKeys as readonly string[]).includes(unit)) throw invalid(`unknown unit [${key}]`)
    units.set(unit, capped(unit, wordLevel(word)))
  }
  return { level: undefined, units }
}

const wordLevel = (word: string): Level => {
  const level = levelOf(word) ?? NONE
  return level > ADMIN ? NONE : level
}

/** Trackers and wikis elsewhere can only be looked at. */
const capped = (unit: string, level: Level): Level => (unit.startsWith('repo.ext_') && level > READ ? READ : level)

/** The owners' team reaches everything. */
export const ownersUnits = (): Map<string, Level> => new Map(unitKeys.map((unit) => [unit, capped(unit, OWNER)]))
