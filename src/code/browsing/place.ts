// Where an address of the site points: /src/branch/main/docs, /blame/tag/v1/a.c, /commits/commit/<id>.
import type { Access, Repo } from '../../access/index.ts'
import { objects, refs, tree, type GitDir } from '../../git/index.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { gitDir, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import { html, icon, menuLink, pathOf, type Html, type PageCx } from '../../web/index.ts'
import { findRenamed } from '../branches/store.ts'
import * as commits from '../commits/verbs.ts'
import { byKind, clean, split, type At } from '../content/at.ts'

/** What seesCode opens. */
export interface Seen {
  repo: Repo
  access: Access
}

export interface Place {
  record: RepositoryRecord
  row: Repo
  dir: GitDir
  at: At
  /** without slashes around it; empty is the root */
  path: string
}

export type Kind = At['kind']
export const kinds: Kind[] = ['branch', 'tag', 'commit']

/** The place of `…/<kind>/<rest>`; 404 where there is no such ref. */
export async function placeOf(page: PageCx & Seen, kind: Kind, rest: string): Promise<Place> {
  const { cx, repo: row } = page
  const [record, found] = await Promise.all([theRepo(page), refAt(page, kind, rest)])
  if (!found) throw (await renamed(page, record, kind, rest)) ?? notFound()
  return { record, row, dir: gitDir(cx, row), at: found.at, path: inside(found.path) }
}

const pages = new Set(['src', 'blame', 'commits', 'find'])

/** The same page of a branch that is called otherwise now. */
async function renamed({ cx, rq, repo }: PageCx & Seen, record: RepositoryRecord, kind: Kind, rest: string): Promise<Refusal | undefined> {
  const names = rest.split('/')
  const [address, query] = rq.url.split('?')
  const word = address.replace(/\/+$/, '').split('/').at(-names.length - 2) ?? ''
  const found = kind === 'branch' && pages.has(word) ? await findRenamed(cx.db, repo.id, names.slice(0, 50).map((_, i) => names.slice(0, i + 1).join('/'))) : undefined
  return found && new Refusal('movedOwner', '', undefined, { location: `${record.html_url}/${word}/branch/${pathOf(found.new_name + rest.slice(found.old_name.length))}${query ? `?${query}` : ''}` })
}

async function refAt({ cx, repo }: PageCx & Seen, kind: Kind, rest: string): Promise<{ at: At; path: string } | undefined> {
  if (kind !== 'commit') return split(rest.replace(/\/+$/, ''), (name) => byKind(cx, repo, kind, name))
  const [id, ...path] = rest.split('/')
  const oid = /^[0-9a-f]{4,64}$/.test(id) ? await commits.find(cx, repo, id) : undefined
  return oid ? { at: { kind, name: oid, ref: oid, commit: oid }, path: path.join('/') } : undefined
}

function inside(path: string): string {
  if (path.replaceAll('/', '') === '') return ''
  const found = clean(path)
  if (found === null) throw notFound()
  return found
}

/** An address of another page about the same ref, for this path or another. */
export const to = ({ record, at, path }: Place, page: 'src' | 'raw' | 'media' | 'blame' | 'commits' | 'find', other = path): string =>
  `${record.html_url}/${page}/${at.kind}/${pathOf(at.name)}${other === '' ? '' : `/${pathOf(other)}`}`

/** The same with the commit's id, which never changes. */
export const forEver = (place: Place, page: 'src' | 'raw' | 'blame' = 'src') => to({ ...place, at: { ...place.at, kind: 'commit', name: place.at.commit } }, page)

export const entryIn = async ({ dir, at, path }: Place, { cx }: PageCx): Promise<tree.PathEntry | undefined> =>
  (await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, at.commit)).tree, path)) ?? undefined

export async function entryAt(place: Place, page: PageCx): Promise<tree.PathEntry> {
  const found = await entryIn(place, page)
  if (!found) throw notFound()
  return found
}

/** The deepest folder on the way to a path that is there; the root always is. */
export async function nearestFolder(place: Place, page: PageCx): Promise<string> {
  let deepest = ''
  for (const name of place.path.split('/').slice(0, -1)) {
    const path = deepest === '' ? name : `${deepest}/${name}`
    if ((await entryIn({ ...place, path }, page))?.kind !== 'dir') break
    deepest = path
  }
  return deepest
}

export const shortSha = (oid: string) => oid.slice(0, 10)

/** What a ref is called on its button. */
export const refName = (at: At) => (at.kind === 'commit' ? shortSha(at.name) : at.name)

/** The way down from the repository to the path, each step a link but the last. */
export function crumbs({ w }: PageCx, place: Place, page: 'src' | 'commits' | 'blame' = 'src'): Html {
  const words = w.code.diff.copyPath
  const names = place.path === '' ? [] : place.path.split('/')
  return html`<nav class="crumbs" aria-label="${place.record.name}"><a href="${to(place, page === 'blame' ? 'src' : page, '')}"><b><bdi>${place.record.name}</bdi></b></a>${names.map((name, i) => html`<span class="soft"> / </span>${
    i === names.length - 1 ? html`<b><bdi>${name}</bdi></b>` : html`<a href="${to(place, page === 'blame' ? 'src' : page, names.slice(0, i + 1).join('/'))}"><bdi>${name}</bdi></a>`}`)}${
    place.path !== '' && html` <button type="button" class="button icon small" data-copy="${place.path}" aria-label="${words}" title="${words}">${icon('copy')}</button>`}</nav>`
}

/** How many names the menu holds; the rest is found on the pages of branches and tags. */
const LISTED = 200

/** The button that leads to the same page at another branch or tag. */
export async function refMenu(page: PageCx, place: Place, on: 'src' | 'commits' | 'find' = 'src'): Promise<Html> {
  const { record, row, dir, at } = place
  const w = page.w.code
  const known = await refs.list(page.cx.git, dir, row.refs_version)
  const names = (list: Iterable<string>) => [...list].sort((a, b) => Number(b === record.default_branch) - Number(a === record.default_branch) || (a < b ? -1 : 1))
  const group = (kind: 'branch' | 'tag', words: string, list: string[], all: string) => list.length > 0 && html`<div class="ref-group"><span class="menu-head">${words}</span>${list.slice(0, LISTED).map((name) =>
    menuLink(to({ ...place, at: { ...at, kind, name } }, on), html`<bdi>${name}</bdi>`, kind, at.kind === kind && at.name === name))}${list.length > LISTED && menuLink(all, w.refs.all(list.length), 'dots')}</div>`
  const drawing = at.kind === 'commit' ? 'commit' : at.kind
  return html`<details class="menu from-start wide-menu"><summary class="button" data-keys="w" aria-label="${w.refs.switch}: ${refName(at)}">${icon(drawing)}<bdi class="ref-name">${refName(at)}</bdi>${icon('chevron')}</summary>
    <div class="menu-items"><div class="pad"><input type="search" data-filter=".ref-group a" placeholder="${w.refs.find}" aria-label="${w.refs.find}"></div><p class="ref-none" role="status" data-none="${w.refs.none}" hidden></p>
    ${group('branch', w.refs.branches, names(known.heads.keys()), `${record.html_url}/branches`)}${group('tag', w.refs.tags, names(known.tags.keys()).reverse(), `${record.html_url}/tags`)}</div></details>`
}
