// Who last changed each line of a file, and the way to what was there before.
import { blame, GitError, objects } from '../../git/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { repoSheet } from '../../repos/index.ts'
import { ago, empty, html, icon, page, pathOf, trusted, type Content, type Html, type PageCx } from '../../web/index.ts'
import { crumbs, entryAt, kinds, placeOf, refMenu, shortSha, to, type Place } from '../browsing/place.ts'
import { file } from '../browsing/verbs.ts'
import { strangerPicture, titleOf } from '../commits/rows.ts'
import { avatar } from '../../web/index.ts'
import * as commitView from '../commits/view.ts'
import { seesCode } from '../ground/gates.ts'

/** Lines beyond this are too many for one page. */
const LINES = 20_000
const AGES = 8

export const pages = kinds.flatMap((kind) => page({
  id: `blame${kind[0].toUpperCase()}${kind.slice(1)}`, at: `/:owner/:repo/blame/${kind}/:rest*`, says: 'Who last changed each line', needs: seesCode,
  async run(page) {
    const place = await placeOf(page, kind, page.params.rest)
    const entry = await entryAt(place, page)
    if (entry.kind !== 'file' && entry.kind !== 'executable') throw notFound()
    const content = await file(page.cx, place.row, entry)
    const w = page.w.code.blame
    const [switcher, body] = await Promise.all([refMenu(page, place), content.isText && !content.tooLong ? table(page, place, content.text) : empty('file', w.cannot)])
    return repoSheet(page, place.record, 'code', {
      title: `${w.title} · ${place.path}`, islands: ['code'], wide: true,
      body: html`<h2 class="unseen">${w.title} ${place.path}</h2><div class="code-bar"><div class="row grow">${switcher}${crumbs(page, place, 'blame')}</div><span class="group"><a class="button" href="${to(place, 'src')}">${icon('file')}${w.normal}</a><a class="button" href="${to(place, 'commits')}">${icon('history')}${page.w.code.file.history}</a></span></div>
        <section class="box" aria-label="${w.title}">${body}</section>`,
    })
  },
}))

async function table(page: PageCx, place: Place, text: string): Promise<Content> {
  const { cx } = page
  const groups = await blame.blame(cx.git, place.dir, place.at.commit, place.path).catch((error) => {
    if (error instanceof GitError && (error.reason === 'timeout' || error.reason === 'output')) return undefined
    throw error
  })
  if (!groups || groups.reduce((sum, one) => sum + one.lines.length, 0) > LINES) return empty('file', page.w.code.blame.tooLong)
  const lines = await cx.markup.highlight(text, place.path)
  const oids = [...new Set(groups.map((one) => one.oid))]
  const records = new Map((await commitView.many(cx, place.row, oids, { stat: false, files: false, verification: false })).map((one) => [one.sha, one]))
  const dates = (await objects.commits(cx.git, place.dir, oids)).map((one) => one.committer.date)
  const [oldest, newest] = [Math.min(...dates), Math.max(...dates)]
  const age = (date: number) => (newest === oldest ? 0 : Math.min(AGES - 1, Math.floor((AGES * (newest - date)) / (newest - oldest))))
  const head = (group: blame.BlameGroup): Html => {
    const one = records.get(group.oid)!
    const { email, name } = one.commit!.author!
    const picture = one.author ? avatar(page.root, one.author, 18) : strangerPicture(page, email, 18)
    const before = group.previous && `${place.record.html_url}/blame/commit/${group.previous.oid}/${pathOf(group.previous.path)}#L${group.originalLine}`
    return html`<td class="blame-who"><div class="row"><span title="${one.author?.login ?? name}">${picture}</span><a class="grow cut" href="${place.record.html_url}/commit/${group.oid}" title="${shortSha(group.oid)} ${one.commit!.message.slice(0, 500)}"><bdi>${titleOf(one.commit!.message)}</bdi></a>${ago(page, one.commit!.committer!.date)}</div></td>
      <td class="blame-before">${before && html`<a href="${before}" aria-label="${page.w.code.blame.before}" title="${page.w.code.blame.before}">${icon('history')}</a>`}</td>`
  }
  const rows = groups.flatMap((group) => group.lines.map((_, i) => {
    const n = group.line + i
    const first = i === 0
    const tone = age(Math.floor(Date.parse(records.get(group.oid)!.commit!.committer!.date) / 1000))
    return `<tr class="${first ? 'first ' : ''}age-${tone}">${first ? head(group).text : '<td class="blame-who"></td><td class="blame-before"></td>'}<td class="n" id="L${n}"><a href="#L${n}" tabindex="-1">${n}</a></td><td class="l">${lines[n - 1] ?? ''}</td></tr>`
  }))
  return html`<p class="blame-ages small soft" aria-hidden="true">${page.w.code.blame.newer} ${Array.from({ length: AGES }, (_, i) => html`<span class="age age-${i}"></span>`)} ${page.w.code.blame.older}</p>
    <div class="code-scroll" tabindex="0" role="region" aria-label="${place.path}"><table class="code file-lines blame"><tbody>${trusted(rows.join('\n'))}</tbody></table></div>`
}
