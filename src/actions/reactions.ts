import { react, type Reaction } from '../kernel/outbox.ts'
import { refFacts, repos } from '../repos/index.ts'
import * as schedules from './schedules/verbs.ts'
import { begin, type Start } from './triggers/match.ts'
import * as refs from './triggers/refs.ts'

export const reactions: Reaction[] = [
  ...[refFacts.created, refFacts.pushed].map((kind) =>
    react(
      kind,
      async (cx, tx, fact, prepared: refs.Prepared | undefined) => {
        if (prepared?.timetable) await schedules.replace(cx, tx, fact.data.repo_id!, prepared.timetable)
        await begin(cx, tx, prepared?.starts)
      },
      { prompt: true, prepare: (cx, fact) => refs.moved(cx, fact) },
    ),
  ),
  react(refFacts.deleted, (cx, tx, _fact, prepared: Start[] | undefined) => begin(cx, tx, prepared), { prompt: true, prepare: (cx, fact) => refs.gone(cx, fact) }),
  react(repos.removed, (cx, tx, fact) => cx.jobs.enqueue(tx, 'actions.forget-repo', { storage: fact.data.storage })),
]
