// A file as a request brings it: in a form, or as the bytes themselves named in the address.
import type { Readable } from 'node:stream'
import { bad, unsupported } from '../../kernel/errors.ts'
import { firstFile } from '../../kernel/multipart-file.ts'
import type { Rq } from '../../kernel/route.ts'
import { Raw, Type } from '../../kernel/schema.ts'

/** How the API description tells of such a body. */
export const fileBody = { 'multipart/form-data': Type.Object({ attachment: Raw }), 'application/octet-stream': Raw }

export interface Uploaded {
  name: string
  body: Readable
}

export async function uploaded(rq: Rq, name: string | undefined): Promise<Uploaded> {
  const type = String(rq.headers['content-type'] ?? '').toLowerCase()
  if (type.startsWith('application/x-www-form-urlencoded')) throw unsupported('a form without a file')
  if (!type.startsWith('multipart/form-data')) {
    if (!name) throw bad('the file has no name')
    return { name, body: rq.raw }
  }
  const file = await firstFile(rq)
  if (!file || file.name !== 'attachment') throw bad('the form holds no file named attachment')
  return { name: name || file.filename!, body: file.body }
}
