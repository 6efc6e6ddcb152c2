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
