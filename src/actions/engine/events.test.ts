import { test } from 'node:test'
import assert from 'node:assert/strict'
import { activities, dispatchInputs, matches, skips } from './events.ts'
import type { Event } from './events.ts'
import { parse } from './workflow.ts'

const workflow = (on: string) => {
  const made = parse(`on: ${on}\njobs: {a: {runs-on: x, steps: [{run: ls}]}}`, 'x.yml')
  assert.deepEqual(made.errors, [], on)
  return made.workflow!
}
const verdict = (on: string, event: Event) => matches(workflow(on), event).verdict
const push = (ref: string, paths = ['a.txt']): Event => ({ name: 'push', ref, paths })
const main = push('refs/heads/main')
const tag = push('refs/tags/v1', [])

test('push filters', () => {
  const cases: [string, Event, string][] = [
    ['push', main, 'starts'], ['[fork, push]', tag, 'starts'], ['fork', main, 'no'],
    ['{push: {branches: [main]}}', main, 'starts'], ['{push: {branches: [x]}}', main, 'filtered'],
    ['{push: {branches: [main]}}', tag, 'filtered'], ['{push: {tags: [v*]}}', tag, 'starts'], ['{push: {tags: [v*]}}', main, 'filtered'],
    ['{push: {branches: [main], tags: [v*]}}', tag, 'starts'], ['{push: {branches: [main], tags: [x]}}', tag, 'filtered'],
    ['{push: {branches-ignore: [x]}}', main, 'starts'], ['{push: {branches-ignore: [ma*]}}', main, 'filtered'],
    ['{push: {branches-ignore: [x]}}', tag, 'filtered'], ['{push: {tags-ignore: [v2]}}', tag, 'starts'],
    ['{push: {paths: ["*.txt"]}}', main, 'starts'], ['{push: {paths: [docs/**]}}', main, 'filtered'],
    ['{push: {paths: [docs/**]}}', tag, 'starts'], ['{push: {paths-ignore: ["*.txt"]}}', main, 'filtered'],
    ['{push: {paths-ignore: [docs/**]}}', main, 'starts'], ['{push: {paths-ignore: [docs/**]}}', push('refs/heads/main', []), 'filtered'],
    ['{push: {paths: ["**"]}}', push('refs/heads/main', []), 'filtered'],
    ['{push: {branches: [main], paths: [docs/**]}}', main, 'filtered'], ['{push: {branches: [main], nope: [x]}}', main, 'no'],
    ['{push: {branches: ["**", "!main"]}}', main, 'filtered'], ['{push: {branches: ["**", "!main"]}}', push('refs/heads/a/b'), 'starts'],
  ]
  for (const [on, event, expected] of cases) assert.equal(verdict(on, event), expected, `${on} ${event.ref}`)
})

test('pull request types and filters', () => {
  const pull = (action: string, name = 'pull_request'): Event =>
    ({ name, actions: activities(name, action), branch: 'main', paths: ['src/a.ts'] })
  const cases: [string, Event, string][] = [
    ['pull_request', pull('opened'), 'starts'], ['pull_request', pull('synchronized'), 'starts'], ['pull_request', pull('reopened'), 'starts'],
    ['pull_request', pull('closed'), 'no'], ['pull_request', pull('label_updated'), 'no'],
    ['{pull_request: {types: [closed]}}', pull('closed'), 'starts'], ['{pull_request: {types: [closed]}}', pull('opened'), 'no'],
    ['{pull_request: {types: labeled}}', pull('label_updated'), 'starts'], ['{pull_request: {types: ["*"]}}', pull('milestoned'), 'starts'],
    ['{pull_request: {branches: [main], paths: [src/**]}}', pull('opened'), 'starts'],
    ['{pull_request: {branches: [dev]}}', pull('opened'), 'filtered'], ['{pull_request: {paths: [docs/**]}}', pull('opened'), 'filtered'],
    ['{pull_request: {tags: [x]}}', pull('opened'), 'no'], ['pull_request_target', pull('opened', 'pull_request_target'), 'starts'],
    ['pull_request_target', pull('opened'), 'no'],
  ]
  for (const [on, event, expected] of cases) assert.equal(verdict(on, event), expected, on)
})

test('other events', () => {
  const act = (name: string, action: string, more: object = {}): Event => ({ name, actions: activities(name, action), ...more })
  const cases: [string, Event, string][] = [
    ['issues', act('issues', 'closed'), 'starts'], ['{issues: {types: [opened]}}', act('issues', 'closed'), 'no'],
    ['{issue_comment: {types: [created]}}', act('issue_comment', 'created'), 'starts'],
    ['{release: {types: [edited]}}', act('release', 'updated'), 'starts'], ['{registry_package: {types: [published]}}', act('registry_package', 'created'), 'starts'],
    ['{pull_request_review: {types: [submitted]}}', act('pull_request_review', 'reviewed'), 'starts'],
    ['create', { name: 'create', ref: 'refs/heads/x' }, 'starts'], ['{delete: {branches: [y]}}', { name: 'delete', ref: 'refs/heads/x' }, 'starts'],
    ['workflow_dispatch', { name: 'workflow_dispatch' }, 'starts'], ['repository', act('repository', 'created'), 'no'],
    ['workflow_call', { name: 'workflow_call' }, 'no'],
    ['{workflow_run: {workflows: [CI], types: [completed]}}', act('workflow_run', 'completed', { workflow: 'CI', branch: 'x' }), 'starts'],
    ['{workflow_run: {workflows: [CI], types: [completed]}}', act('workflow_run', 'requested', { workflow: 'CI' }), 'no'],
    ['{workflow_run: {workflows: [Other]}}', act('workflow_run', 'completed', { workflow: 'CI' }), 'filtered'],
    ['{workflow_run: {branches-ignore: [main]}}', act('workflow_run', 'completed', { workflow: 'CI', branch: 'main' }), 'filtered'],
    ['constructor', { name: 'constructor' }, 'no'],
  ]
  for (const [on, event, expected] of cases) assert.equal(verdict(on, event), expected, `${on} ${event.actions}`)
  assert.deepEqual(activities('issues', 'label_updated', { added: 1, removed: 2 }), ['labeled', 'unlabeled'])
  assert.deepEqual(activities('issues', 'label_updated', { removed: 1 }), ['unlabeled'])
  assert.deepEqual(activities('pull_request_review', 'commented'), ['created', 'edited'])
})

test('words that ask for no run', () => {
  assert.ok(skips('Fix typo [Skip CI]\n\nmore') && skips('[actions skip] x') && skips('a [no ci]'))
  assert.ok(!skips('skip ci') && !skips('[skip]'))
})

test('inputs of a manual start', () => {
  const { on } = workflow(`{workflow_dispatch: {inputs: {env: {type: choice, options: [dev, prod], default: dev}, dry: {type: boolean, default: true},
    n: {type: number}, name: {required: true}, note: {default: 1.20}}}}`)
  const fine = dispatchInputs(on[0], { name: 'x', dry: 'false', n: '3', extra: 'dropped' })
  assert.deepEqual(fine.errors, [])
  assert.deepEqual({ ...fine.values }, { env: 'dev', dry: false, n: 3, name: 'x', note: '1.20' })
  assert.deepEqual({ ...fine.texts }, { env: 'dev', dry: 'false', n: '3', name: 'x', note: '1.20' })
  assert.deepEqual(dispatchInputs(on[0], { env: 'moon', dry: 'maybe', n: 'x' }).errors, ['input env must be one of its options',
    'input dry must be a boolean', 'input n must be a number', 'input name is required'])
  assert.deepEqual(dispatchInputs(on[0], JSON.parse('{"__proto__":"x","name":"y"}')).errors, [])
})
