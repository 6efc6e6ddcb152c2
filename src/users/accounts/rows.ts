// People and organizations in lists.
import { avatar, day, empty, html, icon, rows, type Content, type Html, type PageCx } from '../../web/index.ts'

/** What the rows show; records of people and of organizations have it alike. */
export interface Shown {
  login?: string
  username?: string
  full_name: string
  avatar_url: string
  description: string
  location: string
  created?: string
}

/** `end` stands at the end of a row: buttons, roles. */
export function userRows<T extends Shown>(page: PageCx, list: T[], none: Content, end?: (one: T) => Content): Html {
  const { root, w } = page
  if (list.length === 0) return empty('people', none)
  return rows(list.map((one) => {
    const name = one.login ?? one.username ?? ''
    return html`<div class="row top user-row">${avatar(root, one, 40)}<div class="grow"><a class="title" href="${root}/${encodeURIComponent(name)}"><bdi>${one.full_name || name}</bdi></a>${one.full_name && html` <span class="soft">${name}</span>`}
      ${one.description && html`<p class="soft clamp" dir="auto">${one.description}</p>`}
      <div class="meta">${one.location && html`<span>${icon('compass')} <bdi>${one.location}</bdi></span>`}${one.created && html`<span>${w.users.joined} ${day(page, one.created)}</span>`}</div></div>${end?.(one)}</div>`
  }))
}
