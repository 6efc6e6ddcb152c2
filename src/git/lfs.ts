// Large files leave a small text in the repository that says where they are: git-lfs pointers.

export interface Pointer {
  /** SHA-256 of the content, in hex. */
  oid: string
  size: number
}

/** No pointer is longer; whoever looks for one need not read further. */
export const maxPointerBytes = 1024

const versions = new Set(['https://git-lfs.github.com/spec/v1', 'https://hawser.github.com/spec/v1'])

/** The pointer a blob holds, or null if it is ordinary content. */
export function parsePointer(blob: Buffer): Pointer | null {
  if (blob.length === 0 || blob.length > maxPointerBytes || !blob.subarray(0, 8).equals(Buffer.from('version '))) return null
  const lines = blob.toString('utf8').replace(/\r?\n$/, '').split(/\r?\n/)
  const fields = new Map<string, string>()
  for (const [at, text] of lines.entries()) {
    const match = /^([a-z0-9.-]+) (\S+)$/.exec(text)
    if (match === null || fields.has(match[1]) || (at === 0) !== (match[1] === 'version')) return null
    fields.set(match[1], match[2])
  }
  const oid = /^sha256:([0-9a-f]{64})$/.exec(fields.get('oid') ?? '')
  const size = /^(0|[1-9][0-9]{0,15})$/.exec(fields.get('size') ?? '')
  if (!versions.has(fields.get('version') ?? '') || oid === null || size === null) return null
  return Number.isSafeInteger(Number(size[1])) ? { oid: oid[1], size: Number(size[1]) } : null
}

/** The text git-lfs itself would write. */
export function formatPointer({ oid, size }: Pointer): string {
  if (!/^[0-9a-f]{64}$/.test(oid) || !Number.isSafeInteger(size) || size < 0) throw new TypeError('not a pointer')
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`
}
