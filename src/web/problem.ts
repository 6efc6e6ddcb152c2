// Pages that say what went wrong and what helps.
import { html, pathOf, type Html } from './html.ts'
import { icon } from './icons.ts'
import type { PageCx, Sheet } from './page.ts'

export async function problemSheet(page: PageCx, status: number, message: string): Promise<Sheet> {
  const { w, root, rq, viewer } = page
  const title = w.site.errors[status] ?? w.site.errors[500]
  const back = typeof rq.headers.referer === 'string' && rq.headers.referer.startsWith(`${root}/`) ? rq.headers.referer : undefined
  const login = !viewer && (status === 404 || status === 403) && html`<a class="button" href="${root}/user/login?redirect_to=${encodeURIComponent(rq.url)}">${w.site.signIn}</a>`
  return {
    title,
    status,
    bare: true,
    body: html`<section class="problem" data-status="${status}">
      ${icon(status === 404 ? 'compass' : 'alert')}
      <h1>${title}</h1>
      <p class="what">${message || w.site.hints[status]}</p>
      ${status === 404 && (await nearby(page))}
      <p class="row center">${back && html`<a class="button" href="${back}">${w.site.back}</a>`} <a class="button" href="${root}/">${w.site.toFront}</a> ${login}</p>
    </section>`,
  }
}

/** Which part of a missing address does exist, as far as the reader may know, and a search for the rest. */
async function nearby({ w, root, rq, ask }: PageCx): Promise<Html> {
  const parts = rq.url.split('?')[0].split('/').filter(Boolean).slice(0, 8).map(readable)
  const [owner, repo] = parts
  const there = await Promise.all([
    owner && repo && parts.length > 2 ? ask.maybe('getRepos', { owner, repo }).then((found) => (found ? `${owner}/${repo}` : undefined)) : undefined,
    owner && parts.length > 1 ? ask.maybe('getUsers', { username: owner }).then((found) => (found ? owner : undefined)) : undefined,
  ]).then((found) => found.find((one) => one !== undefined), () => undefined)
  const words = parts.at(-1) ?? ''
  return html`${there && html`<p><a class="button strong" href="${root}/${pathOf(there)}">${icon('arrow')}${w.site.goTo(there)}</a></p>`}
    <form class="filter" action="${root}/-/search"><input type="search" name="q" value="${words}" aria-label="${w.site.search}"><button class="button">${w.site.search}</button></form>`
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
