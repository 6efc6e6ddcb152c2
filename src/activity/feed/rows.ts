// A feed as rows: who did what, where, when.
import { ago, avatar, empty, html, icon, sentence, titled, type Content, type Html, type PageCx } from '../../web/index.ts'
import { told, type ActivityRecord, type Named } from './told.ts'

const named = (one: Named): Content => {
  const words = one.mono ? html`<code>${one.words}</code>` : html`<bdi>${one.words}</bdi>`
  return one.to ? html`<a href="${one.to}">${words}</a>` : html`<b>${words}</b>`
}

export function feedRows(page: PageCx, entries: ActivityRecord[], none: Content): Html {
  const rows = entries.flatMap((entry) => row(page, entry) ?? [])
  return rows.length > 0 ? html`<ol class="feed">${rows}</ol>` : empty('history', page.w.activity.none, none)
}

function row(page: PageCx, entry: ActivityRecord): Html | undefined {
  const it = told(page, entry)
  if (!it) return undefined
  const parts = Object.fromEntries(Object.entries(it.parts).map(([name, one]) => [name, named(one)]))
  return html`<li>
    <span class="feed-who">${avatar(page.root, entry.act_user, 32)}<span class="feed-kind tone-${it.tone}">${icon(it.icon)}</span></span>
    <div class="grow">
      <p class="feed-says">${sentence(it.sentence, parts)} <span class="soft small">${ago(page, entry.created)}</span></p>
      ${it.title && html`<p class="feed-title"><a href="${it.title.to}">${titled(it.title.words)}</a></p>`}
      ${it.text && html`<p class="feed-text" dir="auto">${it.text}</p>`}
      ${it.commits.length > 0 && html`<ul class="feed-commits">${it.commits.map((one) => html`<li><a class="mono" href="${one.to}">${one.sha.slice(0, 8)}</a> <span class="cut"><bdi>${one.message}</bdi></span></li>`)}${
        it.more && html`<li class="soft">${it.more.to ? html`<a href="${it.more.to}">${page.w.activity.more(it.more.count)}</a>` : page.w.activity.more(it.more.count)}</li>`}</ul>`}
    </div></li>`
}
