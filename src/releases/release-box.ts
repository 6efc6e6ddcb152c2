// A release as lists and its own page show it.
import type { ReleaseRecord } from './schema.ts'
import type { RepositoryRecord } from '../repos/index.ts'
import { ago, badge, bytes, doButton, html, icon, pathOf, person, prose, short, type Content, type Html, type PageCx } from '../web/index.ts'

export interface ReleaseBoxOptions {
  writable: boolean
  latest: boolean
  /** on its own page the files can be changed */
  alone?: boolean
}

export const editAddress = (record: RepositoryRecord, one: ReleaseRecord) => `${record.html_url}/releases/edit/${pathOf(one.tag_name)}`

export async function releaseBox(page: PageCx, record: RepositoryRecord, one: ReleaseRecord, options: ReleaseBoxOptions): Promise<Html> {
  const w = page.w.releases
  const name = one.name || one.tag_name
  const count = (one.assets?.length ?? 0) + (one.draft ? 0 : 2)
  return html`<article class="box release" aria-label="${name}"><header class="box-head"><h2 class="grow"><a href="${one.html_url}"><bdi>${name}</bdi></a> ${one.draft ? badge(w.draft, 'warn') : one.prerelease ? badge(w.prerelease, 'info') : options.latest && badge(w.latest, 'good')}</h2>
      ${options.writable && html`<span class="row"><a class="button small" href="${editAddress(record, one)}">${icon('pencil')}${w.edit}</a>${doButton(`${record.html_url}/releases/delete`, [icon('trash'), w.delete], { id: one.id }, { kind: 'small danger', confirm: w.sure(name) })}</span>`}</header>
    <div class="pad"><div class="meta release-meta">${person(page, one.author)}<span>${one.draft ? w.drafted : w.released} ${ago(page, one.published_at ?? one.created_at)}</span>${one.draft ? html`<span>${icon('tag')} <bdi>${one.tag_name}</bdi></span>` : html`<a href="${record.html_url}/src/tag/${pathOf(one.tag_name)}">${icon('tag')} <bdi>${one.tag_name}</bdi></a>`}
        ${!one.draft && !record.empty && html`<a href="${record.html_url}/compare/${pathOf(one.tag_name)}...${pathOf(record.default_branch)}">${icon('diff')} ${w.since}</a>`}</div>
      ${await prose(page, one.body, { repo: record, anchor: `release-${one.id}` })}</div>
    ${(count > 0 || options.alone) && html`<footer class="release-files"><h3>${w.files} <span class="count">${count}</span></h3><ul class="rows">${(one.assets ?? []).map((file) => html`<li><div class="row between"><a class="grow" href="${file.browser_download_url}">${icon('package')} <bdi>${file.name}</bdi></a><span class="meta nowrap"><span>${bytes(file.size)}</span><span title="${w.downloads(file.download_count)}">${icon('download')} ${short(file.download_count)}</span>${
      options.alone && options.writable && doButton(`${record.html_url}/releases/files/delete`, icon('trash'), { id: one.id, file: file.id }, { kind: 'icon small', label: w.removeFile(file.name), confirm: w.sureFile(file.name) })}</span></div></li>`)}
      ${!one.draft && html`<li><a href="${one.zipball_url}">${icon('archive')} ${w.source('ZIP')}</a></li><li><a href="${one.tarball_url}">${icon('archive')} ${w.source('TAR.GZ')}</a></li>`}</ul>${options.alone && options.writable && adder(page, record, one)}</footer>`}</article>`
}

const adder = (page: PageCx, record: RepositoryRecord, one: ReleaseRecord): Content => {
  const w = page.w.releases
  return html`<form class="row pad" method="post" enctype="multipart/form-data" action="${record.html_url}/releases/files/${one.id}"><label for="f-attachment">${w.addFile}</label><input type="file" id="f-attachment" name="attachment" required><button class="button small">${icon('upload')}${w.upload}</button></form>`
}
