// The door of access: who is asking and what they may do.
export * from './actor.ts'
export * from './can.ts'
export * from './guards.ts'
export * from './levels.ts'
export { ownerLevel } from './owner-level.ts'
export * from './scopes.ts'
export { repoGrantedTo, repoPublic, repoPublicTo, repoRelatedTo, repoVisibleTo, repoVisibleToAccount } from './store.ts'
export { findAccount, findAccountByEmail, findAccountByName, findRepo, findRepoById, findKey, findDeployKey, isBlocked, findMembership, readersOf, visibleTo, type Account, type Repo, type RepoRow } from './store.ts'
