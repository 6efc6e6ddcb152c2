// What fields for Markdown need in order to take files, dropped by a script or chosen in a plain form.
import { Readable } from 'node:stream'
import type { Access, Actor, Repo } from '../../access/index.ts'
import { locked, unauthorized } from '../../kernel/errors.ts'
import type { Part } from '../../kernel/multipart.ts'
import type { EditorFiles, PageCx } from '../../web/index.ts'
import { addLoose, linkTo } from './loose.ts'
import * as view from './view.ts'

/** For editor(); undefined where files are switched off. `plain`: the form sends what was chosen, and what it is sent to asks withFiles(). */
export const editorFiles = ({ cx }: PageCx, repo: { html_url: string }, plain = true): EditorFiles | undefined =>
  cx.config.attachments ? { to: `${repo.html_url}/issues/files`, accept: cx.config.attachment_types.filter((one) => one !== '*'), plain } : undefined

/** A text with links to the files that came with its form; sent so, it takes them. */
export async function withFiles(page: PageCx & { repo: Repo; access: Access; actor: Actor; files: readonly Part[] }, text: string): Promise<string> {
  const { cx, repo, access, actor } = page
  const files = page.files.filter((one) => one.name === 'attachment' && one.filename)
  if (files.length === 0) return text
  if (!actor.account) throw unauthorized()
  if (repo.is_archived) throw locked(page.w.issues.write.archived)
  const links: string[] = []
  for (const one of files) {
    const row = await addLoose(cx, { repo, access, by: actor.account }, async () => ({ name: one.filename!, body: Readable.from([one.data], { objectMode: false }) }))
    links.push(linkTo(view.one(cx, row)))
  }
  return [text.trimEnd(), links.join('\n')].filter(Boolean).join('\n\n')
}
