// What a picture is and how large, from its first bytes; no name or header is believed.

export interface Picture {
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  width: number
  height: number
}

export function pictureOf(bytes: Buffer): Picture | undefined {
  try {
    return png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes)
  } catch (error) {
    // a header that ends too early
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const starts = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

function png(bytes: Buffer): Picture | undefined {
  if (!starts(bytes, '\x89PNG\r\n\x1a\n') || !starts(bytes, 'IHDR', 12)) return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): Picture | undefined {
  if (!starts(bytes, 'GIF87a') && !starts(bytes, 'GIF89a')) return undefined
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function webp(bytes: Buffer): Picture | undefined {
  if (!starts(bytes, 'RIFF') || !starts(bytes, 'WEBP', 8)) return undefined
  if (starts(bytes, 'VP8X', 12)) return { type: 'image/webp', width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (starts(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21)
    return { type: 'image/webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return starts(bytes, 'VP8 ', 12) ? { type: 'image/webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff } : undefined
}

/** The first frame header; markers before it are skipped by their lengths. */
function jpeg(bytes: Buffer): Picture | undefined {
  if (!starts(bytes, '\xff\xd8\xff')) return undefined
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff) return undefined
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}

/** A picture made from a hash, for those who have uploaded none: five by five fields, the left half mirrored. */
export function pattern(hash: string): string {
  const digits = [...hash].map((one) => parseInt(one, 16))
  const fields = Array.from({ length: 15 }, (_, i) => ({ on: digits[i] % 2 === 0, x: Math.floor(i / 5), y: i % 5 })).filter((one) => one.on)
  const squares = fields.flatMap(({ x, y }) => [...new Set([x, 4 - x])].map((column) => `<rect x="${column}" y="${y}" width="1" height="1"/>`))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.5 -0.5 6 6" width="256" height="256"><rect x="-0.5" y="-0.5" width="6" height="6" fill="#f0f0f0"/><g fill="hsl(${parseInt(hash.slice(-4), 16) % 360} 45% 50%)">${squares.join('')}</g></svg>`
}
