import { bool, id, int, migration, ref, statement, table, text } from '../kernel/migrate.ts'

export const migrations = [
  migration(
    '2026_11_15_repos_create',
    table(
      'repo',
      {
        id: id(), owner_id: ref('account'), name: text('not null'), lower_name: text('not null'), description: text(), lower_description: text(), website: text(), default_branch: text(),
        is_private: bool(), is_archived: bool(), archived_at: int(), is_mirror: bool(), is_fork: bool(), fork_id: ref('repo', '', 'set null'), is_template: bool(), is_empty: bool(true),
        object_format: text("not null default 'sha1'"), storage: text('not null unique'), status: text("not null default 'ready'"), refs_version: int(), size: int(), git_size: int(), lfs_size: int(),
        topics: text("not null default '[]'"), licenses: text("not null default '[]'"), language: text(), trust_model: text(), original_url: text(), avatar: text(),
        has_code: bool(true), has_issues: bool(true), has_wiki: bool(true), has_pulls: bool(true), has_releases: bool(true), has_projects: bool(true), has_packages: bool(true), has_actions: bool(true),
        settings: text("not null default '{}'"), mirror_interval: int(), mirror_updated_at: int(), mirror_synced_at: int(),
        num_stars: int(), num_watches: int(), num_forks: int(), num_issues: int(), num_closed_issues: int(), num_pulls: int(), num_closed_pulls: int(), num_releases: int(), num_branches: int(),
        last_index: int(), created_at: int(), updated_at: int(),
      },
      { unique: [['owner_id', 'lower_name']], index: [['lower_name'], ['fork_id'], ['updated_at']] },
    ),
    table('repo_redirect', { owner_id: ref('account'), lower_name: text('not null'), repo_id: ref('repo') }, { primary: ['owner_id', 'lower_name'] }),
    table('collaboration', { repo_id: ref('repo'), account_id: ref('account'), level: int(), created_at: int() }, { primary: ['repo_id', 'account_id'], index: [['account_id']] }),
    table('star', { account_id: ref('account'), repo_id: ref('repo'), created_at: int() }, { primary: ['account_id', 'repo_id'], index: [['repo_id']] }),
    table('watch', { account_id: ref('account'), repo_id: ref('repo'), mode: text('not null'), created_at: int() }, { primary: ['account_id', 'repo_id'], index: [['repo_id']] }),
    table('team_repo', { team_id: ref('team'), repo_id: ref('repo'), org_id: ref('account') }, { primary: ['team_id', 'repo_id'], index: [['repo_id']] }),
    table('repo_transfer', { repo_id: ref('repo', 'primary key'), doer_id: ref('account'), recipient_id: ref('account'), team_ids: text(), was_granted: bool(), created_at: int() }, { index: [['recipient_id']] }),
    table(
      'deploy_key',
      { id: id(), repo_id: ref('repo'), title: text(), key_type: text("not null default 'ssh'"), key_id: ref('public_key', ''), token_hash: text('unique'), read_only: bool(), created_at: int(), last_used_at: int() },
      { unique: [['repo_id', 'key_id'], ['repo_id', 'title']] },
    ),
  ),
  migration(
    '2026_11_15_repos_topics',
    table('topic', { id: id(), name: text('not null unique'), created_at: int(), updated_at: int() }),
    table('repo_topic', { repo_id: ref('repo'), topic_id: ref('topic') }, { primary: ['repo_id', 'topic_id'], index: [['topic_id']] }),
    statement(
      'insert into topic (name, created_at, updated_at) select value, min(repo.created_at), max(repo.updated_at) from repo, json_each(repo.topics) group by value',
      'insert into topic (name, created_at, updated_at) select value, min(repo.created_at), max(repo.updated_at) from repo, json_array_elements_text(repo.topics::json) as value group by value',
    ),
    statement(
      'insert into repo_topic (repo_id, topic_id) select repo.id, topic.id from repo, json_each(repo.topics) as one join topic on topic.name = one.value',
      'insert into repo_topic (repo_id, topic_id) select repo.id, topic.id from repo cross join json_array_elements_text(repo.topics::json) as one join topic on topic.name = one',
    ),
  ),
  migration(
    '2026_11_15_repos_usage',
    table('owner_usage', { account_id: ref('account', 'primary key'), allowed: int('not null default -1'), git: int(), lfs: int(), packages: int(), attachments: int() }),
    statement(
      `insert into owner_usage (account_id, git) select owner_id, sum(git_size) * 1024 from repo group by owner_id`,
    ),
  ),
]
