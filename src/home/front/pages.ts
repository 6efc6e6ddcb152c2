// The front page, the theme, and what the palette finds.
import { gates, open, signedIn } from '../../access/index.ts'
import { raw } from '../../kernel/route.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { homeward } from '../../users/index.ts'
import { action, contextOf, cookie, page, redirect, YEAR } from '../../web/index.ts'
import { waiting } from '../setup/pages.ts'
import { dashboard } from './dashboard.ts'
import { landing } from './landing.ts'
import { setupToken } from '../setup/verbs.ts'

const front = page({
  id: 'home', at: '/', says: 'The front page', needs: open,
  async run(page) {
    if (await setupToken(page.cx)) return waiting(page)
    return page.viewer ? dashboard(page) : landing(page)
  },
})

const theme = action({
  id: 'chooseTheme', at: '/-/theme', says: 'Choose light or dark', needs: open,
  fields: input('ThemeForm', { theme: Optional(Str), back: Optional(Str) }),
  run(page) {
    const { root, given } = page
    const chosen = given.theme === 'light' || given.theme === 'dark' ? given.theme : ''
    return redirect(homeward(root, given.back), undefined, [cookie(page, 'codestead_theme', chosen, chosen ? YEAR : 0)])
  },
})

const markdown = action({
  id: 'previewMarkdown', at: '/-/markdown', says: 'What a text will look like', needs: gates(signedIn),
  fields: input('PreviewForm', { text: Str, mode: Optional(Str), repo: Optional(Str) }),
  async run(page) {
    const { text, mode, repo } = page.given
    const wiki = mode === 'wiki'
    const around = { mode: wiki ? 'document' : mode === 'document' || mode === 'plain' ? mode : 'comment', wiki, repo: /^[\w.-]+\/[\w.-]+$/.test(repo ?? '') ? { full_name: repo! } : undefined } as const
    return raw(await page.cx.markup.render(text, contextOf(page, around)), { 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': "default-src 'none'; sandbox" })
  },
})

export const pages = [front, theme, markdown].flat()
