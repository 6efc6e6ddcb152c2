import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import postgres from 'postgres'
import { startPostgres } from './postgres.ts'

test('a cluster gives databases, copies templates, and leaves nothing behind', async () => {
  const cluster = await startPostgres()
  let folder = ''
  try {
    const first = await cluster.newDatabase()
    const one = postgres(first, { max: 1 })
    await one`create table stone (weight int)`
    await one`insert into stone values (3)`
    folder = dirname((await one`show data_directory`)[0].data_directory)
    await one.end()
    const second = postgres(await cluster.newDatabase(new URL(first).pathname.slice(1)), { max: 1 })
    assert.deepEqual([...(await second`select weight from stone`)], [{ weight: 3 }])
    await second.end()
    const wrong = postgres(cluster.url.replace(/:[^:@]+@/, ':guess@'), { max: 1 })
    await assert.rejects(async () => await wrong`select 1`, { code: '28P01' })
    await wrong.end()
  } finally {
    await cluster.stop()
  }
  assert.ok(folder.includes('codestead-pg-'))
  assert.equal(fs.existsSync(folder), false)
})

test('the cluster ends and goes when its owner is killed', { timeout: 60_000 }, async (context) => {
  const program = `import { startPostgres } from './tools/postgres.ts'
    import postgres from 'postgres'
    const cluster = await startPostgres()
    const sql = postgres(cluster.url, { max: 1 })
    console.log((await sql\`show data_directory\`)[0].data_directory)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..'), stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => owner.kill('SIGKILL')
  context.after(end)
  const [data] = await once(createInterface(owner.stdout), 'line') as [string]
  const folder = dirname(data)
  assert.ok(fs.existsSync(folder))
  const above = fs.watch(dirname(folder))
  context.after(() => above.close())
  end()
  while (fs.existsSync(folder)) await once(above, 'change')
})
