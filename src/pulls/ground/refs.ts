// Where a pull request lives in git.
import { INTERNAL_REFS, PULL_REFS } from '../../git/index.ts'

/** Its head, kept in the base repository whatever becomes of the branch. */
export const headRef = (number: number) => `${PULL_REFS}/${number}/head`
/** Made by the merge in the same step as the base moves, so no other merge of it can succeed, on this machine or another. */
export const mergedRef = (number: number) => `${INTERNAL_REFS}/merged/${number}`
export const branchRef = (branch: string) => `refs/heads/${branch}`
