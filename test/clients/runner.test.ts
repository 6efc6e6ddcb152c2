// The real runner against our server: a push starts a workflow, the runner does its jobs, people read and stop them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { openWorld, type Person, type World } from '../kit/world.ts'
import { ProgramUnavailable } from './installed.ts'
import { buildRunner, registerRunner, startRunner } from './runner-build.ts'

const run = promisify(execFile)
const environment = { PATH: process.env.PATH!, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' }

interface Bench {
  w: World
  alice: Person
  runs(): Promise<any[]>
  jobs(runId: number): Promise<any[]>
  push(file: string): Promise<any>
  runnerLog(): string
  until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T>
}

async function bench(tell: (b: Bench) => Promise<void>) {
  const w = await openWorld()
  let runner: ReturnType<typeof startRunner> | undefined
  try {
    const alice = await w.user('alice')
    await w.user('root', { admin: true })
    await w.repo(alice, 'demo')
    const root = await w.listening()
    const { token } = (await w.as(alice).post('/repos/alice/demo/actions/runners/registration-token').gives(200)).body
    const home = await registerRunner({ instance: root, token, folder: w.folder('runner') })
    runner = startRunner(home)
    const work = w.folder()
    const git = (...args: string[]) => run('git', args, { cwd: work, env: environment })
    await git('init', '-q', '-b', 'main')
    const runs = async () => (await w.as(alice).get('/repos/alice/demo/actions/runs').gives(200)).body.workflow_runs
    const until: Bench['until'] = async (what, look) => {
      for (const end = Date.now() + 60_000; ; ) {
        const found = await look()
        if (found) return found
        if (Date.now() > end) throw new Error(`${what} did not happen; the runner says:\n${runner!.log().slice(-3000)}`)
        await new Promise((wake) => setTimeout(wake, 100))
      }
    }
    await tell({
      w, alice, runs, until, runnerLog: () => runner!.log(),
      jobs: async (id) => (await w.as(alice).get(`/repos/alice/demo/actions/runs/${id}/jobs`).gives(200)).body.jobs,
      async push(file) {
        mkdirSync(join(work, '.gitea/workflows'), { recursive: true })
        writeFileSync(join(work, '.gitea/workflows/build.yml'), file)
        await git('add', '.')
        await git('commit', '-qm', 'a workflow')
        await git('push', '-q', `${root.replace('http://', `http://alice:${encodeURIComponent(alice.password)}@`)}/alice/demo.git`, 'main')
        return (await runs())[0]
      },
    })
  } finally {
    await runner?.stop()
    await w.close()
  }
}

let lacking: string | undefined
// the first time it is built, which takes minutes on a busy machine
before(() => buildRunner().then(() => undefined, (error) => {
  if (!(error instanceof ProgramUnavailable)) throw error
  lacking = error.message
}), { timeout: 500_000 })

function withRunner(title: string, tell: (b: Bench) => Promise<void>) {
  test(title, { timeout: 180_000 }, async (t) => (lacking === undefined ? bench(tell) : t.skip(lacking)))
}

const matrix = `
name: build
on: push
jobs:
  first:
    runs-on: linux
    outputs: {said: "\${{ steps.s.outputs.said }}"}
    steps:
      - id: s
        name: say
        run: echo "said=hello" >> $GITHUB_OUTPUT; echo "in first"
  second:
    needs: first
    runs-on: linux
    strategy: {matrix: {n: [1, 2]}}
    steps:
      - run: echo "\${{ needs.first.outputs.said }} number \${{ matrix.n }}"
      - run: |
          code=$(curl -s -o /dev/null -w '%{http_code}' -H "Authorization: token \${{ secrets.GITHUB_TOKEN }}" \${{ github.api_url }}/repos/\${{ github.repository }}/actions/runs)
          echo "api says $code"
`

withRunner('a runner does a matrix that needs another job, and the logs are read by API', async (b) => {
  const started = await b.push(matrix)
  assert.equal(started.event, 'push')
  assert.equal(started.display_title, 'a workflow')
  await b.until('success', async () => (await b.runs())[0].conclusion)
  const jobs = await b.jobs(started.id)
  assert.deepEqual(jobs.map((one) => [one.name, one.status, one.conclusion, one.runner_name]), [
    ['first', 'completed', 'success', 'test-runner'], ['second (1)', 'completed', 'success', 'test-runner'], ['second (2)', 'completed', 'success', 'test-runner'],
  ])
  assert.deepEqual(jobs[0].steps.map((one: any) => [one.name, one.conclusion]), [['say', 'success']])
  await b.w.settled()
  const log = async (id: number) => (await b.w.as(b.alice).get(`/repos/alice/demo/actions/jobs/${id}/logs`).gives(200).header('content-type', 'text/plain; charset=utf-8')).text
  assert.match(await log(jobs[0].id), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z .*$/m)
  assert.match(await log(jobs[0].id), /Z in first$/m)
  for (const n of [1, 2]) {
    assert.match(await log(jobs[n].id), new RegExp(`Z hello number ${n}$`, 'm'))
    assert.match(await log(jobs[n].id), /Z api says 200$/m)
  }
  assert.equal((await b.runs()).length, 1)
  assert.equal((await b.runs())[0].conclusion, 'success')
})

const quick = 'on: push\njobs: {quick: {runs-on: linux, steps: [{run: echo done}]}}\n'
const endless = 'on: push\njobs: {wait: {runs-on: linux, steps: [{run: "echo begun; exec sleep 300"}]}, after: {needs: wait, runs-on: linux, steps: [{run: "true"}]}}\n'

// this runner does not announce that it understands cancelling, so it is not waited for
withRunner('a run is cancelled, and the runner is free for the next', async (b) => {
  const started = await b.push(endless)
  await b.until('a running job', async () => (await b.jobs(started.id))[0].status === 'in_progress')
  const path = `/repos/alice/demo/actions/runs/${started.id}`
  await b.w.as(b.alice).post(`${path}/cancel`).gives(200, { status: 'completed', conclusion: 'cancelled' })
  assert.deepEqual((await b.jobs(started.id)).map((one) => one.conclusion), ['cancelled', 'cancelled'])
  await b.w.as(b.alice).post(`${path}/cancel`).gives(409).empty()
  const next = await b.push(quick)
  assert.equal(await b.until('the next run', async () => (await b.runs()).find((one) => one.id === next.id).conclusion), 'success')
})

withRunner('a run is cancelled by force: what the runner reports later is discarded', async (b) => {
  const started = await b.push(endless)
  await b.until('a running job', async () => (await b.jobs(started.id))[0].status === 'in_progress')
  await b.until('its log', async () => (await b.w.as(b.alice).get(`/repos/alice/demo/actions/jobs/${(await b.jobs(started.id))[0].id}/logs`)).text.includes('begun'))
  await b.w.as(b.alice).post(`/repos/alice/demo/actions/runs/${started.id}/force-cancel`).gives(200, { status: 'completed', conclusion: 'cancelled' })
  const [job] = await b.jobs(started.id)
  const log = async () => (await b.w.as(b.alice).get(`/repos/alice/demo/actions/jobs/${job.id}/logs`).gives(200)).text
  const before = await log()
  // the runner learns of it from the answer to its next report, and is then free for the next job
  const next = await b.push(quick)
  assert.equal(await b.until('the next run', async () => (await b.runs()).find((one) => one.id === next.id).conclusion), 'success')
  assert.equal(await log(), before)
  const after = (await b.jobs(started.id))[0]
  assert.deepEqual([after.conclusion, after.completed_at], ['cancelled', job.completed_at])
})
