// The danger zone at work: visibility, archive, giving away, deleting.
import { gates, repoOwner, repoVisible, signedIn } from '../../access/index.ts'
import { invalid } from '../../kernel/errors.ts'
import { Bool, input, Optional, Str } from '../../kernel/schema.ts'
import { action, redirect } from '../../web/index.ts'
import type { RepositoryRecord } from '../repos/schema.ts'
import { administered } from '../settings/pages.ts'
import * as transfers from './verbs.ts'

const visibility = action({
  id: 'repoSettingsVisibility', at: '/:owner/:repo/settings/visibility', says: 'Make a repository public or private', needs: administered, fields: input('VisibilityForm', { private: Optional(Bool) }),
  async run({ ask, given, params, root, w }) {
    await ask('editRepos', params, { private: given.private ?? false })
    return redirect(`${root}/${params.owner}/${params.repo}/settings`, w.repoSettings.danger.done)
  },
})

const archive = action({
  id: 'repoSettingsArchive', at: '/:owner/:repo/settings/archive', says: 'Archive a repository, or take it out', needs: administered, fields: input('ArchiveForm', { archived: Optional(Bool) }),
  async run({ ask, given, params, root, w }) {
    await ask('editRepos', params, { archived: given.archived ?? false })
    return redirect(`${root}/${params.owner}/${params.repo}/settings`, w.repoSettings.danger.done)
  },
})

const transfer = action({
  id: 'repoSettingsTransfer', at: '/:owner/:repo/settings/transfer', says: 'Offer a repository to somebody', needs: administered, fields: input('TransferForm', { new_owner: Str }),
  async run({ ask, given, params, root, w }) {
    const repo = await ask<RepositoryRecord>('createReposTransfer', params, given)
    return redirect(repo.repo_transfer ? `${root}/${repo.full_name}/settings` : `${root}/${repo.full_name}`, repo.repo_transfer ? w.repoSettings.danger.asked : w.repoSettings.danger.moved)
  },
})

const takeBack = action({
  id: 'repoTransferCancel', at: '/:owner/:repo/settings/transfer/cancel', says: 'Take an offered repository back', needs: gates(repoVisible, signedIn, repoOwner),
  async run({ cx, repo, actor, params, root, w }) {
    await transfers.takeBack(cx, repo, actor.account)
    return redirect(`${root}/${params.owner}/${params.repo}/settings`, w.repoSettings.danger.done)
  },
})

/** The recipient accepts or declines. */
const settle = (word: 'accept' | 'reject', operation: string) =>
  action({
    id: `repoTransfer${word === 'accept' ? 'Accept' : 'Reject'}`, at: `/:owner/:repo/transfer/${word}`, says: `${word} a repository`, needs: gates(repoVisible, signedIn),
    async run({ ask, params, root, w }) {
      const repo = await ask<RepositoryRecord>(operation, params)
      return redirect(`${root}/${repo.full_name}`, word === 'accept' ? w.repoSettings.danger.moved : w.repoSettings.danger.done)
    },
  })

const remove = action({
  id: 'repoSettingsDelete', at: '/:owner/:repo/settings/delete', says: 'Delete a repository', needs: administered, fields: input('RepoDeleteForm', { confirm: Str }),
  async run({ ask, given, params, root, w, repo }) {
    if (given.confirm.trim().toLowerCase() !== `${repo.owner.lower_name}/${repo.lower_name}`) throw invalid(w.repoSettings.danger.mismatch)
    await ask('deleteRepos', params)
    return redirect(`${root}/${repo.owner.name}`, w.repoSettings.danger.gone)
  },
})

export const pages = [visibility, archive, transfer, takeBack, settle('accept', 'createReposTransferAccept'), settle('reject', 'createReposTransferReject'), remove].flat()
