// Pages that say what went wrong and what helps.
import { html } from './html.ts'
import { icon } from './icons.ts'
import type { PageCx, Sheet } from './page.ts'

export function problemSheet({ w, root, rq, viewer }: PageCx, status: number, message: string): Sheet {
  const title = w.site.errors[status] ?? w.site.errors[500]
  const back = typeof rq.headers.referer === 'string' && rq.headers.referer.startsWith(root) ? rq.headers.referer : undefined
  const login = !viewer && (status === 404 || status === 403) && html`<a class="button" href="${root}/user/login?redirect_to=${encodeURIComponent(rq.url)}">${w.site.signIn}</a>`
  return {
    title,
    status,
    bare: true,
    body: html`<section class="problem" data-status="${status}">
      ${icon(status === 404 ? 'compass' : 'alert')}
      <h1>${title}</h1>
      <p class="what">${message || w.site.hints[status]}</p>
      <p class="row center">${back && html`<a class="button" href="${back}">${w.site.back}</a>`} <a class="button" href="${root}/">${w.site.toFront}</a> ${login}</p>
    </section>`,
  }
}
