// Copies of a repository elsewhere: all branches and tags are pushed there, by force, when asked, after changes or from time to time.
import { findRepoById, type Repo } from '../../access/index.ts'
import { refs, remotes } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import type { Db } from '../../kernel/db.ts'
import { bad, invalid, notFound, unauthorized } from '../../kernel/errors.ts'
import type { JobKind } from '../../kernel/jobs.ts'
import { checkUrl } from '../../kernel/outbound.ts'
import { react, type Reaction } from '../../kernel/outbox.ts'
import { randomId } from '../../kernel/secrets.ts'
import { parseDuration } from '../../kernel/times.ts'
import { gitDir, refFacts, wikiDir } from '../../repos/index.ts'
import { bare } from '../ground/address.ts'
import { remoteOf, wikiAddress, wordsOf } from '../ground/remote.ts'
import type { PushMirrorRow } from '../tables.ts'
import * as store from './store.ts'

export interface NewPushMirror {
  remote_address?: string
  remote_username?: string
  remote_password?: string
  interval?: string
  sync_on_commit?: boolean
}

const context = (id: number) => `push_mirror.secret.${id}`

/** Nothing is called yet. */
export async function create(cx: Cx, repo: Repo, input: NewPushMirror): Promise<PushMirrorRow> {
  const every = intervalOf(cx, input.interval ?? '')
  const url = addressOf(cx, (input.remote_address ?? '').trim())
  const [username, password] = [input.remote_username || decodeURIComponent(url.username), input.remote_password || decodeURIComponent(url.password)]
  // oxlint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(username + password)) throw bad('a credential holds control characters')
  return cx.write(async (tx) => {
    const made = await store.insert(tx, {
      repo_id: repo.id, remote_name: `remote_mirror_${randomId(10)}`, address: bare(url), username, secret: '', every_seconds: every, sync_on_commit: input.sync_on_commit ?? false,
      created_at: cx.now(), tried_at: 0, pushed_at: 0, last_error: '',
    })
    return password ? (await store.update(tx, made.id, { secret: cx.secrets.encrypt(password, context(made.id)) }))! : made
  })
}

function intervalOf(cx: Cx, text: string): number {
  const seconds = text === '' ? null : parseDuration(text)
  if (seconds === null || seconds < 0) throw bad(`invalid interval [${text}]`)
  if (seconds !== 0 && seconds < cx.config.mirror_min_interval) throw bad(`interval is below the minimum [${cx.config.mirror_min_interval}s]`)
  return Math.floor(seconds)
}

function addressOf(cx: Cx, text: string): URL {
  if (text.startsWith('/')) throw unauthorized('Permission denied')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw bad('the remote address is no URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw bad('Invalid mirror protocol')
  if (url.search || url.hash || url.pathname === '/' || /%(?![0-9a-f]{2})/i.test(url.username + url.password)) throw bad('the remote address names no repository')
  if (!checkUrl(text, cx.outbound.policy).ok) throw unauthorized('Permission denied')
  return url
}

export async function open(cx: Cx, repo: Repo, name: string): Promise<PushMirrorRow> {
  const row = await store.findNamed(cx.db, repo.id, name)
  if (!row) throw notFound()
  return row
}

export const remove = (cx: Cx, repo: Repo, name: string): Promise<void> => cx.write((tx) => store.remove(tx, repo.id, name).then(() => undefined))

/** All of a repository's, one after the other; those that failed are named. */
export async function syncAll(cx: Cx, repo: Repo): Promise<void> {
  const failed: string[] = []
  for (const row of await store.listAll(cx.db, repo.id)) if (!(await push(cx, repo, row))) failed.push(row.remote_name)
  if (failed.length > 0) throw invalid(`these push mirrors failed: ${failed.join(', ')}`)
}

/** Whether it went well; if not, the row says why. */
async function push(cx: Cx, repo: Repo, row: PushMirrorRow): Promise<boolean> {
  let words: string | undefined = ''
  try {
    const secret = row.secret && cx.secrets.decrypt(row.secret, context(row.id))
    const credential = row.username || secret ? { kind: 'plain' as const, username: row.username, secret } : null
    const there = (address: string) => remoteOf(cx, { address, credential }, 'git-receive-pack')
    // nothing to tell; a copy elsewhere is not emptied because of it
    if (!repo.is_empty) await remotes.send(cx.git, gitDir(cx, repo), await there(row.address))
    const wiki = wikiDir(cx, repo)
    if ((await refs.readHead(wiki).catch(() => null)) && (await refs.list(cx.git, wiki)).heads.size > 0) {
      const beside = await there(wikiAddress(row.address))
      if (await remotes.look(cx.git, beside).then(() => true, () => false)) await remotes.send(cx.git, wiki, beside)
    }
  } catch (error) {
    words = wordsOf(error)
    if (words === undefined) throw error
  }
  const now = cx.now()
  await cx.write((tx) => store.update(tx, row.id, { tried_at: now, last_error: words, ...(words === '' ? { pushed_at: now } : {}) }))
  return words === ''
}

const enqueue = (cx: Cx, tx: Db, id: number) => cx.jobs.enqueue(tx, 'migration.push-mirror', { id }, { key: String(id) })

export async function pushDue(cx: Cx): Promise<void> {
  for (const id of await store.listDue(cx.db, cx.now())) await cx.write((tx) => enqueue(cx, tx, id))
}

export const jobs: JobKind[] = [
  {
    kind: 'migration.push-mirror', attempts: 3, leaseSeconds: 3600,
    async run(cx, { id }: { id: number }) {
      const row = await store.find(cx.db, id)
      const repo = row && (await findRepoById(cx.db, row.repo_id))
      if (repo) await push(cx, repo, row)
    },
  },
]

const follows = async (cx: Cx, tx: Db, { data }: { data: { repo_id?: number } }) => {
  for (const id of await store.listOnCommit(tx, data.repo_id!)) await enqueue(cx, tx, id)
}
export const reactions: Reaction[] = [refFacts.created, refFacts.pushed, refFacts.deleted].map((kind) => react(kind as typeof refFacts.created, follows))
