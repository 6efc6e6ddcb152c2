// How to get a copy: addresses, downloads, and the first commands of a repository without anything in it.
import { copyable, html, icon, menuLink, pathOf, type Html, type PageCx } from '../../web/index.ts'
import type { RepositoryRecord } from '../../repos/index.ts'
import type { Place } from './place.ts'

const hasSsh = (page: PageCx) => page.cx.config.ssh_port !== -1

export function cloneMenu(page: PageCx, { record, at }: Place): Html {
  const w = page.w.code.clone
  const archive = `${record.html_url}/archive/${pathOf(at.kind === 'commit' ? at.commit : at.name)}`
  return html`<details class="menu wide-menu"><summary class="button strong">${icon('download')}${w.button}${icon('chevron')}</summary><div class="menu-items"><div class="pad stack">
    <div><b class="small">HTTP</b>${copyable(record.clone_url, w.copyHttp)}</div>${hasSsh(page) && html`<div><b class="small">SSH</b>${copyable(record.ssh_url, w.copySsh)}</div>`}</div>
    ${menuLink(`${archive}.zip`, w.zip, 'archive')}${menuLink(`${archive}.tar.gz`, w.tar, 'archive')}</div></details>`
}

const quoted = (text: string) => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** Commands that work as they stand. The address is chosen without a script, by a radio button. */
export function emptyRepo(page: PageCx, repo: RepositoryRecord): Html {
  const w = page.w.code.clone
  const branch = quoted(repo.default_branch)
  const readme = `# ${repo.name}`.replaceAll("'", '')
  const way = (kind: 'http' | 'ssh', url: string) => html`<div class="clone-way ${kind}">${copyable(url, kind === 'http' ? w.copyHttp : w.copySsh)}
    <h3>${w.fresh}</h3>${commands(page, [`echo '${readme}' > README.md`, 'git init', `git checkout -b ${branch}`, 'git add README.md', "git commit -m 'First commit'", `git remote add origin ${quoted(url)}`, `git push -u origin ${branch}`])}
    <h3>${w.existing}</h3>${commands(page, [`git remote add origin ${quoted(url)}`, `git push -u origin ${branch}`])}</div>`
  const canPush = repo.permissions?.push && !repo.archived && !repo.mirror
  return html`<section class="box empty-repo"><div class="pad"><h2>${w.emptyTitle}</h2><p class="soft">${canPush ? w.emptyHow : w.emptyWait}</p>
    ${canPush && html`<p class="row"><a class="button" href="${repo.html_url}/_new/${pathOf(repo.default_branch)}">${icon('plus')}${w.newFile}</a><a class="button" href="${repo.html_url}/_upload/${pathOf(repo.default_branch)}">${icon('upload')}${w.upload}</a></p>
    <input type="radio" name="way" id="way-http" checked><label for="way-http">HTTP</label>${hasSsh(page) && html`<input type="radio" name="way" id="way-ssh"><label for="way-ssh">SSH</label>`}
    ${way('http', repo.clone_url)}${hasSsh(page) && way('ssh', repo.ssh_url)}`}</div></section>`
}

const commands = (page: PageCx, lines: string[]): Html =>
  html`<div class="commands"><pre tabindex="0"><code>${lines.join('\n')}</code></pre><button type="button" class="button icon" data-copy="${lines.join('\n')}" aria-label="${page.w.code.clone.copyCommands}" title="${page.w.code.clone.copyCommands}">${icon('copy')}</button></div>`
