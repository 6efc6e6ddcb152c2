// Pull requests by pushing to refs/for/<base>/<topic>. Their commits lie under the pull request's own ref; the head is called
// <name>:<topic>, which no branch can be.
import { accountAccess, findRepoById, isBlocked, READ, type Account, type Repo } from '../../access/index.ts'
import type { Proposed, ProposedTo, Taken } from '../../code/index.ts'
import { log, objects, refs, type GitDir } from '../../git/index.ts'
import { issueView } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { isNewRefName } from '../../kernel/decode.ts'
import { Refusal } from '../../kernel/errors.ts'
import { gitDir, repoView } from '../../repos/index.ts'
import { pathOf } from '../../web/index.ts'
import { branchRef, headRef } from '../ground/refs.ts'
import { inTurn } from '../ground/turns.ts'
import * as store from '../pulls/store.ts'
import { follow } from '../state/verbs.ts'
import { edit } from './edit.ts'
import { openPushed } from './opening.ts'

const FOR = 'refs/for/'
/** of one branch */
const MOST = 3

interface Asked {
  base: string
  /** where the base stands */
  tip: string
  topic: string
  sha: string
  title?: string
  body?: string
  forced: boolean
}

/** `key` or `key=value`; what has lines is told as {base64}. Keys nobody knows are left alone. */
function optionsOf(given: readonly string[]): Map<string, string> {
  return new Map(given.map((one) => {
    const [key, ...rest] = one.split('=')
    const value = rest.join('=')
    return [key, value.startsWith('{base64}') ? Buffer.from(value.slice(8), 'base64').toString('utf8').replaceAll('\0', '').toWellFormed() : value]
  }))
}

const isOn = (value: string | undefined) => value !== undefined && /^(|1|t|true|on|yes)$/i.test(value)

/** The longest branch that the ref begins with is the base, what is left the topic; a text says what is wrong. */
async function read(cx: Cx, { repo }: ProposedTo, { ref, new: sha, options }: Proposed): Promise<Asked | string> {
  if (sha === null) return 'a pull request is closed where it is discussed, not by a push'
  const told = optionsOf(options)
  const names = ref.slice(FOR.length).split('/')
  for (let length = names.length; length > 0; length--) {
    const base = names.slice(0, length).join('/')
    const tip = await refs.read(gitDir(cx, repo), branchRef(base))
    if (tip === null) continue
    const topic = names.slice(length).join('/') || (told.get('topic') ?? '')
    if (topic === '') return 'name a topic: refs/for/<branch>/<topic>, or -o topic=<topic>'
    if (!isNewRefName(topic) || topic.length > 200) return 'this is not a name a topic can have'
    return { base, tip, topic, sha, title: told.get('title'), body: told.get('description'), forced: isOn(told.get('force-push')) }
  }
  return 'there is no such branch; push to refs/for/<branch>/<topic>'
}

async function existing(cx: Cx, { repo, account }: ProposedTo, { base, topic }: Asked) {
  const all = await store.listPushedBy(cx.db, repo.id, base, account.id)
  const found = all.find((one) => one.head_branch.slice(one.head_branch.indexOf(':') + 1) === topic)
  return found && store.load(cx.db, found.id)
}

async function against(cx: Cx, at: ProposedTo, asked: Asked, dir: GitDir): Promise<string | undefined> {
  const { repo, account, access } = at
  if (access.units.pulls < READ || access.units.code < READ) return 'you may not open pull requests here'
  if (account.id !== repo.owner_id && (await isBlocked(cx.db, repo.owner_id, account.id))) return 'you are blocked by the owner'
  if ((asked.title ?? '').length > 255) return 'the title has more than 255 characters'
  if (await log.isAncestor(cx.git, dir, asked.sha, asked.tip)) return 'the branch has all of this already'
  const there = await existing(cx, at, asked)
  if (!there) return undefined
  if (there.pull.head_sha === asked.sha) return `pull request #${there.issue.number} is up to date already`
  if (!asked.forced && !(await log.isAncestor(cx.git, dir, there.pull.head_sha, asked.sha))) return `commits of pull request #${there.issue.number} would be left behind; fetch first, or push with -o force-push`
  return undefined
}

export async function refuse(cx: Cx, at: ProposedTo, proposed: Proposed, dir: GitDir): Promise<string | undefined> {
  const asked = await read(cx, at, proposed)
  return typeof asked === 'string' ? asked : against(cx, at, asked, dir)
}

/** Makes the pull request of the topic, or moves it. */
export async function take(cx: Cx, at: ProposedTo, proposed: Proposed): Promise<Taken | string> {
  const asked = await read(cx, at, proposed)
  if (typeof asked === 'string') return asked
  return inTurn(`for ${at.repo.id} ${at.account.id} ${asked.base} ${asked.topic}`, async () => {
    // asked again: another push may have come meanwhile
    const why = await against(cx, at, asked, gitDir(cx, at.repo))
    if (why !== undefined) return why
    try {
      return (await moved(cx, at, asked)) ?? (await opened(cx, at, asked))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.message || 'the pull request cannot be made'
    }
  })
}

async function moved(cx: Cx, at: ProposedTo, asked: Asked): Promise<Taken | string | undefined> {
  const there = await existing(cx, at, asked)
  if (!there) return undefined
  const { issue, pull } = there
  const forced = !(await log.isAncestor(cx.git, gitDir(cx, at.repo), pull.head_sha, asked.sha))
  if (!(await follow(cx, there, asked.sha, at.account.id))) return 'the pull request moved meanwhile; try again'
  await edit(cx, { ...there, by: at.account, access: at.access }, { title: asked.title || undefined, body: asked.body })
  await cx.write((tx) => cx.jobs.enqueue(tx, 'pulls.refresh', { issue_id: issue.id, by_id: at.account.id }, { key: String(issue.id) }))
  return { ref: headRef(issue.number), old: pull.head_sha, forced, words: ['', `Pull request #${issue.number} has new commits:`, `  ${issueView.html(cx, at.repo, issue)}`, ''] }
}

async function opened(cx: Cx, { repo, account }: ProposedTo, { base, topic, sha, title, body }: Asked): Promise<Taken> {
  const { message } = await objects.commit(cx.git, gitDir(cx, repo), sha)
  const [first, ...rest] = message.trim().split('\n')
  const number = await openPushed(cx, repo, account, {
    base_branch: base, head_branch: `${account.name}:${topic}`, head_sha: sha, title: title || first.slice(0, 255) || topic, body: body ?? rest.join('\n').trim(),
  })
  return { ref: headRef(number), old: null, forced: false, words: ['', `Pull request #${number}:`, `  ${repoView.html(cx, repo)}/pulls/${number}`, ''] }
}

/** After a push to a branch: its pull requests, or for a new one where one is opened. */
export async function announce(cx: Cx, { repo, account }: ProposedTo, branch: string, isNew: boolean): Promise<string[]> {
  const words: string[] = []
  for (const id of (await store.listOpenFrom(cx.db, repo.id, branch)).slice(0, MOST)) {
    const at = await store.load(cx.db, id)
    if (at && at.pull.flow !== 'push' && (await takes(cx, at.repo, account))) words.push('', `View pull request #${at.issue.number}:`, `  ${issueView.html(cx, at.repo, at.issue)}`, '')
  }
  if (words.length > 0 || !isNew) return words
  const parent = repo.fork_id === null ? undefined : await findRepoById(cx.db, repo.fork_id)
  const up = parent && !(repo.is_private && !parent.is_private) && (await takes(cx, parent, account)) ? parent : undefined
  if (!up && (branch === repo.default_branch || !(await takes(cx, repo, account)))) return []
  const to = up ?? repo
  const head = up ? `${repo.owner.name}/${repo.name}:${branch}` : branch
  return ['', `Create a pull request for '${branch}':`, `  ${repoView.html(cx, to)}/compare/${pathOf(to.default_branch)}...${pathOf(head)}`, '']
}

async function takes(cx: Cx, repo: Repo, account: Account): Promise<boolean> {
  const { units } = await accountAccess(cx.db, account, repo)
  return !repo.is_archived && !repo.is_empty && units.pulls >= READ && units.code >= READ
}
