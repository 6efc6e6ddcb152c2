// The texts a new repository may start with; each is a file beside this one, read at first use.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** name → text, names in byte order */
function folder(name: string, ending: string): { names(): string[]; text(name: string): string | undefined } {
  const path = join(import.meta.dirname, name)
  const texts = new Map<string, string>()
  let found: string[] | undefined
  const names = () => (found ??= readdirSync(path).filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length)).sort((a, b) => (a < b ? -1 : 1)))
  return {
    names,
    text(wanted) {
      if (!names().includes(wanted)) return undefined
      if (!texts.has(wanted)) texts.set(wanted, readFileSync(join(path, wanted + ending), 'utf8'))
      return texts.get(wanted)
    },
  }
}

export const gitignores = folder('gitignores', '.gitignore')
export const licenses = folder('licenses', '.txt')
/** what `readme` may name */
export const readmes = ['Default']

export interface Filling {
  name: string
  description: string
  owner: string
  email: string
  year: number
}

export function readme(fill: Filling): string {
  return `# ${fill.name}\n\n${fill.description.replaceAll('\r\n', '\n')}`
}

/** Each template under a line with its name; all names must be known. */
export const gitignore = (names: readonly string[]): string => names.map((name) => `# ---> ${name}\n${gitignores.text(name)}\n`).join('')

const OWNER = ['<name of author>', '<owner>', '[NAME]', '[name of copyright owner]', '[name of copyright holder]', '<COPYRIGHT HOLDERS>', '<copyright holders>', '<AUTHOR>']
const YEAR = ['<year>', '[YEAR]', '{YEAR}', '[yyyy]', '[Year]', '[year]']
const PROGRAM = ['<program>', "<one line to give the program's name and a brief idea of what it does.>", "<one line to give the library's name and a brief idea of what it does.>"]

/** The licence with its blanks filled in. */
export function license(name: string, fill: Filling): string {
  const blanks = new Map<string, string>([...OWNER.map((one) => [one, fill.owner] as const), ...YEAR.map((one) => [one, String(fill.year)] as const), ...PROGRAM.map((one) => [one, fill.name] as const), ['[EMAIL]', fill.email]])
  const any = new RegExp([...blanks.keys()].map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g')
  return licenses.text(name)!.replaceAll('\r\n', '\n').replace(any, (blank) => blanks.get(blank)!)
}
