// Packages in the browser: lists of an owner or a repository, and one version with its files.
import { anyone, findAccountByName } from '../../access/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { orgSheet, theOrg } from '../../orgs/index.ts'
import { repoSheet, theRepo } from '../../repos/index.ts'
import type { UserRecord } from '../../users/index.ts'
import { action, ago, badge, box, bytes, copyable, doButton, empty, filterBar, html, icon, page, pager, person, post, redirect, rows, selectField, submit, textField, type Content, type PageCx, type Sheet } from '../../web/index.ts'
import type { PackageRecord } from './schema.ts'

interface FileShown {
  id: number
  name: string
  size: number
  sha256: string
}

const types = ['alpine', 'arch', 'cargo', 'chef', 'composer', 'conan', 'conda', 'container', 'cran', 'debian', 'generic', 'go', 'helm', 'maven', 'npm', 'nuget', 'pub', 'pypi', 'rpm', 'rubygems', 'swift', 'terraform', 'vagrant']

/** An organization has its frame; a person's packages stand under the name. */
async function inFrame(page: PageCx, title: string, body: Content): Promise<Sheet> {
  const account = await findAccountByName(page.cx.db, page.params.owner)
  if (!account) throw notFound()
  if (account.type === 'organization') return orgSheet(page, await theOrg(page), 'packages', { title, body: html`${body}` })
  const owner = await page.ask<UserRecord>('getUsers', { username: page.params.owner })
  return { title, body: html`<div class="page-head"><h1>${person(page, owner, 28)} <span class="soft">/ ${page.w.packages.title}</span></h1></div>${body}` }
}

const line = (page: PageCx, one: PackageRecord) => html`<a class="title" href="${one.html_url}">${icon('package')} <bdi>${one.name}</bdi></a> <code>${one.version}</code> ${badge(one.type)}
  <div class="meta"><span>${page.w.packages.published} ${ago(page, one.created_at)}${one.creator && html` ${page.w.packages.by} <bdi>${one.creator.login}</bdi>`}</span>${one.repository && html`<a href="${one.repository.html_url}">${icon('repo')} <bdi>${one.repository.full_name}</bdi></a>`}</div>`

const hint = (page: PageCx) => [html`<p>${page.w.packages.noneHint}</p>`, copyable(`curl -u ${page.viewer?.name ?? 'name'} --upload-file file.bin ${page.root}/api/packages/${encodeURIComponent(page.params.owner)}/generic/name/1.0.0/file.bin`, page.w.site.copy)]

const list = page({
  id: 'packagesPage', at: '/:owner/-/packages', says: 'Packages of an owner', needs: anyone,
  async run(page) {
    const { w, ask, params, query, root } = page
    const t = w.packages
    await ask('getUsers', { username: params.owner })
    const found = await ask.list<PackageRecord>('listPackages', { owner: params.owner, q: query.q, type: query.type || undefined, page: query.page })
    return inFrame(page, t.title, html`${filterBar(`${root}/${encodeURIComponent(params.owner)}/-/packages`, { value: query.q, words: t.find }, selectField('type', t.type, [['', t.all], ...types.map((one) => [one, one] as const)], query.type ?? ''), w.site.search)}
      ${box(found.items.length === 0 ? empty('package', t.none, hint(page)) : rows(found.items.map((one) => line(page, one))))}${pager(page, found)}`)
  },
})

const ofRepo = page({
  id: 'repoPackagesPage', at: '/:owner/:repo/packages', says: 'Packages linked to a repository', needs: anyone,
  async run(page) {
    const { w, ask, params, query } = page
    // first, since whose packages may not be read is told apart from who is not there
    const repo = await theRepo(page)
    const found = await ask.list<PackageRecord>('listPackages', { owner: params.owner, repo_id: repo.id, page: query.page })
    return repoSheet(page, repo, 'packages', { title: w.packages.title, body: html`<h2 class="unseen">${w.packages.title}</h2>${box(found.items.length === 0 ? empty('package', w.packages.noneRepo, hint(page)) : rows(found.items.map((one) => line(page, one))))}${pager(page, found)}` })
  },
})

const shown = page({
  id: 'packagePage', at: '/:owner/-/packages/:type/:name/:version', says: 'A version of a package', needs: anyone,
  async run(page) {
    const { w, ask, params, root, viewer } = page
    const t = w.packages
    const one = await ask<PackageRecord>('getPackagesByVersion', params)
    const [files, versions] = await Promise.all([ask<FileShown[]>('listPackagesFilesByVersion', params), ask.list<PackageRecord>('listPackagesByName', { owner: params.owner, type: params.type, name: params.name, limit: 20 })])
    const rights = viewer && (viewer.is_admin || viewer.name === one.owner?.login || (await ask.maybe<{ can_write: boolean; is_owner: boolean }>('getUsersOrgsPermissions', { username: viewer.name, org: params.owner }))?.can_write)
    const address = (file: FileShown) => `${root}/api/packages/${encodeURIComponent(params.owner)}/generic/${encodeURIComponent(one.name)}/${encodeURIComponent(one.version)}/${encodeURIComponent(file.name)}`
    const at = `${root}/${encodeURIComponent(params.owner)}/-/packages/${one.type}/${encodeURIComponent(params.name)}`
    return inFrame(page, `${one.name} ${one.version}`, html`<div class="page-head"><h2>${icon('package')} <bdi>${one.name}</bdi> <code>${one.version}</code> ${badge(one.type)}</h2></div><div class="split"><div>
      ${one.type === 'generic' && files.length > 0 && box(html`<div class="pad"><p class="small soft">${t.getFile}</p>${copyable(`curl -OJ ${address(files[0])}`, w.site.copy)}</div>`, { head: html`<h3>${t.get}</h3>` })}
      ${box(html`<div class="scroll"><table><thead><tr><th>${t.name}</th><th class="end">${t.size}</th><th>${t.sum}</th></tr></thead><tbody>${files.map((file) => html`<tr><td>${one.type === 'generic' ? html`<a href="${address(file)}"><bdi>${file.name}</bdi></a>` : html`<bdi>${file.name}</bdi>`}</td><td class="end nowrap">${bytes(file.size)}</td><td class="mono small soft">${file.sha256.slice(0, 16)}…</td></tr>`)}</tbody></table></div>`, { head: html`<h3>${t.files}</h3><span class="count">${files.length}</span>` })}
      ${rights && html`<section class="box danger-zone"><header class="box-head"><h3>${t.settings}</h3></header>${rows([
        one.repository ? html`<div><b>${t.repository}</b><p class="hint"><bdi>${one.repository.full_name}</bdi></p></div>${doButton(`${at}/unlink`, t.unlink, { version: one.version })}`
          : html`<div class="grow">${post(`${at}/link`, [html`<input type="hidden" name="version" value="${one.version}">`, textField('repo', t.linkName, '', { required: true }), submit(t.link, '')])}</div>`,
        html`<b>${t.removeVersion}</b>${doButton(`${at}/delete`, t.removeVersion, { version: one.version }, { kind: 'danger', confirm: t.sure })}`,
        html`<b>${t.removeAll}</b>${doButton(`${at}/delete`, t.removeAll, { version: '' }, { kind: 'danger', confirm: t.sure })}`,
      ])}</section>`}</div>
      <aside aria-label="${t.details}"><h3>${t.details}</h3><p>${t.published} ${ago(page, one.created_at)} ${one.creator && html`${t.by} ${person(page, one.creator)}`}</p>${one.repository && html`<p><a href="${one.repository.html_url}">${icon('repo')} <bdi>${one.repository.full_name}</bdi></a></p>`}
      <h3>${t.versions} <span class="count">${versions.total}</span></h3><ul>${versions.items.map((each) => html`<li><a href="${each.html_url}"${each.version === one.version ? html` aria-current="page"` : ''}><code>${each.version}</code></a> <span class="small soft">${ago(page, each.created_at)}</span></li>`)}</ul></aside></div>`)
  },
})

const at = '/:owner/-/packages/:type/:name'
const back = ({ root, params }: PageCx, version: string) => `${root}/${encodeURIComponent(params.owner)}/-/packages${version ? `/${params.type}/${encodeURIComponent(params.name)}/${encodeURIComponent(version)}` : ''}`

const latest = page({
  id: 'packageLatestPage', at, says: 'The latest version of a package', needs: anyone,
  run: async ({ ask, params }) => redirect((await ask<PackageRecord>('getPackagesLatestByName', params)).html_url),
})

const link = action({
  id: 'packageLink', at: `${at}/link`, says: 'Link a package to a repository', needs: anyone, fields: input('PackageLinkForm', { repo: Str, version: Optional(Str) }),
  async run(page) {
    await page.ask('createPackagesLinkByRepoName', { ...page.params, repo_name: page.given.repo })
    return redirect(back(page, page.given.version ?? ''), page.w.packages.linked)
  },
})

const unlink = action({
  id: 'packageUnlink', at: `${at}/unlink`, says: 'Take the link of a package away', needs: anyone, fields: input('PackageUnlinkForm', { version: Optional(Str) }),
  async run(page) {
    await page.ask('createPackagesUnlinkByName', page.params)
    return redirect(back(page, page.given.version ?? ''), page.w.packages.unlinked)
  },
})

const remove = action({
  id: 'packageRemove', at: `${at}/delete`, says: 'Delete a package or one version', needs: anyone, fields: input('PackageRemoveForm', { version: Optional(Str) }),
  async run(page) {
    const { version } = page.given
    await (version ? page.ask('deletePackagesByVersion', { ...page.params, version }) : page.ask('deletePackagesByName', page.params))
    return redirect(back(page, ''), page.w.packages.removed)
  },
})

export const pages = [list, ofRepo, shown, latest, link, unlink, remove].flat()
