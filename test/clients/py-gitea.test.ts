// The public Python client, unchanged; its day is told in py-gitea.py.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { present, python } from './installed.ts'
import { token, withServer } from './server.ts'

test('py-gitea: people, organizations, teams, repositories, files, issues, pull requests', async (t) => {
  if (!(await present('python3', '--version'))) return t.skip('there is no python3')
  const env = await python('py-gitea', '0.2.10')
  await withServer(async (server) => {
    const script = join(import.meta.dirname, 'py-gitea.py')
    const { stdout } = await promisify(execFile)('python3', [script, server.url, await token(server, 'root')], { env, timeout: 120_000 }).catch((error) => assert.fail(`${error.stderr}\n${server.log()}`))
    assert.match(stdout, /^done$/m)
  })
})
