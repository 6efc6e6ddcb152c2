import { test } from 'node:test'
import assert from 'node:assert/strict'
import { aggregate, commitDescription, commitState, filterStates, needsOf, resolve, runAction, wireStatus, withDependents } from './status.ts'
import type { JobRow, JobState } from './status.ts'

let count = 0
const row = (key: string, state: JobState, more: Partial<JobRow> = {}): JobRow => ({
  id: ++count, key, state, parent: null, needs: [], if: null, continueOnError: false, maxParallel: 0, deferred: false, uses: null,
  matrix: null, outputs: {}, ...more,
})
const moves = (jobs: JobRow[], held?: (job: JobRow) => boolean) => {
  const made = resolve(jobs, () => ({ github: { ref: 'refs/heads/main' }, vars: {}, inputs: {} }), held)
  return Object.fromEntries(made.map((t) => [jobs.find((job) => job.id === t.id)!.key, t.to]))
}

test('words on the wire', () => {
  assert.deepEqual(wireStatus('waiting'), { status: 'queued' })
  assert.deepEqual(wireStatus('blocked'), { status: 'waiting' })
  assert.deepEqual(wireStatus('cancelling'), { status: 'in_progress' })
  assert.deepEqual(wireStatus('skipped'), { status: 'completed', conclusion: 'skipped' })
  assert.deepEqual(filterStates('pending'), ['blocked'])
  assert.deepEqual(filterStates('queued'), ['waiting'])
  assert.deepEqual(filterStates('completed'), ['success', 'failure', 'cancelled', 'skipped'])
  assert.equal(filterStates('running'), null)
  assert.equal(filterStates('constructor'), null)
  assert.deepEqual([commitState('cancelled'), commitState('running'), commitState('skipped')], ['failure', 'pending', 'skipped'])
  assert.deepEqual([commitDescription('failure', 62), commitDescription('success', 3), commitDescription('cancelled', 3605)],
    ['Failing after 1m2s', 'Successful in 3s', 'Canceled after 1h0m5s'])
  assert.deepEqual([runAction('blocked'), runAction('cancelling'), runAction('failure')], ['requested', 'in_progress', 'completed'])
})

test('a run is the sum of its jobs', () => {
  const of = (...states: (JobState | 'tolerated')[]) => aggregate(states.map((state) => state === 'tolerated'
    ? { state: 'failure' as const, continueOnError: true } : { state, continueOnError: false }))
  assert.equal(of('skipped', 'skipped'), 'skipped')
  assert.equal(of('success', 'skipped', 'tolerated'), 'success')
  assert.equal(of('success', 'running', 'cancelling'), 'cancelling')
  assert.equal(of('waiting', 'running', 'failure'), 'running')
  assert.equal(of('waiting', 'blocked', 'failure'), 'waiting')
  assert.equal(of('blocked', 'cancelled'), 'blocked')
  assert.equal(of('failure', 'cancelled'), 'cancelled')
  assert.equal(of('failure', 'success', 'tolerated'), 'failure')
})

test('jobs wait for all they need', () => {
  const jobs = [row('a', 'success'), row('b', 'running'), row('c', 'blocked', { needs: ['a'] }), row('d', 'blocked', { needs: ['a', 'b'] })]
  assert.deepEqual(moves(jobs), { c: 'waiting' })
  assert.deepEqual(moves(jobs, (job) => job.key === 'c'), {})
})

test('failure skips onwards, except where the condition says otherwise', () => {
  const jobs = [row('a', 'failure'), row('b', 'blocked', { needs: ['a'] }), row('c', 'blocked', { needs: ['b'] }),
    row('d', 'blocked', { needs: ['a'], if: 'failure()' }), row('e', 'blocked', { needs: ['c'], if: '${{ always() }}' }),
    row('f', 'blocked', { needs: ['a'], if: "needs.a.result == 'failure' && always()" }), row('g', 'blocked', { needs: ['a'], if: 'nope(' }),
    row('h', 'blocked', { needs: ['gone'] })]
  assert.deepEqual(moves(jobs), { b: 'skipped', c: 'skipped', d: 'waiting', e: 'waiting', f: 'waiting', g: 'failure', h: 'waiting' })
  assert.deepEqual(moves([row('a', 'failure', { continueOnError: true }), row('b', 'blocked', { needs: ['a'] })]), { b: 'waiting' })
  assert.deepEqual(moves([row('a', 'cancelled'), row('b', 'blocked', { needs: ['a'], if: 'cancelled()' }), row('c', 'blocked', { needs: ['a'] })]),
    { b: 'waiting', c: 'skipped' })
})

test('conditions read outputs and the matrix', () => {
  const a = row('a', 'success', { outputs: { go: 'yes' } })
  assert.deepEqual(moves([a, row('b', 'blocked', { needs: ['a'], if: "needs.a.outputs.go == 'yes'" }), row('c', 'blocked', { needs: ['a'], if: "needs.a.outputs.go == 'no'" }),
    row('d', 'blocked', { needs: ['a'], matrix: { os: 'x' }, if: "matrix.os == 'x' && github.ref == 'refs/heads/main'" })]),
  { b: 'waiting', c: 'skipped', d: 'waiting' })
})

test('needs of a matrix are merged', () => {
  const jobs = [row('a', 'success', { outputs: { x: '1', y: 'kept' } }), row('a', 'failure', { outputs: { x: '2', y: '' } }), row('b', 'blocked', { needs: ['a'] })]
  const needs = needsOf(jobs[2], jobs)
  assert.equal(needs.a.result, 'failure')
  assert.deepEqual({ ...needs.a.outputs }, { x: '2', y: 'kept' })
})

test('max-parallel lets the next one in when one ends', () => {
  const some = { maxParallel: 2 }
  const jobs = [row('m', 'success', some), row('m', 'running', some), row('m', 'blocked', some), row('m', 'blocked', some)]
  assert.deepEqual(resolve(jobs, () => ({})), [{ id: jobs[2].id, to: 'waiting', reason: 'its needs are done' }])
})

test('deferred jobs and callers are expanded, callers follow their children', () => {
  const caller = row('call', 'blocked', { uses: './x.yml', needs: ['a'] })
  assert.deepEqual(moves([row('a', 'success'), caller, row('d', 'blocked', { deferred: true, needs: ['a'] })]), { call: 'expand', d: 'expand' })
  assert.deepEqual(moves([row('a', 'success'), row('c', 'blocked', { uses: './x.yml', if: 'false' })]), { c: 'skipped' })
  const inner = (state: JobState, more: Partial<JobRow> = {}) => row('in' + count, state, { parent: caller.id, ...more })
  assert.deepEqual(moves([row('a', 'success'), caller, inner('running'), inner('blocked', { needs: ['a'] })]).call, 'running')
  const done = moves([row('a', 'success'), { ...caller, state: 'running' }, inner('success'), row('after', 'blocked', { needs: ['call'] })])
  assert.deepEqual(done, { call: 'success', after: 'waiting' })
})

test('a re-run takes along what depends on it', () => {
  const jobs = [row('a', 'success'), row('b', 'failure', { needs: ['a'] }), row('c', 'skipped', { needs: ['b'] }), row('d', 'success', { needs: ['a'] })]
  const ids = (set: Set<number>) => jobs.filter((job) => set.has(job.id)).map((job) => job.key)
  assert.deepEqual(ids(withDependents(jobs, [jobs[1].id])), ['b', 'c'])
  assert.deepEqual(ids(withDependents(jobs, [jobs[0].id])), ['a', 'b', 'c', 'd'])
})
