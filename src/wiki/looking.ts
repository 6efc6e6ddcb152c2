// What pages of a wiki are made of.
import { ADMIN, WRITE, type Access, type Repo } from '../access/index.ts'
import type { RepositoryRecord } from '../repos/index.ts'
import { ago, copyable, html, icon, pathOf, prose, sentence, type Content, type Html, type PageCx } from '../web/index.ts'
import type { WikiCommitRecord, WikiMetaRecord, WikiPageRecord } from './schema.ts'

export interface Seen {
  repo: Repo
  access: Access
}

export const at = ({ params }: PageCx) => ({ owner: params.owner, repo: params.repo })
export const mayWrite = ({ access, viewer }: PageCx & Seen, record: RepositoryRecord) => viewer !== null && !record.archived && (access.level >= ADMIN || access.units.wiki >= WRITE)
export const textOf = (base64: string) => Buffer.from(base64, 'base64').toString('utf8')
export const firstLine = (message: string) => message.split('\n', 1)[0].trim()
export const isAside = (title: string) => title === '_Sidebar' || title === '_Footer'

/** Addresses of a page; a page's own is in its record. */
export const to = (record: RepositoryRecord, act: '_edit' | '_delete' | '_history' | 'raw', subUrl: string) => `${record.html_url}/wiki/${act}/${pathOf(subUrl)}`

export const who = (page: PageCx, { author }: WikiCommitRecord): Content => author && html`<bdi>${author.name}</bdi>`

export const editedBy = (page: PageCx, last: WikiCommitRecord | null | undefined): Content =>
  last && sentence(page.w.wiki.edited, { who: who(page, last), when: ago(page, last.author?.date) })

/** Pages shown beside a page before one has to ask for all. */
const BESIDE = 50

export async function side(page: PageCx, record: RepositoryRecord, shown: WikiPageRecord, all: readonly WikiMetaRecord[], total: number): Promise<Html> {
  const w = page.w.wiki
  const others = all.filter((one) => !isAside(one.title)).toSorted((a, b) => Number(b.title === 'Home') - Number(a.title === 'Home') || a.title.localeCompare(b.title, page.lang, { numeric: true }))
  const list = html`<ul>${others.slice(0, BESIDE).map((one) => html`<li><a href="${one.html_url}"${one.sub_url === shown.sub_url ? html` aria-current="page"` : ''}><bdi>${one.title}</bdi></a></li>`)}</ul>
    ${total > BESIDE && html`<p><a href="${record.html_url}/wiki/_pages">${w.all(total)}</a></p>`}`
  // where the wiki has a side of its own, the list steps back
  const pages = shown.sidebar ? html`<details class="side-fold"><summary><h3>${w.pages}</h3></summary>${list}</details>` : html`<h3>${w.pages}</h3>${list}`
  return html`<aside class="wiki-side" aria-label="${w.aside}">${shown.sidebar && html`<section>${await prose(page, textOf(shown.sidebar), { mode: 'document', repo: record, wiki: true, anchor: 'sidebar' })}</section>`}
    <section>${pages}</section>
    <section><h3>${w.clone}</h3>${copyable(record.clone_url.replace(/\.git$/, '.wiki.git'), w.copy)}</section></aside>`
}

export async function article(page: PageCx, record: RepositoryRecord, shown: WikiPageRecord): Promise<Html> {
  const surrounding = { mode: 'document', repo: record, wiki: true } as const
  return html`<article class="box wiki"><div class="pad">${await prose(page, textOf(shown.content_base64), surrounding)}</div>
    ${shown.footer && html`<footer class="wiki-foot" aria-label="${page.w.wiki.footer}">${await prose(page, textOf(shown.footer), { ...surrounding, anchor: 'footer' })}</footer>`}</article>`
}

export const writeButton = (page: PageCx, record: RepositoryRecord, words: string, title?: string): Html =>
  html`<a class="button strong" href="${record.html_url}/wiki/_new${title ? `?title=${encodeURIComponent(title)}` : ''}">${icon('plus')}${words}</a>`
