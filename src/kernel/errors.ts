// The vocabulary of refusals. Verbs throw these words; the table below alone turns them into statuses and bodies.

export type Kind = keyof typeof kinds

/** status, and whether the answer carries `{message, url}` (the seed's 404 and 409 are empty). */
export const kinds = {
  moved: { status: 301, body: false },
  movedOwner: { status: 307, body: false },
  bad: { status: 400, body: true },
  unauthorized: { status: 401, body: true },
  forbidden: { status: 403, body: true },
  notFound: { status: 404, body: false },
  notAllowed: { status: 405, body: true },
  conflict: { status: 409, body: false },
  exists: { status: 409, body: true },
  gone: { status: 410, body: true },
  precondition: { status: 412, body: true },
  tooLarge: { status: 413, body: true },
  unsupported: { status: 415, body: true },
  invalid: { status: 422, body: true },
  locked: { status: 423, body: true },
  unavailable: { status: 503, body: true },
  full: { status: 507, body: true },
} as const

export class Refusal extends Error {
  kind: Kind
  /** further members of the body, e.g. invalidTopics */
  extra: object | undefined
  headers: Record<string, string> | undefined
  constructor(kind: Kind, message = '', extra?: object, headers?: Record<string, string>) {
    super(message)
    this.kind = kind
    this.extra = extra
    this.headers = headers
  }
  get status(): number {
    return kinds[this.kind].status
  }
}

export const bad = (message: string) => new Refusal('bad', message)
export const unauthorized = (message = 'token is required', headers?: Record<string, string>) =>
  new Refusal('unauthorized', message, undefined, headers)
export const forbidden = (message = 'you do not have the permission to do this') => new Refusal('forbidden', message)
export const notFound = () => new Refusal('notFound')
/** What is not there was mistyped: `.catch(mistyped('There is …'))` where the name came out of a form, not out of an address. */
export const mistyped = (message: string) => (error: unknown): never => {
  throw error instanceof Refusal && error.kind === 'notFound' ? invalid(message) : error
}
export const notAllowed = (message: string) => new Refusal('notAllowed', message)
/** the seed's empty 409 */
export const conflict = () => new Refusal('conflict')
/** 409 with a message: a name that is taken, an empty repository */
export const exists = (message: string, extra?: object) => new Refusal('exists', message, extra)
export const gone = (message: string) => new Refusal('gone', message)
export const precondition = (message: string) => new Refusal('precondition', message)
export const tooLarge = (message: string) => new Refusal('tooLarge', message)
export const unsupported = (message: string) => new Refusal('unsupported', message)
export const invalid = (message: string, extra?: object) => new Refusal('invalid', message, extra)
export const locked = (message = 'repo is archived') => new Refusal('locked', message)
export const unavailable = (message: string, seconds = 1) =>
  new Refusal('unavailable', message, undefined, { 'retry-after': String(seconds) })
export const full = (message: string) => new Refusal('full', message)

const SQLITE_FULL = 13
/** the part of the write-ahead log that lies in memory could not grow */
const SQLITE_IOERR_SHMSIZE = 4874
const POSTGRES_FULL = '53100'

/** Whether there was no room for what was to be written: for a file, for the database, or for a git command that says so. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode, stderr, cause } = (error ?? {}) as { code?: unknown; errcode?: unknown; stderr?: unknown; cause?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === POSTGRES_FULL) return true
  if (typeof errcode === 'number' && ((errcode & 0xff) === SQLITE_FULL || errcode === SQLITE_IOERR_SHMSIZE)) return true
  if (typeof stderr === 'string' && /No space left on device|Disk quota exceeded/.test(stderr)) return true
  return cause !== undefined && isDiskFull(cause)
}

/** Whether a git command was stopped because it took too long or too much. */
function isTooMuch(error: unknown): boolean {
  const { name, reason } = (error ?? {}) as { name?: unknown; reason?: unknown }
  return name === 'GitError' && (reason === 'timeout' || reason === 'output')
}

/** What an error says to whoever asked; undefined where it is a fault of ours that nobody should read about. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isTooMuch(error)) return unavailable('this takes too long', 30)
  return isDiskFull(error) ? full('the disk is full') : undefined
}
