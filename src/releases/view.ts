import type { Repo } from '../access/index.ts'
import { attachmentStore, attachmentView, people, type AttachmentRecord, type AttachmentRow } from '../issues/index.ts'
import type { Cx } from '../kernel/cx.ts'
import { formatTime, timeOrNull } from '../kernel/times.ts'
import { repoView } from '../repos/index.ts'
import type { ReleaseRecord } from './schema.ts'
import type { ReleaseRow } from './tables.ts'

/** Slashes of a tag stay, all else that means something in an address does not. */
const path = (tag: string) => tag.split('/').map(encodeURIComponent).join('/')

export async function many(cx: Cx, repo: Repo, rows: readonly ReleaseRow[]): Promise<ReleaseRecord[]> {
  const known = await people(cx, rows.map((row) => row.author_id))
  const files = await attachmentStore.listOf(cx.db, 'release_id', rows.map((row) => row.id))
  const [html, api] = [repoView.html(cx, repo), repoView.api(cx, repo)]
  return rows.map((row) => ({
    id: row.id,
    tag_name: row.tag_name,
    target_commitish: row.target,
    name: row.title,
    body: row.note,
    url: `${api}/releases/${row.id}`,
    html_url: `${html}/releases/tag/${path(row.tag_name)}`,
    tarball_url: `${html}/archive/${path(row.tag_name)}.tar.gz`,
    zipball_url: `${html}/archive/${path(row.tag_name)}.zip`,
    upload_url: `${api}/releases/${row.id}/assets`,
    draft: row.is_draft,
    prerelease: row.is_prerelease,
    created_at: formatTime(row.created_at),
    published_at: row.is_draft ? null : timeOrNull(row.published_at),
    author: known.record(row.author_id, null),
    assets: assets(cx, repo, row, files.get(row.id) ?? []),
  }))
}

export const one = async (cx: Cx, repo: Repo, row: ReleaseRow): Promise<ReleaseRecord> => (await many(cx, repo, [row]))[0]

/** Sorted by name, and addressed by it where no two are equal. */
export function assets(cx: Cx, repo: Repo, release: ReleaseRow, files: readonly AttachmentRow[]): AttachmentRecord[] {
  const unique = new Set(files.map((file) => file.name)).size === files.length
  const at = `${repoView.html(cx, repo)}/releases/download/${path(release.tag_name)}`
  return [...files]
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id))
    .map((file) => ({ ...attachmentView.one(cx, file), ...(unique ? { browser_download_url: `${at}/${encodeURIComponent(file.name)}` } : {}) }))
}
