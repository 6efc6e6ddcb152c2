// `codestead serve`: start, say where, stop gracefully.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openApp } from '../app.ts'
import { firstAdmin, setupToken } from '../home/index.ts'
import { ConfigError, load } from '../kernel/config.ts'
import { openLog } from '../kernel/log.ts'

export async function run(argv: string[]): Promise<number> {
  const config = load({ argv, env: process.env, cwd: process.cwd() })
  const app = await openApp({ config, log: openLog({ level: config.log_level, format: config.log_format }) })
  if (config.admin) await firstAdmin(app.cx, config.admin)
  await app.server.ready()
  settle()
  const root = await app.listen().catch(async (error: NodeJS.ErrnoException & { address?: string; port?: number }) => {
    await app.close()
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error
    const why = error.code === 'EACCES' ? 'this user may not listen there' : 'another program listens there; is Codestead running already?'
    throw new ConfigError(`${error.address ?? config.host}:${error.port ?? config.port} cannot be used: ${why}`)
  })
  const token = await setupToken(app.cx)
  // before the line that says so, because whoever waits for it may signal at once
  const stopped = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop())
  })
  console.log(`Codestead is ready at ${root}${token ? `; create the administrator at ${root}/setup?token=${token}` : ''}`)
  await stopped
  // whoever is still being served after half a minute has had their time
  setTimeout(() => process.exit(1), 30_000).unref()
  await app.close()
  return 0
}

/** Collects once what loading has left behind, 14 MB that V8 would hold; nobody is served yet, so nobody waits for it. */
function settle(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  // what is loaded later is looked up in the compile cache by the flags, so they are put back
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
