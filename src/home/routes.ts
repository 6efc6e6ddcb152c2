import { anyone } from '../access/index.ts'
import { forbidden, Refusal, unauthorized } from '../kernel/errors.ts'
import type { Cx } from '../kernel/cx.ts'
import { constantTimeEqual } from '../kernel/secrets.ts'
import { raw, route, type Guard, type Rq } from '../kernel/route.ts'
import { input, Raw, Str } from '../kernel/schema.ts'
import * as pages from './pages.ts'
import * as store from './store.ts'
import * as home from './verbs.ts'

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
const html = (body: string, status = 200) =>
  raw(body, { 'content-type': 'text/html;charset=utf-8', 'content-security-policy': policy, 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY', 'cache-control': 'no-store' }, status)
const json = (body: unknown, status = 200) => raw(JSON.stringify(body), { 'content-type': 'application/json;charset=utf-8', 'cache-control': 'no-store' }, status)

/** Pages that show nothing of anybody. */
const open: Guard<object> = { says: 'nothing', open: async () => ({}) }

/** A form sent from another site is refused. */
const sameSite: Guard<object> = {
  says: 'same site',
  async open(rq) {
    const site = rq.headers['sec-fetch-site']
    const origin = rq.headers.origin
    const own = site ? site === 'same-origin' || site === 'none' : !origin || URL.parse(origin)?.host === new URL(rq.cx.root).host
    if (!own) throw forbidden('sent from another site')
    return {}
  },
}

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
  const found = await store.ping(cx.db).then(() => 'pass', () => 'fail')
  return json({ status: found, description: 'Codestead', checks: { 'database:ping': [{ status: found, time: new Date(cx.now() * 1000).toISOString() }] } }, found === 'pass' ? 200 : 503)
}

async function create(cx: Cx, body: { token: string; name: string; email: string; password: string }) {
  try {
    await home.setUp(cx, body)
    return html(pages.done(body.name, cx.root))
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return html(pages.setup(body.token, error.message, body), 422)
    throw error
  }
}

export const routes = [
  route({
    id: 'home', at: 'GET /', says: 'The front page', site: true, needs: open, returns: { 200: Raw },
    run: async ({ cx }) => html((await home.setupToken(cx)) ? pages.waiting() : pages.front(cx.root)),
  }),
  route({
    id: 'setupForm', at: 'GET /setup', says: 'The set-up form', site: true, needs: open, returns: { 200: Raw },
    run: async ({ cx, rq }) => ((await home.isSetupToken(cx, rq.query.token)) ? html(pages.setup(String(rq.query.token))) : html(pages.waiting(), 403)),
  }),
  route({
    id: 'setup', at: 'POST /setup', says: 'Create the administrator', site: true, needs: sameSite,
    body: input('Setup', { token: Str, name: Str, email: Str, password: Str }), returns: { 200: Raw },
    run: ({ cx, body }) => create(cx, body),
  }),
  route({ id: 'healthz', at: 'GET /api/healthz', says: 'Whether the service works', site: true, needs: open, returns: { 200: Raw }, run: ({ cx }) => health(cx) }),
  route({ id: 'metrics', at: 'GET /metrics', says: 'Figures for a monitor', site: true, needs: open, returns: { 200: Raw }, run: ({ cx, rq }) => metrics(cx, rq) }),
  route({ id: 'swagger', at: 'GET /api/swagger', says: 'The API description as a page', site: true, needs: anyone, returns: { 200: Raw }, run: ({ cx }) => html(pages.swagger(cx.described())) }),
  route({ id: 'openapi3', at: 'GET /openapi3.v1.json', says: 'The API description', site: true, needs: anyone, returns: { 200: Raw }, run: ({ cx }) => json(cx.described()) }),
].flat()
