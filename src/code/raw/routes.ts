import { route } from '../../kernel/route.ts'
import { Optional, Raw, Str, Type } from '../../kernel/schema.ts'
import { readsCode, seesCode } from '../ground/gates.ts'
import * as files from './verbs.ts'

const query = Type.Object({ ref: Optional(Str) })

/** Under the site's root: `/owner/repo/raw/branch/main/README.md` */
const page = (place: 'raw' | 'media', kind: string) =>
  route({
    id: `${place}${kind[0].toUpperCase()}${kind.slice(1)}`, at: `GET /:owner/:repo/${place}/${kind}/:rest*`, says: 'Serve a file', site: true, needs: seesCode, returns: { 200: Raw },
    run: ({ cx, rq, repo }) => files.ofPage(cx, rq, repo, kind, rq.params.rest, place === 'media'),
  })

export const routes = [
  route({
    id: 'getReposRawByFilepath', at: 'GET /repos/:owner/:repo/raw/:filepath*', says: 'Get the bytes of a file', needs: readsCode, query, returns: { 200: Raw },
    run: ({ cx, rq, repo, query }) => files.ofApi(cx, rq, repo, rq.params.filepath, query.ref),
  }),
  route({
    id: 'getReposMediaByFilepath', at: 'GET /repos/:owner/:repo/media/:filepath*', says: 'Get the bytes of a file, those of a large file where a pointer names one', needs: readsCode, query, returns: { 200: Raw },
    run: ({ cx, rq, repo, query }) => files.ofApi(cx, rq, repo, rq.params.filepath, query.ref, true),
  }),
  ...(['raw', 'media'] as const).flatMap((place) => ['branch', 'tag', 'commit', 'blob'].map((kind) => page(place, kind))),
].flat()
