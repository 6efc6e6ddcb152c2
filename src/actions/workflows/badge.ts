// The picture that tells how a workflow went last, for readmes here and elsewhere.
import type { Repo } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { parsed } from '../runs/files.ts'
import * as runStore from '../runs/store.ts'
import type { JobState } from '../engine/status.ts'
import * as workflows from './verbs.ts'

const looks: Record<JobState | 'none', readonly [words: string, colour: string]> = {
  success: ['success', '#2c7a39'], failure: ['failure', '#b3261e'], cancelled: ['cancelled', '#6b6b6b'], skipped: ['skipped', '#6b6b6b'], cancelling: ['cancelling', '#6b6b6b'],
  running: ['running', '#8a6100'], waiting: ['waiting', '#8a6100'], blocked: ['blocked', '#8a6100'], none: ['no status', '#6b6b6b'],
}

/** Of the last run on a branch, the default one unless told, and of one event if that is asked for. */
export async function badgeOf(cx: Cx, repo: Repo, id: string, branch: string | undefined, event: string | undefined): Promise<string> {
  const filter = { workflow: id, branch: branch || repo.default_branch, event: event || undefined }
  const [run] = (await runStore.list(cx.db, [repo.id], filter, { page: 1, limit: 1, offset: 0 })).rows
  const file = run ? { text: run.workflow_text, path: run.path } : (await workflows.list(cx, repo)).files.find((one) => one.id === id)
  if (!file) throw notFound()
  return drawn(parsed(file.text, file.path).workflow?.name || id, ...looks[run?.status ?? 'none'])
}

const LETTER = 7
const PADDING = 12

/** Letters are about as wide as another; the text is stretched to what was reckoned. */
const widthOf = (text: string) => [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0) * LETTER
const escaped = (text: string) => text.replace(/[^\t\n\r\x20-\ufffd]/g, '').replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`)

function drawn(name: string, words: string, colour: string): string {
  const label = [...name].slice(0, 100).join('')
  const [left, right] = [widthOf(label) + PADDING, widthOf(words) + PADDING]
  const text = (what: string, from: number, width: number) => `<text x="${from + width / 2}" y="14" textLength="${width - PADDING}" lengthAdjust="spacingAndGlyphs">${escaped(what)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(label)}: ${words}"><title>${escaped(label)}: ${words}</title>`
    + `<rect width="${left + right}" height="20" rx="3" fill="${colour}"/><path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#454545"/>`
    + `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">${text(label, 0, left)}${text(words, left, right)}</g></svg>\n`
}
