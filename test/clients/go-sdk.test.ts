// The public Go client, unchanged; its day is told in go-sdk.go.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { go, present } from './installed.ts'
import { token, withServer } from './server.ts'

const run = promisify(execFile)

test('the Go client: people, organizations, teams, repositories, files, issues, pull requests', async (t) => {
  if (!(await present('go', 'version'))) return t.skip('there is no go')
  await withServer(async (server, folder) => {
    const cwd = folder('go')
    copyFileSync(join(import.meta.dirname, 'go-sdk.go'), join(cwd, 'main.go'))
    writeFileSync(join(cwd, 'go.mod'), 'module day\n\ngo 1.26\n\nrequire code.gitea.io/sdk/gitea v0.25.1\n')
    const env = go()
    await run('go', ['build', '-o', 'day', '.'], { cwd, env, maxBuffer: 1 << 26 })
    const { stdout } = await run(join(cwd, 'day'), [server.url, await token(server, 'root')], { cwd, timeout: 120_000 }).catch((error) => assert.fail(`${error.stderr}\n${server.log()}`))
    assert.match(stdout, /^done$/m)
  })
})
