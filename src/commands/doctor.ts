// `codestead doctor`: says what is wrong with this installation, and how to mend it.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUrl, migrateAll } from '../app.ts'
import { indexFigures } from '../code/index.ts'
import { run as gitRun, start } from '../git/index.ts'
import { load } from '../kernel/config.ts'
import type { Config } from '../kernel/config.ts'
import { openDatabase } from '../kernel/db.ts'

type Finding = { name: string; ok: boolean; says: string }

export async function run(argv: string[]): Promise<number> {
  const config = load({ argv, env: process.env, cwd: process.cwd() })
  const findings = [node(), await git(), folder(config), key(config), ...signing(config), space(config), await database(config), await codeIndex(config)]
  for (const { name, ok, says } of findings) console.log(`${ok ? 'ok  ' : 'BAD '} ${name.padEnd(12)} ${says}`)
  return findings.every((one) => one.ok) ? 0 : 1
}

const node = (): Finding => ({ name: 'node', ok: Number(process.versions.node.split('.')[0]) >= 24, says: `version ${process.versions.node}, 24 or newer is needed` })

async function git(): Promise<Finding> {
  const started = await start()
  try {
    const version = (await gitRun(started, null, ['--version'])).stdout.toString().trim()
    const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? []
    return { name: 'git', ok: Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 39), says: `${version}, 2.39 or newer is needed` }
  } catch {
    return { name: 'git', ok: false, says: 'there is no git program on the PATH' }
  } finally {
    await started.close()
  }
}

function folder(config: Config): Finding {
  if (!existsSync(config.data)) return { name: 'data', ok: true, says: `${config.data} will be made at the first start` }
  try {
    accessSync(config.data, constants.R_OK | constants.W_OK | constants.X_OK)
    return { name: 'data', ok: true, says: config.data }
  } catch {
    return { name: 'data', ok: false, says: `${config.data} cannot be written by this user` }
  }
}

function key(config: Config): Finding {
  const file = config.secret_key_file || join(config.data, 'secret.key')
  if (!existsSync(file)) return { name: 'secret key', ok: !existsSync(join(config.data, 'codestead.db')), says: `${file} is not there; secrets sealed with it cannot be opened` }
  return { name: 'secret key', ...closed(file) }
}

function closed(file: string): Pick<Finding, 'ok' | 'says'> {
  const open = (statSync(file).mode & 0o077) !== 0
  return { ok: !open, says: open ? `${file} may be read by others: chmod 600 it` : file }
}

function signing(config: Config): Finding[] {
  if (!config.signing) return []
  const file = config.signing_key || join(config.data, 'signing', 'signing_key')
  if (existsSync(file)) return [{ name: 'signing key', ...closed(file) }]
  return [config.signing_key ? { name: 'signing key', ok: false, says: `${file} is not there` } : { name: 'signing key', ok: true, says: 'will be made at the first start' }]
}

function space(config: Config): Finding {
  const { bavail, bsize, blocks } = statfsSync(existsSync(config.data) ? config.data : '.')
  const free = bavail * bsize
  return { name: 'disk', ok: free > 1024 ** 3 || bavail / blocks > 0.05, says: `${(free / 1024 ** 3).toFixed(1)} GiB free` }
}

async function database(config: Config): Promise<Finding> {
  if (!config.database_url && !existsSync(join(config.data, 'codestead.db'))) return { name: 'database', ok: true, says: 'will be made at the first start' }
  try {
    const opened = await openDatabase(databaseUrl(config))
    const applied = await migrateAll(opened)
    await opened.close()
    return { name: 'database', ok: true, says: `${opened.engine}, ${applied.length === 0 ? 'up to date' : `${applied.length} steps applied`}` }
  } catch (error) {
    return { name: 'database', ok: false, says: (error as Error).message }
  }
}

async function codeIndex(config: Config): Promise<Finding> {
  const name = 'code index'
  if (!config.code_index) return { name, ok: true, says: 'switched off: searches in code read every file' }
  if (!config.database_url && !existsSync(join(config.data, 'codestead.db'))) return { name, ok: true, says: 'will be made after the first push' }
  try {
    const opened = await openDatabase(databaseUrl(config))
    const { indexed, bytes, behind } = await indexFigures(opened.db).finally(() => opened.close())
    return { name, ok: true, says: `${indexed} repositories, ${(bytes / 1024 ** 2).toFixed(1)} MiB; ${behind} wait for the task update_code_index` }
  } catch (error) {
    return { name, ok: false, says: (error as Error).message }
  }
}
