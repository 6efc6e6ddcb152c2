import { ADMIN, allUnits, gates, repoOwner, repoVisible, scope, signedIn, type Access } from '../../access/index.ts'
import { answer, route } from '../../kernel/route.ts'
import { input, Int, Optional, Str, Type } from '../../kernel/schema.ts'
import { Repository } from '../repos/schema.ts'
import * as view from '../repos/view.ts'
import * as transfers from './verbs.ts'

const asAdmin: Access = { level: ADMIN, units: allUnits(ADMIN) }
const recipient = gates(scope('repository'), repoVisible, signedIn)

export const routes = [
  route({
    id: 'createReposTransfer',
    at: 'POST /repos/:owner/:repo/transfer',
    says: 'Give a repository to another owner: 202 when done, 201 when the new owner has to accept',
    needs: gates(scope('repository'), repoVisible, signedIn, repoOwner),
    body: input('TransferRepoOption', { new_owner: Optional(Str), team_ids: Optional(Type.Array(Int)) }),
    returns: { 201: Repository, 202: Repository },
    async run({ cx, repo, actor, body }) {
      const done = await transfers.start(cx, repo, actor.account, body)
      return answer(done.pending ? 201 : 202, await view.one(cx, done.repo, actor, asAdmin))
    },
  }),
  route({
    id: 'createReposTransferAccept',
    at: 'POST /repos/:owner/:repo/transfer/accept',
    says: 'Accept a repository',
    needs: recipient,
    returns: { 202: Repository },
    run: async ({ cx, repo, actor }) => answer(202, await view.one(cx, await transfers.accept(cx, repo, actor.account), actor, asAdmin)),
  }),
  route({
    id: 'createReposTransferReject',
    at: 'POST /repos/:owner/:repo/transfer/reject',
    says: 'Refuse a repository',
    needs: recipient,
    returns: { 200: Repository },
    // with the rights that were lent for the decision
    run: ({ cx, repo, actor, access }) => transfers.reject(cx, repo, actor.account).then(() => view.one(cx, repo, actor, access)),
  }),
].flat()
