// `codestead serve`: start, say where, stop gracefully.
import { openApp } from '../app.ts'
import { firstAdmin, setupToken } from '../home/index.ts'
import { load } from '../kernel/config.ts'
import { openLog } from '../kernel/log.ts'

export async function run(argv: string[]): Promise<number> {
  const config = load({ argv, env: process.env, cwd: process.cwd() })
  const app = await openApp({ config, log: openLog({ level: config.log_level, format: config.log_format }) })
  if (config.admin) await firstAdmin(app.cx, config.admin)
  const root = await app.listen()
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
