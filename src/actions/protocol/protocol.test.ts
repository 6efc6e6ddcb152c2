import { test } from 'node:test'
import assert from 'node:assert/strict'
import { create, fromBinary, fromJson, toBinary, toJson } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { PingRequestSchema, PingService } from './ping_pb.ts'
import * as runner from './runner_pb.ts'

test('a task survives the wire, with 64-bit ids, context and needs', () => {
  const task = create(runner.TaskSchema, {
    id: 2n ** 53n + 1n,
    workflowPayload: new TextEncoder().encode('jobs: {a: {}}'),
    context: { event: { commits: [{ id: 'é' }, null], total: 2 }, ref_protected: true, sha: 'abc' },
    secrets: { A: 'b' },
    needs: { build: { outputs: { v: '1' }, result: runner.Result.FAILURE } },
    vars: { X: 'y' },
  })
  const wire = toBinary(runner.TaskSchema, task)
  assert.deepEqual(fromBinary(runner.TaskSchema, wire), task)
  assert.deepEqual(fromJson(runner.TaskSchema, toJson(runner.TaskSchema, task)), task)
})

test('field numbers on the wire are those runners use', () => {
  const bytes = (schema: any, message: any) => Buffer.from(toBinary(schema, create(schema, message))).toString('hex')
  assert.equal(bytes(runner.FetchTaskRequestSchema, { tasksVersion: 3n }), '0803')
  assert.equal(bytes(runner.FetchTaskResponseSchema, { task: { id: 1n }, tasksVersion: 3n }), '0a0208011003')
  assert.equal(bytes(runner.UpdateLogRequestSchema, { taskId: 1n, index: 2n, rows: [{ content: 'x' }], noMore: true }),
    '080110021a03120178' + '2001')
  assert.equal(bytes(runner.RegisterRequestSchema,
    { name: 'n', token: 't', version: 'v', labels: ['l'], ephemeral: true, capabilities: ['c'] }),
  '0a016e' + '120174' + '2a0176' + '32016c' + '3801' + '420163')
  assert.equal(bytes(runner.StepStateSchema, { id: 1n, result: runner.Result.SKIPPED, logIndex: 5n, logLength: 6n }),
    '0801' + '1004' + '2805' + '3006')
  const at = timestampFromDate(new Date(5000))
  assert.equal(bytes(runner.TaskStateSchema, { id: 1n, result: runner.Result.SUCCESS, startedAt: at, stoppedAt: at, steps: [{}] }),
    '0801' + '1001' + '1a020805' + '22020805' + '2a00')
})

test('services carry the names runners call', () => {
  assert.equal(PingService.typeName, 'ping.v1.PingService')
  assert.equal(runner.RunnerService.typeName, 'runner.v1.RunnerService')
  assert.deepEqual(runner.RunnerService.methods.map((m) => m.name),
    ['Register', 'Declare', 'FetchTask', 'UpdateTask', 'UpdateLog'])
  assert.deepEqual(toJson(PingRequestSchema, create(PingRequestSchema, { data: 'x' })), { data: 'x' })
})
