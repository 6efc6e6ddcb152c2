// The text of commits, tags and trees, both ways.
import { isUtf8 } from 'node:buffer'
import type { GitDir } from './run.ts'

/** Who and when: unix seconds and minutes east of UTC. */
export interface Person { name: string; email: string; date: number; offset: number }

/** A signature as it stands in the object, and the bytes it was made over. */
export interface Signature { text: string; payload: Buffer }

export interface Commit {
  oid: string
  tree: string
  parents: string[]
  author: Person
  committer: Person
  message: string
  signature: Signature | null
}

export interface Tag {
  oid: string
  object: string
  type: 'commit' | 'tree' | 'blob' | 'tag'
  name: string
  tagger: Person | null
  message: string
  signature: Signature | null
}

export type EntryKind = 'file' | 'executable' | 'symlink' | 'dir' | 'submodule'

export interface Entry {
  /** As git prints it: 100644, 100755, 120000, 040000, 160000. */
  mode: string
  kind: EntryKind
  name: string
  oid: string
  /** The name's bytes, where they are not UTF-8. */
  bytes?: Buffer
}

const KINDS: Record<string, EntryKind> = { '100644': 'file', '100755': 'executable', '120000': 'symlink', '040000': 'dir', '160000': 'submodule' }

export function kindOf(mode: string): EntryKind {
  return KINDS[mode] ?? 'file'
}

export function parsePerson(text: string): Person {
  const close = text.lastIndexOf('>')
  const open = text.lastIndexOf('<', close)
  const when = /^\s*(-?\d+)(?:\s+([+-])(\d{2,})(\d{2}))?/.exec(text.slice(close + 1))
  const minutes = when?.[3] ? Number(when[3]) * 60 + Number(when[4]) : 0
  return {
    name: open > 0 ? text.slice(0, open).trim() : '',
    email: open >= 0 && close > open ? text.slice(open + 1, close).trim() : '',
    date: when ? Number(when[1]) : 0,
    offset: when?.[2] === '-' && minutes ? -minutes : minutes,
  }
}

// what git itself strips from names, and what would end the line or the field
function tidy(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[<>\n\r\0]/g, '').replace(/^[\x00-\x20.,:;"\\']+|[\x00-\x20.,:;"\\']+$/g, '')
}

export function formatPerson(who: Person): string {
  const minutes = Math.abs(Math.trunc(who.offset))
  const zone = `${who.offset < 0 ? '-' : '+'}${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`
  const email = who.email.replace(/[<>\n\r\0\s]/g, '')
  return `${tidy(who.name) || email} <${email}> ${Math.max(0, Math.trunc(who.date))} ${zone}`
}

interface Headers {
  fields: [string, Buffer][]
  body: Buffer
  /** The whole without the fields named. */
  without(name: string): Buffer
}

function splitHeaders(data: Buffer): Headers {
  const fields: [string, Buffer][] = []
  const spans: { name: string; from: number; to: number }[] = []
  let at = 0
  while (at < data.length && data[at] !== 10) {
    let end = data.indexOf(10, at)
    if (end < 0) end = data.length
    if (data[at] === 32 && fields.length) {
      const last = fields[fields.length - 1]
      last[1] = Buffer.concat([last[1], Buffer.from('\n'), data.subarray(at + 1, end)])
      spans[spans.length - 1].to = end + 1
    } else {
      const space = data.indexOf(32, at)
      const cut = space < 0 || space > end ? end : space
      const name = data.toString('latin1', at, cut)
      fields.push([name, data.subarray(Math.min(cut + 1, end), end)])
      spans.push({ name, from: at, to: end + 1 })
    }
    at = end + 1
  }
  return {
    fields,
    body: data.subarray(Math.min(at + 1, data.length)),
    without(name) {
      const keep: Buffer[] = []
      let from = 0
      for (const span of spans) {
        if (span.name !== name) continue
        keep.push(data.subarray(from, span.from))
        from = span.to
      }
      return Buffer.concat([...keep, data.subarray(from)])
    },
  }
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  if (encoding && !isUtf8(bytes)) {
    try {
      return new TextDecoder(encoding).decode(bytes)
    } catch {
      // an encoding nobody knows
    }
  }
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString(encoding ? 'latin1' : 'utf8')
}

function sigHeader(format: GitDir['format']): string {
  return format === 'sha1' ? 'gpgsig' : 'gpgsig-sha256'
}

export function parseCommit(format: GitDir['format'], oid: string, data: Buffer): Commit {
  const headers = splitHeaders(data)
  const find = (name: string) => headers.fields.find((x) => x[0] === name)?.[1]
  const encoding = find('encoding')?.toString('latin1')
  const signature = find(sigHeader(format))
  const nobody = Buffer.alloc(0)
  return {
    oid,
    tree: find('tree')?.toString('latin1') ?? '',
    parents: headers.fields.filter((x) => x[0] === 'parent').map((x) => x[1].toString('latin1')),
    author: parsePerson(decode(find('author') ?? nobody, encoding)),
    committer: parsePerson(decode(find('committer') ?? nobody, encoding)),
    message: decode(headers.body, encoding),
    signature: signature ? { text: signature.toString('utf8'), payload: headers.without(sigHeader(format)) } : null,
  }
}

const BEGINS = ['-----BEGIN PGP SIGNATURE-----', '-----BEGIN SSH SIGNATURE-----', '-----BEGIN SIGNED MESSAGE-----', '-----BEGIN PGP MESSAGE-----']

export function parseTag(oid: string, data: Buffer): Tag {
  const headers = splitHeaders(data)
  const find = (name: string) => headers.fields.find((x) => x[0] === name)?.[1]?.toString('utf8')
  const tagger = find('tagger')
  // a tag's signature stands at the end of its message
  let cut = -1
  for (const begin of BEGINS) {
    const at = headers.body.lastIndexOf(begin)
    if (at >= 0 && (at === 0 || headers.body[at - 1] === 10) && at > cut) cut = at
  }
  const start = data.length - headers.body.length
  return {
    oid,
    object: find('object') ?? '',
    type: (find('type') ?? 'commit') as Tag['type'],
    name: find('tag') ?? '',
    tagger: tagger === undefined ? null : parsePerson(tagger),
    message: decode(cut < 0 ? headers.body : headers.body.subarray(0, cut), undefined),
    signature: cut < 0 ? null : { text: headers.body.toString('utf8', cut), payload: data.subarray(0, start + cut) },
  }
}

export function parseTree(format: GitDir['format'], data: Buffer): Entry[] {
  const width = format === 'sha1' ? 20 : 32
  const entries: Entry[] = []
  let at = 0
  while (at < data.length) {
    const space = data.indexOf(32, at)
    const nul = data.indexOf(0, space)
    if (space < 0 || nul < 0 || nul + width >= data.length + 1) throw new Error('a tree that is no tree')
    const mode = data.toString('latin1', at, space).padStart(6, '0')
    const bytes = data.subarray(space + 1, nul)
    const entry: Entry = { mode, kind: kindOf(mode), name: bytes.toString('utf8'), oid: data.toString('hex', nul + 1, nul + 1 + width) }
    if (!isUtf8(bytes)) entry.bytes = Buffer.from(bytes)
    entries.push(entry)
    at = nul + 1 + width
  }
  return entries
}

export function formatTree(entries: Entry[]): Buffer {
  const rows = entries.map((entry) => {
    const name = entry.bytes ?? Buffer.from(entry.name)
    // git sorts a folder as if its name ended in a slash
    return { entry, name, key: entry.mode === '040000' ? Buffer.concat([name, Buffer.from('/')]) : name }
  })
  rows.sort((a, b) => Buffer.compare(a.key, b.key))
  return Buffer.concat(rows.flatMap(({ entry, name }) =>
    [Buffer.from(`${entry.mode.replace(/^0/, '')} `), name, Buffer.from([0]), Buffer.from(entry.oid, 'hex')]))
}

export interface NewCommit {
  tree: string
  parents: string[]
  author: Person
  committer: Person
  message: string
  /** An armoured signature over the commit without it. */
  signature?: string
}

function folded(name: string, text: string): string {
  return `${name} ${text.replace(/\n+$/, '').replaceAll('\n', '\n ')}\n`
}

/** The bytes of a commit; without `signature` they are what is to be signed. */
export function formatCommit(format: GitDir['format'], commit: NewCommit): Buffer {
  const message = commit.message.replaceAll('\0', '')
  return Buffer.from(`tree ${commit.tree}\n` + commit.parents.map((x) => `parent ${x}\n`).join('') +
    `author ${formatPerson(commit.author)}\ncommitter ${formatPerson(commit.committer)}\n` +
    (commit.signature ? folded(sigHeader(format), commit.signature) : '') + `\n${message}`)
}

export interface NewTag {
  object: string
  type: Tag['type']
  name: string
  tagger: Person
  message: string
  signature?: string
}

export function formatTag(tag: NewTag): Buffer {
  const message = tag.message.replaceAll('\0', '')
  const ended = message === '' || message.endsWith('\n') ? message : `${message}\n`
  return Buffer.from(`object ${tag.object}\ntype ${tag.type}\ntag ${tag.name}\ntagger ${formatPerson(tag.tagger)}\n\n${ended}${tag.signature ?? ''}`)
}
