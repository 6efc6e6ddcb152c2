// Undoing a commit on a branch, or taking it over to another.
import { gates, repoRead, scope, signedIn, type SignedIn } from '../../access/index.ts'
import { objects, refs } from '../../git/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { input } from '../../kernel/schema.ts'
import { gitDir, repoSheet } from '../../repos/index.ts'
import { form, html, icon, menuLink, notice, pathOf, problem, redirect, type Html, type PageCx } from '../../web/index.ts'
import { shortSha, type Seen } from '../browsing/place.ts'
import { restOf, titleOf } from '../commits/rows.ts'
import * as commits from '../commits/verbs.ts'
import { comparedAt } from '../comparison/places.ts'
import { around, commitFields, commitOf, editing, mayWrite, needsFork, type Editing } from '../files/editing.ts'
import { repoShown } from '../ground/gates.ts'
import * as picks from './verbs.ts'

const writes = gates(scope('repository'), repoShown, repoRead('code'), signedIn)
const LISTED = 200

const ways = { pick: { id: 'cherryPickPage', word: '_cherrypick' }, revert: { id: 'revertPage', word: '_revert' } } as const

export const pickAt = (home: string, how: picks.How, oid: string, branch: string) => `${home}/${ways[how].word}/${oid}/${pathOf(branch)}`

const pickForm = (how: picks.How) => form({
  id: ways[how].id, at: `/:owner/:repo/${ways[how].word}/:sha/:rest*`, says: how === 'pick' ? 'Take a commit over to a branch' : 'Undo a commit on a branch', needs: writes, fields: input(`${how === 'pick' ? 'CherryPick' : 'Revert'}Form`, around),
  async show(page) {
    const { place, commit } = await meant(page)
    if (!mayWrite(place)) return needsFork(page, place)
    const w = page.w.code.pick
    const look = await picks.prospect(page.cx, page.repo, how, commit.oid, place.branch)
    const said = suggested(page, how, commit)
    const title = w.title[how](shortSha(commit.oid))
    const barred = look.conflicts.length > 0 ? notice('warn', html`<p>${w.conflict}</p><ul>${look.conflicts.slice(0, 20).map((path) => html`<li><code><bdi>${path}</bdi></code></li>`)}</ul><p>${w.byHand}</p><pre class="plain">${byHand(how, commit.oid, place.branch)}</pre>`) : look.idle && notice('info', w.idle[how])
    return repoSheet(page, place.record, 'code', {
      title, islands: ['code'],
      body: html`<h2 class="edit-title">${title}</h2>${problem(page.problem)}<section class="box"><div class="pad row between"><span class="grow">${icon('commit')} <a href="${place.record.html_url}/commit/${commit.oid}"><bdi>${titleOf(commit.message) || page.w.code.commit.noMessage}</bdi></a></span><span class="row"><span class="soft">${w.onto}</span>${await branchMenu(page, place, how, commit.oid)}</span></div></section>
        ${barred || html`<form method="post" class="stack">${commitFields(page, place, { details: said.details, ...page.given }, said.title, w.go[how])}</form>`}`,
    })
  },
  async send(page) {
    const { place, commit } = await meant(page)
    const said = suggested(page, how, commit)
    const { new_branch } = commitOf(place, page.given)
    const message = [page.given.message?.trim() || said.title, page.given.details?.replaceAll('\r\n', '\n').trim()].filter(Boolean).join('\n\n')
    const made = await picks.apply(page.cx, page.repo, page.actor.account, page.access, { how, oid: commit.oid, branch: place.branch, new_branch, message })
    return redirect(made.branch === place.branch ? `${place.record.html_url}/commit/${made.commit}` : comparedAt(place.record, made.branch, place.branch), page.w.code.edit.saved)
  },
})

/** The commit and the branch of the address. */
async function meant(page: PageCx & Seen & { actor: SignedIn }): Promise<{ place: Editing; commit: objects.Commit }> {
  const oid = /^[0-9a-f]{4,64}$/.test(page.params.sha) ? await commits.find(page.cx, page.repo, page.params.sha) : undefined
  const place = await editing(page)
  if (!oid || place.path !== '') throw notFound()
  return { place, commit: await objects.commit(page.cx.git, gitDir(page.cx, page.repo), oid) }
}

function suggested({ w }: PageCx, how: picks.How, { oid, message }: objects.Commit): { title: string; details: string } {
  const title = titleOf(message) || shortSha(oid)
  if (how === 'revert') return { title: `Revert "${title}"`.slice(0, 200), details: w.code.pick.reverts(oid) }
  return { title: title.slice(0, 200), details: [restOf(message), w.code.pick.picked(oid)].filter(Boolean).join('\n\n') }
}

const byHand = (how: picks.How, oid: string, branch: string) => `git switch ${quoted(branch)}\ngit ${how === 'pick' ? 'cherry-pick -x' : 'revert'} ${oid}`
const quoted = (name: string) => (/^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)

/** The same for another branch. */
async function branchMenu({ cx, repo, w }: PageCx & Seen, { record, branch }: Editing, how: picks.How, oid: string): Promise<Html> {
  const { heads } = await refs.list(cx.git, gitDir(cx, repo), repo.refs_version)
  const names = [...heads.keys()].sort((a, b) => Number(b === record.default_branch) - Number(a === record.default_branch) || (a < b ? -1 : 1))
  return html`<details class="menu wide-menu"><summary class="button small" aria-label="${w.code.refs.switch}: ${branch}">${icon('branch')}<bdi class="ref-name">${branch}</bdi>${icon('chevron')}</summary><div class="menu-items"><div class="pad"><input type="search" data-filter=".ref-group a" placeholder="${w.code.refs.find}" aria-label="${w.code.refs.find}"></div><p class="ref-none" role="status" data-none="${w.code.refs.none}" hidden></p>
    <div class="ref-group">${names.slice(0, LISTED).map((name) => menuLink(pickAt(record.html_url, how, oid, name), html`<bdi>${name}</bdi>`, 'branch', name === branch))}</div></div></details>`
}

export const pages = [pickForm('revert'), pickForm('pick')].flat()
