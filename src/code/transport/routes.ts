// Git over HTTP, at the addresses git itself makes: /owner/name.git/…
import { refs, smartHttp } from '../../git/index.ts'
import { bad, notFound } from '../../kernel/errors.ts'
import type { Cx } from '../../kernel/cx.ts'
import { raw, route, written, type Rq } from '../../kernel/route.ts'
import { Raw } from '../../kernel/schema.ts'
import { gitGate, inWords, type Opened } from '../wire/gate.ts'
import { limitsFor, planFor } from '../wire/push.ts'

/** The refs as this request's repository row knows them; a wiki has no row of its own. */
const refsOf = (cx: Cx, at: Opened) => () => refs.list(cx.git, at.dir, at.wiki ? undefined : at.repo.refs_version)

const serve = (service: smartHttp.Service) =>
  route({
    id: service,
    at: `POST /:owner/:repo/${service}`,
    says: `Serve ${service}`,
    site: true,
    needs: gitGate(() => service === 'git-receive-pack'),
    body: 'stream',
    returns: { 200: Raw },
    run: ({ cx, rq, ...at }) => exchange(cx, rq, at, service),
  })

async function exchange(cx: Cx, rq: Rq, at: Opened, service: smartHttp.Service) {
  const request = { contentType: rq.headers['content-type'], contentEncoding: rq.headers['content-encoding'], gitProtocol: headerOf(rq), body: rq.raw }
  // told now, while there is a status to tell it by
  cx.git.lanes.stream.needPlace()
  const plan = service === 'git-receive-pack' ? planFor(cx, at) : undefined
  const got = smartHttp.rpc(cx.git, at.dir, refsOf(cx, at), service, request, {
    plan, reply: rq.rawReply, ...(plan && (await limitsFor(cx, at))), onError: (error) => cx.log.error('git over HTTP failed', { service, error: String(error.stack) }),
  })
  return got.body === null ? written : raw(got.body, got.headers, got.status)
}

const headerOf = (rq: Rq) => (Array.isArray(rq.headers['git-protocol']) ? rq.headers['git-protocol'][0] : rq.headers['git-protocol'])

async function advertise(cx: Cx, rq: Rq, at: Opened) {
  if (rq.query.service === undefined) return file(cx, at, 'info/refs')
  const service = smartHttp.serviceOf(rq.query.service)
  if (!service) throw bad('unknown service')
  const got = await smartHttp.advertise(at.dir, refsOf(cx, at), service, headerOf(rq))
  return raw(got.body!, got.headers, got.status)
}

async function file(cx: Cx, at: Opened, path: string) {
  const got = await smartHttp.dumbFile(at.dir, refsOf(cx, at), path)
  if (!got) throw notFound()
  return raw(got.body!, got.headers, got.status)
}

const reads = gitGate(() => false)
const dumb = (id: string, path: string) =>
  route({ id, at: `GET /:owner/:repo/${path}`, says: 'Serve a file of a repository', site: true, needs: reads, returns: { 200: Raw }, run: ({ cx, rq, ...at }) => file(cx, at, rq.url.split('?')[0].split('/').slice(3).join('/')) })

export const routes = [
  route({
    id: 'gitInfoRefs',
    at: 'GET /:owner/:repo/info/refs',
    says: 'Advertise refs',
    site: true,
    needs: gitGate((rq) => rq.query.service === 'git-receive-pack'),
    returns: { 200: Raw },
    run: ({ cx, rq, ...at }) => advertise(cx, rq, at),
  }),
  serve('git-upload-pack'),
  serve('git-receive-pack'),
  serve('git-upload-archive'),
  dumb('gitHead', 'HEAD'),
  dumb('gitInfoPacks', 'objects/info/packs'),
  dumb('gitPack', 'objects/pack/:file'),
  dumb('gitObject', 'objects/:folder/:file'),
].flat().map((one) => ({ ...one, refused: inWords }))
