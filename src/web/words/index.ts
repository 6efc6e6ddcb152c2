// The catalogue of what pages say. A language is an object of the same shape; English is whole, others may leave things out.
import { en } from './en/index.ts'

export type Words = typeof en

const languages: Record<string, Words> = { en }

/** The first language of the reader's list that we know. */
export function wordsFor(accepted: string | undefined): { lang: string; words: Words } {
  for (const one of (accepted ?? '').split(',')) {
    const lang = one.trim().split(/[-;]/)[0].toLowerCase()
    if (Object.hasOwn(languages, lang)) return { lang, words: languages[lang] }
  }
  return { lang: 'en', words: en }
}

export { plural } from './plural.ts'
