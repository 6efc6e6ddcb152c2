// What the pages that change files have in common: which branch, what is there, where the commit goes.
import { isUtf8 } from 'node:buffer'
import { objects, refs, tree } from '../../git/index.ts'
import { exists, forbidden, notFound, Refusal } from '../../kernel/errors.ts'
import { Optional, Str } from '../../kernel/schema.ts'
import { gitDir, repoSheet, theRepo, type RepositoryRecord } from '../../repos/index.ts'
import { empty, flag, html, icon, pathOf, textField, type Html, type PageCx, type Redirect, type Sheet } from '../../web/index.ts'
import type { Seen } from '../browsing/place.ts'
import { bytesOf, sizeOf } from '../content/blobs.ts'
import { comparedAt } from '../comparison/places.ts'
import { byKind, clean, split } from '../content/at.ts'

export interface Editing {
  record: RepositoryRecord
  branch: string
  path: string
  /** whether commits may go to the branch itself */
  direct: boolean
  /** a name that no branch has yet */
  suggestion: string
}

/** What every one of these forms sends about its commit. */
export const around = { message: Optional(Str), details: Optional(Str), target: Optional(Str), new_branch: Optional(Str) }
export interface Around {
  message?: string
  details?: string
  target?: string
  new_branch?: string
}

/** The branch and path of `/_edit/<branch>/<path>`; a repository without commits has the branch it will begin with. */
export async function editing(page: PageCx & Seen): Promise<Editing> {
  const { cx, repo, ask, params, viewer } = page
  const record = await theRepo(page)
  if (record.archived || record.mirror) throw forbidden(page.w.code.edit.readOnly)
  const rest = params.rest.replace(/\/+$/, '')
  const found = record.empty ? { at: { name: record.default_branch }, path: rest.slice(record.default_branch.length + 1) } : await split(rest, (name) => byKind(cx, repo, 'branch', name))
  if (!found) throw notFound()
  const path = found.path === '' ? '' : clean(found.path)
  if (path === null) throw notFound()
  const branch = found.at.name
  const known = record.empty ? undefined : await ask.maybe<{ user_can_push: boolean }>('getReposBranchesByBranch', { owner: params.owner, repo: params.repo, branch })
  const direct = record.empty ? Boolean(record.permissions?.push) : (known?.user_can_push ?? false)
  const { heads } = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  let n = 1
  while (heads.has(`${viewer!.name}-patch-${n}`)) n++
  return { record, branch, path, direct, suggestion: `${viewer!.name}-patch-${n}` }
}

/** Shown to those who may not write here: they can in a copy of their own. */
export const needsFork = (page: PageCx, { record }: Editing): Promise<Sheet> =>
  repoSheet(page, record, 'code', { title: page.w.code.edit.forkTitle, body: html`<section class="box">${empty('fork', page.w.code.edit.forkTitle, html`<p>${page.w.code.edit.forkHow}</p><a class="button strong" href="${record.html_url}/fork">${icon('fork')}${page.w.repos.fork}</a>`)}</section>` })

export const mayWrite = ({ record, direct }: Editing) => direct || Boolean(record.permissions?.push)

const LARGEST = 1024 * 1024

/** A file's text and the id it is known by; 404 where there is none, refused where it cannot be edited as text. */
export async function textAt(page: PageCx & Seen, { branch, path }: Editing): Promise<{ text: string; sha: string }> {
  const { cx, repo } = page
  const entry = await entryAt(page, branch, path)
  if (entry.kind !== 'file' && entry.kind !== 'executable') throw forbidden(page.w.code.edit.noText)
  const dir = gitDir(cx, repo)
  if (((await sizeOf(cx, dir, entry.oid)) ?? Infinity) > LARGEST) throw forbidden(page.w.code.edit.tooLarge)
  const data = await bytesOf(cx, dir, entry.oid, LARGEST)
  if (data.includes(0) || !isUtf8(data)) throw forbidden(page.w.code.edit.noText)
  return { text: data.toString('utf8'), sha: entry.oid }
}

export async function entryAt({ cx, repo }: PageCx & Seen, branch: string, path: string): Promise<tree.PathEntry> {
  const dir = gitDir(cx, repo)
  const tip = await refs.read(dir, `refs/heads/${branch}`)
  const entry = tip && path !== '' ? await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, tip)).tree, path) : null
  if (!entry || entry.kind === 'dir' || entry.kind === 'submodule') throw notFound()
  return entry
}

/** The commit's members of a body for the operations on contents. */
export const commitOf = (at: Editing, given: Around) => ({
  branch: at.record.empty ? undefined : at.branch,
  new_branch: given.target === 'new' && !at.record.empty ? given.new_branch?.trim() || at.suggestion : at.record.empty ? at.branch : undefined,
  message: [given.message?.trim(), given.details?.replaceAll('\r\n', '\n').trim()].filter(Boolean).join('\n\n') || undefined,
})

/** Where somebody goes who has committed: to the file, or to what the new branch has. */
export function after(page: PageCx, at: Editing, given: Around, path: string): Redirect {
  const { record, branch } = at
  const other = commitOf(at, given).new_branch
  if (other && other !== branch) return { to: comparedAt(record, other, branch), says: page.w.code.edit.saved }
  return { to: `${record.html_url}/src/branch/${pathOf(branch)}${path === '' ? '' : `/${pathOf(path)}`}`, says: page.w.code.edit.saved }
}

/** Somebody else changed the file meanwhile: told as such, so that what was typed is shown again. */
export function conflicting(page: PageCx, error: unknown): never {
  if (error instanceof Refusal && (error.message.startsWith('sha does not match') || error.kind === 'notFound')) throw exists(page.w.code.edit.conflict)
  throw error
}

/** Message and branch, under every one of these forms. */
export function commitFields(page: PageCx, at: Editing, given: Around, suggestion: string, go: string, danger = false): Html {
  const w = page.w.code.edit
  const way = at.record.empty ? 'direct' : given.target ?? (at.direct ? 'direct' : 'new')
  return html`<fieldset class="box commit-form"><legend class="unseen">${w.commit}</legend><div class="pad stack"><h3>${w.commit}</h3>
    ${textField('message', w.message, given.message, { placeholder: suggestion, maxlength: 200 })}
    <div class="field"><label for="f-details">${w.details}</label><textarea id="f-details" name="details" rows="3">
${given.details ?? ''}</textarea></div>
    ${at.record.empty ? '' : html`<div class="ways"><div class="check"><input type="radio" id="to-direct" name="target" value="direct"${flag('checked', way === 'direct')}${flag('disabled', !at.direct)}><label for="to-direct">${w.direct} <code><bdi>${at.branch}</bdi></code></label>${!at.direct && html`<p class="hint">${w.protected}</p>`}</div>
      <div class="check"><input type="radio" id="to-new" name="target" value="new"${flag('checked', way === 'new')}><label for="to-new">${w.newBranch}</label></div>
      <div class="new-branch"><label class="unseen" for="f-new_branch">${w.newBranchName}</label><input id="f-new_branch" name="new_branch" value="${given.new_branch ?? at.suggestion}" maxlength="100"></div></div>`}
    <div class="row"><button class="button ${danger ? 'danger' : 'strong'}">${go}</button><a class="button" href="${at.record.html_url}${at.record.empty ? '' : `/src/branch/${pathOf(at.branch)}${at.path === '' ? '' : `/${pathOf(at.path)}`}`}">${page.w.site.cancel}</a></div></div></fieldset>`
}
