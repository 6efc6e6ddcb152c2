// What cannot be undone easily, each behind a question.
import { closing, dialog, doButton, html, opens, post, rows, submit, textField, type Content, type Html, type PageCx } from '../../web/index.ts'
import type { RepositoryRecord } from '../repos/schema.ts'
import { waitsFor } from '../transfers/verbs.ts'

export function dangerZone({ w }: PageCx, repo: RepositoryRecord): Html {
  const t = w.repoSettings.danger
  const at = `${repo.html_url}/settings`
  const line = (title: string, hint: string, button: Content) => html`<div class="grow"><b>${title}</b><p class="hint">${hint}</p></div>${button}`
  const visibility = repo.private ? ([t.makePublic, t.makePublicHint] as const) : ([t.makePrivate, t.makePrivateHint] as const)
  const archive = repo.archived ? ([t.unarchive, t.unarchiveHint] as const) : ([t.archive, t.archiveHint] as const)
  return html`<section class="box danger-zone"><header class="box-head"><h3>${t.title}</h3></header>${rows([
    line(...visibility, doButton(`${at}/visibility`, visibility[0], { private: String(!repo.private) }, { kind: 'danger', confirm: visibility[1] })),
    line(...archive, doButton(`${at}/archive`, archive[0], { archived: String(!repo.archived) }, { kind: 'danger', confirm: archive[1] })),
    line(t.transfer, t.transferHint, opens('transfer', t.transfer, 'danger')),
    line(t.remove, t.removeHint, opens('remove', t.remove, 'danger')),
  ])}</section>
  ${dialog('transfer', t.transfer, post(`${at}/transfer`, [html`<p>${t.transferHint}</p>`, textField('new_owner', t.newOwner, '', { required: true, autocomplete: 'off' }), closing('transfer', w.site.cancel, submit(t.transfer, 'danger'))]))}
  ${dialog('remove', t.remove, post(`${at}/delete`, [html`<p>${t.removeHint}</p>`, textField('confirm', t.type(repo.full_name), '', { required: true, autocomplete: 'off' }), closing('remove', w.site.cancel, submit(t.remove, 'danger'))]))}`
}

/** For whoever is offered the repository, and for its owner until they have answered. */
export async function offer({ cx, w, viewer }: PageCx, repo: RepositoryRecord): Promise<Content> {
  const { doer, recipient } = repo.repo_transfer ?? {}
  if (!viewer || !recipient) return ''
  const t = w.repoSettings.danger
  const said = (words: string, buttons: Content) => html`<div class="notice info row between" role="note"><span>${words}</span><span class="row">${buttons}</span></div>`
  if (await waitsFor(cx, repo.id, viewer)) {
    return said(t.offer(doer?.login ?? '', recipient.id === viewer.id ? undefined : recipient.login), [
      doButton(`${repo.html_url}/transfer/accept`, t.accept, {}, { kind: 'strong small' }), doButton(`${repo.html_url}/transfer/reject`, t.decline, {}, { kind: 'small' }),
    ])
  }
  return repo.permissions?.admin && said(t.pending(recipient.login), doButton(`${repo.html_url}/settings/transfer/cancel`, t.cancel, {}, { kind: 'small' }))
}
