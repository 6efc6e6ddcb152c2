// Folders that wait to become repositories, for administrators.
import { join } from 'node:path'
import { gates, siteAdmin } from '../../access/index.ts'
import { mistyped } from '../../kernel/errors.ts'
import { input, Str } from '../../kernel/schema.ts'
import { action, adminRepoTabs, adminSheet, box, doButton, empty, filterBar, html, icon, page, pager, redirect, rows } from '../../web/index.ts'

const site = gates(siteAdmin)
const at = '/-/admin/repos/unadopted'

const list = page({
  id: 'adminUnadopted', at, says: 'Repositories that can be taken over', needs: site,
  async run(page) {
    const { w, root, ask, query, cx } = page
    const t = w.migration.adopting
    const found = await ask.list<string>('listAdminUnadopted', { query: query.q, page: query.page })
    const here = root + at
    const line = (one: string) => html`<div class="row between"><span class="grow">${icon('repo')} <bdi>${one}</bdi></span><span class="row">${doButton(`${here}/adopt`, t.adopt, { name: one }, { kind: 'small strong', label: `${t.adopt}: ${one}` })}${
      doButton(`${here}/delete`, w.site.remove, { name: one }, { kind: 'small danger', label: `${w.site.remove}: ${one}`, confirm: t.sure(one) })}</span></div>`
    return adminSheet(page, 'repos', html`${adminRepoTabs(page, 'unadopted')}<h2 class="unseen">${t.title}</h2><p class="lede">${t.lede}</p><p><code>${join(cx.config.data, 'unadopted')}</code></p>
      ${filterBar(here, { value: query.q, words: t.find }, null, w.site.search)}${box(found.items.length === 0 ? empty('repo', t.none) : rows(found.items.map(line)))}${pager(page, found)}`, { title: t.title })
  },
})

const act = (id: string, tail: string, operation: string, says: 'adopted' | 'removed') =>
  action({
    id, at: `${at}/${tail}`, says: 'Take a repository over, or delete its folder', needs: site, fields: input('UnadoptedForm', { name: Str }),
    async run({ ask, given, root, w }) {
      const [owner, repo = ''] = given.name.split('/')
      await ask(operation, { owner, repo }).catch(mistyped(w.migration.adopting.unknown(given.name)))
      return redirect(says === 'adopted' ? `${root}/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}` : root + at, w.migration.adopting[says])
    },
  })

export const pages = [list, act('adminAdopt', 'adopt', 'createAdminUnadopted', 'adopted'), act('adminUnadoptedDelete', 'delete', 'deleteAdminUnadopted', 'removed')].flat()
