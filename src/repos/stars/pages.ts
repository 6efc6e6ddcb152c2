// Starring and watching, and who does.
import { anyone, gates, repoVisible, scope, signedIn } from '../../access/index.ts'
import { invalid } from '../../kernel/errors.ts'
import { input, Optional, Str } from '../../kernel/schema.ts'
import { homeward, type UserRecord } from '../../users/index.ts'
import { action, avatar, day, empty, html, page, pager, redirect, type IconName } from '../../web/index.ts'
import { repoSheet, theRepo } from '../frame.ts'
import { choose, levels } from '../watches/verbs.ts'

const act = (word: string, operation: string, body?: object) =>
  action({
    id: `${word}Repo`, at: `/:owner/:repo/${word}`, says: `${word} a repository`, needs: gates(signedIn), fields: input('BackForm', { back: Optional(Str) }),
    async run({ ask, params, given, root }) {
      await ask(operation, params, body)
      return redirect(given.back ? homeward(root, given.back) : `${root}/${params.owner}/${params.repo}`)
    },
  })

const watch = action({
  id: 'watchRepo', at: '/:owner/:repo/watch', says: 'Choose how much to hear of a repository', needs: gates(scope('repository'), repoVisible, signedIn),
  fields: input('WatchForm', { level: Str, back: Optional(Str) }),
  async run({ cx, repo, actor, params, given, root, w }) {
    const level = levels.find((one) => one === given.level)
    if (!level) throw invalid(w.repos.watchLevels.unknown)
    await choose(cx, repo, actor.account, level)
    return redirect(given.back ? homeward(root, given.back) : `${root}/${params.owner}/${params.repo}`)
  },
})

const people = (kind: 'stars' | 'watchers', operation: string, drawing: IconName) =>
  page({
    id: `${kind}Page`, at: `/:owner/:repo/${kind}`, says: `${kind} of a repository`, needs: anyone,
    async run(page) {
      const { w, root, ask, params, query } = page
      const [repo, found] = await Promise.all([theRepo(page), ask.list<UserRecord>(operation, { ...params, page: query.page })])
      const t = w.repos.people
      const cards = found.items.map((one) => html`<li class="person-card">${avatar(root, one, 44)}<div class="grow"><a class="title" href="${root}/${one.login}"><bdi>${one.full_name || one.login}</bdi></a><div class="meta">${t.since} ${day(page, one.created)}</div></div></li>`)
      return repoSheet(page, repo, 'code', {
        title: t[kind],
        body: html`<h2>${t[kind]}</h2>${cards.length > 0 ? html`<ul class="people">${cards}</ul>` : empty(drawing, kind === 'stars' ? t.noStars : t.noWatchers)}${pager(page, found)}`,
      })
    },
  })

export const pages = [
  act('star', 'putUserStarred'), act('unstar', 'deleteUserStarred'), watch,
  people('stars', 'listReposStargazers', 'star'), people('watchers', 'listReposSubscribers', 'eye'),
].flat()
