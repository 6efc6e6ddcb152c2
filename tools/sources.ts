// The source files as the house tests see them: text, code without comments and strings, and imports.
import * as fs from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'

export const root = dirname(import.meta.dirname)

export type Import = {
  specifier: string
  /** the file in this repository it leads to */
  target: string | undefined
  names: string[]
  /** erased before running */
  type: boolean
  /** import() inside code, or in a type */
  lazy: boolean
}

export type Source = {
  /** from the root, with forward slashes */
  path: string
  text: string
  /** same length as `text`; comments and the insides of strings are blank */
  code: string
  /** tests and what only they use */
  test: boolean
  generated: boolean
  imports: Import[]
}

const skipped = new Set(['node_modules', '.git', '.cache', 'data'])

/** Every file below a folder of the repository, in order. */
export function walk(folder: string): string[] {
  const start = join(root, folder)
  if (!fs.existsSync(start)) return []
  const entries = fs.readdirSync(start, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const path = posix.join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : []
  })
}

/** The TypeScript files below the given folders. */
export function sources(...folders: string[]): Source[] {
  return folders.flatMap((folder) => walk(folder)).filter((path) => path.endsWith('.ts')).map((path) => {
    return source(path, fs.readFileSync(join(root, path), 'utf8'))
  })
}

export function source(path: string, text: string): Source {
  const code = blank(text)
  const test = /(\.test|(^|\/)testbed|-kit)\.ts$/.test(path) || path.startsWith('test/')
  return { path, text, code, test, generated: path.endsWith('_pb.ts'), imports: readImports(path, text, code) }
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** Fails with every breach at once, one a line. */
export function none(breaches: string[], rule: string) {
  if (breaches.length === 0) return
  const error = new Error(`${rule}\n${breaches.map((one) => `  ${one}`).join('\n')}`)
  // Where the test stands helps nobody; the breaches say where to look.
  error.stack = error.message
  throw error
}

const statement = /^[ \t]*(?:import|export)\s+(type\s+)?([\w*$\s{},]*?)\s*from\s*['"]|^[ \t]*import\s*['"]|\bimport\s*\(\s*['"]/gm

function readImports(path: string, text: string, code: string): Import[] {
  return [...code.matchAll(statement)].map((match) => {
    const start = match.index + match[0].length
    const specifier = text.slice(start, text.indexOf(text[start - 1], start))
    const names = (match[2] ?? '').replace(/[{}]/g, ',').split(',').map((one) => one.trim()).filter(Boolean)
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined
    const type = match[1] !== undefined || (names.length > 0 && names.every((one) => one.startsWith('type ')))
    return { specifier, target, names, type, lazy: match[0].includes('(') }
  })
}

const beforePattern = /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield|throw|else|do))\s*$/

/** Blanks comments and the insides of strings, templates and patterns, keeping every offset and line. */
export function blank(text: string): string {
  const out = text.split('')
  const erase = (from: number, to: number) => {
    for (let i = from; i < to && i < out.length; i++) if (out[i] !== '\n') out[i] = ' '
  }
  // Depth of braces at which each open template continues.
  const templates: number[] = []
  let depth = 0
  let at = 0
  const quoted = (quote: string) => {
    let end = at + 1
    while (end < text.length && text[end] !== quote && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1
    erase(at + 1, end)
    at = end + 1
  }
  const template = () => {
    let end = at + 1
    while (end < text.length && text[end] !== '`' && !text.startsWith('${', end)) end += text[end] === '\\' ? 2 : 1
    erase(at + 1, end)
    if (text[end] === '`') at = end + 1
    else {
      templates.push(depth++)
      at = end + 2
    }
  }
  const pattern = () => {
    let end = at + 1
    for (let set = false; end < text.length && text[end] !== '\n' && (set || text[end] !== '/'); end++) {
      if (text[end] === '\\') end++
      else if (text[end] === '[') set = true
      else if (text[end] === ']') set = false
    }
    erase(at + 1, end)
    at = end + 1
  }
  while (at < text.length) {
    const char = text[at]
    if (text.startsWith('//', at) || text.startsWith('/*', at)) {
      const end = text[at + 1] === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2
      const stop = end < at + 2 ? text.length : end
      erase(at, stop)
      at = stop
    } else if (char === "'" || char === '"') quoted(char)
    else if (char === '`') template()
    else if (char === '/' && beforePattern.test(out.slice(Math.max(0, at - 80), at).join(''))) pattern()
    else if (char === '}' && templates.at(-1) === depth - 1) {
      templates.pop()
      depth--
      template()
    } else {
      if (char === '{') depth++
      if (char === '}') depth--
      at++
    }
  }
  return out.join('')
}

/** The offset of the bracket that closes the one at `open`, in blanked code. */
export function closing(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    if ('([{'.includes(code[at])) depth++
    if (')]}'.includes(code[at]) && --depth === 0) return at
  }
  return code.length
}

/** Where a file lies inside src: its room and its noun folder. */
export function place(path: string) {
  const parts = relative('src', path).split('/')
  return { room: parts.length > 1 ? parts[0] : '', noun: parts.length > 2 ? parts.slice(1, -1).join('/') : '', file: parts.at(-1)! }
}
