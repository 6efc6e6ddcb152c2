// What some documents carry before their first line, as a small table.
import { escape } from './escape.ts'

const LIMIT = 16 * 1024
const CELL = 500

/** The table, and the text with empty lines in its place, so that positions stay what they were. */
export async function frontMatter(source: string): Promise<{ table: string; body: string }> {
  const none = { table: '', body: source }
  if (!/^---[ \t]*\r?\n/.test(source)) return none
  const match = /^---[ \t]*\r?\n([^]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(source.slice(0, LIMIT))
  if (!match) return none
  const members = await read(match[1])
  if (!members || Object.keys(members).length === 0) return none
  const heads = Object.keys(members).map((key) => `<th>${escape(key.slice(0, CELL))}</th>`).join('')
  const cells = Object.values(members).map((value) => `<td>${escape(words(value))}</td>`).join('')
  const table = `<table class="front-matter"><thead><tr>${heads}</tr></thead><tbody><tr>${cells}</tr></tbody></table>`
  return { table, body: '\n'.repeat(match[0].split('\n').length - 1) + source.slice(match[0].length) }
}

async function read(text: string): Promise<Record<string, unknown> | undefined> {
  const { parse } = await import('yaml')
  try {
    const value: unknown = parse(text, { maxAliasCount: 20, schema: 'core', logLevel: 'error' })
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function words(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((one) => one === null || typeof one !== 'object')) return value.join(', ').slice(0, CELL)
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, CELL)
}
