import assert from 'node:assert/strict'
import { commit, git, workTree } from '../../../test/kit/git.ts'
import { scenario, type Person, type World } from '../../../test/kit/world.ts'

const R = '/repos/ann/engine'

/** Pushes files to the default branch in one commit each. */
async function pushing(w: World, ann: Person, files: Record<string, string>): Promise<void> {
  const work = await workTree(w, ann, 'ann/engine')
  await git(work, ['fetch', '-q', 'origin'])
  if ((await git(work, ['branch', '-r'])).trim()) await git(work, ['checkout', '-q', '-B', 'main', 'origin/main'])
  for (const [path, text] of Object.entries(files)) await commit(work, path, text)
  await git(work, ['push', '-q', 'origin', 'main'])
}

const form = `name: Bug
description: Something is wrong
title: "[Bug]: "
labels: [bug, "needs care"]
assignees: ann
body:
  - type: markdown
    attributes: { value: Thank you }
  - type: input
    id: version
    attributes: { label: Version, placeholder: 1.0 beta }
    validations: { required: true, regex: "^[0-9.]+$" }
  - type: dropdown
    attributes: { label: Where, options: [Linux, Mac], default: 1 }
  - type: checkboxes
    id: agreed
    attributes: { label: Terms, options: [{ label: I agree, required: true }] }
`
const formOf = (field: string) => `name: N\nabout: A\nbody:\n  - ${field}\n`

scenario('listReposIssueTemplates: templates of the default branch, broken ones counted', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  await w.anonymous.get(`${R}/issue_templates`).gives(200, null)
  await pushing(w, ann, {
    'ISSUE_TEMPLATE/idea.md': '---\nname: Idea\nabout: Something new\nlabels: one, two\nref: dev\n---\nTell us\n',
    '.gitea/ISSUE_TEMPLATE/bug.yaml': form,
    '.github/issue_template/rules.md': '---\n# No head\n---\nwords',
    '.github/ISSUE_TEMPLATE/config.yml': 'blank_issues_enabled: false',
    '.gitea/ISSUE_TEMPLATE/notes.txt': 'x',
    'docs/ISSUE_TEMPLATE/far.md': '---\nname: Far\nabout: away\n---\n',
  })
  const found = await w.anonymous.get(`${R}/issue_templates`).gives(200, [
    { name: 'Idea', title: '', about: 'Something new', labels: ['one', 'two'], assignees: null, ref: 'refs/heads/dev', content: 'Tell us\n', body: null, file_name: 'ISSUE_TEMPLATE/idea.md' },
    { name: 'Bug', title: '[Bug]: ', about: 'Something is wrong', labels: ['bug', 'needs care'], assignees: ['ann'], ref: 'refs/heads/', content: '', file_name: '.gitea/ISSUE_TEMPLATE/bug.yaml' },
    { name: 'rules', about: '---\n# No head\n---\nwords', content: '---\n# No head\n---\nwords', labels: null },
  ]).header('x-gitea-warning', undefined)
  const [shown, version, where] = found.body[1].body
  assert.deepEqual(shown, { type: 'markdown', id: '0', attributes: { value: 'Thank you' }, validations: null, visible: ['form'] })
  assert.deepEqual(version, { type: 'input', id: 'version', attributes: { label: 'Version', placeholder: '1.0 beta' }, validations: { required: true, regex: '^[0-9.]+$' }, visible: ['form', 'content'] })
  assert.equal(where.id, '2')

  const bad = [
    'name: N\nabout: A\n', 'about: A\nbody: [{type: markdown, attributes: {value: x}}]\n', '- a\n', 'a: [', 'a: &x [*x]\n', 'x'.repeat(70_000),
    ...['{type: nothing}', '{type: markdown}', '{type: input}', '{type: input, attributes: {label: 1}}', '{type: input, id: "a b", attributes: {label: L}}', '{type: dropdown, attributes: {label: L}}',
      '{type: input, attributes: {label: L}, validations: {regex: "("}}', '{type: dropdown, attributes: {label: L, options: [a], default: 1}}', '{type: checkboxes, attributes: {label: L, options: [a]}}',
      '{type: input, id: a, attributes: {label: L}}\n  - {type: input, id: a, attributes: {label: L}}', '{type: textarea, attributes: {label: L}, visible: [moon]}', '{type: textarea, attributes: [L]}'].map(formOf),
  ]
  await pushing(w, ann, Object.fromEntries(bad.map((text, at) => [`.gitlab/issue_template/${at}.yml`, text])))
  const after = await w.anonymous.get(`${R}/issue_templates`).gives(200).header('x-gitea-warning', `error occurs when parsing issue template: count=${bad.length}`)
  assert.equal(after.body.length, 3)
})

scenario('getReposIssueConfig, getReposIssueConfigValidate: what those who open an issue are offered', async (w) => {
  const ann = await w.user('ann')
  await w.repo(ann, 'engine')
  const none = { blank_issues_enabled: true, contact_links: [] }
  await w.anonymous.get(`${R}/issue_config`).gives(200, none)
  await w.anonymous.get(`${R}/issue_config/validate`).gives(200, { valid: true, message: '' })
  const path = '.github/ISSUE_TEMPLATE/config.yaml'
  const link = (url: string) => `contact_links:\n  - name: Talk\n    url: ${url}\n    about: Ask here\n`
  await pushing(w, ann, { [path]: `blank_issues_enabled: false\n${link('https://example.com/talk')}` })
  await w.anonymous.get(`${R}/issue_config`).gives(200, { blank_issues_enabled: false, contact_links: [{ name: 'Talk', url: 'https://example.com/talk', about: 'Ask here' }] })
  await w.anonymous.get(`${R}/issue_config/validate`).gives(200, { valid: true, message: '' })
  for (const [text, says] of [['blank_issues_enabled: 1', /blank/], [link('javascript:alert(1)'), /url/], ['contact_links: [{name: a}]', /required/], ['contact_links: no', /list/], ['a: [', /./]] as const) {
    await pushing(w, ann, { [path]: text })
    await w.anonymous.get(`${R}/issue_config`).gives(200, none)
    const { body } = await w.anonymous.get(`${R}/issue_config/validate`).gives(200, { valid: false })
    assert.match(body.message, says)
  }
})

scenario('listReposIssueTemplates, getReposIssueConfig, getReposIssueConfigValidate: for those who may read the code', async (w) => {
  const [ann, bob] = [await w.user('ann'), await w.user('bob')]
  await w.repo(ann, 'engine', { private: true })
  const issues = (await w.as(ann).post('/users/ann/tokens', { name: 'i', scopes: ['read:issue'] }).gives(201)).body.sha1
  for (const path of ['issue_templates', 'issue_config', 'issue_config/validate']) {
    await w.as(ann).get(`${R}/${path}`).gives(200)
    await w.as(bob).get(`${R}/${path}`).gives(404).empty()
    await w.anonymous.get(`${R}/${path}`).gives(404).empty()
    await w.as(ann, { token: issues }).get(`${R}/${path}`).gives(403)
    await w.as(ann).get(`/repos/ann/nothing/${path}`).gives(404)
  }
})
