import { gates, repoRead, repoVisible, repoWrite, scope, signedIn } from '../../access/index.ts'

export const reader = gates(scope('repository'), repoVisible, repoRead('releases'))
export const writer = gates(scope('repository'), repoVisible, repoRead('releases'), signedIn, repoWrite('releases'))
