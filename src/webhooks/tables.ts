import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    hook: HookTable
    hook_task: HookTaskTable
  }
}

/** Of a repository, of an account, or (neither) of the site. */
export interface HookTable {
  id: Generated<number>
  repo_id: number | null
  owner_id: number | null
  /** of the site's: true = called for every repository, false = copied into each new one */
  is_system: boolean
  kind: string
  name: string
  url: string
  content_type: 'json' | 'form'
  /** sealed; empty = none */
  secret: string
  authorization: string
  branch_filter: string
  /** JSON array, sorted */
  events: string
  /** JSON: what slack wants to know besides */
  meta: string
  is_active: boolean
  created_at: number
  updated_at: number
}
export type HookRow = Selectable<HookTable>

/** One delivery: its payload as it was when it happened, and what came back. */
export interface HookTaskTable {
  id: Generated<number>
  hook_id: number
  uuid: string
  event_type: string
  payload: string
  created_at: number
  /** somebody is sending it until then */
  claimed_until: number
  /** null = still to be sent */
  delivered_at: number | null
  is_succeeded: boolean
  /** JSON: status, headers and the beginning of the body, or the error */
  response: string
}
export type HookTaskRow = Selectable<HookTaskTable>
