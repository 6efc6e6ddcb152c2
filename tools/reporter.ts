// A node:test reporter for tools/suites.ts: one JSON line per test.
import { inspect } from 'node:util'
import type { TestEvent } from 'node:test/reporters'

export type Report = { result: 'passed' | 'failed' | 'skipped', name: string, error?: string }

async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') names.splice(data.nesting, Infinity, data.name)
    if (type !== 'test:pass' && type !== 'test:fail') continue
    names.splice(data.nesting, Infinity, data.name)
    const error = type === 'test:fail' ? data.details.error as Error & { failureType?: string } : undefined
    // A parent that failed only because of its children, and a suite around them, are not tests of their own.
    const own = error?.failureType !== 'subtestsFailed' && (data.details.type !== 'suite' || error)
    if (!own) continue
    const skipped = data.skip !== undefined || data.todo !== undefined
    const one: Report = { result: skipped ? 'skipped' : error ? 'failed' : 'passed', name: names.join(' › ') }
    if (error) one.error = inspect(error.cause ?? error, { depth: 6, breakLength: 120 })
    if (skipped && typeof data.skip === 'string') one.error = data.skip
    yield `${JSON.stringify(one)}\n`
  }
}

// node loads a reporter by its default export
// oxlint-disable-next-line import/no-default-export
export { report as default }
