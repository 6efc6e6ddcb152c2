// What happened, in a sentence: the part that every chat service is told alike.

type Any = any

export interface Summary {
  /** `[ann/engine] ann opened issue #1: Noise` */
  title: string
  url: string
  /** further lines: commits, the body, the comment */
  text: string
  /** six hex digits */
  color: string
  sender: { name: string; url: string; avatar: string }
  repository: { name: string; url: string }
}

const green = '1ac600'
const light = '89eb77'
const red = 'ff3232'
const yellow = 'f8c51c'
const orange = 'ff9b00'
const violet = '7d3cff'
const grey = 'a3a3a3'

type Said = Pick<Summary, 'url' | 'text' | 'color'> & { says: string }

/** Undefined for what nobody would want to read. */
export function summaryOf(type: string, payload: Any): Summary | undefined {
  const said = say(type, payload)
  if (!said) return undefined
  const { says, ...rest } = said
  const repository = { name: payload.repository?.full_name ?? payload.package?.owner?.login ?? '', url: payload.repository?.html_url ?? '' }
  const sender = { name: payload.sender?.login ?? '', url: payload.sender?.html_url ?? '', avatar: payload.sender?.avatar_url ?? '' }
  return { ...rest, title: `[${repository.name}] ${sender.name} ${says}`, text: rest.text.slice(0, 3000), sender, repository }
}

function say(type: string, p: Any): Said | undefined {
  const home: string = p.repository?.html_url ?? ''
  if (type.startsWith('issue') || type.startsWith('pull_request')) return aboutIssue(type, p)
  switch (type) {
    case 'push': return push(p)
    case 'create': return { says: `created ${p.ref_type} ${p.ref}`, url: `${home}/src/${p.ref_type}/${encoded(p.ref)}`, text: '', color: green }
    case 'delete': return { says: `deleted ${p.ref_type} ${p.ref}`, url: home, text: '', color: red }
    case 'fork': return { says: `forked ${p.forkee.full_name}`, url: home, text: '', color: green }
    case 'repository': return { says: `${p.action} the repository`, url: home, text: p.repository?.description ?? '', color: p.action === 'deleted' ? red : green }
    case 'wiki': return { says: `${p.action} the wiki page ${p.page}`, url: `${home}/wiki/${encoded(p.page)}`, text: p.comment, color: p.action === 'deleted' ? red : green }
    case 'release': return { says: `${p.action} release ${p.release.tag_name}`, url: p.release.html_url, text: p.release.body ?? '', color: p.action === 'deleted' ? red : green }
    case 'package': return { says: `${p.action} package ${p.package.name}:${p.package.version}`, url: p.package.html_url, text: '', color: p.action === 'deleted' ? red : green }
    case 'status': return { says: `set ${p.context || 'a status'} of ${short(p.sha)} to ${p.state}`, url: p.target_url || home, text: p.description, color: stateColor(p.state) }
    case 'workflow_run': return workflow('workflow run', p.workflow_run.display_title, p.workflow_run)
    case 'workflow_job': return workflow('workflow job', p.workflow_job.name, p.workflow_job)
    default: return undefined
  }
}

function push(p: Any): Said | undefined {
  const commits: Any[] = p.commits ?? []
  if (commits.length === 0) return undefined
  const count = p.total_commits === 1 ? '1 new commit' : `${p.total_commits} new commits`
  const text = commits.map((one) => `${short(one.id)}: ${one.message.split('\n')[0]} - ${one.author?.name ?? ''}`).join('\n')
  return { says: `pushed ${count} to ${p.ref.replace(/^refs\/(heads|tags)\//, '')}`, url: p.compare_url || commits[0].url, text, color: violet }
}

const colors: Record<string, string> = { opened: orange, reopened: orange, closed: red, deleted: red, edited: yellow, created: orange, reviewed: light }

function aboutIssue(type: string, p: Any): Said {
  const about = p.issue ?? p.pull_request
  const isPull = p.is_pull ?? p.issue === undefined
  const what = `${isPull ? 'pull request' : 'issue'} #${about.number}: ${about.title}`
  const url: string = p.comment?.html_url ?? about.html_url
  if (p.comment) return { says: `${p.action} a comment on ${what}`, url, text: p.comment.body, color: colors[p.action] ?? yellow }
  if (p.review) {
    const verb = type.endsWith('approved') ? 'approved' : type.endsWith('rejected') ? 'requested changes to' : 'reviewed'
    return { says: `${verb} ${what}`, url, text: p.review.content, color: verb === 'approved' ? green : verb === 'reviewed' ? grey : red }
  }
  const merged = p.action === 'closed' && p.pull_request?.merged
  const verb = merged ? 'merged' : p.action.replaceAll('_', ' ')
  return { says: `${verb} ${what}`, url, text: p.action === 'opened' || p.action === 'edited' ? about.body : '', color: merged ? violet : colors[p.action] ?? yellow }
}

function workflow(kind: string, title: string, run: Any): Said {
  const state = run.conclusion || run.status
  return { says: `${kind} ${title}: ${state}`, url: run.html_url, text: '', color: stateColor(state) }
}

const stateColor = (state: string) => (state === 'success' ? green : state === 'failure' || state === 'error' ? red : state === 'cancelled' || state === 'skipped' ? grey : yellow)
const short = (id: string) => id.slice(0, 10)
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')
