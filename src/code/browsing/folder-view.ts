// A folder of a repository: its entries, the latest commit over them, the text that explains it under them.
import { objects } from '../../git/index.ts'
import { isMarkdown } from '../../markup/index.ts'
import { ago, html, icon, pathOf, prose, webLink, type Content, type Html, type PageCx } from '../../web/index.ts'
import * as commits from '../commits/verbs.ts'
import { author, sha, stateDot, titleOf, verified } from '../commits/rows.ts'
import * as commitView from '../commits/view.ts'
import { statesOf } from '../statuses/verbs.ts'
import { shortSha, to, type Place } from './place.ts'
import type { FolderEntry, Readme } from './verbs.ts'

export async function latest(page: PageCx, place: Place, oid: string): Promise<Html> {
  const w = page.w.code.folder
  const { cx } = page
  const [one, states, total] = await Promise.all([
    commitView.one(cx, place.row, oid, { stat: false, files: false }), statesOf(cx, place.row, [oid]), place.path === '' ? commits.countOf(cx, place.row, place.at.commit) : undefined,
  ])
  const html_url = `${place.record.html_url}/commit/${oid}`
  return html`<header class="box-head latest"><span class="grow who">${author(page, one, 22)}<a class="message cut" href="${html_url}"><bdi>${titleOf(one.commit!.message)}</bdi></a></span>
    ${verified(page, one)}${stateDot(page, states.get(oid))}${sha(page, { sha: oid, html_url })}<span class="soft small">${ago(page, one.commit!.committer!.date)}</span>
    <a class="button small quiet" href="${to(place, 'commits')}">${icon('history')}${total === undefined ? page.w.code.file.history : w.commits(total)}</a></header>`
}

export function table(page: PageCx, place: Place, entries: FolderEntry[]): Html {
  const w = page.w.code.folder
  const { record, path } = place
  const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  return html`<table class="tree-files"><colgroup><col class="name"><col><col class="when"></colgroup><thead class="unseen"><tr><th>${w.name}</th><th>${w.message}</th><th>${w.changed}</th></tr></thead><tbody>
    ${path !== '' && html`<tr><td class="name" colspan="3">${icon('up')}<a href="${to(place, 'src', parent)}" aria-label="${w.up}">..</a></td></tr>`}
    ${entries.map((one) => html`<tr><td class="name">${name(page, place, one)}</td><td class="what">${one.last && html`<a href="${record.html_url}/commit/${one.last.oid}" title="${one.last.message.slice(0, 500)}"><bdi>${titleOf(one.last.message)}</bdi></a>`}</td><td class="when">${one.last && ago(page, one.last.committer.date)}</td></tr>`)}</tbody></table>`
}

function name({ w }: PageCx, place: Place, one: FolderEntry): Content {
  if (one.kind === 'submodule') {
    const link = moduleLink(one.module)
    const words = html`<bdi>${one.name}</bdi> <span class="soft mono">@ ${shortSha(one.oid)}</span>`
    return html`<span class="tone-info" title="${w.code.diff.submodule}">${icon('archive')}</span>${link ? html`<a href="${link}" rel="nofollow noopener">${words}</a>` : html`<span>${words}</span>`}`
  }
  const drawing = one.kind === 'dir' ? 'folder' : one.kind === 'symlink' ? 'link' : 'file'
  const slash = one.label.lastIndexOf('/') + 1
  return html`<span class="${one.kind === 'dir' ? 'tone-info' : 'tone-quiet'}">${icon(drawing)}</span><a href="${to(place, 'src', one.path)}"><bdi>${slash > 0 && html`<span class="soft">${one.label.slice(0, slash)}</span>`}${one.label.slice(slash)}</bdi></a>${one.kind === 'executable' && html` <span class="soft small" title="${w.code.folder.executable}">*</span>`}`
}

/** Also for addresses as ssh writes them, whose host mostly serves pages too. */
function moduleLink(url: string | undefined): string | undefined {
  const ssh = /^(?:ssh:\/\/)?git@([\w.-]+)(?::\d+)?[:/]([\w./-]+)$/.exec(url ?? '')
  return webLink(ssh ? `https://${ssh[1]}/${ssh[2]}` : url)?.replace(/\.git$/, '')
}

export async function readmeBox(page: PageCx, place: Place, found: Readme): Promise<Html> {
  const folder = found.path.slice(0, Math.max(found.path.lastIndexOf('/'), 0))
  const { record, at } = place
  const body = isMarkdown(found.name) ? await prose(page, found.text, { mode: 'document', repo: record, ref: `${at.kind}/${pathOf(at.name)}`, dir: folder }) : html`<pre class="plain">${found.text}</pre>`
  return html`<section class="box readme" aria-labelledby="readme-title"><header class="box-head">${icon('book')}<h2 id="readme-title" class="grow"><a href="${to(place, 'src', found.path)}">${found.name}</a></h2>${
    record.permissions?.push && at.kind === 'branch' && !record.archived && html`<a class="button icon small" href="${record.html_url}/_edit/${pathOf(at.name)}/${pathOf(found.path)}" aria-label="${page.w.site.edit} ${found.name}">${icon('pencil')}</a>`}</header><div class="pad">${body}</div></section>`
}

/** The commit that last touched the folder. */
export async function lastOf(page: PageCx, place: Place, entries: FolderEntry[]): Promise<string> {
  if (place.path === '') return place.at.commit
  const newest = entries.map((one) => one.last).filter((one) => one !== undefined).sort((a, b) => b.committer.date - a.committer.date)[0]
  return newest?.oid ?? (await objects.commit(page.cx.git, place.dir, place.at.commit)).oid
}
