// Tags: marked commits, with what can be downloaded and made of them.
import { gates, repoWrite, scope, signedIn } from '../../access/index.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { repoAddress, repoAt, repoSheet, theRepo } from '../../repos/index.ts'
import { action, ago, box, closing, dialog, empty, form, hidden, html, icon, menu, menuLink, opens, pageNumber, pager, pathOf, post, problem, redirect, rows, submit, textArea, textField, type PageCx } from '../../web/index.ts'
import { titleOf } from '../commits/rows.ts'
import { repoShown, seesCode } from '../ground/gates.ts'
import * as tags from './verbs.ts'

const PAGE = 30
const home = (page: PageCx) => repoAddress(page, '/tags')

const list = form({
  id: 'tagsPage', at: '/:owner/:repo/tags', says: 'Tags of a repository', needs: seesCode, fields: input('NewTagForm', { tag_name: Str, target: Optional(Str), message: Optional(Str) }),
  async show(page) {
    const { w, query, given } = page
    const t = w.code.tags
    const record = await theRepo(page)
    const wanted = query.q?.toLowerCase() ?? ''
    const all = (await tags.list(page.cx, page.repo)).filter((one) => one.name.toLowerCase().includes(wanted))
    const number = pageNumber(page)
    const writable = record.permissions?.push && !record.archived && !record.mirror && !record.empty
    const line = (one: tags.TagInfo) => html`<div class="row between"><div class="grow"><a class="title" href="${record.html_url}/src/tag/${pathOf(one.name)}">${icon('tag')} <bdi>${one.name}</bdi></a>
        <div class="meta"><a class="mono" href="${record.html_url}/commit/${one.commit}">${one.commit.slice(0, 10)}</a><span class="cut">${titleOf(one.message)}</span><span>${ago(page, one.date)}</span></div></div>
      <div class="row"><a class="button small" href="${record.html_url}/archive/${pathOf(one.name)}.zip">${icon('archive')}ZIP</a><a class="button small" href="${record.html_url}/archive/${pathOf(one.name)}.tar.gz">${icon('archive')}TAR.GZ</a>
      ${menu(icon('dots'), t.menu(one.name), [
        record.has_releases && menuLink(`${record.html_url}/releases/tag/${pathOf(one.name)}`, t.release, 'rocket'),
        menuLink(`${record.html_url}/compare/${pathOf(one.name)}...${pathOf(record.default_branch)}`, t.since, 'diff'),
        writable && html`<form method="post" action="${home(page)}/delete" data-confirm="${t.sure(one.name)}">${hidden('name', one.name)}<button class="menu-item tone-bad">${icon('trash')}${t.delete}</button></form>`,
      ])}</div></div>`
    return repoSheet(page, record, 'code', {
      title: t.title, feed: `${record.html_url}/tags.atom`,
      body: html`<div class="page-head"><h2>${t.title}</h2>${writable && opens('new-tag', [icon('plus'), t.new], 'strong')}</div>${problem(page.problem)}
        <form class="filter" action="${home(page)}" role="search" aria-label="${t.find}"><input type="search" name="q" value="${query.q ?? ''}" placeholder="${t.find}" aria-label="${t.find}"><button class="button">${w.site.search}</button></form>
        ${box(all.length === 0 ? empty('tag', t.none, t.noneHow) : rows(all.slice((number - 1) * PAGE, number * PAGE).map(line)))}${pager(page, { total: all.length, page: number, limit: PAGE })}
        ${writable && dialog('new-tag', t.new, post(home(page), [textField('tag_name', t.name, given.tag_name, { required: true, maxlength: 100 }), textField('target', t.target, given.target ?? record.default_branch, { hint: t.targetHint }), textArea('message', t.message, given.message, { hint: t.messageHint }), closing('new-tag', page.w.site.cancel, submit(t.create))]))}`,
    })
  },
  async send(page) {
    await page.ask('createReposTags', repoAt(page), { ...page.given, tag_name: page.given.tag_name.trim() })
    return redirect(home(page), page.w.code.tags.created(page.given.tag_name))
  },
})

const remove = action({
  id: 'deleteTag', at: '/:owner/:repo/tags/delete', says: 'Delete a tag', needs: gates(scope('repository'), repoShown, signedIn, repoWrite('code')), fields: input('DeleteTagForm', { name: Str }),
  async run(page) {
    await page.ask('deleteReposTagsByTag', { ...repoAt(page), tag: page.given.name })
    return redirect(home(page), page.w.code.tags.deleted(page.given.name))
  },
})

export const pages = [list, remove].flat()
