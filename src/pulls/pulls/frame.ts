// The frame around every page of a pull request: its title, what is to be merged where, its parts as tabs.
import { issueHead } from '../../issues/index.ts'
import { repoSheet } from '../../repos/index.ts'
import { ago, doButton, hidden, html, icon, pathOf, person, sentence, tabs, type Html, type PageCx, type Sheet } from '../../web/index.ts'
import type { OpenPull } from '../ground/opened.ts'

export type PullTab = 'talk' | 'commits' | 'files'

export function pullSheet(page: PageCx, on: OpenPull, tab: PullTab, sheet: Omit<Sheet, 'title'>): Promise<Sheet> {
  const { pull, repo } = on
  const w = page.w.pulls
  const title = tab === 'talk' ? `${pull.title} #${pull.number}` : `${w.tabs[tab]} · ${pull.title} #${pull.number}`
  return repoSheet(page, repo, 'pulls', {
    ...sheet, title, about: pull.body.slice(0, 200),
    body: html`${issueHead(page, on, { buttons: buttons(page, on), line: line(page, on) })}
      ${tabs(w.tabs.label, [
        { to: on.here, words: w.tabs.talk, icon: 'comment', count: pull.comments, current: tab === 'talk' },
        { to: `${on.here}/commits`, words: w.tabs.commits, icon: 'commit', count: on.commits, current: tab === 'commits' },
        { to: `${on.here}/files`, words: w.tabs.files, icon: 'diff', count: pull.changed_files ?? on.row.pull.changed_files, current: tab === 'files' },
      ])}${sheet.body}`,
  })
}

/** The branch it comes from, as people write it. */
export function headName({ pull, repo, row }: OpenPull): string {
  const from = pull.head?.repo
  const branch = row.pull.head_branch
  return from && from.id !== repo.id ? `${from.owner!.login}${from.name === repo.name ? '' : `/${from.name}`}:${branch}` : branch
}

function line(page: PageCx, on: OpenPull): Html {
  const { pull, row } = on
  const w = page.w.pulls
  const from = pull.head?.repo
  const branch = (to: string | undefined, name: string) => (to ? html`<a class="branch" href="${to}/src/branch/${pathOf(name.slice(name.indexOf(':') + 1))}"><bdi>${name}</bdi></a>` : html`<span class="branch"><bdi>${name}</bdi></span>`)
  const parts = {
    who: person(page, pull.merged ? pull.merged_by : pull.user, 16), commits: w.commits(on.commits), when: ago(page, pull.merged ? pull.merged_at : pull.created_at),
    base: html`${branch(on.repo.html_url, row.pull.base_branch)}${on.can.edit && !pull.merged && pull.state === 'open' && baseMenu(page, on)}`,
    head: html`${branch(row.pull.flow === 'push' ? undefined : from?.html_url, headName(on))}<button type="button" class="button icon small" data-copy="${row.pull.head_branch}" aria-label="${w.copyBranch}" title="${w.copyBranch}">${icon('copy')}</button>`,
  }
  return html`<span class="soft small pull-line">${sentence(pull.merged ? w.mergedLine : w.wantsLine, parts)}</span>`
}

/** Another branch to be merged into. */
function baseMenu(page: PageCx, on: OpenPull): Html {
  const w = page.w.pulls
  return html`<details class="menu from-start"><summary class="button icon small" aria-label="${w.editBase}" title="${w.editBase}">${icon('pencil')}</summary><div class="menu-items"><form method="post" action="${on.here}/base" class="side-form">${hidden('back', page.rq.url)}
    <label class="small" for="base-name">${w.editBase}</label><input id="base-name" name="base" value="${on.row.pull.base_branch}" required autocomplete="off"><p class="hint">${w.editBaseHint}</p><button class="button small">${w.apply}</button></form></div></details>`
}

function buttons(page: PageCx, on: OpenPull): Html | undefined {
  const w = page.w.pulls
  if (!on.can.edit || on.pull.merged || on.pull.state !== 'open') return undefined
  return doButton(`${on.here}/draft`, on.pull.draft ? w.makeReady : w.makeDraft, { draft: on.pull.draft ? 'false' : 'true', back: page.rq.url }, { kind: `small ${on.pull.draft ? 'strong' : ''}` })
}
