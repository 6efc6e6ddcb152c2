// Releases: read, written, and their files.
import { ADMIN, gates, repoRead, repoWrite, scope, signedIn, WRITE, type Access, type Repo } from '../access/index.ts'
import { repoShown, tags } from '../code/index.ts'
import { notFound } from '../kernel/errors.ts'
import { Bool, Id, input, Optional, Str } from '../kernel/schema.ts'
import { repoAt, repoSheet, theRepo, type RepositoryRecord } from '../repos/index.ts'
import { action, ago, box, checkField, editor, empty, form, html, icon, page, pager, pathOf, problem, redirect, submit, textField, type PageCx, type Sheet } from '../web/index.ts'
import { releaseBox } from './release-box.ts'
import type { ReleaseRecord } from './schema.ts'

const reads = gates(scope('repository'), repoShown, repoRead('releases'))
const writes = gates(scope('repository'), repoShown, repoRead('releases'), signedIn, repoWrite('releases'))
const PAGE = 10

interface Seen {
  repo: Repo
  access: Access
}
const mayWrite = ({ access, viewer }: PageCx & Seen, record: RepositoryRecord) => viewer !== null && !record.archived && (access.level >= ADMIN || access.units.releases >= WRITE)
const latestOf = (page: PageCx) => page.ask.maybe<ReleaseRecord>('getReposReleasesLatest', repoAt(page))

const list = page({
  id: 'releasesPage', at: '/:owner/:repo/releases', says: 'Releases of a repository', needs: reads,
  async run(page) {
    const w = page.w.releases
    const [record, found, latest] = await Promise.all([theRepo(page), page.ask.list<ReleaseRecord>('listReposReleases', { ...repoAt(page), page: page.query.page, limit: PAGE }), latestOf(page)])
    const writable = mayWrite(page, record)
    const boxes = await Promise.all(found.items.map((one) => releaseBox(page, record, one, { writable, latest: one.id === latest?.id })))
    const make = writable && !record.empty && html`<a class="button strong" href="${record.html_url}/releases/new">${icon('plus')}${w.new}</a>`
    return repoSheet(page, record, 'releases', {
      title: w.title, feed: `${record.html_url}/releases.atom`,
      body: html`<div class="page-head"><h2>${w.title}</h2><div class="row"><a class="button icon" href="${record.html_url}/releases.atom" aria-label="${w.feed}" title="${w.feed}">${icon('feed')}</a><a class="button" href="${record.html_url}/tags">${icon('tag')}${w.tags}</a>${make}</div></div>
        ${boxes.length > 0 ? boxes : box(empty('rocket', w.none, html`<p>${w.noneHow}</p>${writable && !record.empty && html`<a class="button strong" href="${record.html_url}/releases/new">${w.first}</a>`}`))}${pager(page, found)}`,
    })
  },
})

const latest = page({
  id: 'latestRelease', at: '/:owner/:repo/releases/latest', says: 'Leads to the latest release', needs: reads,
  async run(page) {
    return redirect((await page.ask<ReleaseRecord>('getReposReleasesLatest', repoAt(page))).html_url)
  },
})

const single = page({
  id: 'releasePage', at: '/:owner/:repo/releases/tag/:tag*', says: 'A release', needs: reads,
  async run(page) {
    const tag = page.params.tag
    const [record, found, newest] = await Promise.all([theRepo(page), page.ask.maybe<ReleaseRecord>('getReposReleasesTagsByTag', { ...repoAt(page), tag }), latestOf(page)])
    const writable = mayWrite(page, record)
    const body = found ? await releaseBox(page, record, found, { writable, latest: found.id === newest?.id, alone: true }) : await tagOnly(page, record, tag, writable)
    return repoSheet(page, record, 'releases', { title: found?.name || tag, body: html`<p class="small"><a href="${record.html_url}/releases">← ${page.w.releases.title}</a></p>${body}` })
  },
})

async function tagOnly(page: PageCx & Seen, record: RepositoryRecord, name: string, writable: boolean) {
  const tag = await tags.find(page.cx, page.repo, name)
  if (!tag) throw notFound()
  const w = page.w.releases
  return box(empty('tag', tag.name, html`<p>${w.noRelease} ${ago(page, tag.date)}</p>${writable && html`<a class="button strong" href="${record.html_url}/releases/new?tag=${encodeURIComponent(tag.name)}">${w.make}</a>`} <a class="button" href="${record.html_url}/src/tag/${pathOf(tag.name)}">${page.w.code.commit.browse}</a>`))
}

const fields = input('ReleaseForm', { tag_name: Str, target_commitish: Optional(Str), name: Optional(Str), body: Optional(Str), prerelease: Optional(Bool), state: Optional(Str) })
interface Given {
  tag_name?: string
  target_commitish?: string
  name?: string
  body?: string
  prerelease?: boolean
}

async function releaseForm(page: PageCx & { problem?: string }, record: RepositoryRecord, given: Given, before?: ReleaseRecord): Promise<Sheet> {
  const w = page.w.releases
  const names = (await page.ask.maybe<{ name: string }[]>('listReposTags', { ...repoAt(page), limit: 50 })) ?? []
  const title = before ? w.editTitle(before.name || before.tag_name) : w.new
  return repoSheet(page, record, 'releases', {
    title, islands: ['editor'],
    body: html`<h2 class="edit-title">${title}</h2>${problem(page.problem)}<section class="box"><form method="post" class="stack">
      <div class="columns">${textField('tag_name', w.tag, given.tag_name, { required: true, maxlength: 100, hint: w.tagHint, list: 'known-tags' })}${textField('target_commitish', w.target, given.target_commitish || record.default_branch, { hint: w.targetHint })}</div>
      <datalist id="known-tags">${names.map((one) => html`<option value="${one.name}"></option>`)}</datalist>
      ${textField('name', w.name, given.name, { maxlength: 255 })}${editor(page, 'body', w.notes, given.body, { repo: record, rows: 12 })}
      ${checkField('prerelease', w.isPrerelease, given.prerelease, { hint: w.prereleaseHint })}
      <div class="row">${submit(before && !before.draft ? w.save : w.publish, 'strong', { name: 'state', value: 'published' })}${submit(before && !before.draft ? w.backToDraft : w.saveDraft, '', { name: 'state', value: 'draft' })}<a class="button" href="${before?.html_url ?? `${record.html_url}/releases`}">${page.w.site.cancel}</a></div><p class="hint">${w.filesHint}</p></form></section>`,
  })
}

/** What the form says, as the operations want it; a box that is not ticked is not sent. */
const bodyOf = ({ state, ...given }: Given & { state?: string }) => ({ ...given, tag_name: given.tag_name?.trim(), body: given.body?.replaceAll('\r\n', '\n'), prerelease: given.prerelease ?? false, draft: state === 'draft' })

const make = form({
  id: 'newReleasePage', at: '/:owner/:repo/releases/new', says: 'Make a release', needs: writes, fields,
  show: async (page) => releaseForm(page, await theRepo(page), { tag_name: page.query.tag, ...page.given }),
  async send(page) {
    const made = await page.ask<ReleaseRecord>('createReposReleases', repoAt(page), bodyOf(page.given))
    return redirect(made.html_url, page.w.releases.saved)
  },
})

const edit = form({
  id: 'editReleasePage', at: '/:owner/:repo/releases/edit/:tag*', says: 'Edit a release', needs: writes, fields,
  async show(page) {
    const [record, before] = await Promise.all([theRepo(page), page.ask<ReleaseRecord>('getReposReleasesTagsByTag', { ...repoAt(page), tag: page.params.tag })])
    return releaseForm(page, record, { ...before, ...page.given }, before)
  },
  async send(page) {
    const { id } = await page.ask<ReleaseRecord>('getReposReleasesTagsByTag', { ...repoAt(page), tag: page.params.tag })
    const made = await page.ask<ReleaseRecord>('editReposReleasesById', { ...repoAt(page), id }, bodyOf(page.given))
    return redirect(made.html_url, page.w.releases.saved)
  },
})

const remove = action({
  id: 'deleteRelease', at: '/:owner/:repo/releases/delete', says: 'Delete a release', needs: writes, fields: input('DeleteReleaseForm', { id: Id }),
  async run(page) {
    await page.ask('deleteReposReleasesById', { ...repoAt(page), id: page.given.id })
    return redirect(`${(await theRepo(page)).html_url}/releases`, page.w.releases.deleted)
  },
})

const addFile = action({
  id: 'addReleaseFile', at: '/:owner/:repo/releases/files/:id', says: 'Add a file to a release', needs: writes,
  async run(page) {
    const id = page.params.id
    const { html_url } = await page.ask<ReleaseRecord>('getReposReleasesById', { ...repoAt(page), id })
    await page.ask('createReposReleasesAssetsById', { ...repoAt(page), id })
    return redirect(html_url, page.w.releases.uploaded)
  },
})

const removeFile = action({
  id: 'deleteReleaseFile', at: '/:owner/:repo/releases/files/delete', says: 'Delete a file of a release', needs: writes, fields: input('DeleteReleaseFileForm', { id: Id, file: Id }),
  async run(page) {
    const { id, file } = page.given
    const { html_url } = await page.ask<ReleaseRecord>('getReposReleasesById', { ...repoAt(page), id })
    await page.ask('deleteReposReleasesAssetsByAttachmentId', { ...repoAt(page), id, attachment_id: file })
    return redirect(html_url, page.w.releases.fileRemoved)
  },
})

export const pages = [list, latest, single, make, edit, remove, addFile, removeFile].flat()
