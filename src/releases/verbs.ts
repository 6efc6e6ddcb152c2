import { ADMIN, allows, WRITE, type Access, type Account, type Actor, type Repo } from '../access/index.ts'
import { commits, tags, type TagKeeper } from '../code/index.ts'
import { objects, refs } from '../git/index.ts'
import { attachmentStore } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import { isUniqueViolation } from '../kernel/db.ts'
import { exists, invalid, locked, notFound } from '../kernel/errors.ts'
import { emit } from '../kernel/outbox.ts'
import { gitDir, quota, repoStore } from '../repos/index.ts'
import { published, removed, updated } from './ground/facts.ts'
import * as store from './store.ts'
import type { ReleaseRow } from './tables.ts'
import * as view from './view.ts'

interface Looking {
  repo: Repo
  access: Access
  actor: Actor
}

/** Drafts are for those who may write releases, with a token that may write too. */
export const seesDrafts = ({ access, actor }: Looking): boolean =>
  actor.account !== null && (access.units.releases >= WRITE || access.level >= ADMIN) && allows(actor.scopes, 'repository', true)

function shown(looking: Looking, row: ReleaseRow | undefined): ReleaseRow {
  if (!row || (row.is_draft && !seesDrafts(looking))) throw notFound()
  return row
}

export async function list(cx: Cx, looking: Looking, wanted: store.Wanted, at: Parameters<typeof store.list>[3]) {
  if (!seesDrafts(looking)) {
    if (wanted.draft) return { rows: [], total: 0 }
    wanted = { ...wanted, draft: false }
  }
  return store.list(cx.db, looking.repo.id, wanted, at)
}

export const get = async (cx: Cx, looking: Looking, id: number): Promise<ReleaseRow> => shown(looking, await store.find(cx.db, looking.repo.id, id))
export const tagged = async (cx: Cx, looking: Looking, tag: string): Promise<ReleaseRow> => shown(looking, await store.findTagged(cx.db, looking.repo.id, tag))
export const latest = async (cx: Cx, looking: Looking): Promise<ReleaseRow> => shown(looking, await store.findLatest(cx.db, looking.repo.id))

export interface NewRelease {
  tag_name: string
  tag_message?: string
  target_commitish?: string
  name?: string
  body?: string
  draft?: boolean
  prerelease?: boolean
}
interface On {
  repo: Repo
  by: Account
}

const short = (title: string): string => [...title].slice(0, 255).join('')
const taken = () => exists('a release of this tag already exists')

/** A tag that is there already, in any case of letters. */
async function tagNamed(cx: Cx, repo: Repo, name: string): Promise<tags.TagInfo | undefined> {
  const known = (await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)).tags
  const lower = name.toLowerCase()
  const real = known.has(name) ? name : [...known.keys()].find((one) => one.toLowerCase() === lower)
  return real === undefined ? undefined : tags.find(cx, repo, real)
}

/** Where a published release stands: its tag, made if need be, and the date of its commit. */
async function anchor(cx: Cx, { repo, by }: On, want: { tag: string; target: string; message?: string }) {
  const found = await tagNamed(cx, repo, want.tag)
  if (!found && repo.is_archived) throw locked()
  const tag = found ?? (await tags.create(cx, repo, by, { tag_name: want.tag, target: want.target, message: want.message }, { kept: true }))
  const { committer } = await objects.commit(cx.git, gitDir(cx, repo), tag.commit)
  return { tag_name: tag.name, lower_tag: tag.name.toLowerCase(), sha: tag.commit, created_at: committer.date, existed: found !== undefined }
}

/** A draft's tag is made when it is published; until then it must at least be possible. */
async function checkDraft(cx: Cx, repo: Repo, tag: string, target: string): Promise<void> {
  if (!refs.validRefName(`refs/tags/${tag}`)) throw invalid(`not a name a tag can have: ${tag}`)
  if (target) await commits.resolve(cx, repo, target)
}

export async function create(cx: Cx, on: On, input: NewRelease): Promise<ReleaseRow> {
  const { repo, by } = on
  if (repo.is_archived) throw locked()
  if (repo.is_empty) throw invalid('repo is empty')
  if (await store.findTagged(cx.db, repo.id, input.tag_name)) throw taken()
  const draft = input.draft ?? false
  const now = cx.now()
  const given = input.target_commitish ?? ''
  if (draft) await checkDraft(cx, repo, input.tag_name, given)
  const at = draft
    ? { tag_name: input.tag_name, lower_tag: input.tag_name.toLowerCase(), sha: '', created_at: now, existed: false }
    : await anchor(cx, on, { tag: input.tag_name, target: given, message: input.tag_message })
  const { existed, ...place } = at
  return cx.write(async (tx) => {
    const row = await store.insert(tx, {
      ...place, repo_id: repo.id, author_id: by.id, target: given || (existed ? '' : repo.default_branch), title: short(input.name ?? ''), note: input.body ?? '',
      is_draft: draft, is_prerelease: input.prerelease ?? false, original_author: '', original_author_id: 0, published_at: draft ? null : now,
    }).catch(refuseTwins)
    if (draft) return row
    await repoStore.countReleases(tx, repo.id, 1)
    await emit(tx, published, { repo_id: repo.id, by_id: by.id, release_id: row.id })
    return row
  })
}

function refuseTwins(error: unknown): never {
  if (isUniqueViolation(error)) throw taken()
  throw error
}

export type ReleaseEdit = Partial<Omit<NewRelease, 'tag_message'>>

/** Empty texts leave things as they are. Back in draft a release keeps its tag; a new tag leaves the old one behind. */
export async function edit(cx: Cx, on: On, before: ReleaseRow, input: ReleaseEdit): Promise<ReleaseRow> {
  const { repo, by } = on
  const tag = input.tag_name || before.tag_name
  const target = input.target_commitish || before.target
  const draft = input.draft ?? before.is_draft
  const other = tag === before.tag_name ? undefined : await store.findTagged(cx.db, repo.id, tag)
  if (other && other.id !== before.id) throw taken()
  const moved = tag !== before.tag_name
  if (draft && (moved || input.target_commitish)) await checkDraft(cx, repo, tag, input.target_commitish ?? '')
  const { existed: _, ...place } = draft || !(before.is_draft || moved) ? { existed: true, tag_name: tag, lower_tag: tag.toLowerCase() } : await anchor(cx, on, { tag, target })
  return cx.write(async (tx) => {
    const held = await store.hold(tx, before.id)
    if (!held) throw notFound()
    const row = await store.update(tx, before.id, {
      ...place, target, title: input.name ? short(input.name) : held.title, note: input.body || held.note, is_draft: draft,
      is_prerelease: input.prerelease ?? held.is_prerelease, published_at: draft ? null : (held.published_at ?? cx.now()),
    }).catch(refuseTwins)
    if (held.is_draft !== draft) await repoStore.countReleases(tx, repo.id, draft ? -1 : 1)
    if (!draft) await emit(tx, held.is_draft ? published : updated, { repo_id: repo.id, by_id: by.id, release_id: before.id })
    return row!
  })
}

/** The tag stays; files go. */
export async function remove(cx: Cx, { repo, by }: On, row: ReleaseRow): Promise<void> {
  const record = JSON.stringify(await view.one(cx, repo, row))
  const files = await cx.write(async (tx) => {
    const gone = await store.remove(tx, row.id)
    if (!gone) throw notFound()
    const held = (await attachmentStore.listOf(tx, 'release_id', [row.id])).get(row.id) ?? []
    for (const file of held) await attachmentStore.remove(tx, file.id)
    if (held.length > 0) await quota.recountSoon(cx, tx, repo.owner_id)
    if (!gone.is_draft) {
      await repoStore.countReleases(tx, repo.id, -1)
      await emit(tx, removed, { repo_id: repo.id, by_id: by.id, release_id: row.id, removed: record })
    }
    return held
  })
  for (const file of files) await cx.blobs.remove(`attachments/${file.uuid}`)
}

/** A tag that a release is made of does not go by itself. */
export const keeps: TagKeeper = async (cx, repo, tag) => (await store.findTagged(cx.db, repo.id, tag)) !== undefined
