// Every page of the town in a real browser: light and dark, wide and on a phone, signed in and not, with and without scripts.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startChromium, visit, type Visit } from '../kit/chromium.ts'
import { loopback } from '../kit/receiver.ts'
import { buildTown, type Town } from '../kit/town.ts'
import { openWorld, type Person } from '../kit/world.ts'
import { addresses, type Address } from './addresses.ts'
import { nothing } from './nothing.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** TEST_PAGES=issues narrows a run by hand to pages whose id or address contains it */
const only = process.env.TEST_PAGES ?? ''

let w: Awaited<ReturnType<typeof openWorld>>
let town: Town
let browser: Browser
let table: [string, Address][]
before(async () => {
  w = await openWorld({ ...loopback, registration: 'open' })
  browser = await startChromium()
  town = await buildTown(w)
  table = Object.entries(addresses(town)).filter(([id, one]) => `${id} ${one.path}`.includes(only))
})
after(async () => {
  await browser?.close()
  await w?.close()
})

/** Everything in `some`, two tabs at once; what is found, in order. */
async function sweep(some: [string, Address][], manner: Parameters<typeof visit>[2], look: (id: string, one: Address, tab: Visit) => Promise<string[]>): Promise<string[]> {
  const queue = [...some]
  const found: string[] = []
  const work = async () => {
    const tab = await visit(w, browser, manner)
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [id, one] = next
      const told = await look(id, one, tab).catch((error: Error) => [error.message.split('\n')[0]])
      // another tab's page does not wait for what this one still fetches
      found.push(...[...told, ...tab.faults.splice(0)].map((line) => `${id} ${one.path}: ${line}`))
    }
    await tab.context.close()
  }
  await Promise.all([work(), work()])
  return found.sort()
}

const isFor = (person: Person | null, one: Address) => one.to === 'all' || (one.to === 'admin' ? person === town.root : person === town.ada)
const documents = () => table.filter(([, one]) => one.kind === undefined)

/** on a phone nothing may be wider than the screen; what scrolls inside itself is fine */
const tooWide = `(() => {
  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide <= 1) return ''
  const scrolls = (each) => each !== null && (['auto', 'scroll', 'hidden'].includes(getComputedStyle(each).overflowX) || scrolls(each.parentElement))
  const one = [...document.querySelectorAll('main *, header *, footer *')].find((each) => each.getBoundingClientRect().right > innerWidth + 1 && !scrolls(each))
  return wide + ' px wider than the screen' + (one ? ', first by <' + one.tagName.toLowerCase() + ' class="' + one.className + '">' : '')
})()`

/** a label or a link leads to the first of them only */
const idsTwice = `[...new Set([...document.querySelectorAll('[id]')].map((one) => one.id).filter((id, i, all) => all.indexOf(id) !== i))].join(' ')`

const complaints = (rules: string) => `axe.run(document, ${rules}).then((got) => got.violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => one.id + ' ' + one.nodes.slice(0, 2).map((node) => node.html.slice(0, 140) + (node.any[0]?.data?.contrastRatio ? ' ' + node.any[0].data.fgColor + ' on ' + node.any[0].data.bgColor + ' ' + node.any[0].data.contrastRatio : '')).join(' | ')))`

async function wellMade(one: Address, tab: Visit): Promise<string[]> {
  const { page } = tab
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  const answer = await tab.open(one.path)
  const found: string[] = []
  if (answer.status() !== (one.status ?? 200)) found.push(`answered ${answer.status()}`)
  if (new URL(page.url()).pathname === '/user/login' && one.path !== '/user/login') found.push('asks to sign in')
  const twice = await page.evaluate(idsTwice) as string
  if (twice) found.push(`has these ids twice: ${twice}`)
  // forty rows of a kind tell what a thousand would, and axe looks at each
  await page.evaluate("document.querySelectorAll('main :is(tr, li):nth-child(n + 40)').forEach((one) => one.remove())")
  await page.evaluate(axe)
  for (const line of await page.evaluate(complaints("{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] }")) as string[]) found.push(`light: ${line}`)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const line of await page.evaluate(complaints("{ runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] }")) as string[]) found.push(`dark: ${line}`)
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(tooWide)
  if (wide) found.push(`phone: ${wide}`)
  const heads = await page.locator('h1:not(.prose h1)').count()
  if (heads !== 1) found.push(`has ${heads} h1`)
  return found
}

test('every page has an address in the town', () => {
  const declared = new Set(w.app.declarations.filter((one) => one.page && one.method === 'GET').map((one) => one.id))
  const known = Object.keys(addresses(town))
  assert.deepEqual({ missing: [...declared].filter((id) => !known.includes(id)), gone: known.filter((id) => !declared.has(id)) }, { missing: [], gone: [] })
})

test('every page is well made for whoever is signed in: no error, no complaint of axe, nothing too wide', async () => {
  const found: string[] = []
  for (const person of [town.ada, town.root]) {
    const theirs = documents().filter(([, one]) => isFor(person, one) && (one.to === 'admin') === (person === town.root))
    found.push(...(await sweep(theirs, { person }, (_id, one, tab) => wellMade(one, tab))))
  }
  nothing(found)
})

test('every page is well made for strangers, or leads them to sign in', async () => {
  nothing(await sweep(documents().filter(([, one]) => one.to === 'all'), { phone: true, dark: true }, async (_id, one, tab) => {
    const answer = await tab.open(one.path)
    const wide = await tab.page.evaluate(tooWide) as string
    return [...(answer.status() === (one.status ?? 200) ? [] : [`answered ${answer.status()}`]), ...(wide ? [wide] : [])]
  }))
  const found: string[] = []
  for (const [id, one] of table.filter(([, each]) => each.to !== 'all')) {
    const got = await w.anonymous.get(`/${one.path}`, { accept: 'text/html' })
    if (got.status < 300 || (got.status < 400 && !/\/user\/login\?redirect_to=/.test(got.headers.location))) found.push(`${id} ${one.path}: answered ${got.status}`)
  }
  nothing(found)
})

test('without scripts every page shows what it is about', async () => {
  const found: string[] = []
  for (const person of [town.ada, town.root]) {
    const theirs = documents().filter(([, one]) => isFor(person, one) && (one.to === 'admin') === (person === town.root))
    found.push(...(await sweep(theirs, { person, javascript: false }, async (_id, one, tab) => {
      await tab.open(one.path)
      // what stands in fields counts as shown
      const text = `${await tab.page.locator('main').innerText()} ${await tab.page.locator('main').innerHTML()}`
      return text.includes(one.shows) ? [] : [`does not show “${one.shows}”`]
    })))
  }
  nothing(found)
})

test('pages that lead on lead somewhere, and files are what they should be', async () => {
  const client = await w.browsing(town.ada)
  const found: string[] = []
  for (const [id, one] of table.filter(([, each]) => each.kind)) {
    const got = await client.get(`/${one.path}`, { accept: 'text/html' })
    if (one.kind === 'leads' && (got.status < 300 || got.status >= 400)) found.push(`${id} ${one.path}: answered ${got.status}`)
    if (one.kind === 'file' && (got.status !== 200 || !got.text.includes(one.shows))) found.push(`${id} ${one.path}: answered ${got.status} ${got.text.slice(0, 80)}`)
  }
  nothing(found)
})
