import { invalid } from '../../kernel/errors.ts'
import { Id, input, Optional, Str, type Static } from '../../kernel/schema.ts'
import { administered, repoAddress, repoSettings, theRepo } from '../../repos/index.ts'
import { action, box, doButton, empty, form, html, icon, post, problem, redirect, rows, submit, textField, type PageCx } from '../../web/index.ts'
import { known, nameFields, namesIn, suggestions } from '../ground/names.ts'
import type { TagProtectionRecord } from './schema.ts'

const at = '/:owner/:repo/settings/tags'
const here = (page: PageCx) => repoAddress(page, '/settings/tags')

const fields = input('TagRuleForm', { name_pattern: Optional(Str), allow_people: Optional(Str), allow_teams: Optional(Str) })
type Given = Partial<Static<typeof fields>>

function bodyOf({ w }: PageCx, given: Given) {
  const t = w.repoSettings.tags
  const body = { name_pattern: given.name_pattern?.trim() ?? '', whitelist_usernames: namesIn(given.allow_people), whitelist_teams: namesIn(given.allow_teams) }
  if (body.name_pattern === '') throw invalid(t.patternNeeded)
  if (body.whitelist_usernames.length + body.whitelist_teams.length === 0) throw invalid(t.whoNeeded)
  return body
}

const formOf = (page: PageCx, to: string, given: Given, who: Awaited<ReturnType<typeof known>>, go: string) => {
  const t = page.w.repoSettings.tags
  return post(to, [
    textField('name_pattern', t.pattern, given.name_pattern, { required: true, maxlength: 255, autocomplete: 'off', hint: t.patternHint }),
    nameFields(page, 'allow', { people: given.allow_people, teams: given.allow_teams }, who), suggestions(who), submit(go),
  ])
}

const list = form({
  id: 'repoSettingsTags', at, says: 'Rules that protect tags', needs: administered, fields,
  async show(page) {
    const { w, ask, params } = page
    const t = w.repoSettings.tags
    const [repo, found, who] = await Promise.all([theRepo(page), ask<TagProtectionRecord[]>('listReposTagProtections', params), known(page)])
    const line = (one: TagProtectionRecord) => html`<div class="row between"><div class="grow"><a class="title mono" href="${here(page)}/${one.id}">${icon('tag')} <bdi>${one.name_pattern}</bdi></a>
      <div class="meta"><span>${t.allowed} <bdi>${[...one.whitelist_usernames, ...one.whitelist_teams].join(', ') || t.nobody}</bdi></span></div></div><span class="row"><a class="button small" href="${here(page)}/${one.id}">${w.site.edit}</a>${doButton(`${here(page)}/delete`, w.site.remove, { id: one.id }, { kind: 'small danger', confirm: t.sure(one.name_pattern) })}</span></div>`
    const sheet = await repoSettings(page, repo, 'tags', html`<p class="lede">${t.lede}</p>${problem(page.problem)}${box(found.length > 0 ? rows(found.map(line)) : empty('tag', t.none, t.noneHint))}${box(formOf(page, here(page), page.given, who, t.makeIt), { head: html`<h3>${t.add}</h3>` })}`)
    return { ...sheet, islands: ['names'] }
  },
  async send(page) {
    await page.ask('createReposTagProtections', page.params, bodyOf(page, page.given))
    return redirect(here(page), page.w.repoSettings.tags.made)
  },
})

const edit = form({
  id: 'repoSettingsTagRule', at: `${at}/:id`, says: 'A rule that protects tags', needs: administered, fields,
  async show(page) {
    const { w, ask, params } = page
    const t = w.repoSettings.tags
    const [repo, held, who] = await Promise.all([theRepo(page), ask<TagProtectionRecord>('getReposTagProtectionsById', params), known(page)])
    const given = page.problem !== undefined ? page.given : { name_pattern: held.name_pattern, allow_people: held.whitelist_usernames.join(', '), allow_teams: held.whitelist_teams.join(', ') }
    const sheet = await repoSettings(page, repo, 'tags', html`${problem(page.problem)}${box(formOf(page, `${here(page)}/${held.id}`, given, who, t.save), { head: html`<h3><bdi>${t.edit(held.name_pattern)}</bdi></h3>` })}`)
    return { ...sheet, islands: ['names'] }
  },
  async send(page) {
    await page.ask('editReposTagProtectionsById', page.params, bodyOf(page, page.given))
    return redirect(here(page), page.w.repoSettings.tags.saved)
  },
})

const remove = action({
  id: 'repoSettingsTagRuleRemove', at: `${at}/delete`, says: 'Remove a rule that protects tags', needs: administered, fields: input('TagRuleRemoveForm', { id: Id }),
  async run(page) {
    await page.ask('deleteReposTagProtectionsById', { ...page.params, id: page.given.id })
    return redirect(here(page), page.w.repoSettings.tags.gone)
  },
})

export const pages = [list, edit, remove].flat()
