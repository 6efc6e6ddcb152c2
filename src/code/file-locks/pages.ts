import { gates, notArchived, repoAdmin, repoVisible, signedIn } from '../../access/index.ts'
import { invalid, locked } from '../../kernel/errors.ts'
import { Id, input, Optional, Str } from '../../kernel/schema.ts'
import { administered, gitDir, repoAddress, repoSettings, theRepo } from '../../repos/index.ts'
import { action, ago, box, doButton, empty, form, html, icon, person, post, problem, redirect, rows, submit, textField, withQuery, type PageCx } from '../../web/index.ts'
import { lfsWays } from '../large-files/pages.ts'
import type { Opened } from '../wire/gate.ts'
import * as locks from './verbs.ts'

const at = '/:owner/:repo/settings/lfs/locks'
const here = (page: PageCx) => repoAddress(page, '/settings/lfs/locks')
const opened = (page: PageCx & Pick<Opened, 'repo' | 'access' | 'actor'>): Opened => ({ actor: page.actor, repo: page.repo, access: page.access, dir: gitDir(page.cx, page.repo), wiki: false })

const list = form({
  id: 'repoSettingsLocks', at, says: 'Locked files of a repository', needs: administered, fields: input('FileLockForm', { path: Optional(Str) }),
  async show(page) {
    const { w, cx, query } = page
    const t = w.repoSettings.lfs
    const [repo, found] = await Promise.all([theRepo(page), locks.list(cx, opened(page), { cursor: query.cursor })])
    const line = (one: (typeof found.locks)[number]) => html`<div class="row between rule"><div class="grow">${icon('lock')} <b class="mono"><bdi>${one.path}</bdi></b><div class="meta"><span class="row">${t.by} ${person(page, { login: one.owner_name }, 16)}</span>${ago(page, one.created_at)}</div></div>${
      !repo.archived && doButton(`${here(page)}/unlock`, t.unlock, { id: one.id }, { kind: 'small', confirm: locks.isOwn(opened(page), one) ? undefined : t.unlockSure(one.path, one.owner_name) })}</div>`
    return repoSettings(page, repo, 'lfs', html`<p class="lede">${t.locksLede}</p>${lfsWays(page, `${repo.html_url}/settings`, 'locks')}${problem(page.problem)}
      ${box([found.locks.length > 0 ? rows(found.locks.map(line)) : empty('lock', t.noLocks, t.noLocksHint), !repo.archived && post(here(page), [textField('path', t.path, page.given.path, { required: true, autocomplete: 'off' }), submit(t.lock, '')])], { label: t.locks })}
      ${found.next && html`<nav class="pager" aria-label="${w.site.pages}"><a class="button" rel="next" href="${withQuery(page, { cursor: found.next })}">${w.site.next}</a></nav>`}`)
  },
  async send(page) {
    const t = page.w.repoSettings.lfs
    if (page.repo.is_archived) throw locked(page.w.repos.archivedNotice)
    const { made, lock } = await locks.take(page.cx, opened(page), page.given.path ?? '')
    if (!made) throw invalid(t.alreadyLocked(lock.path, lock.owner_name))
    return redirect(here(page), t.locked)
  },
})

const unlock = action({
  id: 'repoSettingsUnlock', at: `${at}/unlock`, says: 'Unlock a file', needs: gates(repoVisible, signedIn, repoAdmin, notArchived), fields: input('FileUnlockForm', { id: Id }),
  async run(page) {
    await locks.unlock(page.cx, opened(page), String(page.given.id), true)
    return redirect(here(page), page.w.repoSettings.lfs.unlocked)
  },
})

export const pages = [list, unlock].flat()
