// Files that a rule keeps from everybody, or leaves to everybody who may write.
import { setImmediate as breathe } from 'node:timers/promises'
import type { diff } from '../../git/index.ts'
import type { Test } from '../../kernel/glob.ts'
import { testOf } from './rules.ts'

/** `;` separates; a `*` stops at dots and slashes, and letters are alike in both cases. */
const testsOf = (patterns: string): Test[] => patterns.split(';').map((one) => one.trim().toLowerCase()).filter(Boolean).map((one) => testOf(one, './'))

/** The first changed path for which it holds that some pattern matches, or that none does. */
async function find(patterns: string, changes: diff.Changes, matching: boolean): Promise<string | undefined> {
  const tests = testsOf(patterns)
  let seen = 0
  for (const { path, oldPath } of changes.files) {
    for (const name of oldPath === undefined ? [path] : [path, oldPath]) {
      const lower = name.toLowerCase()
      if (tests.some((test) => test(lower)) === matching) return name
    }
    // a push may bring very many
    if (++seen % 500 === 0) await breathe()
  }
  return undefined
}

/** The first of the changed files that is protected. */
export const protectedAmong = async (rule: { protected_file_patterns: string }, changes: diff.Changes): Promise<string | undefined> =>
  rule.protected_file_patterns.trim() === '' ? undefined : find(rule.protected_file_patterns, changes, true)

/** Whether something changed, and nothing but what anybody who may write is free to change. */
export const allUnprotected = async (rule: { unprotected_file_patterns: string }, changes: diff.Changes): Promise<boolean> =>
  rule.unprotected_file_patterns.trim() !== '' && changes.files.length > 0 && (await find(rule.unprotected_file_patterns, changes, false)) === undefined
