// What the rules of one rendering know of it: markdown-it hands it to each of them.
import type { Context } from './context.ts'

export interface Surroundings {
  context: Context
  /** the text as it was given */
  source: string
  /** pieces of HTML that are put in after cleaning */
  slots: string[]
  /** characters of fenced code that may still be coloured */
  colours: number
  /** elements that were written and not closed */
  open: number
  /** lines of the source, once somebody asked for them */
  lines?: { start: number; text: string }[]
  notes?: Map<string, { label: string; number: number; named: number }>
  /** footnotes in the order in which they are named */
  order: { label: string; number: number; named: number }[]
}
