import assert from 'node:assert/strict'
import { scenario } from '../../../test/kit/world.ts'

scenario('createUserApplicationsOauth2, listUserApplicationsOauth2, getUserApplicationsOauth2ById, editUserApplicationsOauth2ById, deleteUserApplicationsOauth2ById', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  const at = '/user/applications/oauth2'
  const good = { name: 'tool', redirect_uris: ['https://example.com/back', 'http://127.0.0.1:8080/'] }
  const made = (await w.as(alice).post(at, { ...good, confidential_client: true }).gives(201, { name: 'tool', confidential_client: true, skip_secondary_authorization: false, redirect_uris: good.redirect_uris })).body
  assert.match(made.client_secret, /^gto_[a-z2-7]{52}$/)
  assert.match(made.client_id, /^[0-9a-f-]{36}$/)
  const row = await w.cx.db.selectFrom('oauth_app').selectAll().executeTakeFirstOrThrow()
  assert.ok(!JSON.stringify(row).includes(made.client_secret))
  const second = (await w.as(alice).post(at, { name: 'none', redirect_uris: [] }).gives(201, { confidential_client: false, redirect_uris: [] })).body
  await w.as(alice).get(at).gives(200, [{ id: second.id, client_secret: '' }, { id: made.id, client_secret: '' }]).header('x-total-count', '2').header('link', undefined)
  await w.as(alice).get(`${at}/${made.id}`).gives(200, { client_id: made.client_id, client_secret: '' })

  for (const uri of ['nonsense', 'javascript:alert(1)', 'ftp://example.com/', 'http://']) await w.as(alice).post(at, { name: 'x', redirect_uris: [uri] }).gives(400).says(`invalid redirect URI: ${uri}`)
  await w.as(alice).post(at, { name: 'x' }).gives(422).says('[RedirectURIs]: Required')
  await w.as(alice).post(at, { redirect_uris: [] }).gives(422).says('[Name]: Required')
  const changed = (await w.as(alice).patch(`${at}/${made.id}`, { name: 'other', redirect_uris: [] }).gives(200, { name: 'other', confidential_client: false, client_id: made.client_id })).body
  assert.notEqual(changed.client_secret, made.client_secret)
  await w.as(alice).patch(`${at}/${made.id}`, { name: 'other', redirect_uris: ['x'] }).gives(400)

  for (const [who, status] of [[bob, 404], [null, 401]] as const) {
    await w.as(who).get(`${at}/${made.id}`).gives(status)
    await w.as(who).patch(`${at}/${made.id}`, good).gives(status)
    await w.as(who).delete(`${at}/${made.id}`).gives(status)
  }
  await w.anonymous.get(at).gives(401)
  await w.anonymous.post(at, good).gives(401)
  await w.as(alice).delete(`${at}/${made.id}`).gives(204)
  await w.as(alice).delete(`${at}/${made.id}`).gives(404).empty()
})
