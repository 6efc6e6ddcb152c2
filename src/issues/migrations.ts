import { bool, id, int, migration, ref, statement, table, text, time } from '../kernel/migrate.ts'

const gone = (name: string) => ref(name, '', 'set null')

export const migrations = [
  migration(
    '2026_11_15_issues_create',
    table(
      'milestone',
      {
        id: id(), repo_id: ref('repo'), title: text(), lower_title: text(), description: text(), is_closed: bool(), deadline_at: time(), closed_at: time(),
        num_issues: int(), num_closed_issues: int(), created_at: int(), updated_at: int(),
      },
      { index: [['repo_id', 'is_closed']] },
    ),
    table(
      'label',
      {
        id: id(), repo_id: ref('repo', ''), org_id: ref('account', ''), name: text(), color: text(), description: text(), exclusive: bool(), is_archived: bool(),
        num_issues: int(), num_closed_issues: int(), created_at: int(), updated_at: int(),
      },
      { index: [['repo_id', 'name'], ['org_id', 'name'], ['name']] },
    ),
    table(
      'issue',
      {
        id: id(), repo_id: ref('repo'), number: int('not null'), is_pull: bool(), poster_id: gone('account'), title: text(), content: text(), content_version: int(),
        is_closed: bool(), is_locked: bool(), lock_reason: text(), milestone_id: gone('milestone'), ref: text(), deadline_at: time(), closed_at: time(),
        num_comments: int(), pin_order: int(), time_estimate: int(), original_author: text(), original_author_id: int(), created_at: int(), updated_at: int(),
      },
      { unique: [['repo_id', 'number']], index: [['repo_id', 'is_closed', 'created_at'], ['poster_id', 'is_closed'], ['milestone_id'], ['is_closed', 'created_at'], ['updated_at']] },
    ),
    table(
      'pull',
      {
        issue_id: ref('issue', 'primary key'), base_repo_id: ref('repo'), head_repo_id: gone('repo'), base_branch: text(), head_branch: text(), merge_base: text(), head_sha: text(),
        is_merged: bool(), merged_at: time(), merged_by_id: gone('account'), merge_commit: text(), merge_style: text(), allow_maintainer_edit: bool(), is_draft: bool(),
        status: text("not null default 'checking'"), conflicted_files: text("not null default '[]'"), additions: int(), deletions: int(), changed_files: int(),
        flow: text("not null default 'branch'"),
      },
      { index: [['base_repo_id', 'base_branch'], ['head_repo_id', 'head_branch']] },
    ),
    table('issue_label', { issue_id: ref('issue'), label_id: ref('label') }, { primary: ['issue_id', 'label_id'], index: [['label_id']] }),
    table('issue_assignee', { issue_id: ref('issue'), account_id: ref('account') }, { primary: ['issue_id', 'account_id'], index: [['account_id']] }),
    table(
      'comment',
      {
        id: id(), issue_id: ref('issue'), poster_id: gone('account'), type: text('not null'), content: text(), content_version: int(), label_id: ref('label', ''),
        old_milestone_id: gone('milestone'), milestone_id: gone('milestone'), assignee_id: gone('account'), assignee_team_id: gone('team'), removed: bool(),
        old_title: text(), new_title: text(), old_ref: text(), new_ref: text(), old_project_id: int(), project_id: int(),
        // a comment that is gone leaves its mention behind, an issue takes it along
        ref_issue_id: ref('issue', ''), ref_comment_id: int(''), ref_action: text("not null default 'none'"), dependent_issue_id: gone('issue'), tracked_time_id: int(''),
        commit_sha: text(), review_id: int(''), line: int(), tree_path: text(), patch: text(), is_outdated: bool(), resolve_doer_id: gone('account'),
        original_author: text(), original_author_id: int(), created_at: int(), updated_at: int(),
      },
      { index: [['issue_id', 'created_at'], ['poster_id'], ['label_id'], ['ref_issue_id'], ['ref_comment_id'], ['review_id'], ['dependent_issue_id']] },
    ),
    table('dependency', { issue_id: ref('issue'), blocker_id: ref('issue'), created_at: int() }, { primary: ['issue_id', 'blocker_id'], index: [['blocker_id']] }),
    table(
      'tracked_time',
      { id: id(), issue_id: ref('issue'), account_id: ref('account'), seconds: int(), is_deleted: bool(), created_at: int() },
      { index: [['issue_id'], ['account_id']] },
    ),
    table('stopwatch', { account_id: ref('account', 'primary key'), issue_id: ref('issue'), created_at: int() }, { index: [['issue_id']] }),
    table('issue_watch', { account_id: ref('account'), issue_id: ref('issue'), watching: bool(), created_at: int() }, { primary: ['issue_id', 'account_id'], index: [['account_id']] }),
    table('issue_mention', { issue_id: ref('issue'), account_id: ref('account') }, { primary: ['issue_id', 'account_id'], index: [['account_id']] }),
    table(
      'reaction',
      { id: id(), issue_id: ref('issue'), comment_id: ref('comment', ''), account_id: ref('account'), content: text('not null'), created_at: int() },
      { unique: [['comment_id', 'account_id', 'content']], index: [['issue_id']] },
    ),
    // unique keys take nulls for different ones, so the issue's own reactions need theirs
    statement('create unique index reaction_of_issue on reaction (issue_id, account_id, content) where comment_id is null'),
    table(
      'attachment',
      {
        id: id(), uuid: text('not null unique'), repo_id: ref('repo'), issue_id: ref('issue', ''), comment_id: ref('comment', ''), release_id: int(''), uploader_id: gone('account'),
        name: text(), size: int(), download_count: int(), created_at: int(),
      },
      { index: [['repo_id'], ['issue_id'], ['comment_id'], ['release_id']] },
    ),
    table('issue_word', { issue_id: ref('issue'), source: int('not null'), word: text('not null') }, { primary: ['word', 'issue_id', 'source'], index: [['issue_id', 'source']] }),
    // prefixes are looked up as ranges, which needs the order of bytes; SQLite has no other
    statement('select 1', 'alter table issue_word alter column word type text collate "C"'),
    table(
      'content_history',
      { id: id(), issue_id: ref('issue'), comment_id: ref('comment', ''), editor_id: gone('account'), content: text(), created_at: int() },
      { index: [['issue_id'], ['comment_id']] },
    ),
  ),
]
