// What only a script does on every page: keys, the palette, menus that close, dialogs with a way out.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startChromium, visit, type Visit } from '../kit/chromium.ts'
import { openWorld, type Person } from '../kit/world.ts'

let w: Awaited<ReturnType<typeof openWorld>>
let browser: Browser
let ada: Person
let tab: Visit
before(async () => {
  w = await openWorld()
  browser = await startChromium()
  ada = await w.user('ada')
  await w.repo(ada, 'engine', { auto_init: true })
  for (const title of ['one', 'two']) await w.as(ada).post('/repos/ada/engine/issues', { title }).gives(201)
  for (const name of ['bug', 'docs']) await w.as(ada).post('/repos/ada/engine/labels', { name, color: '#aa3311' }).gives(201)
  tab = await visit(w, browser, { person: ada })
  tab.page.setDefaultTimeout(20_000)
})
after(async () => {
  await browser?.close()
  await w?.close()
})
const leadsTo = (path: RegExp) => tab.page.waitForURL((url) => path.test(url.pathname))

test('g i and g p lead to what belongs to the repository, and outside of one to everything', async () => {
  for (const [from, keys, to] of [['/ada/engine', 'i', /^\/ada\/engine\/issues$/], ['/ada/engine', 'p', /^\/ada\/engine\/pulls$/], ['/explore/repos', 'i', /^\/issues$/]] as const) {
    await tab.open(from)
    await tab.page.keyboard.press('g')
    await tab.page.keyboard.press(keys)
    await leadsTo(to)
  }
})

test('the palette goes to an issue by its number and to a file by its name', async () => {
  for (const [typed, words, to] of [['#2', '#2 two', /^\/ada\/engine\/issues\/2$/], ['readme', 'README.md', /^\/ada\/engine\/src\/branch\/main\/README\.md$/]] as const) {
    await tab.open('/ada/engine/issues')
    await tab.page.keyboard.press('Control+k')
    await tab.page.keyboard.type(typed)
    await tab.page.locator('dialog.palette a', { hasText: words }).waitFor()
    await tab.page.keyboard.press('Enter')
    await leadsTo(to)
  }
})

test('labels that were ticked are taken when the menu is closed by Escape', async () => {
  await tab.open('/ada/engine/issues/1')
  await tab.page.locator('details.side-menu', { hasText: 'Labels' }).locator('summary').click()
  await tab.page.getByRole('checkbox', { name: 'docs' }).check()
  await Promise.all([tab.page.waitForEvent('load'), tab.page.keyboard.press('Escape')])
  await w.as(ada).get('/repos/ada/engine/issues/1/labels').gives(200, [{ name: 'docs' }])
  // nothing is sent where nothing was changed
  await tab.page.locator('details.side-menu', { hasText: 'Labels' }).locator('summary').click()
  await w.as(ada).delete('/repos/ada/engine/issues/1/labels').gives(204)
  await tab.page.keyboard.press('Escape')
  await tab.open('/ada/engine/issues/1')
  await w.as(ada).get('/repos/ada/engine/issues/1/labels').gives(200, [])
})

test('a dialog that deletes has a way out', async () => {
  await tab.open('/ada/engine/settings')
  await tab.page.locator('button[popovertarget=remove]').first().click()
  const dialog = tab.page.locator('#remove')
  await dialog.waitFor({ state: 'visible' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await w.as(ada).get('/repos/ada/engine').gives(200)
})

test('a link to a line of a long file opens the part with it', async () => {
  const content = Buffer.from(Array.from({ length: 12_000 }, (_, i) => `line ${i + 1}`).join('\n')).toString('base64')
  await w.as(ada).post('/repos/ada/engine/contents/long.txt', { content, message: 'Add a long file' }).gives(201)
  await tab.open('/ada/engine/src/branch/main/long.txt#L11000-L11002')
  await tab.page.locator('tr.chosen #L11002').waitFor()
  assert.equal(new URL(tab.page.url()).search, '?part=3')
  assert.equal(await tab.page.locator('tr.chosen').count(), 3)
})

test('tabs stay where they are from page to page', async () => {
  await tab.page.setViewportSize({ width: 1700, height: 800 })
  const { sha } = (await w.as(ada).get('/repos/ada/engine/commits?limit=1').gives(200)).body[0]
  const places = []
  for (const path of ['/ada/engine', '/ada/engine/issues', '/ada/engine/releases', `/ada/engine/commit/${sha}`]) {
    await tab.open(path)
    places.push(await tab.page.locator('.tabs').first().locator('a').evaluateAll((links) => links.map((one: any) => Math.round(one.getBoundingClientRect().left))))
  }
  for (const one of places.slice(1)) assert.deepEqual(one, places[0])
  assert.deepEqual(tab.faults, [])
})

test('a preview shows lines until it has come', async () => {
  await tab.open('/ada/engine/issues/1')
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await tab.page.route('**/-/markdown', async (route) => {
    await held
    await route.continue()
  })
  const box = tab.page.locator('[data-ready=yes]').last()
  await box.locator('textarea').fill('some **words**')
  await box.locator('[data-way=preview]').click()
  const preview = box.locator('[data-preview]')
  await preview.and(tab.page.locator('[aria-busy=true]')).waitFor()
  const height = await preview.evaluate((one) => Number.parseFloat(getComputedStyle(one, '::before').height))
  assert.ok(height > 50, `${height} px of lines`)
  letGo()
  await preview.locator('strong').waitFor()
  assert.equal(await preview.getAttribute('aria-busy'), null)
})
