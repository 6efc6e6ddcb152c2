// `codestead serve`: start, say where, stop gracefully.
import { openApp } from '../app.ts'
import { load } from '../kernel/config.ts'
import { openLog } from '../kernel/log.ts'
import { accounts, accountStore } from '../users/index.ts'

export async function run(argv: string[]): Promise<number> {
  const config = load({ argv, env: process.env, cwd: process.cwd() })
  const log = openLog({ level: config.log_level, format: config.log_format })
  const app = await openApp({ config, log })
  if (config.admin && !(await accountStore.any(app.cx.db))) {
    const [name, ...password] = config.admin.split(':')
    await accounts.create(app.cx, { name, email: `${name}@localhost`, password: password.join(':'), is_admin: true })
  }
  const root = await app.listen()
  console.log(`Codestead is ready at ${root}`)
  await new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop())
  })
  const forced = setTimeout(() => process.exit(1), 30_000)
  forced.unref()
  await app.close()
  return 0
}
