import type { Level } from '../tables.ts'

/** A sealed secret opens only in its own place. */
export const secretContext = (name: string, level: Level) => `action_secret.sealed.${level.repo_id ?? ''}.${level.owner_id ?? ''}.${name}`
