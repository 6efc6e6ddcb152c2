// People as they appear beside what they did.
import { createHash } from 'node:crypto'
import { html, type Html } from '../html.ts'
import type { PageCx } from '../page.ts'

/** What records and rows of accounts have in common. */
export interface Person {
  id?: number
  login?: string
  name?: string
  full_name?: string
  avatar_url?: string
  avatar?: string
  email?: string
}

export const nameOf = (person: Person) => person.login ?? person.name ?? ''

/** Decorative: the name stands beside it. */
export function avatar(root: string, person: Person | null | undefined, size = 20): Html {
  const address = person?.avatar_url || (person && `${root}/user/avatar/${encodeURIComponent(nameOf(person))}/${size * 2}`) || `${root}/avatars/${createHash('md5').update('ghost').digest('hex')}`
  return html`<img class="avatar" src="${address}" width="${size}" height="${size}" alt="" loading="lazy">`
}

/** Picture and name, leading to the profile; somebody who is gone leads nowhere. */
export function person(page: PageCx, who: Person | null | undefined, size = 20): Html {
  const name = who ? nameOf(who) : ''
  if (!who || name === '' || (who.id !== undefined && who.id <= 0)) return html`<span class="person">${name || page.w.site.ghost}</span>`
  return html`<a class="person" href="${page.root}/${name}">${avatar(page.root, who, size)}<bdi>${name}</bdi></a>`
}
