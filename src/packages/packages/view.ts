import { accessToMany, READ, type Actor } from '../../access/index.ts'
import { people } from '../../issues/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { formatTime } from '../../kernel/times.ts'
import { repoStore, repoView } from '../../repos/index.ts'
import type { PackageRecord } from './schema.ts'
import type { ListedVersion, StoredFile } from './store.ts'

/** The linked repository is shown to those who may see it. */
export async function many(cx: Cx, rows: readonly ListedVersion[], actor: Actor): Promise<PackageRecord[]> {
  const known = await people(cx, rows.flatMap((row) => [row.owner_id, row.creator_id]))
  const linked = await repoStore.listWithOwners(cx.db, [...new Set(rows.flatMap((row) => row.repo_id ?? []))])
  const access = await accessToMany(cx.db, actor, linked)
  const seen = linked.filter((repo) => access.get(repo.id)!.level >= READ)
  const repositories = new Map((await repoView.many(cx, seen, actor)).map((record) => [record.id, record]))
  return rows.map((row) => ({
    id: row.id,
    owner: known.record(row.owner_id, actor.account),
    repository: row.repo_id === null ? null : (repositories.get(row.repo_id) ?? null),
    creator: known.record(row.creator_id, actor.account),
    type: row.type,
    name: row.name,
    version: row.version,
    html_url: `${cx.root}/${encodeURIComponent(known.row(row.owner_id)!.name)}/-/packages/${row.type}/${encodeURIComponent(row.lower_name)}/${encodeURIComponent(row.lower_version)}`,
    created_at: formatTime(row.created_at),
  }))
}

export const one = async (cx: Cx, row: ListedVersion, actor: Actor): Promise<PackageRecord> => (await many(cx, [row], actor))[0]

export const files = (rows: readonly StoredFile[]) =>
  rows.map((row) => ({ id: row.id, size: row.size, name: row.name, md5: row.md5, sha1: row.sha1, sha256: row.sha256, sha512: row.sha512 }))
