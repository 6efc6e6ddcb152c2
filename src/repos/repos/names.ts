// Which names repositories may bear.
import { invalid } from '../../kernel/errors.ts'

/** Throws 422 for what the binding's character rule lets through. */
export function checkName(name: string): void {
  if (name === '.' || name === '..' || name === '-') throw invalid(`name is reserved [name: ${name}]`)
  for (const one of ['.wiki', '.git', '.rss', '.atom']) if (name.toLowerCase().endsWith(one)) throw invalid(`name pattern is not allowed [pattern: *${one}]`)
  if (name.includes('..') || !/^[A-Za-z0-9_.-]{1,100}$/.test(name)) throw invalid(`name is invalid [${name}]`)
}
