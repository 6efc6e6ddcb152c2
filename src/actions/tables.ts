import type { Generated, Selectable } from 'kysely'
import type { JobState } from './engine/status.ts'

declare module '../kernel/db.ts' {
  interface Tables {
    runner: RunnerTable
    runner_token: RunnerTokenTable
    runner_scope: RunnerScopeTable
    actions_repo: ActionsRepoTable
    run: RunTable
    run_attempt: RunAttemptTable
    run_job: RunJobTable
    task: TaskTable
    task_step: TaskStepTable
    task_log: TaskLogTable
    schedule: ScheduleTable
    action_secret: ActionSecretTable
    action_variable: ActionVariableTable
    artifact: ArtifactTable
    artifact_block: ArtifactBlockTable
  }
}

/** Of a repository, of an account, or (neither) of the site. */
export interface Level {
  repo_id: number | null
  owner_id: number | null
}

export interface RunnerTable extends Level {
  id: Generated<number>
  uuid: string
  token_hash: string
  name: string
  version: string
  /** JSON array of names */
  labels: string
  is_disabled: boolean
  is_ephemeral: boolean
  /** it said that it understands being told to stop */
  can_cancel: boolean
  last_online_at: number
  last_active_at: number
  created_at: number
  /** soft removal, so that finished jobs keep its name */
  removed_at: number | null
}
export type RunnerRow = Selectable<RunnerTable>

export interface RunnerTokenTable extends Level {
  id: Generated<number>
  hash: string
  /** sealed, because it is shown again on request */
  sealed: string
  is_active: boolean
  created_at: number
}
export type RunnerTokenRow = Selectable<RunnerTokenTable>

/** `site`, `owner:7` or `repo:9` → a number that goes up when runners of that level should look for work */
interface RunnerScopeTable {
  scope: string
  version: number
}

interface ActionsRepoTable {
  repo_id: number
  last_run: number
  /** JSON array of workflow ids */
  disabled: string
}

export interface RunTable {
  id: Generated<number>
  repo_id: number
  number: number
  /** path below the folder, which is its id */
  workflow: string
  path: string
  /** where the file was read; reusable workflows are read there too */
  workflow_repo_id: number
  workflow_sha: string
  workflow_text: string
  title: string
  event: string
  ref: string
  sha: string
  /** JSON: RunFrame */
  frame: string
  /** JSON: what happened, as webhooks tell it */
  payload: string
  /** JSON: inputs of a manual start, typed */
  inputs: string
  pull_id: number | null
  actor_id: number
  /** of a fork, with its own files: no secrets, and a token that only reads */
  is_fork_pull: boolean
  /** 'needed' while nobody has let it run */
  approval: '' | 'needed' | 'given'
  group_name: string
  is_group_cancel: boolean
  /** waits for its concurrency group */
  is_held: boolean
  /** how many runs caused one another by workflow_run */
  depth: number
  attempt: number
  status: JobState
  /** bumped first by whoever changes the run, so that writers take turns */
  turn: number
  created_at: number
  updated_at: number
  started_at: number
  stopped_at: number
}
export type RunRow = Selectable<RunTable>

/** What the job's context says where it differs from the row. */
export interface RunFrame {
  base_ref?: string
  head_ref?: string
  ref?: string
  sha?: string
  /** the commit that statuses are written to; none = no statuses */
  status_sha?: string
}

export interface RunAttemptTable {
  run_id: number
  number: number
  trigger_id: number
  status: JobState
  created_at: number
  started_at: number
  stopped_at: number
}
export type RunAttemptRow = Selectable<RunAttemptTable>

export interface RunJobTable {
  id: Generated<number>
  run_id: number
  repo_id: number
  attempt: number
  parent_id: number | null
  key: string
  name: string
  status: JobState
  /** JSON array of keys */
  needs: string
  condition: string | null
  is_deferred: boolean
  uses: string | null
  /** JSON array */
  runs_on: string
  /** JSON object, or empty */
  matrix: string
  max_parallel: number
  is_fail_fast: boolean
  /** ended because another of its matrix failed: it does not count for the whole */
  is_spared: boolean
  is_tolerated: boolean
  timeout_minutes: number
  /** JSON: as written, or empty */
  concurrency: string
  /** JSON of `permissions`, or empty */
  permissions: string
  group_name: string
  is_group_cancel: boolean
  is_held: boolean
  /** JSON array of names */
  steps: string
  /** YAML for the runner */
  payload: string
  /** of a caller: the called file, where it lies, and what was handed over (JSON: Call), once it is expanded */
  callee: string
  callee_text: string
  task_id: number | null
  /** JSON object */
  outputs: string
  created_at: number
  updated_at: number
  started_at: number
  stopped_at: number
}
export type RunJobRow = Selectable<RunJobTable>

export interface TaskTable {
  id: Generated<number>
  job_id: number
  repo_id: number
  runner_id: number
  status: JobState
  token_hash: string
  /** JSON: TokenAccess */
  access: string
  /** last report of the runner */
  heard_at: number
  started_at: number
  stopped_at: number
  /** ended by the server: what its runner still reports is dropped */
  is_cut_off: boolean
  log_rows: number
  log_bytes: number
  is_log_sealed: boolean
  /** where the sealed log lies; empty while it is in rows */
  log_key: string
  is_log_gone: boolean
}
export type TaskRow = Selectable<TaskTable>

interface TaskStepTable {
  task_id: number
  number: number
  name: string
  status: JobState
  started_at: number
  stopped_at: number
  log_index: number
  log_length: number
}
export type TaskStepRow = Selectable<TaskStepTable>

/** Pieces of a log as they came, until it is sealed and lies in one blob. */
interface TaskLogTable {
  task_id: number
  first_row: number
  content: string
}

export interface ScheduleTable {
  id: Generated<number>
  repo_id: number
  workflow: string
  path: string
  workflow_text: string
  spec: string
  ref: string
  sha: string
  title: string
  next_at: number
  prev_at: number
}
export type ScheduleRow = Selectable<ScheduleTable>

interface ActionSecretTable extends Level {
  id: Generated<number>
  /** scopeOf its level: names are unique in it */
  scope: string
  name: string
  sealed: string
  description: string
  created_at: number
}
export type ActionSecretRow = Selectable<ActionSecretTable>

interface ActionVariableTable extends Level {
  id: Generated<number>
  scope: string
  name: string
  data: string
  description: string
}
export type ActionVariableRow = Selectable<ActionVariableTable>

interface ArtifactTable {
  id: Generated<number>
  repo_id: number
  run_id: number
  attempt: number
  job_id: number
  name: string
  /** otherwise one file as it is */
  is_zip: boolean
  /** expired: still listed, without its bytes */
  state: 'pending' | 'ready' | 'expired'
  size: number
  sha256: string
  /** where the bytes lie, once it is whole */
  key: string
  /** JSON array of names of blocks, or empty */
  block_list: string
  /** goes up when it is started over: what came for an earlier one is dropped */
  turn: number
  created_at: number
  updated_at: number
  expires_at: number
}
export type ArtifactRow = Selectable<ArtifactTable>

/** Parts of an artifact as they came, until it is whole. */
interface ArtifactBlockTable {
  id: Generated<number>
  artifact_id: number
  name: string
  key: string
  size: number
}
