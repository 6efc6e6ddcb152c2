// Who may fetch from or push to a repository, whatever the transport. Git asks for a password only when told 401.
import { accessTo, actorOf, allows, findAccountByName, findMovedRepo, findRepo, READ, WRITE, type Access, type Actor, type Repo } from '../../access/index.ts'
import { init, smartHttp, type GitDir } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { forbidden, Refusal, refusalOf, unauthorized } from '../../kernel/errors.ts'
import { raw, type Guard, type RawAnswer, type Rq } from '../../kernel/route.ts'
import { gitDir, repos, wikiDir } from '../../repos/index.ts'
import { isLetIn } from '../ground/ports.ts'

export interface Opened {
  actor: Actor
  repo: Repo
  access: Access
  dir: GitDir
  wiki: boolean
  /** where the address is that of a repository which has another one now: how it came to that */
  moved?: 'moved' | 'movedOwner'
}

const challenge = () => unauthorized('sign in to reach this repository', { 'www-authenticate': 'Basic realm="Codestead", charset="UTF-8"' })

const missing = () => new Refusal('notFound', 'Repository not found')

/** `push`: refs are about to move, which of them comes out later */
export type Purpose = 'read' | 'write' | 'push'

/** Opens `owner/name[.wiki][.git]` for reading or writing; 401 invites an anonymous caller to sign in, hidden or missing is 404. Old addresses open what moved. */
export async function openRepo(cx: Cx, actor: Actor, owner: string, name: string, purpose: Purpose): Promise<Opened> {
  const plain = name.replace(/\.git$/i, '')
  const wiki = /\.wiki$/i.test(plain)
  const bare = wiki ? plain.slice(0, -5) : plain
  const there = await findRepo(cx.db, owner, bare)
  const moved = there ? undefined : await findMovedRepo(cx.db, owner, bare)
  const repo = there ?? moved?.repo ?? (purpose === 'push' && !wiki ? await begun(cx, actor, owner, plain) : undefined)
  const access = repo && (await accessTo(cx.db, actor, repo))
  const unit = wiki ? 'wiki' : 'code'
  if (repo && wiki && access && access.units.code >= READ && !repo.has_wiki) throw forbidden('this repository has no wiki')
  if (!repo || !access || access.units[unit] < READ) throw isNobody(actor) ? challenge() : missing()
  if (!allows(actor.scopes, 'repository', false)) throw forbidden('the token lacks the repository scope')
  const at = { actor, repo, access, wiki, dir: wiki ? wikiDir(cx, repo) : gitDir(cx, repo), moved: moved?.why }
  if (purpose !== 'read') await needPush(cx, at, purpose === 'push')
  if (wiki) await needWiki(cx, at)
  return at
}

/** A repository is born with the first push to it, where the site wants that and the pusher might create it otherwise. */
async function begun(cx: Cx, { account, scopes, publicOnly, job }: Actor, owner: string, name: string): Promise<Repo | undefined> {
  if (!account || job || publicOnly || !allows(scopes, 'repository', true)) return undefined
  const place = await findAccountByName(cx.db, owner)
  // of others' repositories nobody is told that they are not there
  if (!cx.config.push_to_create && place?.id === account.id) throw forbidden(`you have no repository ${name}, and a push does not create one here: create it first`)
  if (!cx.config.push_to_create || !place) return undefined
  try {
    return await repos.create(cx, place, account, { name, private: true })
  } catch (error) {
    // another push was faster
    if (error instanceof Refusal && error.kind === 'exists') return findRepo(cx.db, owner, name)
    throw error
  }
}

/** A wiki is born with its first visitor who may push; before that there is none. */
async function needWiki(cx: Cx, { repo, access, dir }: Opened): Promise<void> {
  if (await init.detect(dir.path)) return
  if (access.units.wiki < WRITE) throw missing()
  await init.create(cx.git, dir.path, { format: repo.object_format, defaultBranch: cx.config.default_branch }).catch((error) => {
    if (!(error instanceof init.Exists)) throw error
  })
}

/** What pushing and uploading need beyond reading; whoever may read may push what proposes a change. */
export async function needPush(cx: Cx, { actor, repo, access, wiki }: Opened, proposes = false): Promise<void> {
  if (isNobody(actor)) throw challenge()
  if (!allows(actor.scopes, 'repository', true)) throw forbidden('the token lacks the repository scope')
  // which branch it is comes out with the push
  const letIn = access.units[wiki ? 'wiki' : 'code'] >= WRITE || (!wiki && actor.account !== null && ((proposes && access.units.pulls >= READ) || (await isLetIn(cx, repo, null, actor.account))))
  if (!letIn) throw forbidden('you may not push to this repository')
  if (repo.is_archived) throw forbidden('this repository is archived')
  if (repo.is_mirror && !wiki) throw forbidden('this repository is a mirror')
}

export const isNobody = (actor: Actor) => !actor.account && !actor.deploy && !actor.job

/** Git shows its user why it was refused only where that is plain text. */
export async function inWords(_rq: Rq, error: unknown): Promise<RawAnswer | undefined> {
  const refusal = refusalOf(error)
  if (!refusal || refusal.kind === 'full') return undefined
  return raw(refusal.message && `${refusal.message}\n`, { ...smartHttp.noCache, ...refusal.headers, 'content-type': 'text/plain; charset=utf-8' }, refusal.status)
}

/** Clients of HTTP are told the address that a repository has now; git and git-lfs go there by themselves. */
export function hereOnly(rq: Rq, at: Opened): Opened {
  if (!at.moved) return at
  const [, , name, ...rest] = rq.url.split('/')
  const ending = /(\.wiki)?(\.git)?$/i.exec(name)![0]
  const place = [at.repo.owner.name, at.repo.name].map(encodeURIComponent).join('/')
  throw new Refusal(at.moved, '', undefined, { location: `${rq.cx.root}/${place}${ending}/${rest.join('/')}` })
}

/** The guard of git's addresses under the site's root. */
export const gitGate = (pushes: (rq: Rq) => boolean): Guard<Opened> => ({
  says: 'git access',
  async open(rq) {
    let actor: Actor
    try {
      actor = await actorOf(rq)
    } catch (error) {
      // a site may want everybody to sign in, and git does only when asked to
      throw error instanceof Refusal && (error.kind === 'unauthorized' || !rq.headers.authorization) ? challenge() : error
    }
    const at = await openRepo(rq.cx, actor, rq.params.owner, rq.params.repo, pushes(rq) ? 'push' : 'read')
    // git asks for refs where it was sent to and goes nowhere else with what follows, even if the name has changed in between
    return rq.method === 'POST' ? at : hereOnly(rq, at)
  },
})
