import { gates, signedIn } from '../../access/index.ts'

/** Pages of one's own account. */
export const own = gates(signedIn)
