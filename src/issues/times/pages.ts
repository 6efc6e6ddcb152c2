import { invalid } from '../../kernel/errors.ts'
import { Int, Optional, Str } from '../../kernel/schema.ts'
import { act } from '../ground/acts.ts'

const stopwatch = act('useStopwatch', 'stopwatch', 'Start, stop or drop the stopwatch', { do: Optional(Str) }, async ({ ask, given }, at) => {
  const operations: Record<string, string> = { start: 'createReposIssuesStopwatchStartByIndex', stop: 'createReposIssuesStopwatchStopByIndex', cancel: 'deleteReposIssuesStopwatchDeleteByIndex' }
  await ask(operations[given.do === 'start' || given.do === 'stop' ? given.do : 'cancel'], at)
})

const add = act('addTime', 'times', 'Write down time spent', { hours: Optional(Int), minutes: Optional(Int) }, async ({ ask, given, w }, at) => {
  const time = (given.hours ?? 0) * 3600 + (given.minutes ?? 0) * 60
  if (time <= 0) throw invalid(w.issues.side.badTime)
  await ask('createReposIssuesTimesByIndex', at, { time })
})

const remove = act('removeTime', 'times/:id/delete', 'Take back time spent', {}, async ({ ask, params }, at) => {
  await ask('deleteReposIssuesTimesById', { ...at, id: params.id })
})

export const pages = [stopwatch, add, remove].flat()
