// A real browser for tests of pages: the system's Chromium, else the one that comes by npm; whatever goes wrong in a page is remembered.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page, type Response } from 'playwright-core'
import type { Person, World } from './world.ts'

const folders = ['/usr/bin', '/usr/local/bin', '/opt/google/chrome', '/snap/bin', '/Applications/Chromium.app/Contents/MacOS', '/Applications/Google Chrome.app/Contents/MacOS']
const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome', 'Chromium', 'Google Chrome']

/** CODESTEAD_TEST_BROWSER names another, or `npm` for the one that is unpacked from node_modules. */
function installed(): string | undefined {
  const wanted = process.env.CODESTEAD_TEST_BROWSER
  if (wanted === 'npm') return undefined
  return wanted || folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}

/** Unpacked aside and then moved, so that no other process meets it half there; kept for the next. */
async function unpacked(): Promise<string> {
  const kept = join(tmpdir(), `codestead-chromium-${userInfo().uid}`)
  if (existsSync(kept)) return join(kept, 'chromium')
  const aside = mkdtempSync(join(tmpdir(), 'codestead-unpack-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = aside
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    packed.setGraphicsMode = false
    await packed.executablePath()
    renameSync(aside, kept)
  } catch (error) {
    // another process was faster
    if (!existsSync(kept)) throw error
    rmSync(aside, { recursive: true, force: true })
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  return join(kept, 'chromium')
}

export async function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: installed() ?? (await unpacked()), args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] })
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** what went wrong since it was last emptied */
  faults: string[]
  /** goes there, and answers when the page has loaded */
  open(path: string): Promise<Response>
}

export interface Manner {
  person?: Person | null
  dark?: boolean
  phone?: boolean
  javascript?: boolean
}

/** Somebody in front of a browser, already signed in if they have a name. */
export async function visit(w: World, browser: Browser, { person = null, dark = false, phone = false, javascript = true }: Manner = {}): Promise<Visit> {
  const root = await w.listening()
  const context = await browser.newContext({ baseURL: root, colorScheme: dark ? 'dark' : 'light', viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 }, javaScriptEnabled: javascript, reducedMotion: 'reduce' })
  if (person) {
    const [name, value] = (await sessionOf(w, person)).split('=')
    await context.addCookies([{ name, value, url: root, httpOnly: true, sameSite: 'Lax' }])
  }
  const page = await context.newPage()
  const faults: string[] = []
  await watch(page, root, faults)
  return {
    page, context, faults,
    async open(path) {
      const answer = await page.goto(root + path, { waitUntil: 'load' })
      if (!answer) throw new Error(`${path} was not loaded`)
      return answer
    },
  }
}

const sessions = new WeakMap<World, Map<string, Promise<string>>>()

/** The cookie of a session, begun once per world: passwords are slow on purpose. */
export function sessionOf(w: World, person: Person): Promise<string> {
  const known = sessions.get(w) ?? new Map<string, Promise<string>>()
  sessions.set(w, known)
  if (!known.has(person.name)) known.set(person.name, begin(w, person))
  return known.get(person.name)!
}

async function begin(w: World, person: Person): Promise<string> {
  const body = new URLSearchParams({ user_name: person.name, password: person.password }).toString()
  const { headers } = await w.anonymous.post('//user/login', body, { 'content-type': 'application/x-www-form-urlencoded' }).gives(303)
  return String([headers['set-cookie']].flat()[0]).split(';')[0]
}

/** Through the form, as people do. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/user/login')
  await page.fill('main [name=user_name]', person.name)
  await page.fill('main [name=password]', person.password)
  await Promise.all([page.waitForURL((url) => url.pathname !== '/user/login'), page.click('main form button.strong')])
}

async function watch(page: Page, root: string, faults: string[]): Promise<void> {
  const where = () => page.url().replace(root, '')
  page.on('pageerror', (error) => faults.push(`${where()}: ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`${where()}: a dialog says ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (said) => {
    // an answer that is an error is told apart below
    if (said.type() === 'error' && !said.text().startsWith('Failed to load resource')) faults.push(`${where()}: console: ${said.text()}`)
  })
  page.on('response', (answer) => {
    const own = answer.url().startsWith(root)
    if (own && (answer.status() >= 500 || (answer.status() >= 400 && answer.request().resourceType() !== 'document'))) faults.push(`${where()}: ${answer.url().replace(root, '')} answered ${answer.status()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // what a page leaves behind when another is opened
    if (request.url().startsWith(root) && why !== 'net::ERR_ABORTED') faults.push(`${where()}: ${request.url().replace(root, '')} failed: ${why}`)
  })
  await page.addInitScript('addEventListener("securitypolicyviolation", (event) => console.error("policy:", event.violatedDirective, event.blockedURI, event.sample))')
}
