// The first five minutes of somebody new, in a browser and with real git, as one story.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { setupToken } from '../../src/home/setup/verbs.ts'
import { startChromium, visit } from '../kit/chromium.ts'
import { openWorld } from '../kit/world.ts'

const run = promisify(execFile)

test('from the set-up link to a merged pull request', async () => {
  const w = await openWorld()
  const browser = await startChromium()
  try {
    const root = await w.listening()
    const { page, open, faults } = await visit(w, browser)
    page.setDefaultTimeout(20_000)
    await open(`/setup?token=${await setupToken(w.cx)}`)
    await page.fill('[name=name]', 'grace')
    await page.fill('[name=email]', 'grace@example.com')
    await page.fill('[name=password]', 'a long password')
    await page.click('main form button.strong')
    await page.waitForURL(`${root}/`)
    assert.equal(await page.getAttribute('body', 'data-viewer'), 'grace')

    await open('/repo/create')
    await page.fill('main [name=name]', 'hello')
    await page.click('main form button.strong >> visible=true')
    await page.waitForURL(`${root}/grace/hello`)
    const commands = (await page.locator('.clone-way.http .commands code').first().innerText()).replace('http://', 'http://grace:a%20long%20password@')
    assert.match(commands, /git push -u origin main/)
    const cwd = w.folder('newcomer')
    await run('sh', ['-ec', commands], { cwd, env: { PATH: process.env.PATH, HOME: cwd, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'Grace', GIT_AUTHOR_EMAIL: 'grace@example.com', GIT_COMMITTER_NAME: 'Grace', GIT_COMMITTER_EMAIL: 'grace@example.com' } })
    await open('/grace/hello')
    await page.getByRole('link', { name: 'README.md' }).first().waitFor()

    await open('/grace/hello/issues/new')
    await page.fill('main [name=title]', 'Say hello louder')
    await page.fill('main [name=body]', 'It is **too quiet**.')
    await page.click('main form button.strong >> visible=true')
    await page.waitForURL(`${root}/grace/hello/issues/1`)
    assert.match(await page.innerText('main'), /too quiet/)

    await open('/grace/hello/_edit/main/README.md')
    await page.fill('main textarea[name=content]', '# hello\n\nHELLO!\n')
    await page.fill('main [name=message]', 'Shout, closes #1')
    await page.check('main [name=target][value=new]')
    await page.fill('main [name=new_branch]', 'shout')
    await page.click('main form button.strong >> visible=true')
    await page.waitForURL((url) => !url.pathname.includes('/_edit/'))
    if (!page.url().includes('/pulls/new/')) await open('/grace/hello/pulls/new/main...shout')
    await page.click('main form button.strong >> visible=true')
    await page.waitForURL(`${root}/grace/hello/pulls/2`)
    // whether it can be merged is found out behind the answer
    await w.settled()
    await page.reload()
    await page.locator('main .merge-how > summary').first().click()
    await page.locator('main .merge-how button[name=when][value=now] >> visible=true').first().click()
    await page.waitForURL((url) => url.pathname === '/grace/hello/pulls/2')
    await page.getByText('Merged').first().waitFor()
    assert.match((await w.anonymous.get('//grace/hello/raw/branch/main/README.md').gives(200)).text, /HELLO!/)
    await w.settled()
    assert.equal((await w.anonymous.get('/repos/grace/hello/issues/1').gives(200)).body.state, 'closed')

    await page.locator('header.site .mine details.menu').last().locator('summary').click()
    await page.click('form[action$="/user/logout"] button')
    await page.waitForURL(`${root}/`)
    assert.equal(await page.getAttribute('body', 'data-viewer'), null)
    assert.deepEqual(faults, [])
  } finally {
    await browser.close()
    await w.close()
  }
})
