import assert from 'node:assert/strict'
import { scenario, type World } from '../../../test/kit/world.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const sent = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

export async function signedIn(w: World, name: string, password: string): Promise<string> {
  const answer = await w.anonymous.post('//user/login', sent({ user_name: name, password }), form).gives(303)
  return String([answer.headers['set-cookie']].flat()[0]).split(';')[0]
}

scenario('previewMarkdown: what a text will look like, cleaned', async (w) => {
  const ada = await w.user('ada')
  const cookie = await signedIn(w, 'ada', ada.password)
  const shown = await w.anonymous.post('//-/markdown', sent({ text: '**bold** <script>alert(1)</script> #3', repo: 'ada/tool' }), { ...form, cookie }).gives(200)
  assert.match(shown.text, /<strong>bold<\/strong>/)
  assert.doesNotMatch(shown.text, /<script/)
  assert.match(shown.text, /\/ada\/tool\/issues\/3/)
  await w.anonymous.post('//-/markdown', sent({ text: 'x' }), form).gives(303).header('location', /user\/login/)
  await w.anonymous.post('//-/markdown', sent({ text: 'x' }), { ...form, cookie, origin: 'http://evil.example' }).gives(403)
})
