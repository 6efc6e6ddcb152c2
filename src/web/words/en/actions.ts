/** Workflow runs, jobs and their logs. */
export const actions = {
  title: 'Actions', none: 'No run yet', noneHint: 'Put a workflow into .gitea/workflows or .github/workflows and push it. It needs a runner to do the work.', noMatch: 'No run matches', all: 'All workflows', workflows: 'Workflows', disabled: 'Off',
  event: 'Event', startedBy: 'Started by', status: 'Status', branch: 'Branch', any: 'Any',
  states: { queued: 'Queued', waiting: 'Waiting', in_progress: 'Running', success: 'Success', failure: 'Failure', cancelled: 'Cancelled', skipped: 'Skipped', completed: 'Done' } as Record<string, string>,
  run: (n: number) => `Run #${n}`, attempt: (n: number) => `Attempt ${n}`, triggered: 'by', jobs: 'Jobs', artifacts: 'Artifacts', expired: 'expired', graph: 'How the jobs depend on each other',
  rerun: 'Run all again', rerunFailed: 'Run failed jobs again', rerunJob: 'Run this job again', cancel: 'Cancel', force: 'Cancel by force', forceSure: 'Cancel by force? What the runner still reports is dropped.', remove: 'Delete run', removeSure: 'Delete this run with its logs?', approve: 'Let it run', approveHint: 'This comes from a fork of somebody who has not contributed before. Look at the changes before you let it run on your runners.', approved: 'The run was let go.',
  started: 'It is started again.', cancelled: 'It is being cancelled.', removed: 'The run is deleted.',
  dispatch: 'Run workflow', dispatchTitle: (name: string) => `Run ${name}`, ref: 'Branch or tag', go: 'Run', enable: 'Switch on', disable: 'Switch off', changed: 'Saved.', dispatched: 'The run was started.', noDispatch: 'This workflow cannot be started by hand: its file has no workflow_dispatch.',
  labels: 'Needs a runner with', noLog: 'There is no log yet', goneLog: 'The log has been removed', raw: 'Whole log', times: 'Times', follow: 'Follow', cut: (n: number) => `Only the last ${n} lines are shown.`, waitingFor: 'Waiting for a runner',
  nobody: { any: 'There is no runner here that could take it.', labels: 'No runner here has the labels {labels}' }, away: { any: 'Its runners are away.', labels: 'The runners with {labels} are away.' },
  needs: 'after', file: 'Workflow file', other: 'Other',
}
