// The fields of a webhook, the same for every owner.
import { box, checkField, html, option, post, submit, textField, selectField, type Html, type PageCx } from '../../web/index.ts'

export interface HookShown {
  id: number
  type: string
  name: string
  branch_filter: string
  config: Record<string, string>
  events: string[]
  active: boolean
}

export interface HookGiven {
  type?: string
  name?: string
  url?: string
  content_type?: string
  secret?: string
  channel?: string
  branch_filter?: string
  authorization_header?: string
  events?: string[]
  active?: boolean
  system?: string
}

const groups = {
  code: ['push', 'create', 'delete', 'fork', 'status'],
  issues: ['issues_only', 'issue_assign', 'issue_label', 'issue_milestone', 'issue_comment'],
  pulls: ['pull_request_only', 'pull_request_assign', 'pull_request_label', 'pull_request_milestone', 'pull_request_comment', 'pull_request_review', 'pull_request_review_request', 'pull_request_sync'],
  more: ['repository', 'release', 'package', 'wiki', 'workflow_run', 'workflow_job'],
} as const

/** The narrow word for what is stored: `issues` alone would mean the whole family. */
const narrow = (event: string) => (event === 'issues' || event === 'pull_request' ? `${event}_only` : event)

export function hookForm(page: PageCx, to: string, kinds: readonly string[], given: HookGiven, held: HookShown | undefined, site: boolean): Html {
  const t = page.w.webhooks
  const events = new Set(given.events ?? held?.events.map(narrow) ?? ['push'])
  const type = given.type ?? held?.type ?? 'gitea'
  return box(post(to, [
    held ? '' : selectField('type', t.kind, kinds.map((one) => [one, t.kinds[one] ?? one] as const), type),
    site && !held ? selectField('system', t.scope, [['true', t.system], ['', t.default]], given.system ?? 'true') : '',
    textField('url', t.url, given.url ?? held?.config.url, { type: 'url', required: true, autofocus: !held }),
    html`<div class="columns">${textField('name', html`${t.name} <span class="soft">(${page.w.site.optional})</span>`, given.name ?? held?.name, { maxlength: 255 })}<div class="field"><label for="f-content_type">${t.contentType}</label><select id="f-content_type" name="content_type">${Object.entries(t.contentTypes).map((one) => option(one, given.content_type ?? held?.config.content_type ?? 'json'))}</select></div></div>`,
    textField('secret', t.secret, '', { type: 'password', hint: held ? t.keepHint : t.secretHint, autocomplete: 'new-password' }),
    type === 'slack' || !held ? textField('channel', t.channel, given.channel ?? held?.config.channel, { hint: t.channelHint }) : '',
    html`<div class="columns">${textField('branch_filter', t.branches, given.branch_filter ?? held?.branch_filter, { hint: t.branchesHint })}${textField('authorization_header', t.authorization, '', { type: 'password', hint: held ? t.keepHint : t.authorizationHint, autocomplete: 'off' })}</div>`,
    html`<fieldset class="field"><legend>${t.events}</legend><div class="columns tight">${(Object.keys(groups) as (keyof typeof groups)[]).map((group) => html`<div><p class="small soft">${t.groups[group]}</p>${groups[group].map((event) => checkField('events', t.names[event], events.has(event), { value: event }))}</div>`)}</div></fieldset>`,
    checkField('active', t.isActive, given.active ?? held?.active ?? true, { hint: t.isActiveHint }),
    submit(held ? t.save : t.create),
  ]))
}
