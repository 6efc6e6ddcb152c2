import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import { scenario } from '../../test/kit/world.ts'

const always = { 'cache-control': 'max-age=0, private, must-revalidate', 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' }

scenario('an unknown path, and a known one with another method', async (w) => {
  for (const path of ['/nothing', '//api/v1', '//api/v1/', '/repos/a', '//api/v2/version']) {
    const got = await w.anonymous.get(path).gives(404).header('content-type', 'text/plain;charset=utf-8').header('allow', undefined)
    assert.equal(got.text, '404 page not found\n', path)
    for (const [name, value] of Object.entries(always)) assert.equal(got.headers[name], value)
  }
  await w.anonymous.delete('/version').gives(405).header('allow', 'GET').header('content-type', undefined).empty()
  await w.anonymous.put('/repos/a/b/issues/1').gives(405).header('allow', 'DELETE, GET, PATCH').empty()
  await w.anonymous.post('/user').gives(405).header('allow', 'GET')
  await w.anonymous.delete('/version/').gives(405).header('allow', 'GET')
})

scenario('slashes: one at the end is dropped, repeated ones collapse, those in a name stay', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const version = (await w.anonymous.get('/version').gives(200)).text
  for (const path of ['/version/', '///api//v1///version', '///api/v1/version//']) assert.equal((await w.anonymous.get(path).gives(200)).text, version, path)
  await w.as(alice).get('//api/v1//repos//alice///demo?x=//').gives(200, { name: 'demo' })
  await w.as(alice).post('/repos/alice/demo/branches', { new_branch_name: 'a/b' }).gives(201)
  await w.as(alice).get('/repos/alice/demo/branches/a%2Fb').gives(200, { name: 'a/b' })
  await w.as(alice).get('/repos/alice/demo%2Fx').gives(404)
  await w.as(alice).get('/repos/alice/de%00mo').gives(404).empty()
})

scenario('HEAD is GET without a body', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo')
  const at = `${await w.listening()}/api/v1/repos/alice/demo`
  const [got, head] = [await fetch(at), await fetch(at, { method: 'HEAD' })]
  const [text, none] = [await got.text(), await head.text()]
  assert.deepEqual([head.status, none, head.headers.get('content-type')], [200, '', 'application/json;charset=utf-8'])
  assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(text)))
  await w.as(alice).head('/user/repos').gives(200).header('x-total-count', '1')
  await w.anonymous.head('/user').gives(401)
  await w.as(alice).head('/repos/alice/none').gives(404)
  await w.anonymous.head('/nothing').gives(404)
})

scenario('bodies: by media type, whole, of the declared shape and not too large', async (w) => {
  const alice = await w.user('alice')
  const post = (body: string | undefined, type?: string) => w.as(alice).post('/user/repos', body, type ? { 'content-type': type } : {})
  await post('{"name":"a"}', 'text/plain').gives(422).says('[]: Unsupported Content-Type')
  await post('{"name":"a"}', 'application/octet-stream').gives(422).says('[]: Unsupported Content-Type')
  await post(undefined).gives(422).says('[]: Unsupported Content-Type')
  await post('', 'application/json').gives(422).says(/^\[\]: /)
  for (const torn of ['{', '{"name":"a"} x', '{"name":', 'name=a', "{'name':'a'}"]) await post(torn, 'application/json').gives(422).says(/^\[\]: /)
  await post('null', 'application/json').gives(422).says('[Name]: Required')
  await post('[]', 'application/json').gives(422).says(/^\[\]: .*object expected/)
  await post('{"name":"by-json"}', 'application/vnd.api+json; charset=utf-8').gives(201, { name: 'by-json' })
  await post('name=by-form&private=true&more=1', 'application/x-www-form-urlencoded').gives(201, { name: 'by-form', private: true })
  await post('--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nby-parts\r\n--x--\r\n', 'multipart/form-data; boundary=x').gives(201, { name: 'by-parts' })
  await w.as(alice).patch('/repos/alice/by-json').gives(200, { name: 'by-json' })
  await w.as(alice).patch('/repos/alice/by-json', '', { 'content-type': 'application/json' }).gives(200)
  await post(`{"name":"a","description":"${'x'.repeat(2000)}"}`, 'application/json').gives(413).says('too large')
  // who may not learns nothing of the size
  await w.anonymous.post('/user/repos', `{"name":"${'x'.repeat(2000)}"}`, { 'content-type': 'application/json' }).gives(401)
}, { max_body: '1024' })

scenario('a body without a length is bounded, too, and bytes must be UTF-8', async (w) => {
  const alice = await w.user('alice')
  const send = async (parts: (string | Buffer)[]) => {
    const { hostname, port } = new URL(await w.listening())
    const sent = request({ hostname, port, method: 'POST', path: '/api/v1/user/repos', auth: `${alice.name}:${alice.password}`, headers: { 'content-type': 'application/json' } })
    const answered = once(sent, 'response')
    for (const part of parts) sent.write(part)
    sent.end()
    const [answer] = await answered
    let text = ''
    for await (const part of answer) text += part
    return [answer.statusCode, JSON.parse(text).message]
  }
  assert.deepEqual(await send(['{"name":"', 'x'.repeat(800), 'x'.repeat(800), '"}']), [413, 'the body is too large'])
  assert.deepEqual(await send(['{"name":"', Buffer.from([0xc3, 0x28]), '"}']), [422, '[]: invalid UTF-8'])
}, { max_body: '1024' })

scenario('closing does not wait for connections that are kept alive, even one that was being answered', async (w) => {
  const alice = await w.user('alice')
  await w.as(alice).put('//api/packages/alice/generic/rock/1/rock.bin', Buffer.alloc(16 << 20), { 'content-type': 'application/octet-stream' }).gives(201)
  const root = await w.listening()
  const agent = new Agent({ keepAlive: true })
  const [answer] = await once(get(`${root}/api/packages/alice/generic/rock/1/rock.bin`, { agent, auth: `${alice.name}:${alice.password}` }), 'response')
  assert.equal(answer.statusCode, 200)
  const closed = w.app.server.close()
  answer.resume()
  const began = performance.now()
  await closed
  // keep-alive lasts 72 seconds
  assert.ok(performance.now() - began < 30_000)
  agent.destroy()
})

scenario('what goes while a request about it is under way is not found', async (w) => {
  const alice = await w.user('alice')
  await w.repo(alice, 'demo', { auto_init: true })
  const { hostname, port } = new URL(await w.listening())
  const sent = request({ hostname, port, method: 'POST', path: '/api/v1/repos/alice/demo/git/blobs', auth: `${alice.name}:${alice.password}`, headers: { 'content-type': 'application/json' } })
  const answered = once(sent, 'response')
  sent.write('{"content":"late",')
  // the guard has let it in, and its body is being waited for
  await new Promise((resolve) => setTimeout(resolve, 300))
  await w.as(alice).delete('/repos/alice/demo').gives(204)
  await w.settled()
  sent.end('"encoding":"utf-8"}')
  const [answer] = await answered
  answer.resume()
  assert.equal(answer.statusCode, 404)
})
