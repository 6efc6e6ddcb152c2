// The front page for those who are not signed in.
import { repoRows, type RepositoryRecord } from '../../repos/index.ts'
import { box, html, icon, type IconName, type PageCx, type Sheet } from '../../web/index.ts'

const drawings: IconName[] = ['repo', 'issue', 'pull', 'play', 'package', 'lock']

export async function landing(page: PageCx): Promise<Sheet> {
  const { w, root, ask, cx } = page
  const t = w.home.front
  // nothing at all is shown where the site wants people to sign in
  const found = await ask.maybe<{ data: RepositoryRecord[] }>('getReposSearch', { sort: 'updated', order: 'desc', limit: 6 })
  return {
    title: t.title,
    about: t.lede,
    body: html`<section class="hero"><h1>${t.title}</h1><p>${t.lede}</p>
        <div class="row center"><a class="button strong large" href="${root}/user/login">${w.site.signIn}</a>${cx.config.registration === 'open' && html`<a class="button large" href="${root}/user/sign_up">${w.site.signUp}</a>`}<a class="button large" href="${root}/explore/repos">${icon('compass')}${w.site.explore}</a></div></section>
      <ul class="tiles">${t.tiles.map(([title, why], i) => html`<li><span class="tile-icon">${icon(drawings[i])}</span><h2>${title}</h2><p>${why}</p></li>`)}</ul>
      ${found && found.data.length > 0 && box(repoRows(page, found.data, ''), { head: html`<h2 class="grow">${t.recent}</h2><a class="small" href="${root}/explore/repos">${t.all}</a>` })}`,
  }
}
