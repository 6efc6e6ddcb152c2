// Packages belong to accounts, so they name no repository.
import { anonymous, findAccount, type Account } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { Organization, orgView } from '../../orgs/index.ts'
import { Package, packageStore, packageView } from '../../packages/index.ts'
import type { Happening } from '../deliveries/verbs.ts'
import { plain, user } from './parts.ts'

interface Data {
  version_id: number
  owner_id: number
  /** what is left of one that is gone, JSON text */
  removed?: string
}

export async function onPackage(cx: Cx, data: Data, by: Account | undefined): Promise<Happening[]> {
  const row = data.removed === undefined ? await packageStore.findVersionById(cx.db, data.version_id) : undefined
  if (!row && data.removed === undefined) return []
  return [{
    type: 'package',
    async payload() {
      const owner = await findAccount(cx.db, data.owner_id)
      return {
        action: row ? 'created' : 'deleted',
        repository: null,
        package: row ? plain(Package, await packageView.one(cx, row, anonymous)) : (JSON.parse(data.removed!) as object),
        organization: owner?.type === 'organization' ? plain(Organization, orgView.one(cx, owner)) : null,
        sender: user(cx, by),
      }
    },
  }]
}
