import { test } from 'node:test'
import assert from 'node:assert/strict'
import { parse as parseYaml } from 'yaml'
import { parse } from './workflow.ts'
import { concurrency, expand, plan } from './plan.ts'

const read = (jobs: string, top = '') => {
  const made = parse(`on: push\n${top}\njobs:\n${jobs}`, 'x.yml')
  assert.deepEqual(made.errors, [])
  return made.workflow!
}
const contexts = { github: { ref: 'refs/heads/main', actor: 'ann' }, vars: { POOL: 'big' }, inputs: { os: ['a', 'b'] } }
const planned = (jobs: string, top = '') => {
  const made = plan(read(jobs, top), contexts)
  assert.deepEqual(made.errors, [])
  return made
}
const steps = 'steps: [{run: ls}]'

test('a matrix becomes jobs, named by values in order of their keys', () => {
  const { jobs } = planned(`  mx: {runs-on: "\${{ matrix.y }}-x", strategy: {matrix: {y: [b, a], x: [2, 1]}}, ${steps}}`)
  assert.deepEqual(jobs.map((j) => j.name), ['mx (1, a)', 'mx (1, b)', 'mx (2, a)', 'mx (2, b)'])
  assert.deepEqual(jobs.map((j) => j.runsOn), [['a-x'], ['b-x'], ['a-x'], ['b-x']])
  const named = planned(`  mx: {name: "T \${{ matrix.x }} of \${{ strategy.job-total }}", runs-on: l, strategy: {matrix: {x: [1, 2]}}, ${steps}}`)
  assert.deepEqual(named.jobs.map((j) => j.name), ['T 1 of 2', 'T 2 of 2'])
  const plain = planned(`  mx: {name: Test, runs-on: l, strategy: {matrix: {x: [true, 1.50]}}, ${steps}}`)
  assert.deepEqual(plain.jobs.map((j) => j.name), ['Test (1.5)', 'Test (true)'])
})

test('include and exclude', () => {
  const names = (matrix: string) => planned(`  m: {runs-on: l, strategy: {matrix: ${matrix}}, ${steps}}`).jobs.map((j) => ({ ...j.matrix }))
  assert.deepEqual(names('{f: [apple, pear], a: [cat, dog], include: [{color: green}, {color: pink, a: cat}, {f: apple, shape: circle}, {f: banana}, {f: banana, a: cat}]}'), [
    { f: 'apple', a: 'cat', color: 'pink', shape: 'circle' }, { f: 'pear', a: 'cat', color: 'pink' }, { f: 'banana' },
    { f: 'banana', a: 'cat' }, { f: 'apple', a: 'dog', color: 'green', shape: 'circle' }, { f: 'pear', a: 'dog', color: 'green' },
  ].sort((x, y) => text(x) < text(y) ? -1 : 1))
  assert.deepEqual(names('{a: [1, 2], b: [x, y], exclude: [{a: 1, b: x}, {b: y, a: 2}]}'), [{ a: 1, b: 'y' }, { a: 2, b: 'x' }])
  assert.deepEqual(names('{include: [{a: 1}, {a: 2}]}'), [{ a: 1 }, { a: 2 }])
  assert.deepEqual(names('{a: "${{ inputs.os }}"}'), [{ a: 'a' }, { a: 'b' }])
})
const text = (values: Record<string, unknown>) => Object.keys(values).sort().map((key) => values[key]).join(', ')

test('a matrix that cannot be is told', () => {
  for (const [matrix, message] of [['{a: []}', /empty/], ['{a: {b: 1}}', /list/], ['{a: [1], exclude: [{z: 1}]}', /exclude names z/], ['x', /not a mapping/],
    ['{a: [1], include: [x]}', /mappings/], ['{a: [1], exclude: [{a: 1}]}', /no combination/], [`{a: [${Array(20).fill(0).map((_, i) => i)}], b: [${Array(20).fill(0).map((_, i) => i)}]}`, /256/],
    ['{a: "${{ nope( }}"}', /expected|unexpected/]] as const) {
    const { errors } = plan(read(`  m: {runs-on: l, strategy: {matrix: ${matrix}}, ${steps}}`), contexts)
    assert.equal(errors.length, 1, matrix)
    assert.match(errors[0].message, message)
    assert.equal(errors[0].job, 'm')
  }
})

test('labels in every form', () => {
  const of = (runsOn: string) => planned(`  j: {runs-on: ${runsOn}, ${steps}}`).jobs[0].runsOn
  assert.deepEqual(of('linux'), ['linux'])
  assert.deepEqual(of('[self-hosted, "${{ vars.POOL }}"]'), ['self-hosted', 'big'])
  assert.deepEqual(of('{group: g, labels: [a, b]}'), ['a', 'b', 'g'])
  assert.deepEqual(of('"${{ inputs.os }}"'), ['a', 'b'])
  assert.deepEqual(of(`"\${{ fromJSON('[\\"x\\",\\"y\\"]') }}"`), ['x', 'y'])
})

test('what waits and what is blocked', () => {
  const { jobs } = planned(`
  a: {runs-on: l, ${steps}}
  b: {runs-on: l, needs: a, ${steps}}
  c: {runs-on: l, strategy: {max-parallel: 2, matrix: {x: [1, 2, 3]}}, ${steps}}
  d: {uses: ./.gitea/workflows/d.yml}`)
  assert.deepEqual(jobs.map((j) => `${j.key} ${j.state}`), ['a waiting', 'b blocked', 'c waiting', 'c waiting', 'c blocked', 'd blocked'])
  assert.deepEqual([jobs[5].payload, jobs[5].runsOn, jobs[5].uses], ['', [], './.gitea/workflows/d.yml'])
})

test('a job that reads outputs is planned again when they are known', () => {
  const workflow = read(`
  a: {runs-on: l, outputs: {list: x}, ${steps}}
  b: {name: "B \${{ matrix.v }}", runs-on: l, needs: a, strategy: {matrix: {v: "\${{ fromJSON(needs.a.outputs.list) }}"}}, ${steps}}`)
  const first = plan(workflow, contexts)
  assert.deepEqual(first.errors, [])
  assert.deepEqual(first.jobs.slice(1).map((j) => [j.name, j.state, j.deferred, j.payload]), [['B ${{ matrix.v }}', 'blocked', true, '']])
  const needs = (list: string) => ({ ...contexts, needs: { a: { result: 'success', outputs: { list } } } })
  const later = expand(workflow, 'b', needs('[1,2]'))
  assert.equal(later.error, null)
  assert.deepEqual(later.jobs.map((j) => [j.name, j.deferred, { ...j.matrix }]), [['B 1', false, { v: 1 }], ['B 2', false, { v: 2 }]])
  assert.match(expand(workflow, 'b', needs('nonsense')).error!, /not JSON/)
  assert.match(expand(workflow, 'b', needs('[]')).error!, /empty/)
  assert.match(expand(workflow, 'zz', contexts).error!, /no job/)
})

test('continue-on-error, timeout, run-name and concurrency', () => {
  const made = planned(`  a: {runs-on: l, continue-on-error: "\${{ vars.POOL == 'big' }}", timeout-minutes: 5, ${steps}}\n  b: {runs-on: l, ${steps}}`,
    'run-name: by ${{ github.actor }}\nconcurrency: {group: "g-${{ github.ref }}", cancel-in-progress: "${{ github.actor == \'ann\' }}"}')
  assert.deepEqual(made.jobs.map((j) => [j.continueOnError, j.timeoutMinutes]), [[true, 5], [false, 360]])
  assert.equal(made.runName, 'by ann')
  assert.deepEqual(made.concurrency, { group: 'g-refs/heads/main', cancelInProgress: true })
  assert.equal(concurrency(null, contexts), null)
  assert.equal(plan(read(`  a: {runs-on: l, ${steps}}`, 'run-name: ${{ nope }}'), contexts).runName, '')
  assert.equal(plan(read(`  a: {runs-on: l, ${steps}}`, 'concurrency: ${{ nope }}'), contexts).errors.length, 1)
})

test('more jobs than allowed are refused', () => {
  const jobs = Array.from({ length: 10 }, (_, i) => `  j${i}: {runs-on: l, strategy: {matrix: {x: [${Array.from({ length: 30 }, (_, n) => n)}]}}, ${steps}}`)
  assert.match(plan(read(jobs.join('\n')), contexts).errors[0].message, /256/)
})

test('a large job times a large matrix is refused in time', () => {
  const started = performance.now()
  const body = Array.from({ length: 4000 }, (_, i) => `      - run: echo ${i} ${'x'.repeat(100)}`).join('\n')
  const many = Array.from({ length: 200 }, (_, i) => i)
  const { errors } = plan(read(`  j:\n    runs-on: l\n    strategy: {matrix: {x: [${many}]}}\n    steps:\n${body}`), contexts)
  assert.match(errors[0].message, /too large together/)
  assert.ok(performance.now() - started < 15_000)
})

test('the payload holds one job with one combination and no needs', () => {
  const { jobs } = planned(`
  a: &a {runs-on: l, env: &e {V: 1.20}, ${steps}}
  b:
    needs: a
    if: always()
    runs-on: [l, "\${{ matrix.os }}"]
    env: *e
    strategy: {fail-fast: false, matrix: {os: [x], v: ['1.20', "\${{ '\${{ secrets.A }}' }}"]}}
    outputs: {o: "\${{ steps.s.outputs.o }}"}
    steps: [{id: s, run: "echo \${{ matrix.v }}\\n", with: {go: 1.20}}]`, 'name: N\nenv: {A: 007}\nx-own: 1')
  const payload = jobs[2].payload
  const made = parseYaml(payload, { schema: 'failsafe' })
  assert.deepEqual(Object.keys(made), ['name', 'on', 'env', 'jobs'])
  assert.deepEqual(made.jobs, { b: {
    name: 'b (x, 1.20)', 'runs-on': ['l', 'x'], strategy: { 'fail-fast': 'false', matrix: { os: ['x'], v: ['1.20'] } }, if: 'always()',
    env: { V: '1.20' }, outputs: { o: '${{ steps.s.outputs.o }}' }, steps: [{ id: 's', run: 'echo ${{ matrix.v }}\n', with: { go: '1.20' } }],
  } })
  assert.equal(made.env.A, '007')
  assert.match(payload, /- "1.20"/)
  assert.match(payload, /go: 1.20/)
})

test('what an expression gave is not evaluated a second time', () => {
  const { jobs } = planned(`  b: {runs-on: l, name: "x \${{ '\${{ secrets.A }}' }}", strategy: {matrix: {v: ["\${{ 'it''s \${{ secrets.A }}' }}"]}}, ${steps}}`)
  const made = parseYaml(jobs[0].payload).jobs.b
  assert.equal(made.name, "${{ 'x ${{ secrets.A }}' }}")
  assert.equal(made.strategy.matrix.v[0], "${{ 'it''s ${{ secrets.A }}' }}")
})

test('text of every shape reaches the runner unchanged', () => {
  const workflow = read(`
  j:
    runs-on: l
    steps:
      - run: |
          first

            deeper
      - run: |2
            leading spaces
          then less
      - run: "quoted text that is long enough to be broken\\n\\n   over lines\\n\\tby a writer "
      - run: >-
          folded
          text

          more
      - run: 'plain: # text'
      - {run: "tail", env: {A: '', B: ~, C: "null", D: "- x", E: "\\u0001\\u2028é"}}`)
  const source = workflow.jobs[0].steps.map((step) => step.run)
  const payload = plan(workflow, contexts).jobs[0].payload
  assert.deepEqual(parseYaml(payload).jobs.j.steps.map((step: { run: string }) => step.run), source)
  assert.deepEqual(parseYaml(payload).jobs.j.steps[5].env, { A: '', B: null, C: 'null', D: '- x', E: '\u0001\u2028é' })
})
