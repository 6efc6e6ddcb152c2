// Whether maintainers of the base may write to the head: told in the side panel, changed by the author.
import { sidePart } from '../../issues/index.ts'
import { doButton, html, type Content, type PageCx } from '../../web/index.ts'
import type { OpenPull } from '../ground/opened.ts'

export function maintainerSide(page: PageCx, { pull, repo, here }: OpenPull): Content {
  const w = page.w.pulls.maintainers
  const author = page.viewer !== null && page.viewer.id === pull.user?.id
  if (pull.state !== 'open' || !pull.head?.repo || pull.head.repo.id === repo.id || !(author || repo.permissions?.push)) return null
  return sidePart(page, w.title, html`<span class="soft">${pull.allow_maintainer_edit ? w.allowed : w.refused}</span>${author && html` · ${doButton(`${here}/maintainers`, pull.allow_maintainer_edit ? w.refuse : w.allow, { allow: pull.allow_maintainer_edit ? 'false' : 'true', back: page.rq.url }, { kind: 'link-like' })}`}`)
}
