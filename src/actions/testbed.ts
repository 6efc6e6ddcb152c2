// For scenarios of this room: commits without a client, and a runner that says what it is told to.
import { createClient, type Client } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import assert from 'node:assert/strict'
import type { World } from '../../test/kit/world.ts'
import { findAccountByName, findRepo } from '../access/index.ts'
import { moves } from '../code/index.ts'
import { objects, refs, tree } from '../git/index.ts'
import { gitDir } from '../repos/index.ts'
import { RunnerService } from './protocol/runner_pb.ts'

/** Commits files (null removes one) on a branch, as somebody's push would; the commit's id. */
export async function commit(w: World, name: string, files: Record<string, string | null>, more: { branch?: string; message?: string; from?: string; by?: string } = {}): Promise<string> {
  const [owner, repoName] = name.split('/')
  const repo = (await findRepo(w.cx.db, owner, repoName))!
  const by = (await findAccountByName(w.cx.db, more.by ?? owner))!
  const dir = gitDir(w.cx, repo)
  const ref = `refs/heads/${more.branch ?? 'main'}`
  const old = await refs.read(dir, ref)
  const parent = old ?? (more.from ? await refs.read(dir, `refs/heads/${more.from}`) : null)
  const changes: tree.Change[] = []
  for (const [path, text] of Object.entries(files)) {
    changes.push(text === null ? { op: 'delete', path } : { op: 'put', path, oid: await objects.writeBlob(w.cx.git, dir, Buffer.from(text)) })
  }
  const base = parent ? (await objects.commit(w.cx.git, dir, parent)).tree : null
  const who = { name: 'A', email: 'a@example.com', date: w.cx.now(), offset: 0 }
  const oid = await objects.writeCommit(w.cx.git, dir, {
    tree: await tree.edit(w.cx.git, dir, base, changes), parents: parent ? [parent] : [], author: who, committer: who, message: more.message ?? 'a commit\n',
  })
  assert.deepEqual(await moves.move(w.cx, repo, { by, via: 'push', moves: [{ ref, old, new: oid }] }), { ok: true })
  return oid
}

export const workflow = (file: string, name = 'build.yml') => ({ [`.gitea/workflows/${name}`]: file })

export interface TestRunner extends Client<typeof RunnerService> {
  id: number
  /** the next task, looked for whatever the version */
  next(): Promise<{ id: bigint; secrets: Record<string, string>; context: any; payload: string; needs: any; vars: Record<string, string> } | undefined>
}

/** A registered runner that speaks the protocol to the listening server. */
export async function runner(w: World, token: string, more: { labels?: string[]; capabilities?: string[]; ephemeral?: boolean } = {}): Promise<TestRunner> {
  const baseUrl = `${await w.listening()}/api/actions`
  const open = createClient(RunnerService, createConnectTransport({ baseUrl, httpVersion: '1.1' }))
  const { runner: made } = await open.register({ name: 'bench', token, version: 'v1', labels: more.labels ?? ['linux'], capabilities: more.capabilities ?? [], ephemeral: more.ephemeral ?? false })
  const client = createClient(RunnerService, createConnectTransport({
    baseUrl, httpVersion: '1.1',
    interceptors: [(next) => (request) => {
      request.header.set('x-runner-uuid', made!.uuid)
      request.header.set('x-runner-token', made!.token)
      return next(request)
    }],
  }))
  return {
    ...client,
    id: Number(made!.id),
    async next() {
      const { task } = await client.fetchTask({ tasksVersion: 0n })
      return task && { id: task.id, secrets: task.secrets, context: task.context, payload: new TextDecoder().decode(task.workflowPayload), needs: task.needs, vars: task.vars }
    },
  }
}
