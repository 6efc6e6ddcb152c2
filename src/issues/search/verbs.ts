import { canRead, canWrite, findAccountByName, unitOf, type Access, type Account, type Actor, type Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import { slice, type PageQuery } from '../../kernel/paging.ts'
import { spanOf } from '../ground/days.ts'
import type { IssueRecord } from '../issues/schema.ts'
import * as issueView from '../issues/view.ts'
import { queryWords } from '../text/words.ts'
import * as store from './store.ts'

export interface Asked {
  state?: string
  type?: string
  labels?: string
  milestones?: string
  q?: string
  since?: string
  before?: string
}

/** What lists of one repository and of all have in common. */
function plain(asked: Asked): store.Wanted {
  const q = (asked.q ?? '').trim()
  return {
    ...spanOf(asked),
    closed: asked.state === 'all' ? undefined : asked.state === 'closed',
    isPull: asked.type === 'issues' ? false : asked.type === 'pulls' ? true : undefined,
    words: q ? queryWords(q) : undefined,
    number: /^\d{1,15}$/.test(q) ? Number(q) : undefined,
  }
}

const names = (list: string | undefined) => (list ? list.split(',').map((one) => one.trim()).filter((one) => one !== '') : [])

async function accountNamed(cx: Cx, name: string | undefined): Promise<Account | undefined> {
  if (!name) return undefined
  const found = await findAccountByName(cx.db, name)
  if (!found) throw notFound()
  return found
}

/** Kinds the caller cannot read are left out; asking for one is asking for nothing there. */
function kindOf(access: Access, isPull: boolean | undefined): boolean | undefined {
  const [issues, pulls] = [canRead(access, 'issues'), canRead(access, 'pulls')]
  if (isPull === undefined) return issues && pulls ? undefined : pulls
  if (isPull ? !pulls : !issues) throw notFound()
  return isPull
}

export async function inRepo(cx: Cx, on: { repo: Repo; access: Access }, asked: Asked & { created_by?: string; assigned_by?: string; mentioned_by?: string }): Promise<store.Wanted> {
  const wanted = plain(asked)
  const labelNames = names(asked.labels)
  const labels = labelNames.length > 0 ? await store.labelIds(cx.db, on.repo.id, labelNames) : []
  const asks = names(asked.milestones)
  const found = asks.length > 0 ? await store.milestonesNamed(cx.db, on.repo.id, asks) : []
  const milestones = asks.flatMap((one) => {
    const titled = found.filter((row) => row.title === one)
    return (titled.length > 0 ? titled : found.filter((row) => String(row.id) === one)).map((row) => row.id)
  })
  return {
    ...wanted,
    repoId: on.repo.id,
    isPull: kindOf(on.access, wanted.isPull),
    allLabels: labels,
    milestones: milestones.length > 0 ? milestones : undefined,
    posterId: (await accountNamed(cx, asked.created_by))?.id,
    assigneeId: (await accountNamed(cx, asked.assigned_by))?.id,
    mentionedId: (await accountNamed(cx, asked.mentioned_by))?.id,
  }
}

/** What the page of a list asks for, as its address has it; people by name. */
export interface AskedOnPage {
  pulls: boolean
  state: 'open' | 'closed' | 'all'
  q?: string
  /** ids; negative ones must not be there, 0 means none at all */
  labels?: readonly number[]
  /** -1: none */
  milestone?: number
  /** `(none)`: nobody */
  assignee?: string
  poster?: string
  mentioned?: string
  order?: string
}

export interface Found {
  items: IssueRecord[]
  total: number
  page: number
  limit: number
  open: number
  closed: number
}

/** A page of a repository's list with the number of open and of closed ones under the same filter. Names that nobody bears find nothing. */
export async function onPage(cx: Cx, on: { repo: Repo; access: Access; actor: Actor }, asked: AskedOnPage, query: PageQuery): Promise<Found> {
  const at = slice(cx, query)
  const person = async (name: string | undefined) => (name ? ((await findAccountByName(cx.db, name))?.id ?? -1) : undefined)
  const labels = asked.labels ?? []
  const wanted: store.Wanted = {
    ...plain({ state: asked.state, q: asked.q }),
    repoId: on.repo.id,
    isPull: kindOf(on.access, asked.pulls),
    allLabels: labels.filter((id) => id > 0),
    notLabels: labels.filter((id) => id < 0).map((id) => -id),
    milestones: asked.milestone !== undefined && asked.milestone > 0 ? [asked.milestone] : undefined,
    without: [...(labels.includes(0) ? (['labels'] as const) : []), ...(asked.milestone === -1 ? (['milestone'] as const) : []), ...(asked.assignee === NOBODY ? (['assignees'] as const) : [])],
    assigneeId: asked.assignee === NOBODY ? undefined : await person(asked.assignee),
    posterId: await person(asked.poster),
    mentionedId: await person(asked.mentioned),
    order: store.orders.find((one) => one === asked.order),
  }
  const { rows, total } = await store.list(cx.db, wanted, at)
  const others = wanted.closed === undefined ? await store.countIn(cx.db, { ...wanted, closed: false }) : await store.countIn(cx.db, { ...wanted, closed: !wanted.closed })
  const counts = wanted.closed === undefined ? { open: others, closed: total - others } : wanted.closed ? { open: others, closed: total } : { open: total, closed: others }
  return { items: await issueView.many(cx, rows, { viewer: on.actor.account, repos: [on.repo] }), total, page: at.page, limit: at.limit, ...counts }
}

/** Whether controls that change several at once are offered; each change asks for itself. */
export const mayChange = (on: { access: Access }, pulls: boolean): boolean => canWrite(on.access, unitOf(pulls))

export const NOBODY = '(none)'
export const orders = store.orders

export interface AskedEverywhere extends Asked {
  owner?: string
  team?: string
  created_by?: string
  assigned?: boolean
  created?: boolean
  mentioned?: boolean
  review_requested?: boolean
  reviewed?: boolean
}

export async function everywhere(cx: Cx, actor: Actor, asked: AskedEverywhere): Promise<store.Wanted> {
  const wanted = plain(asked)
  const owner = asked.owner ? await findAccountByName(cx.db, asked.owner) : undefined
  if (asked.owner && !owner) throw bad(`owner not found: ${asked.owner}`)
  if (asked.team && !owner) throw bad('the owner of the team is missing')
  const team = asked.team ? await store.findTeam(cx.db, owner!.id, asked.team) : undefined
  if (asked.team && !team) throw bad(`team not found: ${asked.team}`)
  const labelNames = names(asked.labels)
  const milestoneNames = names(asked.milestones).map((one) => one.toLowerCase())
  const me = actor.account?.id
  const mine = (wish: boolean | undefined) => (wish && me !== undefined ? me : undefined)
  const poster = mine(asked.created) === undefined ? await accountNamed(cx, asked.created_by) : undefined
  return {
    ...wanted,
    seenBy: actor,
    ownerId: owner?.id,
    teamId: team?.id,
    labelNames: labelNames.length > 0 && (await store.anyLabel(cx.db, labelNames)) ? labelNames : undefined,
    milestoneNames: milestoneNames.length > 0 && (await store.anyMilestone(cx.db, milestoneNames)) ? milestoneNames : undefined,
    posterId: mine(asked.created) ?? poster?.id,
    assigneeId: mine(asked.assigned),
    mentionedId: mine(asked.mentioned),
    reviewRequestedId: mine(asked.review_requested),
    reviewedId: mine(asked.reviewed),
  }
}
