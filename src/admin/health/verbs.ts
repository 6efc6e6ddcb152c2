// What an administrator wants to know at a glance.
import { statfs } from 'node:fs/promises'
import { run } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import * as store from './store.ts'

export interface Health {
  database: { engine: 'sqlite' | 'postgres'; milliseconds: number }
  disk: { free: number; share: number }
  memory: number
  started: number
  git: string
  figures: Awaited<ReturnType<typeof store.figures>>
  work: { waiting: number; dead: number }
}

export async function look(cx: Cx): Promise<Health> {
  const began = performance.now()
  const figures = await store.figures(cx.db)
  const milliseconds = Math.max(1, Math.round(performance.now() - began))
  const [{ bavail, bsize, blocks }, version, kinds] = await Promise.all([statfs(cx.config.data), run(cx.git, null, ['--version']), store.work(cx.db)])
  const sum = (read: (one: (typeof kinds)[number]) => number) => kinds.reduce((all, one) => all + Number(read(one)), 0)
  return {
    database: { engine: cx.config.database_url.startsWith('postgres') ? 'postgres' : 'sqlite', milliseconds },
    disk: { free: bavail * bsize, share: bavail / blocks },
    memory: process.memoryUsage.rss(),
    started: cx.now() - Math.floor(process.uptime()),
    git: version.stdout.toString().trim().replace('git version ', ''),
    figures,
    work: { waiting: sum((one) => one.n - Number(one.dead)), dead: sum((one) => one.dead) },
  }
}

export const work = async (cx: Cx) => ({ kinds: await store.work(cx.db), failures: await store.failures(cx.db), facts: (await store.figures(cx.db)).facts })
