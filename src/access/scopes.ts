// Token scopes: categories with read and write, `all`, `public-only`.

export const categories = ['activitypub', 'admin', 'misc', 'notification', 'organization', 'package', 'issue', 'repository', 'user'] as const
export type Category = (typeof categories)[number]

/** category → 1 read, 2 write */
export interface Scopes {
  levels: Partial<Record<Category, 1 | 2>>
  publicOnly: boolean
}

/** Words as given, one or several with commas in each → scopes, or undefined if a word is unknown or there is none. */
export function parseScopes(given: readonly string[]): Scopes | undefined {
  const words = given.flatMap((one) => one.split(',')).filter(Boolean)
  const levels: Scopes['levels'] = {}
  let publicOnly = false
  for (const word of words) {
    if (word === 'all') for (const one of categories) levels[one] = 2
    else if (word === 'public-only') publicOnly = true
    else {
      const [mode, category] = word.split(':')
      if ((mode !== 'read' && mode !== 'write') || !categories.includes(category as Category)) return undefined
      if (mode === 'write' || !levels[category as Category]) levels[category as Category] = mode === 'write' ? 2 : 1
    }
  }
  return words.length === 0 ? undefined : { levels, publicOnly }
}

/** The stored and shown form: implied reads dropped, the full set printed as `all`. */
export function scopeWords(scopes: Scopes): string[] {
  const words = categories.every((one) => scopes.levels[one] === 2)
    ? ['all']
    : categories.flatMap((one) => (scopes.levels[one] ? [`${scopes.levels[one] === 2 ? 'write' : 'read'}:${one}`] : []))
  return scopes.publicOnly ? ['public-only', ...words] : words
}

/** null = not limited by a token */
export function allows(scopes: Scopes | null, category: Category, write: boolean): boolean {
  return scopes === null || (scopes.levels[category] ?? 0) >= (write ? 2 : 1)
}

/** Nothing is left out: whoever holds it may do all that its account may. */
export const isWhole = (scopes: Scopes | null) => scopes === null || (!scopes.publicOnly && categories.every((one) => scopes.levels[one] === 2))

/** A new token may not exceed the one it was made with. */
export function exceeds(wanted: Scopes, held: Scopes | null): boolean {
  if (held === null) return false
  if (held.publicOnly && !wanted.publicOnly) return true
  return categories.some((one) => (wanted.levels[one] ?? 0) > (held.levels[one] ?? 0))
}
