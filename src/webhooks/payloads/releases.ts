import { Release, releaseStore, releaseView } from '../../releases/index.ts'
import type { Happening } from '../deliveries/verbs.ts'
import { around, plain, type Scene } from './parts.ts'

export async function onRelease({ cx, repo, by }: Scene, releaseId: number, action: 'published' | 'updated'): Promise<Happening[]> {
  const row = await releaseStore.findById(cx.db, releaseId)
  return row ? [{ type: 'release', payload: async () => ({ action, release: plain(Release, await releaseView.one(cx, repo, row)), ...around(cx, repo, by) }) }] : []
}

/** Told with what is left of it. */
export const onRemovedRelease = ({ cx, repo, by }: Scene, data: { removed: string }): Happening[] => [{
  type: 'release',
  payload: () => ({ action: 'deleted', release: JSON.parse(data.removed) as object, ...around(cx, repo, by) }),
}]
