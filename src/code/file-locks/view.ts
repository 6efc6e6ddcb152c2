import { formatTime } from '../../kernel/times.ts'
import type { Listed } from './store.ts'

export const one = (lock: Listed) => ({ id: String(lock.id), path: lock.path, locked_at: formatTime(lock.created_at), owner: { name: lock.owner_name } })
export const many = (locks: readonly Listed[]) => locks.map(one)
