// Looking for a text in the files of a branch.
import { grep } from '../../git/index.ts'
import { gitDir, repoSheet, theRepo } from '../../repos/index.ts'
import { box, empty, escape, html, icon, page, pageNumber, pager, trusted, type Content, type Html, type PageCx } from '../../web/index.ts'
import { byKind, find } from '../content/at.ts'
import { seesCode } from '../ground/gates.ts'
import { to, type Place } from '../browsing/place.ts'

const FILES = 20

export const pages = page({
  id: 'searchCode', at: '/:owner/:repo/search', says: 'Look for a text in the files of a repository', needs: seesCode,
  async run(page) {
    const { cx, repo, query, w } = page
    const record = await theRepo(page)
    const t = w.code.search
    const text = query.q?.trim() ?? ''
    const at = record.empty ? undefined : query.ref ? await find(cx, repo, query.ref) : await byKind(cx, repo, 'branch', record.default_branch)
    const place: Place | undefined = at && { record, row: repo, dir: gitDir(cx, repo), at, path: '' }
    const found = place && text !== '' ? await grep(cx.git, place.dir, place.at.commit, text.slice(0, 200), { exact: query.case === '1', word: query.word === '1' }) : []
    const number = pageNumber(page)
    return repoSheet(page, record, 'code', {
      title: t.title,
      body: html`<h2 class="unseen">${t.title}</h2><form class="filter" action="${record.html_url}/search" role="search" aria-label="${t.hint}"><input type="search" name="q" value="${text}" placeholder="${t.hint}" aria-label="${t.hint}" autofocus>${query.ref && html`<input type="hidden" name="ref" value="${query.ref}">`}
        <label class="row nowrap"><input type="checkbox" name="case" value="1"${query.case === '1' ? html` checked` : ''}>${t.exact}</label><label class="row nowrap"><input type="checkbox" name="word" value="1"${query.word === '1' ? html` checked` : ''}>${t.word}</label><button class="button">${w.site.search}</button></form>
        ${text === '' ? box(empty('search', t.begin)) : found === null ? box(empty('search', t.tooMany)) : found.length === 0 ? box(empty('search', t.none(text))) : html`<p class="soft">${t.found(found.length)}</p>${found.slice((number - 1) * FILES, number * FILES).map((one) => fileBox(page, place!, one, text, query.case === '1'))}${pager(page, { total: found.length, page: number, limit: FILES })}`}`,
    })
  },
})

function fileBox(page: PageCx, place: Place, one: { path: string; lines: { line: number; text: string }[] }, text: string, exact: boolean): Html {
  const address = to(place, 'src', one.path)
  return html`<section class="box"><header class="box-head">${icon('file')}<h3 class="grow mono"><a href="${address}"><bdi>${one.path}</bdi></a></h3></header><div class="code-scroll"><table class="code"><tbody>${one.lines.map(({ line, text: row }) => html`<tr><td class="n"><a href="${address}#L${line}" data-n="${line}" aria-label="${page.w.code.search.line(line)}"></a></td><td class="l">${marked(row, text, exact)}</td></tr>`)}</tbody></table></div></section>`
}

function marked(row: string, text: string, exact: boolean): Content {
  const fold = (one: string) => (exact ? one : one.toLowerCase())
  const [where, what] = [fold(row), fold(text)]
  // letters whose small form is longer would shift the marks
  if (where.length !== row.length) return row
  let out = ''
  let from = 0
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, from)) {
    out += `${escape(row.slice(from, at))}<mark>${escape(row.slice(at, at + what.length))}</mark>`
    from = at + what.length
  }
  return trusted(out + escape(row.slice(from)))
}
