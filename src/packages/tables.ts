import type { Generated, Selectable } from 'kysely'

declare module '../kernel/db.ts' {
  interface Tables {
    package: PackageTable
    package_version: PackageVersionTable
    package_file: PackageFileTable
    package_blob: PackageBlobTable
  }
}

export interface PackageTable {
  id: Generated<number>
  owner_id: number
  repo_id: number | null
  /** the registry it belongs to: generic, npm, … */
  type: string
  name: string
  lower_name: string
}
export type PackageRow = Selectable<PackageTable>

export interface PackageVersionTable {
  id: Generated<number>
  package_id: number
  creator_id: number | null
  version: string
  lower_version: string
  /** JSON of the registry */
  metadata: string
  download_count: number
  created_at: number
}
export type PackageVersionRow = Selectable<PackageVersionTable>

export interface PackageFileTable {
  id: Generated<number>
  version_id: number
  blob_id: number
  name: string
  lower_name: string
  /** parts files of one name in registries that have such */
  composite_key: string
  is_lead: boolean
  created_at: number
}
export type PackageFileRow = Selectable<PackageFileTable>

/** Bytes, shared by content across all owners. */
export interface PackageBlobTable {
  id: Generated<number>
  size: number
  md5: string
  sha1: string
  sha256: string
  sha512: string
  /** the last time something was stored that had these bytes */
  created_at: number
}
export type PackageBlobRow = Selectable<PackageBlobTable>
