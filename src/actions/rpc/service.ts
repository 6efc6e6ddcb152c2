// The runner protocol over connect. Loaded at first use: its library is large and most processes never hear of a runner.
import { create, type JsonObject } from '@bufbuild/protobuf'
import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { Code, ConnectError, createConnectRouter, createContextKey, createContextValues, type HandlerContext } from '@connectrpc/connect'
import { compressionGzip } from '@connectrpc/connect-node'
import type { UniversalHandler } from '@connectrpc/connect/protocol'
import type { Cx } from '../../kernel/cx.ts'
import type { Conclusion, JobState } from '../engine/status.ts'
import { PingResponseSchema, PingService } from '../protocol/ping_pb.ts'
import * as wire from '../protocol/runner_pb.ts'
import { authenticate, declare, heard, register, RegistrationRefused } from '../runners/verbs.ts'
import { online, busy } from '../runners/store.ts'
import type { RunnerRow } from '../tables.ts'
import { LogSealed } from '../tasks/logs.ts'
import * as picking from './pick.ts'
import { log, ReportRefused, update } from './report.ts'

const context = createContextKey<Cx | undefined>(undefined)
const cxOf = (call: HandlerContext): Cx => call.values.get(context)!

/** Runners read the kind of failure from the text; the code on the wire is always the same. */
const failure = (code: string, text: string) => new ConnectError(`rpc error: code = ${code} desc = ${text}`, Code.Unknown)

async function guarded<T>(cx: Cx, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ConnectError) throw error
    if (error instanceof RegistrationRefused) throw new ConnectError(error.message, Code.Unknown)
    if (error instanceof ReportRefused) throw failure(error.code, error.message)
    if (error instanceof LogSealed) throw failure('AlreadyExists', error.message)
    cx.log.error('a call of a runner failed', { error: String((error as Error)?.stack ?? error) })
    throw failure('Internal', 'internal error')
  }
}

/** The work of a known runner; others are told that they are not registered. */
function known<T>(call: HandlerContext, active: boolean, work: (cx: Cx, runner: RunnerRow) => Promise<T>): Promise<T> {
  const cx = cxOf(call)
  return guarded(cx, async () => {
    const runner = await authenticate(cx, call.requestHeader.get('x-runner-uuid') ?? '', call.requestHeader.get('x-runner-token') ?? '')
    if (!runner) throw failure('Unauthenticated', 'unregistered runner')
    await heard(cx, runner, active)
    return work(cx, runner)
  })
}

const seconds = (time: Timestamp | undefined) => (time ? Math.max(0, Number(time.seconds)) : 0)
const whole = (id: bigint) => (id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : 0)

const results: { [state in Conclusion]: wire.Result } = { success: wire.Result.SUCCESS, failure: wire.Result.FAILURE, cancelled: wire.Result.CANCELLED, skipped: wire.Result.SKIPPED }
const conclusions: Conclusion[] = ['success', 'failure', 'cancelled', 'skipped']
const conclusionOf = (result: number): Conclusion | undefined => conclusions.find((one) => results[one] === result)
/** While it is to be cancelled the runner is told so. */
const resultOf = (status: JobState): wire.Result => (status === 'cancelling' ? wire.Result.CANCELLED : (results[status as Conclusion] ?? wire.Result.UNSPECIFIED))

function shown(cx: Cx, row: RunnerRow, token = '') {
  const status = cx.now() - row.last_active_at <= busy ? wire.RunnerStatus.ACTIVE : cx.now() - row.last_online_at <= online ? wire.RunnerStatus.IDLE : wire.RunnerStatus.OFFLINE
  return { id: BigInt(row.id), uuid: row.uuid, token, name: row.name, status, version: row.version, labels: JSON.parse(row.labels) as string[], ephemeral: row.is_ephemeral }
}

const router = createConnectRouter({ acceptCompression: [compressionGzip], readMaxBytes: 32 * 1024 * 1024, compressMinBytes: 1024 })
  .service(PingService, { ping: (request) => create(PingResponseSchema, { data: `Hello, ${request.data}!` }) })
  .service(wire.RunnerService, {
    register: (request, call) =>
      guarded(cxOf(call), async () => {
        const labels = request.labels.length > 0 ? request.labels : [...request.agentLabels, ...request.customLabels]
        const { row, token } = await register(cxOf(call), request.token, { name: request.name, version: request.version, labels, ephemeral: request.ephemeral, capabilities: request.capabilities })
        return create(wire.RegisterResponseSchema, { runner: shown(cxOf(call), row, token) })
      }),
    declare: (request, call) =>
      known(call, false, async (cx, runner) => {
        call.responseHeader.set('x-gitea-actions-capabilities', 'job-summary')
        return create(wire.DeclareResponseSchema, { runner: shown(cx, await declare(cx, runner, request)) })
      }),
    fetchTask: (request, call) =>
      known(call, false, async (cx, runner) => {
        const { task, version } = await picking.fetch(cx, runner, whole(request.tasksVersion))
        return create(wire.FetchTaskResponseSchema, { task: task && taskOf(task), tasksVersion: BigInt(version) })
      }),
    updateTask: (request, call) =>
      known(call, true, async (cx, runner) => {
        const { id = 0n, result = 0, stoppedAt, steps = [] } = request.state ?? {}
        const { status, outputs } = await update(cx, runner, {
          id: whole(id), result: conclusionOf(result), stopped_at: seconds(stoppedAt), outputs: request.outputs,
          steps: steps.map((one) => ({
            number: Number(one.id), result: conclusionOf(one.result), started_at: seconds(one.startedAt), stopped_at: seconds(one.stoppedAt), log_index: whole(one.logIndex), log_length: whole(one.logLength),
          })),
        })
        return create(wire.UpdateTaskResponseSchema, { state: { id, result: resultOf(status) }, sentOutputs: outputs })
      }),
    updateLog: (request, call) =>
      known(call, true, async (cx, runner) => {
        const rows = request.rows.map((one) => ({ seconds: seconds(one.time), nanos: one.time?.nanos ?? 0, content: one.content }))
        const ack = await log(cx, runner, { task_id: whole(request.taskId), index: Math.max(0, Number(request.index)), rows, no_more: request.noMore })
        return create(wire.UpdateLogResponseSchema, { ackIndex: BigInt(ack) })
      }),
  })

function taskOf(task: NonNullable<picking.Fetched['task']>) {
  return {
    id: BigInt(task.id), workflowPayload: new TextEncoder().encode(task.payload), context: task.context as JsonObject, secrets: task.secrets, vars: { ...task.vars },
    needs: Object.fromEntries(Object.entries(task.needs).map(([key, need]) => [key, { outputs: { ...need.outputs }, result: results[need.result] }])),
  }
}

const handlers = new Map<string, UniversalHandler>(router.handlers.map((one) => [one.requestPath, one]))

export interface Asked {
  path: string
  url: string
  headers: Record<string, string | string[] | undefined>
  body: AsyncIterable<Uint8Array>
  signal: AbortSignal
}

/** Answers one call; undefined if there is no such procedure. */
export async function serve(cx: Cx, asked: Asked): Promise<{ status: number; headers: Record<string, string>; body: Buffer } | undefined> {
  const found = handlers.get(asked.path)
  if (!found) return undefined
  const header = new Headers()
  for (const [name, value] of Object.entries(asked.headers)) if (value !== undefined) header.set(name, Array.isArray(value) ? value.join(', ') : value)
  const values = createContextValues().set(context, cx)
  const got = await found({ httpVersion: '1.1', method: 'POST', url: asked.url, header, body: asked.body, signal: asked.signal, contextValues: values })
  const parts: Uint8Array[] = []
  for await (const part of got.body ?? []) parts.push(part)
  return { status: got.status, headers: Object.fromEntries(got.header ?? []), body: Buffer.concat(parts) }
}
