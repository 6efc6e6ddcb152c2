import assert from 'node:assert/strict'

/** Fails with one line for each fault, where a comparison of lists would tell everything twice. */
export function nothing(found: string[]): void {
  if (found.length > 0) assert.fail(`${found.length} found:\n${found.join('\n')}`)
}
