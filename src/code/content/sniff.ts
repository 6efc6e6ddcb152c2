// Which media type a file may be served as. Browsers run what they are told is HTML or script, so nothing is ever called that.
import { isUtf8 } from 'node:buffer'

const magic: [string, number, string][] = [
  ['\x89PNG\r\n\x1a\n', 0, 'image/png'], ['\xff\xd8\xff', 0, 'image/jpeg'], ['GIF87a', 0, 'image/gif'], ['GIF89a', 0, 'image/gif'], ['WEBP', 8, 'image/webp'], ['BM', 0, 'image/bmp'],
  ['\0\0\x01\0', 0, 'image/x-icon'], ['ftypavif', 4, 'image/avif'], ['%PDF-', 0, 'application/pdf'], ['PK\x03\x04', 0, 'application/zip'], ['\x1f\x8b\x08', 0, 'application/x-gzip'],
  ['ftyp', 4, 'video/mp4'], ['\x1a\x45\xdf\xa3', 0, 'video/webm'], ['OggS\0', 0, 'application/ogg'], ['ID3', 0, 'audio/mpeg'], ['WAVE', 8, 'audio/wave'], ['fLaC', 0, 'audio/flac'],
  ['wOFF', 0, 'font/woff'], ['wOF2', 0, 'font/woff2'],
]

/** How much of a file is looked at. */
const LOOKED_AT = 1024

/** By its first bytes; `name` only tells drawings from other text. */
export function mediaType(head: Buffer, name: string): string {
  const text = head.subarray(0, LOOKED_AT)
  for (const [mark, at, type] of magic) if (text.toString('latin1', at, at + mark.length) === mark) return type
  if (text.includes(0)) return 'application/octet-stream'
  if (/\.svg$/i.test(name) && /^\s*(<\?xml|<svg|<!--|<!DOCTYPE svg)/i.test(text.toString('latin1')) && /<svg\b/i.test(head.toString('latin1'))) return 'image/svg+xml'
  return isText(text) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}

/** UTF-8 (a character cut off at the end is fine), or bytes of some older encoding without control characters. */
function isText(head: Buffer): boolean {
  for (let cut = 0; cut < 4 && cut <= head.length; cut++) if (isUtf8(head.subarray(0, head.length - cut))) return true
  // oxlint-disable-next-line no-control-regex
  return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head.toString('latin1'))
}
