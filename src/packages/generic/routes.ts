// Files of any kind, put and fetched by name: curl is client enough.
import type { Readable } from 'node:stream'
import { bad, unsupported } from '../../kernel/errors.ts'
import { firstFile } from '../../kernel/multipart-file.ts'
import type { Rq } from '../../kernel/route.ts'
import { serve } from '../ground/download.ts'
import { plain, registry } from '../ground/registry.ts'
import * as packages from '../packages/verbs.ts'
import * as generic from './verbs.ts'

const FILE = '/:owner/generic/:name/:version/:file'
const named = (params: Record<string, string>): generic.Named => ({ name: params.name, version: params.version, file: params.file })

/** The body itself, or the first file of a form. */
async function bodyOf(rq: Rq): Promise<{ body: Readable; length?: number }> {
  const type = String(rq.headers['content-type'] ?? '').toLowerCase()
  if (type.startsWith('application/x-www-form-urlencoded')) throw unsupported('a form is no file; send the bytes with another Content-Type')
  if (!type.startsWith('multipart/form-data')) {
    const length = rq.headers['content-length']
    return { body: rq.raw, length: length === undefined ? undefined : Number(length) }
  }
  const file = await firstFile(rq)
  if (!file) throw bad('the form holds no file')
  return { body: file.body }
}

export const routes = [
  registry({
    id: 'genericPutFile',
    at: `PUT ${FILE}`,
    says: 'Store a file of a generic package',
    async run({ cx, rq, params, owner, actor }) {
      generic.check(named(params))
      const { body, length } = await bodyOf(rq)
      await generic.upload(cx, { owner, actor }, named(params), body, length)
      return plain(201)
    },
  }),
  registry({
    id: 'genericGetFile',
    at: `GET ${FILE}`,
    says: 'Fetch a file of a generic package',
    run: async ({ cx, rq, params, owner }) => serve(cx, rq, (await generic.findFile(cx, owner, named(params))).file),
  }),
  registry({
    id: 'genericDeleteFile',
    at: `DELETE ${FILE}`,
    says: 'Delete a file of a generic package; the last one takes the version along',
    async run({ cx, params, owner, actor }) {
      const { version, file } = await generic.findFile(cx, owner, named(params))
      await packages.removeFile(cx, actor, version, file.id)
      return plain(204)
    },
  }),
  registry({
    id: 'genericDeleteVersion',
    at: 'DELETE /:owner/generic/:name/:version',
    says: 'Delete a version of a generic package',
    async run({ cx, params, owner, actor }) {
      await packages.removeVersion(cx, actor, await generic.findVersion(cx, owner, { name: params.name, version: params.version }))
      return plain(204)
    },
  }),
].flat()
