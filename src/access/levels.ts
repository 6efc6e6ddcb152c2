/** Access levels as stored, and their words on the wire. */
export const NONE = 0
export const READ = 1
export const WRITE = 2
export const ADMIN = 3
export const OWNER = 4
export type Level = 0 | 1 | 2 | 3 | 4

export const levelWords = ['none', 'read', 'write', 'admin', 'owner'] as const
export type LevelWord = (typeof levelWords)[number]
export const levelOf = (word: string): Level | undefined => {
  const at = levelWords.indexOf(word as LevelWord)
  return at < 0 ? undefined : (at as Level)
}

export const units = ['code', 'issues', 'pulls', 'releases', 'wiki', 'projects', 'packages', 'actions'] as const
export type Unit = (typeof units)[number]

/** Every unit at one level. */
export const allUnits = (level: Level): Record<Unit, Level> => ({
  code: level, issues: level, pulls: level, releases: level, wiki: level, projects: level, packages: level, actions: level,
})
