// Where runners call: /api/actions/<service>/<procedure>.
import { notFound } from '../../kernel/errors.ts'
import { raw, route, type Guard, type Rq } from '../../kernel/route.ts'
import { Raw } from '../../kernel/schema.ts'

/** Runners bring credentials of their own, which each procedure checks. */
const runner: Guard<object> = {
  says: 'runner credentials',
  async open(rq) {
    if (!rq.cx.config.actions_enabled) throw notFound()
    return {}
  },
}

async function call(rq: Rq) {
  const { serve } = await import('./service.ts')
  const gone = new AbortController()
  rq.rawReply.once('close', () => gone.abort())
  const got = await serve(rq.cx, { path: `/${rq.params.service}/${rq.params.method}`, url: rq.cx.root + rq.url, headers: rq.headers, body: rq.raw, signal: gone.signal })
  if (!got) throw notFound()
  return raw(got.body, got.headers, got.status)
}

export const routes = [
  route({
    id: 'actionsRunnerCall',
    at: 'POST /api/actions/:service/:method',
    says: 'A call of a runner',
    site: true,
    needs: runner,
    body: 'stream',
    returns: { 200: Raw },
    run: ({ rq }) => call(rq),
  }),
].flat()
