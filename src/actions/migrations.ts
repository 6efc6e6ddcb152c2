import { bool, id, int, migration, ref, statement, table, text, time } from '../kernel/migrate.ts'
import { botId, botName } from './bot.ts'

const level = { repo_id: ref('repo', ''), owner_id: ref('account', '') }

export const migrations = [
  migration(
    '2026_11_15_actions_create',
    // jobs speak as this account; it owns nothing and cannot sign in
    statement(`insert into account (id, type, name, lower_name, full_name, max_repos, allow_create_org) values (${botId}, 'bot', '${botName}', '${botName}', 'Gitea Actions', 0, false)`),
    table(
      'runner',
      {
        id: id(), ...level, uuid: text('not null unique'), token_hash: text(), name: text(), version: text(), labels: text("not null default '[]'"), is_disabled: bool(), is_ephemeral: bool(),
        can_cancel: bool(), last_online_at: int(), last_active_at: int(), created_at: int(), removed_at: time(),
      },
      { index: [['owner_id'], ['repo_id']] },
    ),
    table('runner_token', { id: id(), ...level, hash: text('not null unique'), sealed: text(), is_active: bool(), created_at: int() }, { index: [['owner_id'], ['repo_id']] }),
    table('runner_scope', { scope: text('primary key'), version: int() }),
    table('actions_repo', { repo_id: ref('repo', 'primary key'), last_run: int(), disabled: text("not null default '[]'") }),
    table(
      'run',
      {
        id: id(), repo_id: ref('repo'), number: int(), workflow: text(), path: text(), workflow_repo_id: int(), workflow_sha: text(), workflow_text: text(), title: text(), event: text(), ref: text(), sha: text(),
        frame: text("not null default '{}'"), payload: text("not null default '{}'"), inputs: text("not null default '{}'"), pull_id: int(''), actor_id: int(), is_fork_pull: bool(), approval: text(),
        group_name: text(), is_group_cancel: bool(), is_held: bool(), depth: int(), attempt: int(), status: text(), turn: int(),
        created_at: int(), updated_at: int(), started_at: int(), stopped_at: int(),
      },
      { unique: [['repo_id', 'number']], index: [['repo_id', 'status'], ['repo_id', 'group_name'], ['status', 'updated_at'], ['stopped_at']] },
    ),
    table('run_attempt', { run_id: ref('run'), number: int(), trigger_id: int(), status: text(), created_at: int(), started_at: int(), stopped_at: int() }, { primary: ['run_id', 'number'] }),
    table(
      'run_job',
      {
        id: id(), run_id: ref('run'), repo_id: ref('repo'), attempt: int(), parent_id: int(''), key: text(), name: text(), status: text(), needs: text("not null default '[]'"), condition: text(''),
        is_deferred: bool(), uses: text(''), runs_on: text("not null default '[]'"), matrix: text(), max_parallel: int(), is_fail_fast: bool(), is_spared: bool(), is_tolerated: bool(), timeout_minutes: int(),
        concurrency: text(), permissions: text(), group_name: text(), is_group_cancel: bool(), is_held: bool(), steps: text("not null default '[]'"), payload: text(), callee: text(), callee_text: text(),
        task_id: int(''), outputs: text("not null default '{}'"), created_at: int(), updated_at: int(), started_at: int(), stopped_at: int(),
      },
      { index: [['run_id', 'attempt'], ['status', 'updated_at'], ['repo_id', 'group_name'], ['repo_id', 'status']] },
    ),
    table(
      'task',
      {
        id: id(), job_id: ref('run_job'), repo_id: ref('repo'), runner_id: int(), status: text(), token_hash: text('not null unique'), access: text("not null default '{}'"), heard_at: int(),
        started_at: int(), stopped_at: int(), is_cut_off: bool(), log_rows: int(), log_bytes: int(), is_log_sealed: bool(), log_key: text(), is_log_gone: bool(),
      },
      { index: [['job_id'], ['status', 'heard_at'], ['runner_id', 'status'], ['stopped_at']] },
    ),
    table(
      'task_step',
      { task_id: ref('task'), number: int(), name: text(), status: text(), started_at: int(), stopped_at: int(), log_index: int(), log_length: int() },
      { primary: ['task_id', 'number'] },
    ),
    table('task_log', { task_id: ref('task'), first_row: int(), content: text() }, { primary: ['task_id', 'first_row'] }),
    table(
      'schedule',
      {
        id: id(), repo_id: ref('repo'), workflow: text(), path: text(), workflow_text: text(), spec: text(), ref: text(), sha: text(), title: text(), next_at: int(), prev_at: int(),
      },
      { index: [['repo_id'], ['next_at']] },
    ),
    table('action_secret', { id: id(), ...level, scope: text(), name: text(), sealed: text(), description: text(), created_at: int() }, { unique: [['scope', 'name']], index: [['owner_id'], ['repo_id']] }),
    table('action_variable', { id: id(), ...level, scope: text(), name: text(), data: text(), description: text() }, { unique: [['scope', 'name']], index: [['owner_id'], ['repo_id']] }),
  ),
  migration(
    '2026_11_15_actions_artifacts',
    table(
      'artifact',
      {
        id: id(), repo_id: ref('repo'), run_id: ref('run'), attempt: int(), job_id: int(), name: text(), is_zip: bool(), state: text(), size: int(), sha256: text(), key: text(), block_list: text(), turn: int(),
        created_at: int(), updated_at: int(), expires_at: int(),
      },
      { unique: [['run_id', 'attempt', 'name']], index: [['repo_id', 'name'], ['state', 'expires_at']] },
    ),
    table('artifact_block', { id: id(), artifact_id: ref('artifact'), name: text(), key: text(), size: int() }, { unique: [['artifact_id', 'name']] }),
  ),
]
