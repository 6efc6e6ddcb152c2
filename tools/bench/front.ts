// The yardstick of clones: git's own http-backend behind a bare CGI server. A process of its own, with a folder of repositories.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { environment } from './gits.ts'

const server = createServer((request, reply) => {
  const [path, query = ''] = request.url!.split('?')
  const child = spawn('git', ['http-backend'], {
    env: { ...environment, GIT_PROJECT_ROOT: process.argv[2], GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: path, QUERY_STRING: query, REQUEST_METHOD: request.method!, CONTENT_TYPE: request.headers['content-type'] ?? '', HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '', GIT_PROTOCOL: String(request.headers['git-protocol'] ?? '') },
  })
  request.pipe(child.stdin)
  let head: Buffer | null = Buffer.alloc(0)
  child.stdout.on('data', (part: Buffer) => {
    if (head === null) {
      if (!reply.write(part)) child.stdout.pause()
      return
    }
    head = Buffer.concat([head, part])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const [name, ...value] = line.split(': ')
      if (name.toLowerCase() === 'status') reply.statusCode = Number(value[0].slice(0, 3))
      else reply.setHeader(name, value.join(': '))
    }
    reply.write(head.subarray(end + 4))
    head = null
  })
  reply.on('drain', () => child.stdout.resume())
  child.stdout.on('end', () => reply.end())
})
server.listen(0, '127.0.0.1', () => console.log(`ready ${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
