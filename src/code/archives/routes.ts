import { route } from '../../kernel/route.ts'
import { Raw, Strings, Type } from '../../kernel/schema.ts'
import { readsCode, seesCode } from '../ground/gates.ts'
import * as archives from './verbs.ts'

const query = Type.Object({ path: Strings })

/** Named by its kind instead of by the end of its name. */
const ball = (id: string, kind: string, format: archives.Format) =>
  route({
    id, at: `GET /repos/:owner/:repo/${kind}/:ref*`, says: `Get the files of a commit as ${format}`, needs: readsCode, query, returns: { 200: Raw },
    run: ({ cx, rq, repo, query }) => archives.send(cx, rq, repo, rq.params.ref, format, query.path),
  })

export const routes = [
  route({
    id: 'getReposArchiveByArchive', at: 'GET /repos/:owner/:repo/archive/:archive*', says: 'Get the files of a commit as one download', needs: readsCode, query, returns: { 200: Raw },
    run: ({ cx, rq, repo, query }) => archives.sendNamed(cx, rq, repo, rq.params.archive, query.path),
  }),
  ball('getReposZipballByRef', 'zipball', 'zip'),
  ball('getReposTarballByRef', 'tarball', 'tar.gz'),
  ball('getReposBundleByRef', 'bundle', 'bundle'),
  route({
    id: 'archive', at: 'GET /:owner/:repo/archive/:archive*', says: 'Serve the files of a commit as one download', site: true, needs: seesCode, query, returns: { 200: Raw },
    run: ({ cx, rq, repo, query }) => archives.sendNamed(cx, rq, repo, rq.params.archive, query.path),
  }),
].flat()
