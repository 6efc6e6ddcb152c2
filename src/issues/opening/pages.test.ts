import assert from 'node:assert/strict'
import { browser } from '../../../test/kit/browser.ts'
import { scenario } from '../../../test/kit/world.ts'

scenario('newIssuePage: filled in by its address, opened by whoever may read', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo')
  const bug = (await w.as(alice).post('/repos/alice/demo/labels', { name: 'bug', color: '#ff0000' }).gives(201)).body
  const milestone = (await w.as(alice).post('/repos/alice/demo/milestones', { title: 'v1' }).gives(201)).body
  const [hers, his, anybody] = [await browser(w, alice), await browser(w, bob), await browser(w, null)]
  const at = '/alice/demo/issues/new'
  await anybody.get(`${at}?title=x`).gives(303).header('location', /\/user\/login\?redirect_to=%2Falice%2Fdemo%2Fissues%2Fnew%3Ftitle%3Dx$/)
  const { text } = await hers.get(`${at}?title=It+breaks&body=at+night&labels=bug&milestone=${milestone.id}&assignees=alice`).gives(200)
  assert.match(text, /value="It breaks"/)
  assert.match(text, /at night<\/textarea>/)
  assert.match(text, new RegExp(`name="labels" value="${bug.id}" checked`))
  assert.match(text, new RegExp(`name="milestone" value="${milestone.id}" checked`))
  assert.match(text, /name="assignees" value="alice" checked/)
  assert.doesNotMatch((await his.get(at).gives(200)).text, /name="labels"/)
  await hers.post(at, { title: 'It breaks', body: 'at night', labels: [bug.id], milestone: milestone.id, assignees: ['alice'], due: '2031-02-03' }).gives(303).header('location', /\/alice\/demo\/issues\/1$/)
  await w.as(alice).get('/repos/alice/demo/issues/1').gives(200, { title: 'It breaks', labels: [{ name: 'bug' }], milestone: { title: 'v1' }, assignees: [{ login: 'alice' }] })
  await his.post(at, { title: 'mine too', labels: [bug.id] }).gives(303).emits('issue.opened')
  await w.as(alice).get('/repos/alice/demo/issues/2').gives(200, { labels: [], user: { login: 'bob' } })
  const wrong = await his.post(at, { title: '', body: 'a long story' }).gives(422).emits()
  assert.match(wrong.text, /a long story<\/textarea>/)
  await anybody.post(at, { title: 'x' }).gives(303).header('location', /\/user\/login/).emits()
  await his.get(`${at}/choose?title=x`).gives(303).header('location', /\/issues\/new\?title=x$/)
  await w.repo(alice, 'secret', { private: true })
  await his.get('/alice/secret/issues/new').gives(404)
})

scenario('newIssuePage: templates are chosen, forms filled in and checked', async (w) => {
  const [alice, bob] = [await w.user('alice'), await w.user('bob')]
  await w.repo(alice, 'demo', { auto_init: true })
  const put = (path: string, text: string) => w.as(alice).post(`/repos/alice/demo/contents/${path}`, { content: Buffer.from(text).toString('base64') }).gives(201)
  await put('.gitea/ISSUE_TEMPLATE/bug.yaml', `name: Bug <report>
about: It breaks
title: "[Bug]: "
body:
  - { type: markdown, attributes: { value: "**Thanks** <script>x()</script>" } }
  - { type: input, id: version, attributes: { label: Version, description: as it says }, validations: { required: true, regex: '^[0-9.]+$' } }
  - { type: textarea, id: log, attributes: { label: Log, render: shell } }
  - { type: dropdown, id: where, attributes: { label: Where, options: [Linux, Mac], default: 1 } }
  - { type: dropdown, id: which, attributes: { label: Which, multiple: true, options: [a, b, c] } }
  - { type: checkboxes, id: terms, attributes: { label: Terms, options: [{ label: searched, required: true }, { label: willing }] } }
  - { type: input, id: quiet, attributes: { label: Quiet, value: kept }, visible: [content] }
  - { type: input, id: count, attributes: { label: Count }, validations: { is_number: true } }
`)
  await put('.gitea/ISSUE_TEMPLATE/idea.md', '---\nname: Idea\nabout: New\n---\nWhat would be nice?\n')
  await put('.gitea/ISSUE_TEMPLATE/config.yaml', 'blank_issues_enabled: false\ncontact_links:\n  - { name: Chat, url: "https://chat.example.com", about: Ask }\n')
  const his = await browser(w, bob)
  const at = '/alice/demo/issues/new'
  const chooser = (await his.get(at).gives(200)).text
  for (const found of [/Bug &lt;report&gt;/, /Idea/, /https:\/\/chat\.example\.com/]) assert.match(chooser, found)
  assert.doesNotMatch(chooser, /template=-/)
  assert.match((await his.get(`${at}?template=.gitea%2FISSUE_TEMPLATE%2Fidea.md`).gives(200)).text, /What would be nice\?\n<\/textarea>/)
  const template = '.gitea/ISSUE_TEMPLATE/bug.yaml'
  const shown = (await his.get(`${at}?template=${encodeURIComponent(template)}`).gives(200)).text
  assert.match(shown, /<strong>Thanks<\/strong>/)
  assert.match(shown, /<option value="Mac" selected>/)
  assert.doesNotMatch(shown, /<script>x|Quiet/)
  const fill = (answers: string[], ticks: string[]) => his.post(at, { title: 'Broken', template, answers, ticks })
  for (const [answers, ticks, says] of [[['', 'l', 'Mac', ''], ['5:0'], 'Version'], [['x', '', '', ''], ['5:0'], 'Version'], [['1.0', '', '', ''], [], 'Terms'], [['1.0', '', 'Moon', ''], ['5:0'], 'Where'], [['1.0', '', '', 'many'], ['5:0'], 'Count']] as const) {
    assert.match((await fill([...answers], [...ticks]).gives(422).emits()).text, new RegExp(`role="alert">[^<]*“${says}”`))
  }
  const again = (await fill(['', 'typed words', 'Linux', ''], ['5:1']).gives(422)).text
  assert.match(again, /typed words<\/textarea>/)
  assert.match(again, /<option value="Linux" selected>/)
  assert.match(again, /value="5:1" checked/)
  await fill(['1.2', 'a ``` b', 'Linux', ''], ['4:0', '4:2', '5:0']).gives(303).emits('issue.opened')
  const { body } = (await w.as(alice).get('/repos/alice/demo/issues/1').gives(200)).body
  assert.equal(body, [
    '### Version\n\n1.2', '### Log\n\n````shell\na ``` b\n````', '### Where\n\nLinux', '### Which\n\na, c', '### Terms\n\n- [x] searched\n- [ ] willing', '### Quiet\n\nkept', '### Count\n\n_No response_',
  ].join('\n\n'))
})
