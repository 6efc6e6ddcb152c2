import { test } from 'node:test'
import assert from 'node:assert/strict'
import { callContexts, callInputs, callOutputs, callSecrets, parseUses } from './reusable.ts'
import { plan } from './plan.ts'
import { parse } from './workflow.ts'

const read = (text: string, path = '.gitea/workflows/x.yml') => {
  const made = parse(text, path)
  assert.deepEqual(made.errors, [])
  return made.workflow!
}
const callee = read(`
on:
  workflow_call:
    inputs: {env: {type: string, required: true}, dry: {type: boolean, default: false}, n: {type: number, default: 2}}
    secrets: {KEY: {required: true}}
    outputs: {where: {value: "at \${{ jobs.go.outputs.url }}"}}
jobs: {go: {runs-on: "\${{ inputs.env }}", steps: [{run: ls}]}}`)
const caller = (body: string) => read(`on: push\njobs: {a: {runs-on: x, steps: [{run: ls}]}, c: {needs: a, uses: ./.gitea/workflows/x.yml, ${body}}}`).jobs[1]
const contexts = { github: { ref: 'refs/heads/main', event: { after: 'abc' } }, vars: {}, inputs: {}, needs: { a: { result: 'success', outputs: { e: 'prod' } } } }

test('uses names a workflow here or in another repository', () => {
  assert.deepEqual(parseUses('./.gitea/workflows/a.yml'), { kind: 'local', path: '.gitea/workflows/a.yml' })
  assert.deepEqual(parseUses('ann/tools/.github/workflows/sub/a.yaml@refs/heads/x/y'),
    { kind: 'remote', owner: 'ann', repo: 'tools', path: '.github/workflows/sub/a.yaml', ref: 'refs/heads/x/y' })
  assert.deepEqual(parseUses('https://code.example/ann/tools/.gitea/workflows/a.yml@v1', 'https://code.example/'),
    { kind: 'remote', owner: 'ann', repo: 'tools', path: '.gitea/workflows/a.yml', ref: 'v1' })
  for (const bad of ['./a.yml', './.gitea/workflows/../../a.yml', './.gitea/workflows/a.txt', 'ann/tools/.gitea/workflows/a.yml', 'x', '',
    'https://other.example/ann/tools/.gitea/workflows/a.yml@v1', './.gitea/workflows//a.yml', 'ann/tools/a.yml@v1']) {
    assert.equal(typeof parseUses(bad, 'https://code.example/'), 'string', bad)
  }
})

test('inputs are evaluated, typed and checked', () => {
  const fine = callInputs(callee, caller('with: {env: "${{ needs.a.outputs.e }}", dry: true}'), contexts)
  assert.deepEqual(fine.errors, [])
  assert.deepEqual({ ...fine.values }, { env: 'prod', dry: true, n: 2 })
  assert.deepEqual({ ...fine.texts }, { env: 'prod', dry: 'true', n: '2' })
  assert.deepEqual(callInputs(callee, caller('with: {n: x, more: 1}'), contexts).errors,
    ['input env is required', 'input n must be a number', 'input more is not declared by .gitea/workflows/x.yml'])
  assert.match(callInputs(read('on: push\njobs: {a: {runs-on: x}}'), caller('with: {}'), contexts).errors[0], /cannot be called/)
  assert.equal(callInputs(callee, caller('with: {env: "${{ nope }}"}'), contexts).errors.length, 1)
})

test('the called jobs are planned with their own contexts', () => {
  const inner = callContexts(contexts, callInputs(callee, caller('with: {env: prod}'), contexts))
  const { jobs, errors } = plan(callee, inner)
  assert.deepEqual(errors, [])
  assert.deepEqual(jobs[0].runsOn, ['prod'])
  assert.equal(inner.needs, undefined)
  assert.deepEqual(JSON.parse(JSON.stringify(inner.github)), {
    ref: 'refs/heads/main', event_name: 'workflow_call', event: { after: 'abc', inputs: { env: 'prod', dry: 'false', n: '2' } },
  })
})

test('secrets go in by name or all together', () => {
  const available = { KEY: 'k', OTHER: 'o' }
  assert.deepEqual({ ...callSecrets(callee, caller('secrets: inherit'), available, contexts).secrets }, available)
  assert.deepEqual({ ...callSecrets(callee, caller('secrets: {KEY: "${{ secrets.OTHER }}"}'), available, contexts).secrets }, { KEY: 'o' })
  assert.deepEqual(callSecrets(callee, caller('with: {}'), available, contexts), { secrets: Object.create(null), errors: ['secret KEY is required'] })
})

test('outputs come out', () => {
  assert.deepEqual({ ...callOutputs(callee, { go: { result: 'success', outputs: { url: 'u' } } }, contexts) }, { where: 'at u' })
})
