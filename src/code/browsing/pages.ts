// A repository's front, its folders and its files.
import { gates, READ, scope } from '../../access/index.ts'
import { refs } from '../../git/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { raw, type Declaration } from '../../kernel/route.ts'
import { gitDir, repoSheet, theRepo } from '../../repos/index.ts'
import { html, icon, menu, menuLink, notice, page, pathOf, redirect, sentence, type Content, type Html, type PageCx, type Sheet } from '../../web/index.ts'
import { byKind } from '../content/at.ts'
import { repoShown, seesCode } from '../ground/gates.ts'
import * as insights from '../insights/verbs.ts'
import { cloneMenu, emptyRepo } from './clone.ts'
import { fileBox } from './file-view.ts'
import { lastOf, latest, readmeBox, table } from './folder-view.ts'
import { crumbs, entryIn, kinds, nearestFolder, placeOf, refMenu, refName, to, type Place, type Seen } from './place.ts'
import { side } from './side.ts'
import * as browsing from './verbs.ts'

const islands = ['code']

const home = page({
  id: 'repoHome', at: '/:owner/:repo', says: 'The front of a repository', needs: gates(scope('repository'), repoShown),
  async run(page) {
    const record = await theRepo(page)
    if (page.access.units.code < READ) return elsewhere(record)
    if (record.empty) return repoSheet(page, record, 'code', { islands, body: emptyRepo(page, record) })
    const at = await byKind(page.cx, page.repo, 'branch', record.default_branch)
    if (!at) return redirect(`${record.html_url}/branches`)
    return folderSheet(page, { record, row: page.repo, dir: gitDir(page.cx, page.repo), at, path: '' })
  },
})

/** The first part that may be seen where the code may not. */
function elsewhere(record: Awaited<ReturnType<typeof theRepo>>) {
  const way = record.has_issues ? '/issues' : record.has_pull_requests ? '/pulls' : record.has_wiki ? '/wiki' : record.has_releases ? '/releases' : record.has_packages ? '/packages' : undefined
  if (way === undefined) throw notFound()
  return redirect(record.html_url + way)
}

const src = kinds.flatMap((kind) => page({
  id: `src${kind[0].toUpperCase()}${kind.slice(1)}`, at: `/:owner/:repo/src/${kind}/:rest*`, says: 'A folder or file of a repository', needs: seesCode,
  async run(page) {
    const place = await placeOf(page, kind, page.params.rest)
    const entry = await entryIn(place, page)
    if (!entry) return folderSheet(page, { ...place, path: await nearestFolder(place, page) }, place.path)
    return entry.kind === 'dir' ? folderSheet(page, place) : fileSheet(page, place, entry)
  },
}))

/** Another branch need not have what this one has: `absent` is said above the folder that it would stand in. */
const absence = ({ w }: PageCx, { at, path }: Place, absent: string): Html =>
  notice('warn', html`${icon('alert')} ${sentence(path === '' ? w.code.file.absentRoot : w.code.file.absent, { path: html`<code><bdi>${absent}</bdi></code>`, ref: html`<b><bdi>${refName(at)}</bdi></b>` })}`)

async function folderSheet(page: PageCx & Seen, place: Place, absent?: string): Promise<Sheet> {
  const { cx } = page
  const { record, at, path, dir } = place
  const [{ entries, complete }, found, people] = await Promise.all([browsing.folder(cx, dir, at.commit, path), browsing.readme(cx, dir, at.commit, path), path === '' ? insights.contributors(cx, place.row, at.commit) : undefined])
  const [top, switcher, text, beside] = await Promise.all([
    lastOf(page, place, entries).then((oid) => latest(page, place, oid)), refMenu(page, place), found && readmeBox(page, place, found), people && side(page, record, people.list),
  ])
  const files = html`<section class="box" aria-label="${page.w.code.folder.files}">${top}${table(page, place, entries)}${!complete && html`<footer class="box-foot">${page.w.code.folder.looking}</footer>`}</section>${text}`
  const heads = html`<div class="code-bar"><div class="row grow">${switcher}${path === '' ? counts(page, place) : crumbs(page, place)}</div><div class="row">
    <a class="button" href="${to(place, 'find', '')}" data-keys="t">${icon('search')}${page.w.code.find.go}</a>${additions(page, place)}${path === '' && cloneMenu(page, place)}</div></div>`
  return repoSheet(page, record, 'code', {
    title: absent ?? (path === '' ? undefined : path), islands, status: absent === undefined ? undefined : 404,
    body: html`${absent !== undefined && absence(page, place, absent)}${beside ? html`<h2 class="unseen">${page.w.code.folder.files}</h2><div class="split repo-front"><div>${heads}${files}</div>${beside}</div>` : html`<h2 class="unseen">${path}</h2>${heads}${files}`}`,
  })
}

async function fileSheet(page: PageCx & Seen, place: Place, entry: NonNullable<Awaited<ReturnType<typeof entryIn>>>): Promise<Sheet> {
  if (entry.kind === 'submodule') throw notFound()
  const last = await browsing.lastTouch(page.cx, place.dir, place.at.commit, place.path)
  const [switcher, box, top] = await Promise.all([refMenu(page, place), fileBox(page, place, entry), last && latest(page, place, last)])
  return repoSheet(page, place.record, 'code', {
    title: place.path, islands, wide: false,
    body: html`<h2 class="unseen">${place.path}</h2><div class="code-bar"><div class="row grow">${switcher}${crumbs(page, place)}</div><a class="button" href="${to(place, 'find', '')}" data-keys="t">${icon('search')}${page.w.code.find.go}</a></div>
      ${top && html`<section class="box">${top}</section>`}${box}`,
  })
}

function counts(page: PageCx, { record }: Place): Content {
  const w = page.w.code
  return html`<a class="button quiet" href="${record.html_url}/branches">${icon('branch')}${w.refs.branchCount(record.branch_count)}</a><a class="button quiet" href="${record.html_url}/tags">${icon('tag')}${w.refs.tags}</a>`
}

function additions(page: PageCx, { record, at, path }: Place): Content {
  if (at.kind !== 'branch' || !record.permissions?.push || record.archived || record.mirror) return ''
  const w = page.w.code.clone
  const into = `${pathOf(at.name)}${path === '' ? '' : `/${pathOf(path)}`}`
  return menu(html`${icon('plus')}`, w.addFile, [menuLink(`${record.html_url}/_new/${into}`, w.newFile, 'file'), menuLink(`${record.html_url}/_upload/${into}`, w.upload, 'upload')], { kind: '' })
}

/** So many paths can be looked through. */
const PATHS = 50_000
const SHOWN = 200
/** for the palette */
const NEAREST = 6

/** The few paths that are likeliest meant: those whose name holds the words, short ones first. */
function nearest(list: readonly string[], words: string): string[] {
  const q = words.toLowerCase()
  const rank = (path: string) => (path.slice(path.lastIndexOf('/') + 1).toLowerCase().includes(q) ? 0 : 1000) + path.length
  return list.filter((one) => one.toLowerCase().includes(q)).sort((a, b) => rank(a) - rank(b)).slice(0, NEAREST)
}

const find = kinds.flatMap((kind) => page({
  id: `find${kind[0].toUpperCase()}${kind.slice(1)}`, at: `/:owner/:repo/find/${kind}/:rest*`, says: 'Find a file by its name', needs: seesCode,
  async run(page) {
    const place = await placeOf(page, kind, page.params.rest)
    const { list, more } = await browsing.paths(page.cx, place.dir, place.at.commit, PATHS)
    if (page.query.list) return raw((page.query.q ? nearest(list, page.query.q) : list).join('\n'), { 'content-type': 'text/plain;charset=utf-8', 'cache-control': 'private, no-cache' })
    const w = page.w.code.find
    const q = (page.query.q ?? '').toLowerCase()
    const hits = list.filter((one) => one.toLowerCase().includes(q)).slice(0, SHOWN)
    return repoSheet(page, place.record, 'code', {
      title: w.title, islands,
      body: html`<div class="code-bar"><div class="row grow">${await refMenu(page, place, 'find')}<h2>${w.title}</h2></div><a class="button" href="${place.record.html_url}/search?ref=${encodeURIComponent(place.at.name)}">${icon('code')}${page.w.code.search.title}</a></div>
        <form class="filter" action="${to(place, 'find', '')}" role="search" aria-label="${w.hint}"><input type="search" name="q" value="${page.query.q ?? ''}" placeholder="${w.hint}" aria-label="${w.hint}" autofocus autocomplete="off" data-paths="${to(place, 'find', '')}?list=1" data-at="${to(place, 'src', '')}/"><button class="button">${page.w.site.search}</button></form>
        ${more && html`<p class="soft small">${w.tooMany}</p>`}
        <section class="box" aria-label="${w.title}"><ul class="rows paths" data-hits>${hits.map((one) => html`<li><a href="${to(place, 'src', one)}">${icon('file')} <bdi>${one}</bdi></a></li>`)}</ul>${hits.length === 0 && html`<p class="diff-note">${w.none}</p>`}</section>`,
    })
  },
}))

/** Bookmarks without the kind of ref: /src/main/README.md, and /src alone. */
const bare = page({
  id: 'srcBare', at: '/:owner/:repo/src/:rest*', says: 'An address without the kind of its ref', needs: seesCode,
  async run({ cx, repo, params, root }) {
    const known = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
    const names = params.rest.split('/')
    const base = `${root}/${encodeURIComponent(params.owner)}/${encodeURIComponent(params.repo)}/src`
    for (let i = 1; i <= names.length; i++) {
      const name = names.slice(0, i).join('/')
      const kind = known.heads.has(name) ? 'branch' : known.tags.has(name) ? 'tag' : i === 1 && /^[0-9a-f]{40,64}$/.test(name) ? 'commit' : undefined
      if (kind) return redirect(`${base}/${kind}/${pathOf(params.rest)}`)
    }
    throw notFound()
  },
})

export const pages: Declaration[] = [home, src, bare, find].flat()
