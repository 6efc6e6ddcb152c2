// The few commands an SSH client may ask for, and git's way of quoting their arguments.

export type Verb =
  | 'git-upload-pack' | 'git-receive-pack' | 'git-upload-archive'
  | 'git-lfs-authenticate' | 'git-lfs-transfer'

export interface SshCommand {
  verb: Verb
  /** The path as the client named it, without a leading slash. */
  path: string
  /** Only for the LFS verbs. */
  operation: 'download' | 'upload' | null
}

const gitVerbs = new Set(['git-upload-pack', 'git-receive-pack', 'git-upload-archive'])
const lfsVerbs = new Set(['git-lfs-authenticate', 'git-lfs-transfer'])

/** Splits a command line as a shell would, but knows only quotes and backslashes; null for anything else. */
export function words(text: string): string[] | null {
  // oxlint-disable-next-line no-control-regex
  if (text.length > 8192 || /[\x00-\x1f\x7f]/.test(text)) return null
  const found: string[] = []
  let word: string | null = null
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === ' ') {
      if (word !== null) found.push(word)
      word = null
    } else if (char === "'" || char === '"') {
      const end = text.indexOf(char, at + 1)
      if (end < 0) return null
      const inside = text.slice(at + 1, end)
      if (char === '"' && /[$`\\]/.test(inside)) return null
      word = (word ?? '') + inside
      at = end
    } else if (char === '\\') {
      if (++at >= text.length) return null
      word = (word ?? '') + text[at]
    } else {
      if (/[;&|<>()$`*?[\]{}!#]/.test(char)) return null
      word = (word ?? '') + char
    }
  }
  if (word !== null) found.push(word)
  return found
}

/** Null for whatever is not exactly one of the fixed verbs with the arguments it takes. */
export function parseCommand(text: string): SshCommand | null {
  const parts = words(text.trim())
  if (parts === null || parts.length < 2) return null
  if (parts[0] === 'git') parts.splice(0, 2, `git-${parts[1]}`)
  const [verb, path, operation, ...more] = parts
  if (path === undefined || more.length > 0) return null
  const clean = path.replace(/^\/+/, '')
  if (clean === '' || clean.startsWith('-')) return null
  if (gitVerbs.has(verb) && operation === undefined) return { verb: verb as Verb, path: clean, operation: null }
  if (lfsVerbs.has(verb) && (operation === 'download' || operation === 'upload')) {
    return { verb: verb as Verb, path: clean, operation }
  }
  return null
}
