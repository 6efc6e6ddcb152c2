// Commits as lists and heads of pages show them.
import { createHash } from 'node:crypto'
import type { Repo } from '../../access/index.ts'
import { avatar, badge, ago, day, empty, html, icon, pathOf, rows, webLink, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { Step } from '../../git/index.ts'
import { statesOf, type StateOf } from '../statuses/verbs.ts'
import type { CommitRecord, Verification } from './schema.ts'
import * as view from './view.ts'

export const titleOf = (message: string) => message.split('\n', 1)[0].trim()
export const restOf = (message: string) => message.slice(message.split('\n', 1)[0].length).trim()

/** Somebody without an account must not have the picture of one who bears the same name. */
export const strangerPicture = (page: PageCx, email: string, size: number): Html =>
  avatar(page.root, { avatar_url: `${page.root}/avatars/${createHash('md5').update(email.toLowerCase()).digest('hex')}` }, size)

/** Who made it: an account where the address belongs to one, else the name as it was written. */
export function author(page: PageCx, one: CommitRecord, size = 20): Html {
  const name = one.commit?.author?.name ?? ''
  if (!one.author) return html`<span class="person">${strangerPicture(page, one.commit?.author?.email ?? name, size)}<bdi>${name}</bdi></span>`
  return html`<a class="person" href="${page.root}/${one.author.login}" title="${name}">${avatar(page.root, one.author, size)}<bdi>${one.author.login}</bdi></a>`
}

/** That somebody else put it there, where it is so. */
export const committer = (page: PageCx, one: CommitRecord): Content =>
  one.commit?.committer && one.commit.author && one.commit.committer.email !== one.commit.author.email && html`<span class="soft">${page.w.code.commit.committedBy} <bdi>${one.commit.committer.name}</bdi></span>`

export function verified(page: PageCx, one: CommitRecord): Content {
  const found = one.commit?.verification
  if (!found?.signature) return ''
  return html`<span title="${signedBy(page, found)}">${signedBadge(page, found)}</span>`
}

const signedBadge = ({ w }: PageCx, found: Verification) => (found.verified ? badge(w.code.commit.verified, 'good', 'check') : badge(w.code.commit.unverified, 'quiet'))

/** In words: by whom, or why that cannot be told. */
function signedBy(page: PageCx, { verified: good, signer, reason }: Verification): string {
  const w = page.w.code.commit
  return good ? w.verifiedBy(signer?.name || signer?.username || '') : (w.notVerified[reason as keyof typeof w.notVerified] ?? w.notVerified.otherwise)
}

/** The same as a button that tells more. */
export function signature(page: PageCx, one: CommitRecord): Content {
  const found = one.commit?.verification
  if (!found?.signature) return ''
  const w = page.w.code.commit
  const key = found.verified ? found.reason.slice(found.reason.lastIndexOf(' / ') + 3) : ''
  return html`<details class="menu signed"><summary>${signedBadge(page, found)}</summary><div class="menu-items"><span class="menu-head">${signedBy(page, found)}</span>
    ${found.verified && found.signer?.username === '' && html`<p class="small soft">${w.byServer}</p>`}${key && html`<p class="small">${w.key} <code>${key}</code></p>`}</div></details>`
}

const tones = { success: ['check-circle', 'good'], failure: ['cross-circle', 'bad'], pending: ['clock', 'warn'] } as const

/** A dot that opens the list of what was checked. */
export function stateDot(page: PageCx, state: StateOf | undefined): Content {
  if (!state) return ''
  const w = page.w.code.commit
  const look = (one: string) => (one === 'success' || one === 'skipped' ? tones.success : one === 'pending' ? tones.pending : tones.failure)
  const [drawing, tone] = look(state.state)
  const words = `${w.states[state.state as keyof typeof w.states] ?? state.state}`
  return html`<details class="menu state-dot"><summary class="tone-${tone}" aria-label="${words}" title="${words}">${icon(drawing)}</summary><div class="menu-items"><span class="menu-head">${words}</span>${state.list.map((one) => {
    const body = html`<span class="tone-${look(one.state)[1]}">${icon(look(one.state)[0])}</span><span><b>${one.context || w.unnamedCheck}</b> <span class="soft">${one.description}</span></span>`
    const link = webLink(one.target_url) ?? (one.target_url.startsWith('/') && !one.target_url.startsWith('//') ? page.root + one.target_url : undefined)
    return link ? html`<a class="menu-item" href="${link}">${body}</a>` : html`<span class="menu-item">${body}</span>`
  })}</div></details>`
}

export const sha = (page: PageCx, one: { sha: string; html_url: string }): Html =>
  html`<span class="group sha"><a class="button small mono" href="${one.html_url}">${one.sha.slice(0, 10)}</a><button type="button" class="button small" data-copy="${one.sha}" aria-label="${page.w.code.commit.copySha}" title="${page.w.code.commit.copySha}">${icon('copy')}</button></span>`

export interface CommitRowsOptions {
  /** what the file was called in each commit, of a list about one file */
  steps?: readonly Step[]
  none?: string
}

/** A list of commits under the days they were made on. `home` is the html_url of the repository. */
export async function commitRows(page: PageCx, repo: Repo, home: string, oids: readonly string[], options: CommitRowsOptions = {}): Promise<Html> {
  const w = page.w.code.commit
  if (oids.length === 0) return empty('commit', options.none ?? w.none)
  const [list, states] = await Promise.all([view.many(page.cx, repo, oids, { stat: false, files: false }), statesOf(page.cx, repo, oids)])
  const days = Map.groupBy(list, (one) => one.commit!.committer!.date.slice(0, 10))
  const names = new Map(options.steps?.map((one) => [one.oid, one]))
  const at = (sha: string, path = '') => `${home}/src/commit/${sha}${path === '' ? '' : `/${pathOf(path)}`}`
  const before = (one: CommitRecord): Content => {
    const { from } = names.get(one.sha) ?? {}
    return from !== undefined && html`<p class="commit-renamed small soft">${icon('arrow')} ${w.renamedFrom} <a class="mono" href="${at(one.parents![0].sha, from)}"><bdi>${from}</bdi></a></p>`
  }
  return html`${[...days].map(([when, some]) => html`<section class="commit-day"><h3>${icon('commit')} ${day(page, when)}</h3><div class="box">${rows(some.map((one) => html`<div class="row between top"><div class="grow">
    ${message(page, one)}${before(one)}<div class="meta">${author(page, one)}${committer(page, one)}<span>${ago(page, one.commit!.committer!.date)}</span>${stateDot(page, states.get(one.sha))}</div></div>
    <div class="row">${verified(page, one)}${sha(page, { sha: one.sha, html_url: `${home}/commit/${one.sha}` })}<a class="button icon small" href="${at(one.sha, names.get(one.sha)?.path)}" aria-label="${w.browse}" title="${w.browse}">${icon('code')}</a></div></div>`))}</div></section>`)}`
}

/** The first line; the rest opens. */
function message(page: PageCx, one: CommitRecord): Html {
  const text = one.commit?.message ?? ''
  const rest = restOf(text)
  const title = html`<a class="title" href="${one.html_url}"><bdi>${titleOf(text) || page.w.code.commit.noMessage}</bdi></a>`
  return rest === '' ? title : html`${title} <details class="commit-more"><summary class="button small" aria-label="${page.w.code.commit.more}">…</summary><pre>${rest}</pre></details>`
}
