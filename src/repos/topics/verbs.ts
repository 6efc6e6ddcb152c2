import type { Account, Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { changed } from '../repos/edit.ts'
import * as store from '../repos/store.ts'
import { link } from './store.ts'

const MOST = 25
const TOPIC = /^[a-z0-9][-.a-z0-9]{0,34}$/
const tidy = (text: string) => text.trim().toLowerCase()
const tooMany = (extra?: object) => invalid('Exceeding maximum number of topics per repo', extra)

export const topicsOf = (repo: { topics: string }): string[] => JSON.parse(repo.topics)

async function set(cx: Cx, repo: Repo, by: Account, change: (topics: string[]) => string[]): Promise<void> {
  await cx.write(async (tx: Db) => {
    const now = await store.findWithOwner(tx, repo.id)
    if (!now) throw notFound()
    const before = topicsOf(now)
    const after = change(before).sort((a, b) => (a < b ? -1 : 1))
    if (after.join() === before.join()) return
    await store.update(tx, repo.id, { topics: JSON.stringify(after) })
    await link(tx, repo.id, after, cx.now())
    await emit(tx, changed, { repo_id: repo.id, by_id: by.id })
  })
}

/** The whole set at once; blanks and repetitions do not count. */
export async function replace(cx: Cx, repo: Repo, by: Account, given: readonly string[]): Promise<void> {
  const topics = [...new Set(given.map(tidy).filter(Boolean))]
  const wrong = topics.filter((one) => !TOPIC.test(one))
  if (topics.length - wrong.length > MOST) throw tooMany({ invalidTopics: null })
  if (wrong.length > 0) throw invalid('Topic names are invalid', { invalidTopics: wrong })
  await set(cx, repo, by, () => topics)
}

export async function add(cx: Cx, repo: Repo, by: Account, given: string): Promise<void> {
  const topic = checked(given)
  await set(cx, repo, by, (topics) => {
    if (topics.length >= MOST) throw tooMany()
    return topics.includes(topic) ? topics : [...topics, topic]
  })
}

export async function remove(cx: Cx, repo: Repo, by: Account, given: string): Promise<void> {
  const topic = checked(given)
  await set(cx, repo, by, (topics) => {
    if (!topics.includes(topic)) throw notFound()
    return topics.filter((one) => one !== topic)
  })
}

function checked(given: string): string {
  const topic = tidy(given)
  if (!TOPIC.test(topic)) throw invalid('Topic name is invalid', { invalidTopics: topic })
  return topic
}
