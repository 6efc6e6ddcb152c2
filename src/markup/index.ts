// The door of markup: Markdown and source code as HTML that is safe to put into a page, made in threads with limits.
import { hash } from 'node:crypto'
import { Lru } from '../kernel/lru.ts'
import type { Context, Task } from './context.ts'
import { Crew, type Limits } from './crew.ts'
import { escape, linesOf, plain } from './escape.ts'
import { languageOf } from './languages.ts'

export type { Context, Links } from './context.ts'
export { plain } from './escape.ts'
export { isMarkdown, languageOf } from './languages.ts'
export { setTask } from './task-lists.ts'
export { words, type Segment } from './words.ts'

declare module '../kernel/cx.ts' {
  interface Cx {
    markup: Markup
  }
}

export interface Markup {
  /** Markdown as sanitized HTML; what is too large or takes too long comes as escaped text in `<pre>` */
  render(source: string, context: Context): Promise<string>
  /** one piece of HTML per line, with highlight.js' class names; `name` is a file's name or a language; escaped text beyond the limits */
  highlight(source: string, name: string): Promise<string[]>
  /** threads running now */
  readonly threads: number
  close(): Promise<void>
}

export interface MarkupOptions {
  log?: (message: string, fields: object) => void
  limits?: Partial<Limits>
}

const LIMITS: Limits = { workers: 2, time: 2_000, startup: 20_000, patience: 5_000, waiting: 500, idle: 120_000, heap: 192 }
const MARKDOWN_LIMIT = 1024 * 1024
const CODE_LIMIT = 512 * 1024
const LINES_LIMIT = 20_000
const LINE_LIMIT = 5_000
const REMEMBERED = 8 * 1024 * 1024
/** What failed once is not tried again for so long, so that one page cannot keep the threads busy; in milliseconds. */
const RETRY_AFTER = 600_000

export function start({ log = () => {}, limits = {} }: MarkupOptions = {}): Markup {
  const crew = new Crew({ ...LIMITS, ...limits }, log)
  const done = new Lru<string>(REMEMBERED)
  const failed = new Lru<number>(1000)
  const under = new Map<string, Promise<string | undefined>>()

  async function make(key: string, task: Task): Promise<string | undefined> {
    const outcome = await crew.run(task)
    if (outcome === 'failed') failed.set(key, performance.now())
    if (typeof outcome === 'string') return undefined
    done.set(key, outcome.html, 2 * outcome.html.length + 200)
    return outcome.html
  }

  /** Undefined where the threads could not do it. */
  async function made(about: string, task: Task): Promise<string | undefined> {
    const key = hash('sha256', `${about}\0${task.source}`, 'base64')
    const known = done.get(key)
    if (known !== undefined) return known
    if (performance.now() - (failed.get(key) ?? -Infinity) < RETRY_AFTER) return undefined
    const running = under.get(key)
    if (running) return running
    const promise = make(key, task).finally(() => under.delete(key))
    under.set(key, promise)
    return promise
  }

  return {
    async render(source, context) {
      if (source.trim() === '') return ''
      if (source.length > MARKDOWN_LIMIT) return plain(source)
      return (await made(JSON.stringify(context), { kind: 'markdown', source, context })) ?? plain(source)
    },
    async highlight(source, name) {
      const language = source.length <= CODE_LIMIT ? languageOf(name, source) : undefined
      const lines = linesOf(source)
      if (!language || lines.length > LINES_LIMIT || lines.some((line) => line.length > LINE_LIMIT)) return lines.map(escape)
      const html = await made(`code ${language}`, { kind: 'code', source: lines.join('\n'), language })
      const coloured = html?.split('\n')
      return coloured?.length === lines.length ? coloured : lines.map(escape)
    },
    get threads() {
      return crew.size
    },
    close: () => crew.close(),
  }
}
