import { fact } from '../kernel/outbox.ts'
import { Id, Word } from '../kernel/schema.ts'

export const runChanged = fact('run.changed', { run_id: Id, action: Word('requested', 'in_progress', 'completed') })
export const jobChanged = fact('job.changed', { job_id: Id, action: Word('queued', 'waiting', 'in_progress', 'completed') })
