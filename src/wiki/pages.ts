// A wiki in the browser: read, written, its past.
import { gates, notArchived, readable, repoWrite, scope, signedIn } from '../access/index.ts'
import { diffTexts, diffView, disposition, mediaType, places as paths, repoShown } from '../code/index.ts'
import { invalid, notFound, Refusal } from '../kernel/errors.ts'
import { raw } from '../kernel/route.ts'
import { Bytes, input, Optional, Str } from '../kernel/schema.ts'
import { repoSheet, theRepo, type RepositoryRecord } from '../repos/index.ts'
import { action, ago, badge, box, doButton, editor, empty, form, hidden, html, icon, notice, page, pager, problem, redirect, rows, submit, textField, type PageCx, type Sheet } from '../web/index.ts'
import { article, at, editedBy, firstLine, isAside, mayWrite, side, to, who, writeButton, type Seen } from './looking.ts'
import { find } from './places.ts'
import type { WikiCommitRecord, WikiMetaRecord, WikiPageRecord } from './schema.ts'
import * as wikis from './verbs.ts'
import * as view from './view.ts'

const reads = gates(scope('repository'), repoShown, readable('wiki'))
const writes = gates(scope('repository'), repoShown, readable('wiki'), signedIn, notArchived, repoWrite('wiki'))
const LISTED = 100

const listed = (page: PageCx, number?: string) => page.ask.list<WikiMetaRecord>('listReposWikiPages', { ...at(page), limit: LISTED, page: number })

const home = page({
  id: 'wikiHome', at: '/:owner/:repo/wiki', says: 'The first page of a wiki', needs: reads,
  async run(page) {
    const old = elsewhere(page, 'Home')
    if (old) return redirect(old)
    const record = await theRepo(page)
    const first = (await find(page.cx, page.repo)) && (await page.ask.maybe<WikiPageRecord>('getReposWikiPageByPageName', { ...at(page), pageName: 'Home' }))
    if (first) return sheetOf(page, record, first)
    const other = (await page.ask.maybe<WikiMetaRecord[]>('listReposWikiPages', { ...at(page), limit: LISTED }))?.find((one) => !isAside(one.title))
    if (other) return sheetOf(page, record, await page.ask<WikiPageRecord>('getReposWikiPageByPageName', { ...at(page), pageName: other.sub_url }))
    const w = page.w.wiki
    const write = mayWrite(page, record)
    return repoSheet(page, record, 'wiki', { title: w.title, body: box(empty('book', w.none, html`<p>${w.noneHow}</p>${write ? writeButton(page, record, w.first, 'Home') : html`<p>${w.noneWait}</p>`}`)) })
  },
})

/** Addresses people know from elsewhere: `?action=_edit`. */
function elsewhere(page: PageCx, name: string): string | undefined {
  const wiki = `${page.root}/${encodeURIComponent(page.params.owner)}/${encodeURIComponent(page.params.repo)}/wiki`
  const known: Record<string, string> = { _pages: '_pages', _new: '_new', _edit: `_edit/${encodeURIComponent(name)}`, _revision: `_history/${encodeURIComponent(name)}` }
  const asked = page.query.action
  return asked !== undefined && Object.hasOwn(known, asked) ? `${wiki}/${known[asked]}` : undefined
}

async function sheetOf(page: PageCx & Seen, record: RepositoryRecord, shown: WikiPageRecord, rev?: string): Promise<Sheet> {
  const w = page.w.wiki
  const all = await listed(page)
  const write = mayWrite(page, record)
  const edit = html`<a class="button" href="${to(record, '_edit', shown.sub_url)}${rev ? `?rev=${rev}` : ''}" data-keys="e">${icon('pencil')}${rev ? w.restore : w.edit}</a>`
  return repoSheet(page, record, 'wiki', {
    title: shown.title,
    body: html`<header class="page-head wiki-head"><div class="grow"><h2><bdi>${shown.title}</bdi></h2><p class="small soft">${editedBy(page, shown.last_commit)} · <a href="${to(record, '_history', shown.sub_url)}">${w.revisions(shown.commit_count)}</a></p></div>
      <div class="row">${write && edit}<a class="button" href="${to(record, '_history', shown.sub_url)}">${icon('history')}${w.history}</a>
        ${write && !rev && doButton(to(record, '_delete', shown.sub_url), [icon('trash'), w.delete], {}, { kind: 'danger', confirm: w.sure(shown.title) })}${write && writeButton(page, record, w.new)}</div></header>
      ${rev && notice('info', html`${w.old} ${ago(page, shown.last_commit?.author?.date)}. <a href="${shown.html_url}">${w.current}</a>`)}
      <div class="split"><div>${await article(page, record, shown)}</div>${await side(page, record, shown, all.items, all.total)}</div>`,
  })
}

const single = page({
  id: 'wikiPage', at: '/:owner/:repo/wiki/:page*', says: 'A page of a wiki', needs: reads,
  async run(page) {
    const { cx, repo, ask, params, query } = page
    const old = elsewhere(page, params.page)
    if (old) return redirect(old)
    const record = await theRepo(page)
    if (query.rev !== undefined) {
      const then = await wikis.get(cx, repo, params.page, query.rev)
      return sheetOf(page, record, await view.one(cx, repo, then.wiki, then.page), query.rev)
    }
    const shown = await ask.maybe<WikiPageRecord>('getReposWikiPageByPageName', { ...at(page), pageName: params.page })
    if (shown) return sheetOf(page, record, shown)
    if (!mayWrite(page, record)) throw notFound()
    const w = page.w.wiki
    const title = params.page.replace(/\.md$/, '').replaceAll('-', ' ')
    return repoSheet(page, record, 'wiki', { title: w.title, status: 404, body: box(empty('book', w.missing(title), html`<p>${w.missingHow}</p>${writeButton(page, record, w.writeIt, title)} <a class="button" href="${record.html_url}/wiki/_pages">${w.pages}</a>`)) })
  },
})

const list = page({
  id: 'wikiPages', at: '/:owner/:repo/wiki/_pages', says: 'All pages of a wiki', needs: reads,
  async run(page) {
    const w = page.w.wiki
    const record = await theRepo(page)
    const found = (await find(page.cx, page.repo)) ? await listed(page, page.query.page) : { items: [], total: 0, page: 1, limit: LISTED }
    const write = mayWrite(page, record)
    return repoSheet(page, record, 'wiki', {
      title: w.pages,
      body: html`<header class="page-head"><h2>${w.pages}</h2>${write && writeButton(page, record, w.new)}</header>
        ${box(found.items.length > 0 ? rows(found.items.map((one) => html`<div class="row between"><a class="grow" href="${one.html_url}"><b><bdi>${one.title}</bdi></b></a><span class="small soft">${editedBy(page, one.last_commit)}</span></div>`)) : empty('book', w.none, write ? w.noneHow : w.noneWait))}${pager(page, found)}`,
    })
  },
})

const fields = input('WikiPageForm', { title: Str, content: Optional(Bytes), message: Optional(Str), was: Optional(Str) })
interface Given {
  title?: string
  content?: string
  message?: string
  was?: string
}

async function formSheet(page: PageCx & { problem?: string }, record: RepositoryRecord, given: Given, title: string, back: string, more: { notice?: string } = {}): Promise<Sheet> {
  const w = page.w.wiki
  return repoSheet(page, record, 'wiki', {
    title, islands: ['editor'],
    body: html`<h2 class="edit-title">${title}</h2>${problem(page.problem)}${more.notice && notice('info', more.notice)}${page.problem === w.stale && html`<p><a href="${back}" target="_blank" rel="noopener">${w.seeTheirs}</a></p>`}
      <section class="box"><form method="post" class="stack">${given.was && hidden('was', given.was)}${textField('title', w.name, given.title, { required: true, maxlength: 200, hint: w.nameHint, autocomplete: 'off' })}
        ${editor(page, 'content', w.content, given.content, { repo: record, mode: 'wiki', rows: 22, hint: w.contentHint })}
        ${textField('message', w.message, given.message, { maxlength: 500, hint: w.messageHint, autocomplete: 'off' })}
        <div class="row">${submit(w.save)}<a class="button" href="${back}">${page.w.site.cancel}</a></div></form></section>`,
  })
}

/** Browsers send every line end as two characters. */
const bytes = (text: string | undefined) => Buffer.from((text ?? '').replaceAll('\r\n', '\n'))

const make = form({
  id: 'newWikiPage', at: '/:owner/:repo/wiki/_new', says: 'Write a page of a wiki', needs: writes, fields,
  async show(page) {
    const record = await theRepo(page)
    return formSheet(page, record, { title: page.query.title, ...page.given }, page.w.wiki.newTitle, `${record.html_url}/wiki`)
  },
  async send(page) {
    const { given } = page
    const made = await page.ask<WikiPageRecord>('createReposWikiNew', at(page), { title: given.title, message: given.message, content_base64: bytes(given.content).toString('base64') })
    return redirect(made.html_url, page.w.wiki.made)
  },
})

const edit = form({
  id: 'editWikiPage', at: '/:owner/:repo/wiki/_edit/:page*', says: 'Edit a page of a wiki', needs: writes, fields,
  async show(page) {
    const { cx, repo, params, query, given, w } = page
    const [record, now] = await Promise.all([theRepo(page), wikis.get(cx, repo, params.page)])
    const then = query.rev === undefined ? now : await wikis.get(cx, repo, params.page, query.rev)
    const before = { title: now.page.title, content: (await wikis.bytesOf(cx, then.wiki, then.page)).toString('utf8') }
    return formSheet(page, record, { ...before, ...given, was: now.page.oid }, w.wiki.editTitle(now.page.title), view.addressOf(cx, repo, now.page.sub_url), { notice: query.rev && w.wiki.restoring })
  },
  async send(page) {
    const { cx, repo, actor, given, params, w } = page
    // through the verb, because no operation can say what the page was when it was read
    const name = await wikis.edit(cx, { repo, by: actor.account! }, params.page, { title: given.title, content: bytes(given.content), message: given.message, was: given.was }).catch((error) => {
      throw error instanceof Refusal && error.kind === 'exists' ? invalid(w.wiki.stale) : error
    })
    return redirect(view.addressOf(cx, repo, name.sub_url), w.wiki.saved)
  },
})

const remove = action({
  id: 'deleteWikiPage', at: '/:owner/:repo/wiki/_delete/:page*', says: 'Delete a page of a wiki', needs: writes,
  async run(page) {
    await page.ask('deleteReposWikiPageByPageName', { ...at(page), pageName: page.params.page })
    return redirect(`${(await theRepo(page)).html_url}/wiki/_pages`, page.w.wiki.gone)
  },
})

const past = page({
  id: 'wikiHistory', at: '/:owner/:repo/wiki/_history/:page*', says: 'The history of a page of a wiki', needs: reads,
  async run(page) {
    const { ask, params, query, w } = page
    const t = w.wiki
    const number = Math.max(1, Number(query.page) || 1)
    const [record, now, told] = await Promise.all([theRepo(page), wikis.get(page.cx, page.repo, params.page), ask<{ commits: WikiCommitRecord[]; count: number }>('listReposWikiRevisionsByPageName', { ...at(page), pageName: params.page, page: number })])
    const address = view.addressOf(page.cx, page.repo, now.page.sub_url)
    const write = mayWrite(page, record)
    const head = html`<header class="page-head"><h2>${t.historyTitle(now.page.title)}</h2><a class="button" href="${address}">${t.back}</a></header>`
    if (query.rev !== undefined) return repoSheet(page, record, 'wiki', { title: t.historyTitle(now.page.title), islands: ['diff'], body: html`${head}${await changes(page, record, now.page.sub_url, query.rev)}` })
    const line = (one: WikiCommitRecord, n: number) => html`<div class="row between"><div class="grow"><b><bdi>${firstLine(one.message)}</bdi></b> ${n === 0 && number === 1 && badge(t.newest, 'good')}<div class="meta">${who(page, one)} · ${ago(page, one.author?.date)} · <code>${one.sha.slice(0, 10)}</code></div></div>
      <span class="group"><a class="button small" href="${to(record, '_history', now.page.sub_url)}?rev=${one.sha}">${t.changes}</a><a class="button small" href="${address}?rev=${one.sha}">${t.view}</a>${write && (n > 0 || number > 1) && html`<a class="button small" href="${to(record, '_edit', now.page.sub_url)}?rev=${one.sha}">${t.restore}</a>`}</span></div>`
    return repoSheet(page, record, 'wiki', { title: t.historyTitle(now.page.title), body: html`${head}${box(rows(told.commits.map(line)))}${pager(page, { total: told.count, page: number, limit: view.REVISIONS })}` })
  },
})

/** What one revision did to the page. */
async function changes(page: PageCx & Seen, record: RepositoryRecord, name: string, rev: string) {
  const t = page.w.wiki
  const { before, after, commit } = await wikis.changed(page.cx, page.repo, name, rev)
  const made = before === after ? undefined : await diffTexts(page.cx, `${name}.md`, before, after)
  return html`<p><b><bdi>${firstLine(commit.message)}</bdi></b> <span class="small soft"><bdi>${commit.author.name}</bdi> · ${ago(page, new Date(commit.author.date * 1000).toISOString())} · <code>${rev.slice(0, 10)}</code></span></p>
    ${made ? await diffView(page, made, { home: record.html_url, bare: true, style: 'unified' }) : notice('info', before === after ? t.nothing : t.tooDifferent)}`
}

const file = page({
  id: 'wikiRaw', at: '/:owner/:repo/wiki/raw/:path*', says: 'A file of a wiki as it is', needs: reads,
  async run({ cx, rq, repo, params }) {
    const path = paths.clean(params.path)
    const { name, bytes: data } = await wikis.fileAt(cx, repo, path ?? '')
    return raw(rq.method === 'HEAD' ? '' : data, {
      'content-type': mediaType(data, name), 'content-disposition': disposition('inline', name), 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox", 'x-content-type-options': 'nosniff', 'cache-control': 'private, max-age=300',
    })
  },
})

export const pages = [home, list, make, edit, remove, past, file, single].flat()
