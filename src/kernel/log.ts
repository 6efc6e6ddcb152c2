// Structured log lines: JSON, or a short form on a terminal. Secrets are taken out here, whoever logs.

export type Level = 'debug' | 'info' | 'warn' | 'error' | 'off'
export type Fields = Record<string, unknown>

export interface Log {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
  /** A log whose lines all carry these fields. */
  child(fields: Fields): Log
}

export interface LogOptions {
  level?: Level
  /** auto is text on a terminal and json elsewhere. */
  format?: 'auto' | 'json' | 'text'
  write?: (line: string) => void
  now?: () => Date
  fields?: Fields
}

const LEVELS: readonly Level[] = ['debug', 'info', 'warn', 'error', 'off']
const HIDDEN = '***'
const LONGEST = 8192
const DEEPEST = 6
const SECRET_NAME = /authorization|passw|passphrase|token|secret|cookie|credential|signature|(^|[_-])key$|^otp$|^sha1$/i
const SECRET_PARAMETER =
  /([?&;](?:access_?token|token|sig|signature|secret|password|code|key|x-amz-(?:signature|credential))=)[^&#\s"'<>;]+/gi
const SECRET_CAMEL_NAME = /Key$/

/** Opens a log; lines go to standard error unless `write` is given. */
export function openLog(options: LogOptions = {}): Log {
  const { level = 'info', format = 'auto', now = () => new Date(), fields = {} } = options
  const { write = (line) => { process.stderr.write(line) } } = options
  const least = LEVELS.indexOf(level)
  const asText = format === 'text' || (format === 'auto' && process.stderr.isTTY === true)
  const line = (at: Level, message: string, own: Fields | undefined) => {
    if (LEVELS.indexOf(at) < least) return
    const all = redact({ ...fields, ...own }) as Fields
    const said = scrub(message)
    if (asText) write(textLine(now(), at, said, all))
    else write(`${JSON.stringify({ time: now().toISOString(), level: at, message: said, ...rest(all) })}\n`)
  }
  return {
    debug: (message, own) => line('debug', message, own),
    info: (message, own) => line('info', message, own),
    warn: (message, own) => line('warn', message, own),
    error: (message, own) => line('error', message, own),
    child: (more) => openLog({ level, format: asText ? 'text' : 'json', write, now, fields: { ...fields, ...more } }),
  }
}

/** A copy fit for a log: secret members hidden, credentials taken out of strings, depth and length bounded. */
export function redact(value: unknown): unknown {
  return clean(value, 0, new Set())
}

function clean(value: unknown, depth: number, above: Set<object>): unknown {
  if (typeof value === 'string') return scrub(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof URL) return scrub(value.href)
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`
  if (above.has(value) || depth >= DEEPEST) return '…'
  above.add(value)
  const result = Array.isArray(value) ? value.slice(0, 100).map((one) => clean(one, depth + 1, above))
    : value instanceof Map ? members([...value], depth, above)
      : value instanceof Set ? [...value].slice(0, 100).map((one) => clean(one, depth + 1, above))
        : value instanceof Error ? members(errorParts(value), depth, above)
          : members(Object.entries(value), depth, above)
  above.delete(value)
  return result
}

function members(entries: [unknown, unknown][], depth: number, above: Set<object>): Fields {
  // fromEntries defines rather than assigns, so a member named __proto__ stays a member.
  return Object.fromEntries(entries.slice(0, 100).map(([name, value]) => {
    const key = String(name)
    // Counts and flags about secrets (tokens: 3) are no secrets.
    const harmless = value === null || value === '' || ['undefined', 'number', 'boolean'].includes(typeof value)
    const secret = SECRET_NAME.test(key) || SECRET_CAMEL_NAME.test(key)
    return [key, secret && !harmless ? HIDDEN : clean(value, depth + 1, above)]
  }))
}

function errorParts(error: Error): [string, unknown][] {
  const { name, message, stack, cause } = error
  const own = Object.entries(error).filter(([key]) => key !== 'name')
  const parts: [string, unknown][] = [['name', name], ['message', message], ...own]
  if (stack) parts.push(['stack', stack])
  if (cause !== undefined) parts.push(['cause', cause])
  return parts
}

/** Takes credentials out of text: user:password@ in addresses, token parameters, Authorization values. */
export function scrub(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return userinfo(cut)
    .replace(SECRET_PARAMETER, `$1${HIDDEN}`)
    .replace(/\b(Bearer|Basic|token)( +|%20)[A-Za-z0-9._~+/=-]{16,}/gi, `$1$2${HIDDEN}`)
}

function userinfo(text: string): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > from && !/[\s/\\"<>@]/.test(text[start - 1]!)) start--
    const run = text.slice(start, at)
    // user:password@ counts even without a scheme; a bare user@ only after one, for a token may stand there alone;
    // and a password may itself hold an @.
    const goesOn = from > 0 && start === from + 1
    if (!run || !(run.includes(':') || goesOn || text.startsWith('://', start - 3))) continue
    result += text.slice(from, start) + HIDDEN
    from = at
  }
  return result + text.slice(from)
}

function rest({ time: _time, level: _level, message: _message, ...others }: Fields): Fields {
  return others
}

function textLine(at: Date, level: Level, message: string, fields: Fields): string {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  const parts = said.map(([key, value]) => `${plain(key)}=${shown(value)}`)
  return `${at.toISOString().slice(11, 19)} ${level.padEnd(5)} ${plain(message)}${parts.length ? `  ${parts.join(' ')}` : ''}\n`
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value) ?? ''
  return typeof value === 'string' && !/^[\x21\x23-\x7e]+$/.test(text) ? plain(JSON.stringify(text)) : plain(text)
}

// Control characters could forge lines or drive the terminal.
function plain(text: string): string {
  const escape = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escape)
}
