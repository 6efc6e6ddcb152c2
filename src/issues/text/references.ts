// What a text points at: issues and pull requests by number, accounts by name.

export type Action = 'none' | 'closes' | 'reopens'

export interface IssueReference {
  /** undefined = the repository the text stands in */
  owner?: string
  repo?: string
  number: number
  action: Action
}
export interface References {
  issues: IssueReference[]
  /** names after @, as written; `org/team` for teams */
  mentions: string[]
}

const NAME = '[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?'
const number = new RegExp(`(?<![\\w/&#!.-])(?:(${NAME})/(${NAME}))?[#!](\\d{1,10})(?![\\w-])`, 'g')
const mention = new RegExp(`(?<![\\w/@.\`-])@(${NAME}(?:/${NAME})?)`, 'g')
const closing = /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)[:\s]+$/i
const reopening = /\breopen(?:s|ed)?[:\s]+$/i
const MOST = 50
/** what stands further down is not looked at */
const READ = 65_536

/** Code and HTML comments point at nothing. Line by line, since whoever writes the text must not decide how long reading it takes. */
function bare(text: string): string {
  const kept: string[] = []
  let fence: string | undefined
  for (const line of text.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ').split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
    } else if (mark && (mark[0] === '~' || line.lastIndexOf('`') < line.indexOf(mark) + mark.length)) fence = mark
    else kept.push(line.includes('`') ? withoutCode(line) : line)
  }
  return kept.join('\n')
}

/** A run of backticks closes at the next run of the same length. */
function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map((found) => ({ at: found.index, end: found.index + found[0].length, closes: -1 }))
  const later = new Map<number, number>()
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = runs[i].end - runs[i].at
    runs[i].closes = later.get(length) ?? -1
    later.set(length, i)
  }
  let out = ''
  let from = 0
  for (let i = 0; i < runs.length; i++) {
    if (runs[i].closes < 0) continue
    out += `${line.slice(from, runs[i].at)} `
    i = runs[i].closes
    from = runs[i].end
  }
  return out + line.slice(from)
}

/** `root` is this site's address: links to its issues count as well. */
export function parseReferences(text: string, root = ''): References {
  const said = bare(text.slice(0, READ))
  const issues = new Map<string, IssueReference>()
  const add = (owner: string | undefined, repo: string | undefined, digits: string, at: number) => {
    const before = said.slice(Math.max(0, at - 24), at)
    const action: Action = closing.test(before) ? 'closes' : reopening.test(before) ? 'reopens' : 'none'
    const key = `${owner ?? ''}/${repo ?? ''}#${Number(digits)}`.toLowerCase()
    const known = issues.get(key)
    if (!known && issues.size < MOST) issues.set(key, { owner, repo, number: Number(digits), action })
    else if (known?.action === 'none') known.action = action
  }
  for (const found of said.matchAll(number)) add(found[1], found[2], found[3], found.index)
  if (root) {
    const link = new RegExp(`${root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/(${NAME})/(${NAME})/(?:issues|pulls)/(\\d{1,10})(?![\\w-])`, 'g')
    for (const found of said.matchAll(link)) add(found[1], found[2], found[3], found.index)
  }
  const mentions = new Set<string>()
  for (const [, name] of said.matchAll(mention)) if (mentions.size < MOST) mentions.add(name)
  return { issues: [...issues.values()], mentions: [...mentions] }
}
