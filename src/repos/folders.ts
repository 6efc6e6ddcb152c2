// Where a repository's git data lies.
import { join } from 'node:path'
import type { Cx } from '../kernel/cx.ts'
import type { GitDir } from '../git/index.ts'

interface Stored {
  storage: string
  object_format: 'sha1' | 'sha256'
}

export const gitDir = (cx: Cx, repo: Stored): GitDir => ({ path: folder(cx, repo, '.git'), format: repo.object_format })
export const wikiDir = (cx: Cx, repo: Stored): GitDir => ({ path: folder(cx, repo, '.wiki.git'), format: repo.object_format })

export const repositoriesFolder = (cx: Cx) => join(cx.config.data, 'repositories')

const folder = (cx: Cx, { storage }: Stored, tail: string) => join(repositoriesFolder(cx), storage.slice(0, 2), storage + tail)
