import type { Cx } from '../../kernel/cx.ts'
import { isMarkdown, plain, type Context, type Links } from '../../markup/index.ts'
import * as store from './store.ts'

export interface Asked {
  Text?: string
  Mode?: string
  Context?: string
  Wiki?: boolean
  FilePath?: string
}
export type Rendered = { html: string } | { refused: string }

/** Names looked up for one text; later ones are not linked. */
const NAMES = 200
/** Marked-up text that is shown as it stands. */
const SHOWN = /\.(org|rst|rest|adoc|asciidoc|asc|textile|mediawiki|wiki|creole|pod|csv|tsv|txt|text|log)$/i

export async function render(cx: Cx, asked: Asked): Promise<Rendered> {
  const mode = asked.Wiki ? 'wiki' : asked.Mode || 'markdown'
  const text = asked.Text ?? ''
  if (mode === 'markdown') return { html: await cx.markup.render(text, { mode: 'plain', links: { root: cx.root, absolute: true } }) }
  if (mode === 'file' && asked.FilePath !== undefined && !isMarkdown(asked.FilePath)) return SHOWN.test(asked.FilePath) ? { html: plain(text) } : { refused: 'unable to find a render' }
  const ways: Record<string, Context['mode']> = { gfm: 'document', file: 'document', wiki: 'document', comment: 'comment' }
  if (!Object.hasOwn(ways, mode)) return { refused: `unsupported render mode: ${mode.slice(0, 100)}` }
  const links = { ...placed(cx, asked.Context ?? ''), wiki: mode === 'wiki' }
  return { html: await cx.markup.render(text, { mode: ways[mode], links, mentions: await store.publicNames(cx.db, named(text)) }) }
}

const PLACE = /^\/([\w.-]+)\/([\w.-]+)(?:\/src\/(branch|tag|commit)\/([^/]+)(?:\/(.*))?)?\/?$/

/** The context only says where links lead; nobody asks whether it is there. */
function placed(cx: Cx, context: string): Links {
  const path = context.startsWith(`${cx.root}/`) ? context.slice(cx.root.length) : context
  const match = PLACE.exec(path)
  if (!match) return { root: cx.root, absolute: true }
  const [, owner, name, kind, ref, dir] = match
  return { root: cx.root, absolute: true, repo: `/${owner}/${name}`, ref: kind && `${kind}/${ref}`, dir }
}

const named = (text: string): string[] => [...new Set([...text.matchAll(/@([A-Za-z0-9](?:[\w.-]{0,98}\w)?)/g)].slice(0, 5000).map((match) => match[1].toLowerCase()))].slice(0, NAMES)
