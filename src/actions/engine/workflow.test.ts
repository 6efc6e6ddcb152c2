import { test } from 'node:test'
import assert from 'node:assert/strict'
import { parse, stepName, workflowId } from './workflow.ts'

const good = (text: string) => {
  const { workflow, errors } = parse(text, '.gitea/workflows/ci.yml')
  assert.deepEqual(errors, [])
  return workflow!
}
const complaints = (text: string) => parse(text, 'x.yml').errors.map((e) => `${e.line}: ${e.message}`)

test('a whole file is read', () => {
  const made = good(`
name: CI
run-name: by \${{ github.actor }}
on:
  push: {branches: [main, 'v*'], paths-ignore: docs/**}
  pull_request:
  schedule: [{cron: '0 3 * * *'}]
  workflow_dispatch:
    inputs:
      level: {type: choice, options: [a, b], default: a, required: true}
      version: {default: 1.20}
env: {A: 1}
defaults: {run: {shell: bash}}
permissions: {contents: read}
concurrency: {group: 'g-\${{ github.ref }}', cancel-in-progress: true}
jobs:
  build:
    runs-on: [linux, x64]
    strategy: {matrix: {os: [a, b]}, max-parallel: 2.7, fail-fast: false}
    outputs: {v: '\${{ steps.s.outputs.v }}'}
    steps:
      - uses: actions/checkout@v4
      - {id: s, run: "make\\nmake test"}
      - {name: Last, run: ls}
  deploy:
    needs: build
    if: github.ref == 'refs/heads/main'
    uses: ./.gitea/workflows/deploy.yml
    with: {env: prod, n: 3}
    secrets: inherit
`)
  assert.equal(made.name, 'CI')
  assert.deepEqual(made.on.map((t) => t.event), ['push', 'pull_request', 'schedule', 'workflow_dispatch'])
  assert.deepEqual({ ...made.on[0].filters }, { branches: ['main', 'v*'], 'paths-ignore': ['docs/**'] })
  assert.deepEqual(made.on[2].crons, ['0 3 * * *'])
  assert.deepEqual(made.on[3].inputs.map((i) => [i.name, i.type, i.required, i.default, i.options.length]),
    [['level', 'choice', true, 'a', 2], ['version', 'string', false, '1.20', 0]])
  assert.deepEqual(made.concurrency, { group: 'g-${{ github.ref }}', cancelInProgress: true })
  const [build, deploy] = made.jobs
  assert.deepEqual([build.runsOn, build.maxParallel, build.failFast, build.needs, build.line], [['linux', 'x64'], 2, false, [], 17])
  assert.deepEqual(build.steps.map(stepName), ['Run actions/checkout@v4', 'Run make', 'Last'])
  assert.deepEqual([deploy.needs, deploy.uses, deploy.secrets, { ...deploy.with }],
    [['build'], './.gitea/workflows/deploy.yml', 'inherit', { env: 'prod', n: 3 }])
})

test('short forms of on', () => {
  const rest = '\njobs: {a: {runs-on: x, steps: [{run: ls}]}}'
  assert.deepEqual(good('on: push' + rest).on.map((t) => t.event), ['push'])
  assert.deepEqual(good('"on": [push, fork]' + rest).on.map((t) => t.event), ['push', 'fork'])
  assert.deepEqual(good('on: {push: }' + rest).on.map((t) => t.event), ['push'])
})

test('anchors and merge keys are written out', () => {
  const made = good(`
on: push
jobs:
  a: &a {runs-on: x, steps: &s [{run: ls}]}
  b: {<<: *a, runs-on: y}
  c: {runs-on: z, steps: *s}
`)
  assert.deepEqual(made.jobs.map((j) => [j.runsOn, j.steps.length]), [['x', 1], ['y', 1], ['z', 1]])
})

test('mistakes are told with their line', () => {
  const job = '{runs-on: x, steps: [{run: ls}]}'
  assert.deepEqual(complaints('on: push\njobs:\n  a: {steps: []}\n  1b: ' + job),
    ['3: job a needs runs-on or uses', '4: job id 1b may hold letters, digits, - and _ and starts with a letter or _'])
  assert.deepEqual(complaints(`on: push\njobs:\n  a: {needs: zz, runs-on: x}`), ['3: job a needs zz, which does not exist'])
  assert.deepEqual(complaints('on: push\njobs:\n  a: {needs: b, runs-on: x}\n  b: {needs: [a], runs-on: x}\n  c: {runs-on: x}\n  d: {runs-on: x, needs: a}'),
    ['3: job a waits for itself through needs', '4: job b waits for itself through needs', '6: job d waits for itself through needs'])
  assert.deepEqual(complaints('on: push'), ['1: jobs holds no job'])
  assert.deepEqual(complaints(`jobs:\n  a: ${job}`), ['1: on names no event'])
  assert.deepEqual(complaints(`on: {push: {branches: ['[x'], branches-ignore: [y]}}\njobs: {a: ${job}}`),
    ['1: an open [ in pattern [x', '1: push may have branches or branches-ignore, not both'])
  assert.deepEqual(complaints(`on: {schedule: [{cron: '1 2 3'}]}\njobs: {a: ${job}}`).length, 1)
  assert.deepEqual(complaints('on: push\njobs:\n  a:\n    runs-on: x\n    runs-on: y'), ['5: runs-on is given twice'])
  assert.deepEqual(complaints('on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - name: nothing'), ['6: a step of job a needs either run or uses'])
})

test('nothing that users write makes it throw or hang', () => {
  const laughs = ['a: &a [x,x,x,x,x,x,x,x,x]', ...[...'bcdefghi'].map((c, i) => `${c}: &${c} [${Array(9).fill('*' + 'abcdefgh'[i]).join(',')}]`)]
  const started = performance.now()
  for (const text of ['', '[]', 'null', 'on', '- a', '\u0000', '%YAML 3\n---\n', 'a: &a [*a]', 'a: *b', '? [a]\n: b', laughs.join('\n'),
    '['.repeat(20_000), '- '.repeat(20_000), 'on: [[push]]\njobs: 1', 'on: {push: 1}\njobs: []', 'on: push\njobs: {a: null, b: 1, c: [x]}',
    'on: {schedule: x, workflow_dispatch: {inputs: 3}}\njobs: {a: {runs-on: {}, needs: {}, strategy: 4, steps: {}}}', '{'.repeat(600_000),
    Array.from({ length: 10_000 }, (_, i) => `k${i}: v`).join('\n'), '<<: 1', '__proto__: {x: 1}\non: push\njobs: {constructor: {}}']) {
    const { workflow, errors } = parse(text, 'x.yml')
    assert.ok(workflow === null && errors.length > 0, text.slice(0, 40))
  }
  assert.ok(performance.now() - started < 10_000)
  assert.equal(good('on: push\njobs: {constructor: {runs-on: x}, __proto__: {runs-on: x}}').jobs.length, 2)
})

test('the id of a workflow is its path below the folder', () => {
  assert.equal(workflowId('.gitea/workflows/sub/a.yaml'), 'sub/a.yaml')
  assert.equal(workflowId('.codestead/workflows/a.yml'), 'a.yml')
  assert.equal(workflowId('.github/workflows/readme.md'), null)
  assert.equal(workflowId('a.yml'), null)
})
