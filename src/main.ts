#!/usr/bin/env node
// The command line: serve, migrate, doctor, user, openapi, warm.
import { enableCompileCache } from 'node:module'
enableCompileCache()

const commands: Record<string, () => Promise<{ run(argv: string[]): Promise<number> }>> = {
  serve: () => import('./commands/serve.ts'),
  migrate: () => import('./commands/migrate.ts'),
  doctor: () => import('./commands/doctor.ts'),
  user: () => import('./commands/user.ts'),
  openapi: () => import('./commands/openapi.ts'),
  warm: () => import('./commands/warm.ts'),
}

const [name = 'serve', ...argv] = process.argv.slice(2)
const load = commands[name]
if (!load) {
  console.error(`There is no command "${name}". There are: ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}
const { run } = await load()
try {
  process.exitCode = await run(argv)
} catch (error) {
  if ((error as Error).name !== 'ConfigError') throw error
  console.error((error as Error).message)
  process.exitCode = 2
}
