// One text that somebody wrote, with everything that can be done with it. Reviews look the same.
import { ago, avatar, badge, bytes, doButton, editor, hidden, html, icon, menu, menuLink, person, prose, submit, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { UserRecord } from '../../users/index.ts'
import type { AttachmentRecord } from '../attachments/schema.ts'
import { editorFiles } from '../attachments/writing.ts'
import { backTo, type OpenIssue } from '../ground/opened.ts'
import { reactionBar, reactionMenu } from '../reactions/bar.ts'
import { fill } from '../timeline/fill.ts'
import type { Reacted } from '../timeline/verbs.ts'

export interface CardOf {
  /** 0: the issue's own text */
  id: number
  anchor: string
  user: UserRecord | null
  original_author?: string
  /** a sentence of the catalogue with {when} */
  says: string
  /** beside the sentence */
  marks?: Content
  created_at: string
  body: string
  changed: boolean
  reactions: readonly Reacted[]
  files: readonly AttachmentRecord[]
  mayEdit: boolean
  mayDelete: boolean
  /** for the island that ticks task boxes */
  version?: number
  /** instead of the words for an empty text */
  empty?: Content
  /** under the text: a review's remarks */
  below?: Content
}

export async function commentCard(page: PageCx, on: OpenIssue, one: CardOf): Promise<Html> {
  const { w, query } = page
  const key = one.id === 0 ? 'body' : String(one.id)
  const editing = one.mayEdit && query.edit === key
  // what the text shows already is not listed again, unless it is being changed
  const files = editing ? one.files : one.files.filter((file) => !one.body.includes(file.uuid))
  const who = one.original_author ? html`<b><bdi>${one.original_author}</bdi></b>` : person(page, one.user, 20)
  const text = editing ? editForm(page, on, one) : html`<div class="talk-text" data-text${one.mayEdit ? html` data-tasks="${on.acts}/task" data-comment="${one.id}" data-version="${one.version ?? 0}" data-failed="${w.issues.task.failed}"` : ''}>${
    one.body.trim() ? await prose(page, one.body, { repo: on.repo, anchor: one.anchor }) : html`<p class="soft">${one.empty ?? w.issues.talk.empty}</p>`}</div>`
  return html`<article class="box talk-card" id="${one.anchor}" data-card>
    <header class="box-head"><span class="talk-face">${avatar(page.root, one.user, 28)}</span><span class="grow small">${who} <span class="soft">${fill(one.says, { when: html`<a href="#${one.anchor}">${ago(page, one.created_at)}</a>` })}${one.changed && html` · <a href="${on.acts}/history?comment=${one.id}">${w.issues.talk.edited}</a>`}</span></span>
      ${one.marks}${one.user && one.user.id === on.issue.user?.id && one.id !== 0 && badge(w.issues.talk.author)}
      <span class="row nowrap">${on.can.react && reactionMenu(page, on, one.id, `#${one.anchor}`)}${cardMenu(page, on, one, key)}</span></header>
    ${text}
    ${files.length > 0 && attachments(page, on, { ...one, files })}${one.mayEdit && query.attach === key && attachForm(page, on, one)}
    ${!editing && reactionBar(page, on, one.id, one.reactions, `#${one.anchor}`)}${one.below}
  </article>`
}

function cardMenu(page: PageCx, on: OpenIssue, one: CardOf, key: string): Html {
  const t = page.w.issues.talk
  const [path] = page.rq.url.split('?')
  return menu(icon('dots'), t.menu, [
    html`<button type="button" class="menu-item" data-copy="${page.root}${path}#${one.anchor}" aria-label="${t.copyLink}">${icon('link')}${t.copyLink}</button>`,
    on.can.comment && html`<a class="menu-item" href="${page.root}${path}?quote=${key}#write" data-quote>${icon('quote')}${t.quote}</a>`,
    one.mayEdit && menuLink(`${page.root}${path}?edit=${key}#${one.anchor}`, t.edit, 'pencil'),
    one.mayEdit && page.cx.config.attachments && menuLink(`${page.root}${path}?attach=${key}#${one.anchor}`, t.attach, 'upload'),
    one.changed && menuLink(`${on.acts}/history?comment=${one.id}`, t.history, 'history'),
    one.mayDelete && doButton(`${on.acts}/comments/${one.id}/delete`, [icon('trash'), t.delete], { back: backTo(page) }, { kind: 'quiet menu-item', confirm: t.sure }),
  ], { kind: 'icon small' })
}

/** In place of the text; a refusal shows the same on a page of its own. */
function editForm(page: PageCx, on: OpenIssue, one: CardOf): Html {
  const { w } = page
  const to = one.id === 0 ? `${on.acts}/edit` : `${on.acts}/comments/${one.id}/edit`
  return html`<form class="stack pad" method="post" action="${to}" enctype="multipart/form-data">${one.id === 0 && [hidden('content_version', one.version ?? 0), hidden('title', on.issue.title)]}${hidden('back', backTo(page, `#${one.anchor}`))}
    ${editor(page, 'body', w.issues.form.body, one.body, { repo: on.repo, rows: 10, quiet: true, autofocus: true, id: `edit-${one.id}`, files: editorFiles(page, on.repo) })}
    <div class="row end"><a class="button" href="${page.root}${backTo(page, `#${one.anchor}`)}">${w.issues.write.cancel}</a>${submit(w.issues.write.save)}</div></form>`
}

function attachments(page: PageCx, on: OpenIssue, one: CardOf): Html {
  const t = page.w.issues.talk
  const picture = (file: AttachmentRecord) => /\.(png|jpe?g|gif|webp|avif)$/i.test(file.name)
  return html`<ul class="files" aria-label="${t.files}">${one.files.map((file) => html`<li>${picture(file) ? html`<a href="${file.browser_download_url}"><img src="${file.browser_download_url}" alt="${file.name}" loading="lazy"></a>` : icon('file')}<a href="${file.browser_download_url}"><bdi>${file.name}</bdi></a> <span class="soft small">${bytes(file.size)}</span>${
    one.mayEdit && doButton(`${filesOf(on, one)}/delete`, icon('trash'), { id: file.id }, { kind: 'quiet icon small', label: t.removeFile(file.name), confirm: t.removeFile(file.name) })}</li>`)}</ul>`
}

const filesOf = (on: OpenIssue, one: CardOf) => (one.id === 0 ? `${on.acts}/files` : `${on.acts}/comments/${one.id}/files`)

function attachForm(page: PageCx, on: OpenIssue, one: CardOf): Content {
  const t = page.w.issues.talk
  if (!page.cx.config.attachments) return ''
  return html`<form class="row pad attach" method="post" enctype="multipart/form-data" action="${filesOf(on, one)}"><label for="attach-${one.id}">${t.attach}</label><input type="file" id="attach-${one.id}" name="attachment" required><button class="button small">${icon('upload')}${t.upload}</button></form>`
}
