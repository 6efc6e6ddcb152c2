// What the room does in the background.
import type { CronTask } from '../kernel/jobs.ts'
import * as store from './store.ts'

const KEPT = 365 * 24 * 3600

export const crons: CronTask[] = [
  { name: 'delete_old_actions', schedule: '@every 168h', enabled: false, run: async (cx) => void (await cx.write((tx) => store.removeBefore(tx, cx.now() - KEPT))) },
]
