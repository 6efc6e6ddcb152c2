// Whatever people may write is filled with markup that would tell on itself if it ran; no page lets it.
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startChromium, visit } from '../kit/chromium.ts'
import { loopback } from '../kit/receiver.ts'
import { buildTown, type Town, type Voice } from '../kit/town.ts'
import { openWorld } from '../kit/world.ts'
import { addresses } from './addresses.ts'
import { nothing } from './nothing.ts'

const payloads = [
  '<img src=x onerror=__xss(1) data-xss>', '"><svg onload=__xss(2) data-xss>', "'><script data-xss>__xss(3)</script>", '</title></textarea></script><script data-xss>__xss(4)</script>',
  '" autofocus onfocus=__xss(5) data-xss="', '[a](javascript:__xss(6))', '<a href="javascript:__xss(7)" data-xss>x</a>', '${__xss(8)}{{__xss(8)}}', '<iframe srcdoc="<script>parent.__xss(9)</script>" data-xss></iframe>',
]
let said = 0
const hostile: Voice = {
  say: (text) => `${text} ${payloads[said++ % payloads.length]}`.slice(0, text.length < 12 ? 50 : undefined),
  // no blanks, nor what git forbids in names
  name: (text) => `${text}"><svg/onload=__xss(0)>`,
}

let w: Awaited<ReturnType<typeof openWorld>>
let town: Town
let browser: Browser
before(async () => {
  w = await openWorld({ ...loopback, registration: 'open' })
  browser = await startChromium()
  town = await buildTown(w, hostile)
})
after(async () => {
  await browser?.close()
  await w?.close()
})

/** What only a payload that became markup can have left. */
const traces = `(() => {
  const found = window.__ran ? ['ran: ' + window.__ran] : []
  for (const one of document.querySelectorAll('*')) {
    if (one.hasAttribute('data-xss')) found.push('an element: ' + one.outerHTML.slice(0, 120))
    for (const { name, value } of one.attributes) {
      if (name.startsWith('on')) found.push('a listener: ' + one.outerHTML.slice(0, 120))
      if (/^(href|src|action|formaction|srcdoc)$/.test(name) && /^\\s*(javascript|data:text)/i.test(value)) found.push('an address: ' + value.slice(0, 120))
    }
  }
  return found
})()`

test('nothing that people write is run or becomes markup', async () => {
  const table = addresses(town)
  const more = ['/ada/engine/src/branch/main/files', '/ada/engine/src/branch/main/files/page.html', '/ada/engine/src/branch/main/files/drawing.svg', '/ada/engine/issues?q=%22%3E%3Csvg%20onload%3D__xss(0)%3E', '/-/search?q=%22%3E%3Csvg%20onload%3D__xss(0)%3E', '/guild', '/bob', '/cy', '/ada?tab=activity', '/ada?tab=stars', '/%22%3E%3Csvg%20onload%3D__xss(0)%3E', '/ada/starter', '/ada/plans']
  const queue = [...Object.entries(table).filter(([, one]) => one.kind === undefined).map(([id, one]) => [id, one.path, one.to] as const), ...more.map((path) => ['more', path, 'own'] as const)]
  const faults: string[] = []
  let met = 0
  const work = async () => {
    const tabs = { own: await visit(w, browser, { person: town.ada }), admin: await visit(w, browser, { person: town.root }) }
    for (const { page } of Object.values(tabs)) await page.addInitScript('window.__xss = (one) => { window.__ran = one }')
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [id, path, to] = next
      const tab = to === 'admin' ? tabs.admin : tabs.own
      try {
        await tab.open(path)
        if ((await tab.page.content()).includes('__xss(')) met++
        for (const line of await tab.page.evaluate(traces) as string[]) faults.push(`${id} ${path}: ${line}`)
      } catch (error) {
        faults.push(`${id} ${path}: ${(error as Error).message.split('\n')[0]}`)
      }
      // pictures that are not there are part of the payloads
      faults.push(...tab.faults.splice(0).filter((line) => !line.endsWith(' answered 404')).map((line) => `${id}: ${line}`))
    }
    for (const { context } of Object.values(tabs)) await context.close()
  }
  await Promise.all([work(), work()])
  // pages that show no word of anybody's prove nothing
  if (met < 80) faults.push(`only ${met} pages showed a payload as text`)
  nothing([...new Set(faults)])
})
