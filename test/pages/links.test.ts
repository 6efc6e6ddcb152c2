// Every link found on the pages of the town leads somewhere, and so does every html_url that the API tells.
import { after, before, test } from 'node:test'
import { loopback } from '../kit/receiver.ts'
import { buildTown, type Town } from '../kit/town.ts'
import { openWorld, type Client } from '../kit/world.ts'
import { fill } from '../wire/security-world.ts'
import { addresses } from './addresses.ts'
import { nothing } from './nothing.ts'

let w: Awaited<ReturnType<typeof openWorld>>
let town: Town
let client: Client
before(async () => {
  w = await openWorld({ ...loopback, registration: 'open' })
  town = await buildTown(w)
  client = await w.browsing(town.root)
})
after(() => w?.close())

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' }
const plain = (text: string) => text.replace(/&(?:amp|quot|#39|lt|gt);/g, (one) => entities[one])
const page = (path: string) => client.get(`/${path}`, { accept: 'text/html', host: 'localhost:80' })

/** Same-site addresses that a document leads to by links, pictures, styles and scripts; forms that only ask count too. */
function linksIn(text: string, at: string): string[] {
  const found = [...text.matchAll(/<(?:a|img|link|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g)].map((match) => plain(match[1]))
  return found.flatMap((link) => {
    const url = URL.parse(link, `http://localhost:80${at}`)
    return url && url.host === 'localhost' ? [url.pathname + url.search] : []
  })
}

/** Addresses that differ only in numbers, commits and what is asked are of one kind. */
const shapeOf = (path: string) => path.replace(/\?.*/, (asked) => `?${[...new URLSearchParams(asked).keys()].sort().join('&')}`).replace(/[0-9a-f]{40}/g, '#').replace(/\d+/g, '0').replace(/part-0/, 'part')

test('every link leads somewhere', async () => {
  const faults: string[] = []
  const [seen, shapes] = [new Set<string>(), new Map<string, number>()]
  let ahead = Object.values(addresses(town)).map((one) => ({ path: one.path, from: 'the table' }))
  for (let depth = 0; depth < 3 && ahead.length > 0; depth++) {
    const next: typeof ahead = []
    for (const { path, from } of ahead) {
      const got = await page(path)
      // the same file on another branch need not be there
      const elsewhere = got.status === 404 && /\/src\/(branch|tag)\//.test(path) && /\/src\/(branch|tag|commit)\//.test(from)
      if (depth > 0 && got.status >= 400 && !elsewhere) faults.push(`${path} answers ${got.status}, linked from ${from}`)
      if (got.status >= 400 || !String(got.headers['content-type']).startsWith('text/html')) continue
      for (const link of linksIn(got.text, path)) {
        const shape = shapeOf(link)
        const count = shapes.get(shape) ?? 0
        // what leads into the wide stays out, and two of a kind are enough
        if (seen.has(link) || count >= 2 || depth === 2) continue
        seen.add(link)
        shapes.set(shape, count + 1)
        next.push({ path: link, from: path })
      }
    }
    ahead = next
  }
  nothing(faults)
})

test('every html_url of the API leads to a page', async () => {
  const { at } = town
  const values: Record<string, string> = {
    owner: 'ada', repo: 'engine', username: 'ada', user: 'bob', org: 'guild', index: '1', sha: at.sha, ref: 'main', branch: 'faster', tag: 'v1.0', filepath: 'src/mill.ts', basehead: 'main...faster', base: 'main', head: 'faster',
    run: at.run, job_id: at.job, column_id: at.column, type: 'generic', name: 'engine', version: '1.0.0', topic: 'engine', archive: 'main.zip', collaborator: 'bob', assignee: 'bob', workflow_id: 'build.yml', id: '1',
  }
  const urls = new Map<string, string>()
  for (const one of w.app.declarations) {
    if (one.method !== 'GET' || one.page || one.site || /^\/(swagger|openapi)/.test(one.path)) continue
    for (const id of [values.id, at.project, at.milestone]) {
      const path = fill(one, { ...values, id })
      const got = await w.as(town.ada).get(`${path}?state=all&limit=20`, { host: 'localhost:80' })
      if (got.status === 200 && got.body) for (const url of urlsIn(got.body)) if (!urls.has(url)) urls.set(url, `${one.id} ${path}`)
    }
  }
  const faults: string[] = []
  for (const [url, from] of urls) {
    const parsed = URL.parse(url)
    if (parsed?.host !== 'localhost') faults.push(`${url} of ${from} is not of this site`)
    else {
      const { status } = await page(parsed.pathname + parsed.search)
      if (status >= 400) faults.push(`${url} of ${from} answers ${status}`)
    }
  }
  if (urls.size < 50) faults.push(`only ${urls.size} addresses were found`)
  nothing(faults)
})

function urlsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(urlsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, one]) => (key === 'html_url' && typeof one === 'string' && one ? [one] : urlsIn(one)))
}
