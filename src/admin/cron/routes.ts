import { gates, scope, siteAdmin } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import type { CronState } from '../../kernel/jobs.ts'
import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Int, Page, record, Str, Time, Type } from '../../kernel/schema.ts'
import { formatTime, ZERO_TIME } from '../../kernel/times.ts'

const Cron = record('Cron', { name: Str, schedule: Str, next: Time, prev: Time, exec_times: Int })
const site = gates(scope('admin'), siteAdmin)

/** Clients know the tasks in this order; tasks of our own follow. */
const order = [
  'update_mirrors', 'repo_health_check', 'check_repo_stats', 'archive_cleanup', 'deleted_branches_cleanup',
  'cleanup_hook_task_table', 'cleanup_packages', 'sync_repo_licenses', 'delete_repo_archives', 'git_gc_repos',
  'reinit_missing_repos', 'delete_missing_repos', 'delete_old_actions', 'gc_lfs', 'rebuild_issue_indexer',
  'stop_zombie_tasks', 'stop_endless_tasks', 'cancel_abandoned_jobs', 'start_schedule_tasks', 'cleanup_actions',
  'cleanup_action_runs',
]
const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

const when = (unix: number) => (unix > 0 ? formatTime(unix) : ZERO_TIME)
const view = (tasks: CronState[]) =>
  tasks.map((one) => ({ name: one.name, schedule: one.enabled ? one.schedule : '-', next: when(one.next), prev: when(one.prev), exec_times: one.runs }))

export const routes = [
  route({
    id: 'listAdminCron', at: 'GET /admin/cron', says: 'List scheduled tasks', needs: site, query: Page, returns: { 200: Type.Array(Cron) },
    async run({ cx, query }) {
      const tasks = (await cx.jobs.crons()).toSorted((a, b) => rank(a.name) - rank(b.name))
      return paged(cx, query, async (at) => ({ rows: tasks.slice(at.offset, at.offset + at.limit), total: tasks.length }), view, 'total')
    },
  }),
  route({
    id: 'createAdminCronByTask', at: 'POST /admin/cron/:task', says: 'Run a scheduled task now', needs: site, returns: { 204: Empty },
    async run({ cx, rq }) {
      if (!(await cx.jobs.runCron(cx, rq.params.task))) throw notFound()
    },
  }),
].flat()
