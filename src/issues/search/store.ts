import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { repoVisibleTo, type Actor } from '../../access/index.ts'
import type { Db, Tables } from '../../kernel/db.ts'
import type { Slice } from '../../kernel/paging.ts'
import type { Span } from '../ground/days.ts'
import { matches } from '../text/store.ts'

export interface Wanted extends Span {
  /** one repository, whose readable kinds the caller has found out … */
  repoId?: number
  /** … or all that this actor may see */
  seenBy?: Actor
  ownerId?: number
  teamId?: number
  closed?: boolean
  isPull?: boolean
  /** every one of these labels */
  allLabels?: readonly number[]
  /** some label, some milestone of this name */
  labelNames?: readonly string[]
  milestoneNames?: readonly string[]
  milestones?: readonly number[]
  posterId?: number
  assigneeId?: number
  mentionedId?: number
  reviewRequestedId?: number
  reviewedId?: number
  words?: readonly string[]
  /** matches besides the words */
  number?: number
  notLabels?: readonly number[]
  /** nothing of the kind at all */
  without?: readonly ('labels' | 'milestone' | 'assignees')[]
  order?: Order
}

/** Orders of a list; equal ones follow each other newest first. */
export const orders = ['latest', 'oldest', 'recentupdate', 'leastupdate', 'mostcomment', 'leastcomment', 'nearduedate', 'farduedate'] as const
export type Order = (typeof orders)[number]

const columns: Record<Order, ['created_at' | 'updated_at' | 'num_comments' | 'deadline_at', 'asc' | 'desc']> = {
  latest: ['created_at', 'desc'], oldest: ['created_at', 'asc'], recentupdate: ['updated_at', 'desc'], leastupdate: ['updated_at', 'asc'],
  mostcomment: ['num_comments', 'desc'], leastcomment: ['num_comments', 'asc'], nearduedate: ['deadline_at', 'asc'], farduedate: ['deadline_at', 'desc'],
}

type Condition = Expression<SqlBool>
const on = () => expressionBuilder<Tables, 'issue' | 'repo'>()

/** A kind that is switched on, and not shut to an actor who reaches the repository by a team only. */
function kindReadable(actor: Actor, isPull: boolean): Condition {
  const eb = on()
  const kind = eb.and([eb('issue.is_pull', '=', isPull), eb(isPull ? 'repo.has_pulls' : 'repo.has_issues', '=', true)])
  const { account } = actor
  if (!account || account.is_admin || actor.publicOnly || actor.job) return kind
  const unit = isPull ? ['repo.pulls'] : ['repo.issues', 'repo.ext_issues']
  const byTeam = eb.exists(
    eb
      .selectFrom('team_member')
      .innerJoin('team', 'team.id', 'team_member.team_id')
      .select('team.id')
      .whereRef('team_member.org_id', '=', 'repo.owner_id')
      .where('team_member.account_id', '=', account.id)
      .where((t) => t.or([t('team.level', '>=', 3), t.exists(t.selectFrom('team_unit').select('team_unit.unit').whereRef('team_unit.team_id', '=', 'team.id').where('team_unit.unit', 'in', unit).where('team_unit.level', '>', 0))]))
      .where((t) => t.or([t('team.includes_all', '=', true), t('team.level', '>=', 4), t.exists(t.selectFrom('team_repo').select('team_repo.repo_id').whereRef('team_repo.team_id', '=', 'team.id').whereRef('team_repo.repo_id', '=', 'repo.id'))])),
  )
  const invited = eb.exists(eb.selectFrom('collaboration').select('collaboration.level').whereRef('collaboration.repo_id', '=', 'repo.id').where('collaboration.account_id', '=', account.id).where('collaboration.level', '>', 0))
  const ways = [eb('repo.owner_id', '=', account.id), invited, byTeam]
  if (!account.is_restricted) ways.push(eb('repo.is_private', '=', false))
  return eb.and([kind, eb.or(ways)])
}

function conditions(wanted: Wanted): Condition[] {
  const eb = on()
  const all: Condition[] = []
  const add = (value: unknown, make: () => Condition) => void (value === undefined || all.push(make()))
  add(wanted.repoId, () => eb('issue.repo_id', '=', wanted.repoId!))
  add(wanted.seenBy, () => eb.and([repoVisibleTo(wanted.seenBy!), eb.or([kindReadable(wanted.seenBy!, false), kindReadable(wanted.seenBy!, true)])]))
  add(wanted.ownerId, () => eb('repo.owner_id', '=', wanted.ownerId!))
  add(wanted.teamId, () => ofTeam(wanted.teamId!))
  add(wanted.closed, () => eb('issue.is_closed', '=', wanted.closed!))
  add(wanted.isPull, () => eb('issue.is_pull', '=', wanted.isPull!))
  add(wanted.since, () => eb('issue.updated_at', '>=', wanted.since!))
  add(wanted.before, () => eb('issue.updated_at', '<=', wanted.before!))
  add(wanted.posterId, () => eb('issue.poster_id', '=', wanted.posterId!))
  add(wanted.assigneeId, () => eb('issue.id', 'in', eb.selectFrom('issue_assignee').select('issue_id').where('account_id', '=', wanted.assigneeId!)))
  add(wanted.mentionedId, () => eb('issue.id', 'in', eb.selectFrom('issue_mention').select('issue_id').where('account_id', '=', wanted.mentionedId!)))
  add(wanted.reviewRequestedId, () => eb('issue.id', 'in', reviewRequested(wanted.reviewRequestedId!)))
  add(wanted.reviewedId, () => eb('issue.id', 'in', eb.selectFrom('review').select('review.issue_id').where('reviewer_id', '=', wanted.reviewedId!).where('state', 'in', ['APPROVED', 'REQUEST_CHANGES', 'COMMENT'])))
  add(wanted.milestones, () => eb('issue.milestone_id', 'in', [...wanted.milestones!]))
  add(wanted.milestoneNames, () => eb('issue.milestone_id', 'in', eb.selectFrom('milestone').select('milestone.id').where('lower_title', 'in', [...wanted.milestoneNames!])))
  add(wanted.labelNames, () =>
    eb('issue.id', 'in', eb.selectFrom('issue_label').innerJoin('label', 'label.id', 'issue_label.label_id').select('issue_label.issue_id').where('label.name', 'in', [...wanted.labelNames!])))
  if (wanted.notLabels?.length) all.push(eb('issue.id', 'not in', eb.selectFrom('issue_label').select('issue_id').where('label_id', 'in', [...wanted.notLabels])))
  for (const kind of wanted.without ?? []) {
    const none = (table: 'issue_label' | 'issue_assignee') => eb.not(eb.exists(eb.selectFrom(table).select(`${table}.issue_id`).whereRef(`${table}.issue_id`, '=', 'issue.id')))
    all.push(kind === 'milestone' ? eb('issue.milestone_id', 'is', null) : none(kind === 'labels' ? 'issue_label' : 'issue_assignee'))
  }
  for (const id of wanted.allLabels ?? []) all.push(eb('issue.id', 'in', eb.selectFrom('issue_label').select('issue_id').where('label_id', '=', id)))
  add(wanted.words, () => {
    const text = wanted.words!.length > 0 ? [matches(wanted.words!)] : []
    const number = wanted.number === undefined ? [] : [eb('issue.number', '=', wanted.number)]
    return eb.or([...text, ...number])
  })
  return all
}

/** Asked by name or by team, and not answered since. */
const reviewRequested = (accountId: number) =>
  on()
    .selectFrom('review')
    .select('review.issue_id')
    .where('review.state', '=', 'REQUEST_REVIEW')
    .where((eb) => eb.or([eb('review.reviewer_id', '=', accountId), eb('review.team_id', 'in', eb.selectFrom('team_member').select('team_member.team_id').where('team_member.account_id', '=', accountId))]))
    .where((eb) =>
      eb.not(eb.exists(
        eb
          .selectFrom('review as later')
          .select('later.id')
          .whereRef('later.issue_id', '=', 'review.issue_id')
          .whereRef('later.id', '>', 'review.id')
          .where('later.reviewer_id', '=', accountId)
          .where('later.state', 'in', ['APPROVED', 'REQUEST_CHANGES', 'COMMENT']),
      )),
    )

function ofTeam(teamId: number): Condition {
  const eb = on()
  return eb.or([
    eb('repo.id', 'in', eb.selectFrom('team_repo').select('team_repo.repo_id').where('team_repo.team_id', '=', teamId)),
    eb('repo.owner_id', 'in', eb.selectFrom('team').select('team.org_id').where('team.id', '=', teamId).where((t) => t.or([t('team.includes_all', '=', true), t('team.level', '>=', 4)]))),
  ])
}

/** Newest first unless another order is wanted; by deadline, those without one come last. */
export async function list(db: Db, wanted: Wanted, at: Slice) {
  const of = db.selectFrom('issue').innerJoin('repo', 'repo.id', 'issue.repo_id').where((eb) => eb.and(conditions(wanted)))
  const [column, direction] = columns[wanted.order ?? 'latest']
  const dated = column === 'deadline_at' ? of.orderBy((eb) => eb('issue.deadline_at', 'is', null)) : of
  const rows = await dated.selectAll('issue').orderBy(`issue.${column}`, direction).orderBy('issue.id', wanted.order === 'oldest' ? 'asc' : 'desc').limit(at.limit).offset(at.offset).execute()
  const { total } = await of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Labels of a repository by their names; two of one name are two. */
export const labelIds = async (db: Db, repoId: number, names: readonly string[]): Promise<number[]> =>
  (await db.selectFrom('label').select('id').where('repo_id', '=', repoId).where('name', 'in', [...names]).execute()).map((row) => row.id)

export const milestonesNamed = (db: Db, repoId: number, names: readonly string[]) =>
  db
    .selectFrom('milestone')
    .select(['id', 'title'])
    .where('repo_id', '=', repoId)
    .where((eb) => {
      const ids = names.filter((one) => /^\d{1,15}$/.test(one)).map(Number)
      return eb.or([eb('title', 'in', [...names]), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])])
    })
    .execute()

export const countIn = async (db: Db, wanted: Wanted): Promise<number> =>
  (await db.selectFrom('issue').innerJoin('repo', 'repo.id', 'issue.repo_id').where((eb) => eb.and(conditions(wanted))).select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total

/** Whether any label, or any milestone, bears one of the names. */
export const anyLabel = async (db: Db, names: readonly string[]): Promise<boolean> =>
  (await db.selectFrom('label').select('id').where('name', 'in', [...names]).limit(1).executeTakeFirst()) !== undefined

export const anyMilestone = async (db: Db, lowerNames: readonly string[]): Promise<boolean> =>
  (await db.selectFrom('milestone').select('id').where('lower_title', 'in', [...lowerNames]).limit(1).executeTakeFirst()) !== undefined

export const findTeam = (db: Db, orgId: number, name: string) =>
  db.selectFrom('team').select('id').where('org_id', '=', orgId).where('lower_name', '=', name.toLowerCase()).executeTakeFirst()
