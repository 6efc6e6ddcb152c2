// The frame of every page: head, header, what the page shows, footer.
import { cookieOf } from '../access/index.ts'
import { raw, type RawAnswer } from '../kernel/route.ts'
import { assetPath } from './assets.ts'
import { painted } from './colours.ts'
import { html, type Html } from './html.ts'
import { icon } from './icons.ts'
import type { PageCx, Sheet } from './page.ts'
import { avatar } from './parts/people.ts'
import { menu, menuLink } from './parts/menu.ts'
import { said } from './said.ts'

export async function layout(page: PageCx, sheet: Sheet): Promise<RawAnswer> {
  const { w, root, lang, nonce } = page
  const told = said(page)
  const unread = page.viewer && sheet.status !== 500 ? (await page.ask.maybe<{ new: number }>('getNotificationsNew'))?.new ?? 0 : 0
  const theme = themeOf(page)
  const script = (name: string) => html`<script type="module" nonce="${nonce}" src="${assetPath(root, `${name}.js`)}"></script>`
  const body = html`
<a class="skip" href="#main">${w.site.skip}</a>
${header(page, unread)}
${told && html`<div class="toast" role="status">${told.text}</div>`}
<main id="main" tabindex="-1" class="${sheet.bare ? 'bare' : sheet.wide ? 'wide' : ''}">${sheet.body}</main>
<footer><span>${w.site.name}</span><a href="${root}/api/swagger">${w.site.api}</a><button type="button" class="link" data-shortcuts hidden>${w.site.help}</button></footer>`
  const document = html`<!doctype html>
<html lang="${lang}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${sheet.title} · ${w.site.name}</title>
<link rel="stylesheet" href="${assetPath(root, 'site.css')}">
<link rel="icon" type="image/svg+xml" href="${assetPath(root, 'logo.svg')}">
<meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">
${sheet.about && html`<meta name="description" content="${sheet.about}"><meta property="og:description" content="${sheet.about}">`}
<meta property="og:type" content="website"><meta name="twitter:card" content="summary"><meta property="og:title" content="${sheet.title}"><meta property="og:site_name" content="${w.site.name}"><meta property="og:url" content="${root}${page.rq.url.split('?')[0]}">
${sheet.picture && html`<meta property="og:image" content="${sheet.picture}">`}
${sheet.feed && html`<link rel="alternate" type="application/atom+xml" href="${sheet.feed}">`}
${painted(body, nonce)}
${script('site')}${(sheet.islands ?? []).map(script)}
</head>
<body data-root="${root}"${page.viewer ? html` data-viewer="${page.viewer.name}"` : ''}>${body}</body>
</html>`
  return raw(document.text, { ...headersFor(nonce), ...sheet.headers, ...(told ? { 'set-cookie': told.forget } : {}) }, sheet.status ?? 200)
}

export const themeOf = (page: PageCx) => {
  const chosen = cookieOf(page.rq, 'codestead_theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

const headersFor = (nonce: string): Record<string, string> => ({
  'content-type': 'text/html;charset=utf-8',
  'content-security-policy': [
    "default-src 'none'", `script-src 'nonce-${nonce}' 'strict-dynamic'`, `style-src 'self' 'nonce-${nonce}'`, "img-src 'self' data: https:", "media-src 'self' https:", "connect-src 'self'",
    "font-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'", "manifest-src 'self'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'private, no-cache',
})

function header(page: PageCx, unread: number): Html {
  const { w, root, viewer, query } = page
  return html`<header class="site">
  <a class="logo" href="${root}/" aria-label="${w.site.name}"><img src="${assetPath(root, 'logo.svg')}" width="26" height="26" alt=""><b>${w.site.name}</b></a>
  <form class="find" action="${root}/-/search" role="search" aria-label="${w.site.search}"><input type="search" name="q" value="${page.rq.url.startsWith('/-/search') ? query.q ?? '' : ''}" placeholder="${w.site.searchHint}" aria-label="${w.site.search}" data-find><kbd aria-hidden="true">/</kbd></form>
  <nav aria-label="${w.site.main}">
    ${viewer && html`<a href="${root}/issues" data-keys="g i">${w.site.issues}</a><a href="${root}/pulls" data-keys="g p">${w.site.pulls}</a>`}
    <a href="${root}/explore/repos" data-keys="g e">${w.site.explore}</a>
  </nav>
  <div class="mine">${viewer ? own(page, unread) : html`<a class="button quiet" href="${root}/user/login?redirect_to=${encodeURIComponent(page.rq.url)}">${w.site.signIn}</a>
    ${page.cx.config.registration === 'open' && html`<a class="button strong sign-up" href="${root}/user/sign_up">${w.site.signUp}</a>`}`}</div>
</header>`
}

function own(page: PageCx, unread: number): Html {
  const { w, root } = page
  const viewer = page.viewer!
  return html`
    <a class="button icon" href="${root}/notifications" data-keys="g n" aria-label="${w.site.notifications}${unread > 0 ? `, ${w.site.unread(unread)}` : ''}">${icon('bell')}${unread > 0 && html`<span class="dot">${unread > 99 ? '99+' : unread}</span>`}</a>
    ${menu(html`${icon('plus')}`, w.site.create, [
      menuLink(`${root}/repo/create`, w.site.newRepository, 'repo'),
      menuLink(`${root}/repo/migrate`, w.site.newImport, 'download'),
      menuLink(`${root}/org/create`, w.site.newOrganization, 'people'),
    ])}
    ${menu(avatar(root, viewer, 24), w.site.yourMenu, [
      html`<span class="menu-head">${viewer.name}</span>`,
      menuLink(`${root}/${viewer.name}`, w.site.profile, 'person'),
      menuLink(`${root}/user/settings`, w.site.settings, 'gear'),
      viewer.is_admin ? menuLink(`${root}/-/admin`, w.site.administration, 'shield') : null,
      themes(page),
      html`<form method="post" action="${root}/user/logout"><button class="menu-item">${icon('exit')}${w.site.signOut}</button></form>`,
    ])}`
}

const themes = (page: PageCx) => html`<form method="post" action="${page.root}/-/theme" class="themes" aria-label="${page.w.site.theme}">
  <input type="hidden" name="back" value="${page.rq.url}">
  ${(['auto', 'light', 'dark'] as const).map((one) => html`<button name="theme" value="${one}" aria-pressed="${String(themeOf(page) === one)}" title="${page.w.site.themes[one]}">${icon(one === 'auto' ? 'screen' : one === 'light' ? 'sun' : 'moon')}<span class="unseen">${page.w.site.themes[one]}</span></button>`)}
</form>`
