// Styles and scripts of our own: named by their content, so that browsers keep them for ever.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { notFound } from '../kernel/errors.ts'
import { raw, type RawAnswer, type Rq } from '../kernel/route.ts'

interface Asset {
  type: string
  body: Buffer
  packed: Map<string, Promise<Buffer>>
}

const folder = new URL('./assets/', import.meta.url)
const types: Record<string, string> = { css: 'text/css;charset=utf-8', js: 'text/javascript;charset=utf-8', svg: 'image/svg+xml' }

let made: { files: Map<string, Asset>; names: Map<string, string> } | undefined

/** All style sheets are one file; each script is its own. Read at the first page. */
function assets() {
  if (made) return made
  const files = new Map<string, Asset>()
  const names = new Map<string, string>()
  const add = (name: string, body: Buffer) => {
    const [stem, kind] = name.split('.')
    const hashed = `${stem}.${createHash('sha256').update(body).digest('hex').slice(0, 12)}.${kind}`
    files.set(hashed, { type: types[kind], body, packed: new Map() })
    names.set(name, hashed)
  }
  const sheets = readdirSync(new URL('css/', folder)).filter((name) => name.endsWith('.css')).sort()
  add('site.css', Buffer.concat(sheets.map((name) => readFileSync(new URL(`css/${name}`, folder)))))
  for (const name of readdirSync(new URL('js/', folder))) add(name, readFileSync(new URL(`js/${name}`, folder)))
  add('logo.svg', readFileSync(new URL('logo.svg', folder)))
  return (made = { files, names })
}

/** Where `site.css`, `site.js` and the like lie now. */
export function assetPath(root: string, name: string): string {
  const hashed = assets().names.get(name)
  if (!hashed) throw new Error(`there is no asset ${name}`)
  return `${new URL(root).pathname.replace(/\/$/, '')}/assets/${hashed}`
}

const packers: Record<string, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

export async function asset(rq: Rq): Promise<RawAnswer> {
  const found = assets().files.get(rq.params.file)
  if (!found) throw notFound()
  const accepted = String(rq.headers['accept-encoding'] ?? '')
  const encoding = ['br', 'gzip'].find((one) => new RegExp(`\\b${one}\\b`).test(accepted))
  const headers: Record<string, string> = { 'content-type': found.type, 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }
  if (!encoding) return raw(found.body, headers)
  if (!found.packed.has(encoding)) found.packed.set(encoding, packers[encoding](found.body))
  return raw(await found.packed.get(encoding)!, { ...headers, 'content-encoding': encoding })
}
