// The quick check before a commit: types, lint, house.
import { walk } from './sources.ts'
import { conclude, lint, openBench, runSuites, testFile, types } from './suites.ts'

const house = walk('tools').filter((path) => path.endsWith('.test.ts')).map((path) => testFile(path))
const bench = openBench()
try {
  process.exitCode = conclude(await runSuites(bench, [types, lint, { name: 'house', jobs: house }]))
} finally {
  bench.close()
}
