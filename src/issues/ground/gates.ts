import { gates, notArchived, readable, repoAdmin, repoVisible, scope, signedIn } from '../../access/index.ts'
import { Id, Type } from '../../kernel/schema.ts'

/** Whoever may read issues or pull requests; which of the two the number is comes out with its row. */
export const readers = gates(scope('issue'), repoVisible, readable('issues', 'pulls'))
export const people = gates(scope('issue'), repoVisible, readable('issues', 'pulls'), signedIn)
/** the same where an archived repository takes no more */
export const livePeople = gates(scope('issue'), repoVisible, readable('issues', 'pulls'), signedIn, notArchived)
export const admins = gates(scope('issue'), repoVisible, readable('issues', 'pulls'), signedIn, repoAdmin)

export const byIndex = Type.Object({ index: Id })
