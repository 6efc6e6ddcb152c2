// What webhooks does when something happens elsewhere: payloads are rendered right after the change, then stored and sent by a job.
import { findAccount, findRepoById, type Account, type Repo } from '../access/index.ts'
import type { Cx } from '../kernel/cx.ts'
import { react, type Fact, type FactKind, type Reaction } from '../kernel/outbox.ts'
import { refFacts, repos } from '../repos/index.ts'
import * as deliveries from './deliveries/verbs.ts'
import type { Happening } from './deliveries/verbs.ts'
import * as hooks from './hooks/verbs.ts'
import { ofRef } from './payloads/refs.ts'
import { ofRepo } from './payloads/repos.ts'

interface Scene {
  repo: Repo
  by: Account | undefined
}

/** Something that happened in a repository, told to whoever subscribed. */
const tells = <T>(kind: FactKind<T>, happened: (cx: Cx, scene: Scene, data: Fact<T>['data']) => Happening[] | Promise<Happening[]>): Reaction =>
  react(kind, (cx, tx, _fact, prepared: deliveries.Prepared[]) => deliveries.enqueue(cx, tx, prepared), {
    prompt: true,
    async prepare(cx, fact) {
      const { repo_id, by_id } = fact.data
      const repo = repo_id === undefined ? undefined : await findRepoById(cx.db, repo_id)
      if (!repo) return []
      return deliveries.prepare(cx, { repoId: repo.id, ownerId: repo.owner_id }, async () =>
        happened(cx, { repo, by: by_id === undefined ? undefined : await findAccount(cx.db, by_id) }, fact.data))
    },
  })

export const reactions: Reaction[] = [
  // its own creation is told to the owner's hooks and the site's only, so the order of these two does not matter
  react(repos.created, async (cx, tx, fact) => {
    if (fact.data.repo_id !== undefined) await hooks.copyDefaults(cx, tx, fact.data.repo_id)
  }, { prompt: true, as: 'defaults' }),
  tells(repos.created, (cx, { repo, by }) => ofRepo(cx, repo, by, 'created')),
  // the branch a repository is born with is part of its creation
  tells(refFacts.created, (cx, { repo, by }, { ref, new: next, via }) => (via === 'init' ? [] : ofRef(cx, repo, by, { ref, old: null, new: next }))),
  tells(refFacts.pushed, (cx, { repo, by }, { ref, old, new: next }) => ofRef(cx, repo, by, { ref, old, new: next })),
  tells(refFacts.deleted, (cx, { repo, by }, { ref, old }) => ofRef(cx, repo, by, { ref, old, new: null })),
]
