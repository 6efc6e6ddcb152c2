// An import: all of it before the answer, or nothing. The repository's row is written last, together with everything in it.
import { canSeeAccount, findAccount, findAccountByName, orgRole, type Account, type Repo } from '../../access/index.ts'
import { largeFiles } from '../../code/index.ts'
import { init, refs, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, invalid } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import { checkName, quota, repos, repoStore } from '../../repos/index.ts'
import { gather, type Gathered } from '../gitea/read.ts'
import { serviceOf, sourceOf, type Given, type Service, type Source } from '../ground/address.ts'
import { intervalOf } from '../ground/interval.ts'
import { reaching } from '../ground/remote.ts'
import * as mirrors from '../mirrors/store.ts'
import { sealed } from '../mirrors/secrets.ts'
import * as folders from './folders.ts'
import * as lfs from './lfs.ts'
import { holding } from './intentions.ts'
import * as rows from './rows.ts'
import * as store from './store.ts'

export interface NewImport extends Given {
  repo_name: string
  repo_owner?: string
  uid?: number
  service?: string
  description?: string
  private?: boolean
  mirror?: boolean
  mirror_interval?: string
  lfs?: boolean
  lfs_endpoint?: string
  wiki?: boolean
  issues?: boolean
  pull_requests?: boolean
  labels?: boolean
  milestones?: boolean
  releases?: boolean
}

/** Whose API we can read beyond git. */
const talking: readonly Service[] = ['gitea', 'gogs']

interface Plan {
  owner: Account
  by: Account
  input: NewImport
  source: Source
  /** seconds; 0 = no mirror, or one that is updated by hand only */
  interval: number
  /** where large files are asked for, if they are wished */
  endpoint: string | null
  tell(stage: Stage): void
}

export type Stage = 'looking' | 'talking' | 'fetching' | 'large' | 'writing'

/** `tell` hears how far it is. */
export async function create(cx: Cx, by: Account, input: NewImport, tell: (stage: Stage) => void = () => {}): Promise<Repo> {
  const owner = await ownerOf(cx, by, input)
  const service = serviceOf(input.service)
  const source = await sourceOf(cx, by, service, input)
  const interval = intervalOf(cx, input.mirror ? input.mirror_interval : undefined)
  const endpoint = input.lfs ? lfs.endpointOf(cx, source, input.lfs_endpoint) : null
  checkName(input.repo_name)
  if (repos.isFull(cx, owner) && !by.is_admin) throw invalid(`user has reached maximum limit of repositories [limit: ${owner.max_repos}]`)
  if (await repoStore.findNamed(cx.db, owner.id, input.repo_name)) throw repos.taken()
  await quota.need(cx, owner, 1)
  return reaching(async () => {
    tell('looking')
    const looked = await folders.look(cx, source)
    const founding = { owner, by, name: input.repo_name, format: looked.there.format, branch: looked.branch }
    return repos.found(cx, founding, (dir, draft) =>
      holding(cx, draft, () => lay(cx, dir, draft, { owner, by, input, source, interval, endpoint, tell }, looked, wantsTalk(service, source, input))))
  })
}

const wantsTalk = (service: Service, source: Source, { mirror, issues, pull_requests, labels, milestones, releases }: NewImport): boolean =>
  !mirror && talking.includes(service) && !source.address.startsWith('/') && [issues, pull_requests, labels, milestones, releases].some(Boolean)

/** 422 for an owner who is not there or hidden, 403 for one the caller may not create for. */
async function ownerOf(cx: Cx, by: Account, { repo_owner, uid }: NewImport): Promise<Account> {
  const owner = repo_owner ? await findAccountByName(cx.db, repo_owner) : uid ? await findAccount(cx.db, uid) : by
  if (!owner || !(await canSeeAccount(cx.db, by, owner))) throw invalid('the owner of the new repository does not exist')
  if (by.is_admin || owner.id === by.id) return owner
  if (owner.type !== 'organization') throw forbidden('Given user is not an organization.')
  if ((await orgRole(cx.db, by, owner)) !== 'owner') throw forbidden('Given user is not owner of organization.')
  return owner
}

type Draft = Parameters<Parameters<typeof repos.found>[2]>[1]

/** Fills the folders, gathers what else there is, and writes it all down at once. */
async function lay(cx: Cx, dir: GitDir, draft: Draft, plan: Plan, { remote, there }: folders.Looked, talk: boolean): Promise<Repo> {
  const { owner, by, input, source } = plan
  if (talk) plan.tell('talking')
  const all = talk ? await gather(cx, source, wantedOf(input)) : undefined
  plan.tell('fetching')
  await folders.fill(cx, dir, remote, new Map([...folders.ours(there), ...rows.headsOf(there, all?.pulls ?? [])]))
  const wiki = input.wiki ? await folders.lookForWiki(cx, source, dir.format) : undefined
  if (wiki) await folders.fillWiki(cx, draft, wiki)
  if (plan.endpoint) plan.tell('large')
  const large = plan.endpoint ? await lfs.bring(cx, dir, source, plan.endpoint) : []
  const row = { ...draft, ...chosen(plan), ...(await measured(cx, dir, large)), ...about(all), ...(wiki ? { settings: JSON.stringify({ wiki_branch: wiki.branch }) } : {}) }
  plan.tell('writing')
  const ready = all && (await rows.prepare(cx, { ...row, id: 0, owner }, all))
  const made = await cx.write(async (tx) => {
    if (!(await store.take(tx, draft.storage))) throw new Error('the import was given up by another process')
    const repo = await repos.place(tx, cx, owner, by, row)
    if (ready) await rows.write(cx, tx, repo, ready)
    await largeFiles.insert(tx, repo.id, large, cx.now())
    await quota.grow(cx, tx, owner, 'lfs', large.reduce((sum, one) => sum + one.size, 0))
    await quota.recountSoon(cx, tx, owner.id)
    if (input.mirror) await mirrors.insert(tx, { repo_id: repo.id, address: source.address, ...sealed(cx, repo.id, source.credential), with_wiki: input.wiki ?? false, tried_at: cx.now(), last_error: '' })
    await emit(tx, repos.created, { repo_id: repo.id, by_id: by.id, name: repo.name, issue_labels: '', imported: true })
    // languages and packing, as after a push
    await cx.jobs.enqueue(tx, 'code.tidy', { repo_id: repo.id }, { key: String(repo.id) })
    return repo
  })
  return (await repoStore.findWithOwner(cx.db, made.id)) ?? made
}

const wantedOf = ({ issues = false, pull_requests = false, labels = false, milestones = false, releases = false }: NewImport) => ({ issues, pull_requests, labels, milestones, releases })

const about = (all: Gathered | undefined) => (all ? { topics: JSON.stringify(all.topics.sort()), website: all.website } : {})

/** A mirror has no pull requests and runs nothing of its own. */
const chosen = ({ input, source, interval }: Plan) => ({
  description: input.description ?? '',
  lower_description: (input.description ?? '').toLowerCase(),
  is_private: input.private ?? false,
  original_url: source.address,
  ...(input.mirror ? { is_mirror: true, mirror_interval: interval, has_pulls: false, has_actions: false } : {}),
})

async function measured(cx: Cx, dir: GitDir, large: readonly { size: number }[]) {
  const { heads } = await refs.list(cx.git, dir)
  const size = Math.floor((await init.size(dir)) / 1024)
  const lfs_size = Math.ceil(large.reduce((sum, one) => sum + one.size, 0) / 1024)
  return { num_branches: heads.size, is_empty: heads.size === 0, refs_version: 1, size: size + lfs_size, git_size: size, lfs_size, mirror_updated_at: cx.now() }
}
