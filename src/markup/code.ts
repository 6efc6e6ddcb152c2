// Source code in colours: class names only, no styles.
import { createRequire } from 'node:module'
import hljs from 'highlight.js/lib/core'
import { escape } from './escape.ts'
import { companions } from './languages.ts'

const require = createRequire(import.meta.url)

function learn(grammar: string): void {
  if (hljs.getLanguage(grammar)) return
  hljs.registerLanguage(grammar, require(`highlight.js/lib/languages/${grammar}`))
  for (const other of companions(grammar)) learn(other)
}

/** Coloured, with every line complete in itself: what is open at the end of a line is closed and opened again. `grammar` is a name of languages.ts. */
export function colour(source: string, grammar: string): string {
  learn(grammar)
  const html = hljs.highlight(source, { language: grammar, ignoreIllegals: true }).value
  return onlySpans(html) ? lineByLine(html) : escape(source)
}

/** What a grammar may answer with; anything else would be a defect of it, and is not let through. */
const onlySpans = (html: string) => !/[<>]/.test(html.replace(/<span class="[\w \-.]+">|<\/span>/g, ''))

function lineByLine(html: string): string {
  const open: string[] = []
  return html.replace(/<span [^>]*>|<\/span>|\n/g, (piece) => {
    if (piece === '\n') return open.length > 0 ? `${'</span>'.repeat(open.length)}\n${open.join('')}` : piece
    if (piece === '</span>') open.pop()
    else open.push(piece)
    return piece
  })
}
