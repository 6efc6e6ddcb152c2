import { html, type Content, type Html } from '../html.ts'

/** A sentence of the catalogue with markup where it says `{name}`: languages put their words in orders of their own. */
export const sentence = (words: string, parts: Record<string, Content>): Html => html`${words.split(/\{(\w+)\}/).map((one, i) => (i % 2 === 1 ? parts[one] : one))}`

/** The same in plain text. */
export const plainSentence = (words: string, parts: Record<string, string>): string => words.replace(/\{(\w+)\}/g, (_all, name: string) => parts[name] ?? '')
