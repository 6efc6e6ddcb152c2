// The account behind jobs and timetables. What it does never starts a workflow.
export const botId = -2
export const botName = 'gitea-actions'
