// How a reader likes differences: beside each other or under each other, with or without blanks. Asked in the address, remembered in a cookie.
import { cookieOf } from '../../access/index.ts'
import { cookie, html, withQuery, YEAR, type Html, type PageCx } from '../../web/index.ts'
import type { DiffOptions } from './verbs.ts'

export type DiffStyle = 'unified' | 'split'
const COOKIE = 'codestead_diff'
const isStyle = (text: string | undefined): text is DiffStyle => text === 'unified' || text === 'split'

export function diffStyle(page: PageCx): DiffStyle {
  const wishes = [page.query.style, cookieOf(page.rq, COOKIE), page.viewer?.diff_view_style]
  return wishes.find(isStyle) ?? 'unified'
}

/** For the sheet of a page with differences: keeps a style chosen in the address. */
export const diffHeaders = (page: PageCx): Record<string, string> =>
  isStyle(page.query.style) ? { 'set-cookie': cookie(page, COOKIE, page.query.style, YEAR) } : {}

const blanks = { 'ignore-all': 'all', 'ignore-change': 'change', 'ignore-eol': 'eol' } as const

/** What the address asks of diffs.between(): `file`, `whitespace` and `context`. */
export function diffWishes({ query }: PageCx): DiffOptions {
  const whitespace = Object.hasOwn(blanks, query.whitespace ?? '') ? blanks[query.whitespace as keyof typeof blanks] : undefined
  return { only: query.file || undefined, whitespace, context: query.context === 'all' && query.file ? Infinity : undefined }
}

/** The switches over a list of differences. */
export function diffSwitches(page: PageCx): Html {
  const w = page.w.code.diff
  const style = diffStyle(page)
  const ignoring = page.query.whitespace === 'ignore-all'
  const way = (one: DiffStyle) => html`<a class="button small" href="${withQuery(page, { style: one })}"${one === style ? html` aria-current="true"` : ''}>${w.styles[one]}</a>`
  return html`<div class="row diff-switches"><span class="group" role="group" aria-label="${w.style}">${way('unified')}${way('split')}</span>
    <a class="button small" href="${withQuery(page, { whitespace: ignoring ? undefined : 'ignore-all' })}"${ignoring ? html` aria-current="true"` : ''}>${ignoring ? w.blanksIgnored : w.ignoreBlanks}</a></div>`
}
