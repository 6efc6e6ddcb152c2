// The door of actions.
import type { Room } from '../kernel/route.ts'
import { migrations } from './migrations.ts'
import { reactions } from './reactions.ts'
import { crons, jobs } from './upkeep.ts'
import * as artifacts from './artifacts/routes.ts'
import * as jobRoutes from './jobs/routes.ts'
import * as rpc from './rpc/routes.ts'
import * as runners from './runners/routes.ts'
import * as runs from './runs/routes.ts'
import { pages as jobPages } from './jobs/pages.ts'
import { pages as overviewPages } from './overview/pages.ts'
import { pages as runPages } from './runs/pages.ts'
import { pages as workflowPages } from './workflows/pages.ts'
import { pages as runnerPages } from './runners/pages.ts'
import { pages as secretPages } from './secrets/pages.ts'
import * as secrets from './secrets/routes.ts'
import * as tasks from './tasks/routes.ts'
import * as workflows from './workflows/routes.ts'
import './token.ts'

export const room: Room = {
  name: 'actions',
  migrations,
  reactions,
  jobs,
  crons,
  routes: [runners.routes, runs.routes, jobRoutes.routes, tasks.routes, workflows.routes, secrets.routes, rpc.routes, artifacts.routes, runnerPages, secretPages, runPages, jobPages, workflowPages, overviewPages],
}

/** run.changed and job.changed */
export * as actionFacts from './facts.ts'
export { botId } from './bot.ts'
export { ActionWorkflow } from './workflows/schema.ts'
export { ActionWorkflowRun } from './runs/schema.ts'
export { ActionWorkflowJob } from './jobs/schema.ts'
/** Records of runs and jobs, for payloads. */
export * as runView from './runs/view.ts'
export * as jobView from './jobs/view.ts'
/** list, get; and their records */
export * as workflows from './workflows/verbs.ts'
export * as workflowView from './workflows/view.ts'
export type { RunJobRow, RunRow } from './tables.ts'
