// What was found, on a page: files with their lines, and the fields that were asked with.
import { Refusal } from '../../kernel/errors.ts'
import type { RepositoryRecord } from '../../repos/index.ts'
import { box, empty, escape, html, icon, pager, textField, trusted, type Content, type Html, type PageCx } from '../../web/index.ts'
import { fold } from '../trigrams/fold.ts'
import { indexOf } from './lines.ts'
import { LONGEST_WHOLE, parted } from './question.ts'

export interface Found {
  total_count: number
  incomplete_results: boolean
  items: { path: string; repository: RepositoryRecord; lines: { line: number; text: string }[] }[]
}
export const PER_PAGE = 20

/** What the address asks for, as the operation takes it. */
export const members = ({ query }: PageCx) => ({ q: query.q, path: query.path || undefined, language: query.language || undefined, case: query.case === '1', word: query.word === '1', regexp: query.regexp === '1', limit: PER_PAGE })

/** Null where it is no question, with the reason. */
export const tried = (found: Promise<Found>): Promise<Found | string> => found.catch((error) => {
  if (error instanceof Refusal && error.kind === 'invalid') return error.message
  throw error
})

export function searchForm(page: PageCx, to: string, more: Content): Html {
  const { query, w } = page
  const t = w.code.search
  const tick = (name: string, words: string) => html`<label class="row nowrap"><input type="checkbox" name="${name}" value="1"${query[name] === '1' ? html` checked` : ''}>${words}</label>`
  return html`<form class="filter search-form" action="${to}" role="search" aria-label="${t.hint}"><div class="row"><input type="search" name="q" value="${query.q ?? ''}" placeholder="${t.hint}" aria-label="${t.hint}" maxlength="${LONGEST_WHOLE}" autofocus><button class="button strong">${w.site.search}</button></div>
    ${textField('path', t.path, query.path, { placeholder: t.pathHint, maxlength: 200 })}${more}${tick('case', t.exact)}${tick('word', t.word)}${tick('regexp', t.regexp)}</form>`
}

export interface Shown {
  /** where a file is seen */
  address(one: Found['items'][number]): string
  /** which repository it is of */
  repos?: boolean
}

export function resultList(page: PageCx, found: Found | string | undefined, { address, repos }: Shown): Content {
  const { query, w } = page
  const t = w.code.search
  const words = parted((query.q ?? '').slice(0, LONGEST_WHOLE)).q
  if (words === '' || found === undefined) return box(empty('search', t.begin, t.how))
  if (typeof found === 'string') return box(empty('search', t.wrong, found))
  if (found.total_count === 0) return box(empty('search', found.incomplete_results ? t.tooMany : t.none(words), found.incomplete_results ? undefined : t.noneWhy))
  const exact = query.case === '1'
  const fileBox = (one: Found['items'][number]) => {
    const to = address(one)
    const of = repos && html`<a href="${one.repository.html_url}"><bdi>${one.repository.full_name}</bdi></a><span class="soft" aria-hidden="true"> / </span>`
    return html`<section class="box"><header class="box-head">${icon('file')}<h3 class="grow mono">${of}<a href="${to}"><bdi>${one.path}</bdi></a></h3></header><div class="code-scroll"><table class="code"><tbody>${one.lines.map(({ line, text }) =>
      html`<tr><td class="n"><a href="${to}#L${line}" data-n="${line}" aria-label="${t.line(line)}"></a></td><td class="l">${query.regexp === '1' ? text : marked(text, words, exact, query.word === '1')}</td></tr>`)}</tbody></table></div></section>`
  }
  const number = Math.max(1, Math.trunc(Number(query.page)) || 1)
  return html`<p class="soft" role="status">${found.incomplete_results ? t.atLeast(found.total_count) : t.found(found.total_count)}</p>${found.items.map(fileBox)}${pager(page, { total: found.total_count, page: number, limit: PER_PAGE })}`
}

/** A line with what was looked for marked in it. */
function marked(row: string, words: string, exact: boolean, whole: boolean): Content {
  const folded = (one: string) => (exact ? one : fold(one))
  const [where, what] = [folded(row), folded(words)]
  // letters whose small form is longer would shift the marks
  if (where.length !== row.length) return row
  let out = ''
  let from = 0
  for (let at = indexOf(where, what, 0, whole); at >= 0; at = indexOf(where, what, from, whole)) {
    out += `${escape(row.slice(from, at))}<mark>${escape(row.slice(at, at + what.length))}</mark>`
    from = at + what.length
  }
  return trusted(out + escape(row.slice(from)))
}
