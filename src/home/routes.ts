import { anyone, open } from '../access/index.ts'
import { Refusal, unauthorized } from '../kernel/errors.ts'
import type { Cx } from '../kernel/cx.ts'
import { constantTimeEqual } from '../kernel/secrets.ts'
import { raw, route, type Rq } from '../kernel/route.ts'
import { Raw } from '../kernel/schema.ts'
import { needRoom } from '../kernel/space.ts'
import * as store from './store.ts'
import { asset, assetPath } from '../web/index.ts'

const json = (body: unknown, status = 200) => raw(JSON.stringify(body), { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store' }, status)

async function metrics(cx: Cx, rq: Rq) {
  const token = cx.config.metrics_token
  if (!cx.config.metrics) throw new Refusal('notFound')
  if (token && !constantTimeEqual(String(rq.headers.authorization ?? ''), `Bearer ${token}`)) throw unauthorized('a token is required')
  const lines = Object.entries(await store.counts(cx.db)).map(([name, value]) => `# TYPE codestead_${name}s gauge\ncodestead_${name}s ${value}`)
  const { rss, heapUsed } = process.memoryUsage()
  lines.push(`# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes ${rss}`, `# TYPE nodejs_heap_used_bytes gauge\nnodejs_heap_used_bytes ${heapUsed}`)
  lines.push(`# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total ${process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6}`)
  return raw(lines.join('\n') + '\n', { 'content-type': 'text/plain; version=0.0.4' })
}

async function health(cx: Cx) {
  const [found, room] = await Promise.all([store.ping(cx.db).then(() => 'pass', () => 'fail'), needRoom(cx.config).then(() => 'pass', () => 'warn')])
  const time = new Date(cx.now() * 1000).toISOString()
  const checks = { 'database:ping': [{ status: found, time }], 'disk:room': [{ status: room, time }] }
  return json({ status: found === 'pass' ? room : found, description: 'Codestead', checks }, found === 'pass' ? 200 : 503)
}

/** Pages that cost much, or exist in endless variants, are not for crawlers. */
const robots = `User-agent: *
Disallow: /api/
Disallow: /user/
Disallow: /-/
Disallow: /*/*/archive/
Disallow: /*/*/blame/
Disallow: /*/*/commits/
Disallow: /*/*/compare/
Disallow: /*/*/src/commit/
Disallow: /*/*/raw/
Disallow: /*/*/actions/
Disallow: /*?*
`

export const routes = [
  route({ id: 'healthz', at: 'GET /api/healthz', says: 'Whether the service works', site: true, needs: open, returns: { 200: Raw }, run: ({ cx }) => health(cx) }),
  route({ id: 'metrics', at: 'GET /metrics', says: 'Figures for a monitor', site: true, needs: open, returns: { 200: Raw }, run: ({ cx, rq }) => metrics(cx, rq) }),
  route({ id: 'openapi3', at: 'GET /openapi3.v1.json', says: 'The API description', site: true, needs: anyone, returns: { 200: Raw }, run: ({ cx }) => json(cx.described()) }),
  route({ id: 'assets', at: 'GET /assets/:file', says: 'Styles and scripts of the pages', site: true, needs: open, returns: { 200: Raw }, run: ({ rq }) => asset(rq) }),
  route({ id: 'favicon', at: 'GET /favicon.ico', says: 'The sign of the site', site: true, needs: open, returns: { 200: Raw }, run: ({ cx }) => raw('', { location: assetPath(cx.root, 'logo.svg'), 'cache-control': 'public, max-age=86400' }, 302) }),
  route({ id: 'robots', at: 'GET /robots.txt', says: 'What crawlers may read', site: true, needs: open, returns: { 200: Raw }, run: () => raw(robots, { 'content-type': 'text/plain;charset=utf-8' }) }),
].flat()
