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

const folder = (cx: Cx, { storage }: Stored, tail: string) => join(cx.config.data, 'repositories', storage.slice(0, 2), storage + tail)
