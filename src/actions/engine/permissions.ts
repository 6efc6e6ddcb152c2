// What a job's token may do in its repository, from `permissions:` and the settings above it.
import { isObject } from './expressions.ts'
import type { Json } from './workflow.ts'

export type Level = 'none' | 'read' | 'write'
export const tokenUnits = ['code', 'issues', 'pulls', 'packages', 'actions', 'wiki', 'releases', 'projects'] as const
export type TokenUnit = typeof tokenUnits[number]
export type TokenAccess = { [unit in TokenUnit]: Level }

const keys: { [key: string]: TokenUnit[] } = {
  __proto__: null as never,
  contents: ['code', 'releases'], code: ['code'], releases: ['releases'], issues: ['issues'], 'pull-requests': ['pulls'],
  packages: ['packages'], actions: ['actions'], wiki: ['wiki'], projects: ['projects'],
}
const levels: Level[] = ['none', 'read', 'write']

export function everywhere(level: Level): TokenAccess {
  return Object.fromEntries(tokenUnits.map((unit) => [unit, level])) as TokenAccess
}

/** What a restricted token reads: code, packages and releases. */
export const restricted: TokenAccess = { ...everywhere('none'), code: 'read', packages: 'read', releases: 'read' }

/** The lower of both, unit by unit. */
export function clamp(access: TokenAccess, most: TokenAccess): TokenAccess {
  const lower = (unit: TokenUnit) => levels[Math.min(levels.indexOf(access[unit]), levels.indexOf(most[unit]))]
  return Object.fromEntries(tokenUnits.map((unit) => [unit, lower(unit)])) as TokenAccess
}

/** The job's own `permissions`, else the workflow's, else the default; at most the maximum, and the restricted set for fork pulls. */
export function tokenAccess(given: {
  workflow: Json | undefined, job: Json | undefined, mode: 'permissive' | 'restricted', most?: TokenAccess, fork?: boolean
}): TokenAccess {
  const declared = given.job ?? given.workflow
  let access = declared === undefined || declared === null
    ? given.mode === 'permissive' ? everywhere('write') : restricted
    : read(declared)
  if (given.most) access = clamp(access, given.most)
  return given.fork ? clamp(access, restricted) : access
}

function read(declared: Json): TokenAccess {
  if (declared === 'read-all') return everywhere('read')
  if (declared === 'write-all') return everywhere('write')
  const access = everywhere('none')
  if (!isObject(declared)) return access
  // `contents` covers two units, so the narrower keys are read after it.
  const entries = Object.entries(declared).sort(([a], [b]) => Number(b === 'contents') - Number(a === 'contents'))
  for (const [key, value] of entries) {
    const level = levels.find((one) => one === value)
    for (const unit of keys[key] ?? []) if (level) access[unit] = level
  }
  return access
}
