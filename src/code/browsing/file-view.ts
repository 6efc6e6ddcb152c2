// One file: as source with numbers, or as what it is where that can be shown.
import type { tree } from '../../git/index.ts'
import { isMarkdown } from '../../markup/index.ts'
import { bytes, html, icon, notice, pathOf, prose, trusted, withQuery, type Content, type Html, type PageCx } from '../../web/index.ts'
import { bytesOf } from '../content/blobs.ts'
import { codeTable, isOdd, PART, partTable, separated } from './file-lines.ts'
import { forEver, to, type Place } from './place.ts'
import { file, type FileContent } from './verbs.ts'

const ROWS = 500

export async function fileBox(page: PageCx, place: Place, entry: tree.PathEntry): Promise<Html> {
  if (entry.kind === 'symlink') return linkBox(page, place, entry)
  const w = page.w.code.file
  const content = await file(page.cx, place.row, entry)
  const rendered = rendering(entry.name, content)
  const asSource = page.query.display === 'source' || !rendered
  const lines = content.text === '' ? 0 : content.text.split('\n').length - (content.text.endsWith('\n') ? 1 : 0)
  return html`<section class="box file"><header class="box-head"><span class="grow small soft">${content.isText && !content.tooLong && html`${w.lines(lines)} · `}${bytes(content.size)}${entry.kind === 'executable' && html` · ${page.w.code.folder.executable}`}</span>
    ${rendered && content.isText && html`<span class="group"><a class="button small" href="${withQuery(page, { display: undefined })}"${asSource ? '' : html` aria-current="true"`}>${w.rendered}</a><a class="button small" href="${withQuery(page, { display: 'source' })}"${asSource ? html` aria-current="true"` : ''}>${w.source}</a></span>`}
    ${tools(page, place, content)}</header>
    ${content.pointer && notice(content.pointer.here ? 'info' : 'warn', content.pointer.here ? html`${w.largeFile(bytes(content.pointer.size))} <a href="${to(place, 'media')}">${w.getLarge}</a>` : w.largeMissing)}
    ${isOdd(content.text) && notice('warn', html`${icon('alert')} ${w.odd}`)}
    ${await body(page, place, entry, content, asSource ? undefined : rendered)}</section>`
}

type Rendering = 'markdown' | 'image' | 'csv' | 'pdf' | 'video' | 'audio'

function rendering(name: string, { type, isText, tooLong, pointer }: FileContent): Rendering | undefined {
  if (type.startsWith('image/') || (pointer?.here && /\.(png|jpe?g|gif|webp|avif|bmp|svg)$/i.test(name))) return 'image'
  if (type === 'application/pdf') return 'pdf'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/') || type === 'application/ogg') return 'audio'
  if (!isText || tooLong || pointer) return undefined
  return isMarkdown(name) ? 'markdown' : /\.(csv|tsv)$/i.test(name) ? 'csv' : undefined
}

function tools(page: PageCx, place: Place, content: FileContent): Content {
  const { record, at, path } = place
  const w = page.w.code.file
  const raw = to(place, content.pointer?.here ? 'media' : 'raw')
  const editable = at.kind === 'branch' && record.permissions?.push && !record.archived && !record.mirror
  const at_ = `${pathOf(at.name)}/${pathOf(path)}`
  const button = (href: string, drawing: Parameters<typeof icon>[0], label: string) => html`<a class="button icon small" href="${href}" aria-label="${label}" title="${label}">${icon(drawing)}</a>`
  return html`<span class="group"><a class="button small" href="${raw}">${w.raw}</a><a class="button small" href="${to(place, 'commits')}" data-keys="h">${w.history}</a>${content.isText && html`<a class="button small" href="${to(place, 'blame')}" data-keys="b">${w.blame}</a>`}</span>
    ${at.kind !== 'commit' && html`<a class="unseen" href="${forEver(place)}" data-keys="y">${w.permalink}</a>`}
    <span class="row tight">${content.isText && !content.tooLong && html`<button type="button" class="button icon small" data-copy-from="${raw}" aria-label="${w.copy}" title="${w.copy}">${icon('copy')}</button>`}
    <a class="button icon small" href="${raw}" download aria-label="${w.download}" title="${w.download}">${icon('download')}</a>
    ${editable && [content.isText && !content.tooLong && button(`${record.html_url}/_edit/${at_}`, 'pencil', w.edit), button(`${record.html_url}/_delete/${at_}`, 'trash', w.delete)]}</span>`
}

async function body(page: PageCx, place: Place, entry: tree.PathEntry, content: FileContent, as: Rendering | undefined): Promise<Content> {
  const w = page.w.code.file
  const raw = to(place, content.pointer?.here ? 'media' : 'raw')
  const says = (words: Content) => html`<div class="empty">${icon('file')}<h2>${words}</h2><div class="what"><a class="button" href="${raw}">${w.raw}</a></div></div>`
  if (as === 'image') return html`<div class="picture"><img src="${raw}" alt="${entry.name}"></div>`
  if (as === 'video') return html`<div class="picture"><video controls src="${raw}" preload="metadata"></video></div>`
  if (as === 'audio') return html`<div class="picture"><audio controls src="${raw}" preload="metadata"></audio></div>`
  if (as === 'pdf') return html`<div class="empty">${icon('book')}<h2>${w.pdf}</h2><div class="what"><a class="button strong" href="${raw}">${w.openPdf}</a></div></div>`
  if (as === 'markdown') {
    const { record, at } = place
    const folder = entry.path.slice(0, Math.max(entry.path.lastIndexOf('/'), 0))
    return html`<div class="pad">${await prose(page, content.text, { mode: 'document', repo: record, ref: `${at.kind}/${pathOf(at.name)}`, dir: folder })}</div>`
  }
  if (as === 'csv') return values(page, content.text, entry.name)
  if (!content.isText) return says(w.binary)
  if (content.tooLong) return says(w.tooLong)
  if (content.size === 0) return html`<p class="diff-note">${w.empty}</p>`
  const lines = await page.cx.markup.highlight(content.text, entry.name)
  return lines.length > PART ? parts(page, lines, entry.name, isOdd(content.text), raw) : codeTable(lines, entry.name, isOdd(content.text))
}

/** A long file, part by part. */
function parts(page: PageCx, lines: readonly string[], name: string, odd: boolean, raw: string): Html {
  const w = page.w.code.file
  const last = Math.ceil(lines.length / PART)
  const part = Math.min(last, Math.max(1, Math.trunc(Number(page.query.part)) || 1))
  const link = (to: number, words: string, rel: string) => to >= 1 && to <= last && html`<a class="button small" rel="${rel}" href="${withQuery(page, { part: to === 1 ? undefined : to })}">${words}</a>`
  const ways = html`<p class="diff-note row between"><span>${w.part((part - 1) * PART + 1, Math.min(part * PART, lines.length), lines.length)}</span><span class="row">${link(part - 1, w.partBefore, 'prev')}${link(part + 1, w.partAfter, 'next')}<a class="button small" href="${raw}">${w.raw}</a></span></p>`
  return html`${ways}${partTable(lines, part, name, odd)}${ways}`
}

function values(page: PageCx, text: string, name: string): Html {
  const head = text.slice(0, 2000).split('\n', 1)[0]
  const comma = /\.tsv$/i.test(name) ? '\t' : head.split(';').length > head.split(',').length ? ';' : ','
  const [first = [], ...rest] = separated(text.replace(/^\ufeff/, ''), comma, ROWS + 1)
  const cells = rest.map((row, i) => `<tr><td class="n soft" id="R${i + 2}">${i + 2}</td>${row.map((cell) => html`<td>${cell}</td>`.text).join('')}</tr>`).join('')
  return html`<div class="code-scroll" tabindex="0" role="region" aria-label="${name}"><table class="values"><thead><tr><th></th>${first.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${trusted(cells)}</tbody></table></div>${rest.length >= ROWS && html`<p class="diff-note">${page.w.code.file.firstRows(ROWS)}</p>`}`
}

async function linkBox(page: PageCx, place: Place, entry: tree.PathEntry): Promise<Html> {
  const target = (await bytesOf(page.cx, place.dir, entry.oid, 4096).catch(() => Buffer.alloc(0))).toString('utf8')
  const names = entry.path.split('/').slice(0, -1)
  let leads = !target.startsWith('/') && target !== ''
  for (const name of target.split('/')) {
    if (name === '..') leads = leads && names.pop() !== undefined
    else if (name !== '.' && name !== '') names.push(name)
  }
  return html`<section class="box"><p class="diff-note">${icon('link')} ${page.w.code.file.linkTo} ${leads && names.length > 0 ? html`<a href="${to(place, 'src', names.join('/'))}"><code>${target}</code></a>` : html`<code>${target}</code>`}</p></section>`
}
