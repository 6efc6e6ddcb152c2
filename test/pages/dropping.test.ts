// Files brought into the browser: dropped, pasted or chosen in the editor of a comment, dropped onto the page that uploads.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startChromium, visit } from '../kit/chromium.ts'
import { openWorld } from '../kit/world.ts'

let w: Awaited<ReturnType<typeof openWorld>>
let browser: Browser
before(async () => {
  w = await openWorld({ attachment_types: '.png,.txt' })
  browser = await startChromium()
})
after(async () => {
  await browser?.close()
  await w?.close()
})

/** As if it came from outside of the browser. */
const bring = (page: Page, on: string, kind: 'drop' | 'paste', name: string) =>
  page.evaluate(`(() => {
    const held = new DataTransfer()
    held.items.add(new File(['some bytes'], ${JSON.stringify(name)}))
    const event = ${kind === 'drop'} ? new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true }) : new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true })
    document.querySelector(${JSON.stringify(on)}).dispatchEvent(event)
    return event.defaultPrevented
  })()`)

/** Until the text that is being written ends so. */
const reads = (page: Page, end: RegExp) => page.waitForFunction((source) => new RegExp(source).test((globalThis as any).document.querySelector('#write-body').value), end.source)

test('files dropped, pasted and chosen while writing a comment are linked and sent with it', async () => {
  const ada = await w.user('ada')
  await w.repo(ada, 'engine')
  await w.as(ada).post('/repos/ada/engine/issues', { title: 'one' }).gives(201)
  const tab = await visit(w, browser, { person: ada })
  await tab.open('/ada/engine/issues/1')
  const text = tab.page.locator('#write-body')
  await text.fill('look here')
  await bring(tab.page, '#write-body', 'drop', 'shot.png')
  await reads(tab.page, /^look here !\[shot\.png\]\(http\S+\)\n$/)
  await bring(tab.page, '#write-body', 'paste', 'log.txt')
  await reads(tab.page, /\[log\.txt\]\(http\S+\)\n$/)
  await tab.page.setInputFiles('#write-body-files', { name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('more') })
  await reads(tab.page, /\[more\.txt\]\(http\S+\)\n$/)
  const before = await text.inputValue()
  await bring(tab.page, '#write-body', 'drop', 'run.exe')
  await tab.page.getByRole('alert').filter({ hasText: 'run.exe: Files of this type are not taken' }).waitFor()
  assert.equal(await text.inputValue(), before)
  tab.faults.length = 0
  await tab.page.locator('#write button.strong').click()
  await tab.page.locator('.talk-text img[alt="shot.png"]').waitFor()
  await w.as(ada).get('/repos/ada/engine/issues/1/comments').gives(200, [{ assets: [{ name: 'shot.png' }, { name: 'log.txt' }, { name: 'more.txt' }] }])
  assert.deepEqual(tab.faults, [])
  await tab.context.close()
})

test('files dropped onto the page that uploads are committed', async () => {
  const bob = await w.user('bob')
  await w.repo(bob, 'tool', { auto_init: true })
  const tab = await visit(w, browser, { person: bob })
  await tab.open('/bob/tool/_upload/main')
  await bring(tab.page, '[data-drop]', 'drop', 'a.txt')
  await bring(tab.page, 'h2', 'drop', 'b.txt')
  await tab.page.locator('[data-dropped] li').nth(1).waitFor()
  await tab.page.locator('main form button.strong').click()
  await tab.page.getByRole('link', { name: 'b.txt' }).first().waitFor()
  await w.as(bob).get('/repos/bob/tool/contents/a.txt').gives(200, { size: 10 })
  assert.deepEqual(tab.faults, [])
  await tab.context.close()
})
