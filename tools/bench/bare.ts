// The yardstick: an empty Fastify that sends what it is told from memory. A process of its own.
import Fastify from 'fastify'

const app = Fastify({ logger: false })
let bytes: Buffer = Buffer.from('{}')
app.get('/bytes', (_request, reply) => reply.header('content-type', 'application/json;charset=utf-8').send(bytes))
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.put('/bytes', async (request) => {
  bytes = request.body as Buffer
  return 'ok'
})
await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready ${(app.server.address() as { port: number }).port}`)
process.on('SIGTERM', () => process.exit(0))
