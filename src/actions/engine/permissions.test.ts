import { test } from 'node:test'
import assert from 'node:assert/strict'
import { everywhere, restricted, tokenAccess } from './permissions.ts'

const of = (workflow: any, job: any = undefined, more: object = {}) => tokenAccess({ workflow, job, mode: 'permissive', ...more })

test('what is declared decides, the job before the workflow', () => {
  assert.deepEqual(of(undefined), everywhere('write'))
  assert.deepEqual(of(undefined, undefined, { mode: 'restricted' }), restricted)
  assert.deepEqual(of('read-all'), everywhere('read'))
  assert.deepEqual(of('write-all', { issues: 'write' }), { ...everywhere('none'), issues: 'write' })
  assert.deepEqual(of({}), everywhere('none'))
  assert.deepEqual(of('nonsense'), everywhere('none'))
  assert.deepEqual(of({ releases: 'read', contents: 'write', 'pull-requests': 'read', 'id-token': 'write', constructor: 'write', wiki: 'admin' }),
    { ...everywhere('none'), code: 'write', releases: 'read', pulls: 'read' })
})

test('maximum and forks only take away', () => {
  assert.deepEqual(of('write-all', undefined, { most: { ...everywhere('read'), wiki: 'none' } }), { ...everywhere('read'), wiki: 'none' })
  assert.deepEqual(of('write-all', undefined, { fork: true }), restricted)
  assert.deepEqual(of({ contents: 'none' }, undefined, { fork: true }), everywhere('none'))
})
