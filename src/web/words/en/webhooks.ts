/** Webhooks and their deliveries. */
export const webhooks = {
  lede: 'A webhook tells another program what happens here, by a signed HTTP request.',
  siteLede: 'System webhooks hear of every repository; default webhooks are copied into each new one.',
  none: 'No webhook yet', create: 'New webhook', edit: 'Webhook', system: 'System', default: 'Default', inactive: 'Off', active: 'Active', made: 'The webhook is created.', saved: 'The webhook is saved.', gone: 'The webhook is removed.', sure: (url: string) => `Remove the webhook to ${url}?`,
  kind: 'Kind', kinds: { gitea: 'JSON, as Gitea sends it', gogs: 'JSON, as Gogs sends it', slack: 'Slack', discord: 'Discord', dingtalk: 'DingTalk', telegram: 'Telegram', msteams: 'Microsoft Teams', feishu: 'Feishu', matrix: 'Matrix', wechatwork: 'WeCom', packagist: 'Packagist' } as Record<string, string>,
  name: 'Name', url: 'Address', contentType: 'Sent as', contentTypes: { json: 'application/json', form: 'application/x-www-form-urlencoded' }, secret: 'Secret', secretHint: 'Signs each request, so that the receiver knows it is genuine. It is never shown again.', keepHint: 'Leave this empty to keep what is set.', channel: 'Channel', channelHint: 'Slack only, such as #general.',
  branches: 'Branches', branchesHint: 'For pushes, and for branches that are created or deleted: a pattern such as release/*. Empty means all.', authorization: 'Authorization header', authorizationHint: 'Sent as it is, such as Bearer …',
  scope: 'Where it applies', events: 'What it is told', isActive: 'Active', isActiveHint: 'Nothing is sent while it is off.', save: 'Save webhook', test: 'Send a test', tested: 'A test is on its way. Load this page again in a moment.',
  groups: { code: 'Code', issues: 'Issues', pulls: 'Pull requests', more: 'More' },
  names: {
    push: 'Pushes', create: 'Branches and tags created', delete: 'Branches and tags deleted', fork: 'Forks', status: 'Commit statuses', issues_only: 'Opened, closed, edited', issue_assign: 'Assigned', issue_label: 'Labelled', issue_milestone: 'Milestones', issue_comment: 'Comments',
    pull_request_only: 'Opened, closed, merged, edited', pull_request_assign: 'Assigned', pull_request_label: 'Labelled', pull_request_milestone: 'Milestones', pull_request_comment: 'Comments', pull_request_review: 'Reviews', pull_request_review_request: 'Review requests', pull_request_sync: 'New commits',
    repository: 'Repositories created and deleted', release: 'Releases', package: 'Packages', wiki: 'Wiki pages', workflow_run: 'Workflow runs', workflow_job: 'Workflow jobs',
  } as Record<string, string>,
  deliveries: 'Deliveries', noDeliveries: 'Nothing has been sent yet', waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed', request: 'Request', response: 'Response', again: 'Send again', resent: 'It is sent again.', kept: 'Kept for seven days.',
}
