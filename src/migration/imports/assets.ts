// Files of releases: brought into the blob store before their rows are written.
import type { Cx } from '../../kernel/cx.ts'
import { invalid } from '../../kernel/errors.ts'
import { openOut } from '../../kernel/outbound.ts'
import { newUuid } from '../../kernel/secrets.ts'
import type { GatheredAsset, GatheredRelease } from '../gitea/read.ts'
import * as store from './store.ts'

export interface Brought {
  uuid: string
  name: string
  size: number
}

/** The files of each release. Their keys are noted first, so that none stays behind. */
export async function bring(cx: Cx, storage: string, releases: readonly GatheredRelease[]): Promise<Map<GatheredRelease, Brought[]>> {
  const found = new Map<GatheredRelease, Brought[]>()
  const planned = releases.flatMap((release) => release.assets.map((asset) => ({ release, asset, uuid: newUuid() })))
  if (planned.length > 0) await cx.write((tx) => store.noteBlobs(tx, storage, planned.map((one) => keyOf(one.uuid))))
  for (const { release, asset, uuid } of planned) {
    const size = await copy(cx, asset, uuid)
    found.set(release, [...(found.get(release) ?? []), { uuid, name: asset.name.slice(0, 255) || 'file', size }])
  }
  return found
}

const keyOf = (uuid: string) => `attachments/${uuid}`

async function copy(cx: Cx, asset: GatheredAsset, uuid: string): Promise<number> {
  const most = cx.config.max_attachment || Infinity
  const answer = await openOut(asset.url, { policy: cx.outbound.policy, timeoutMs: 600_000, maxBytes: most, headers: asset.headers })
  if (answer.status !== 200) {
    answer.body.destroy()
    throw invalid(`a file of a release cannot be read: the source answers ${answer.status}`)
  }
  return (await cx.blobs.put(keyOf(uuid), answer.body, { maxBytes: cx.config.max_attachment })).size
}
