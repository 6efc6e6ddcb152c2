import { route } from '../../kernel/route.ts'
import { Bool, Empty, Int, Optional, Type } from '../../kernel/schema.ts'
import { GitCommit } from '../commits/schema.ts'
import { asGit } from '../commits/view.ts'
import { readsCode, writesGit } from '../ground/gates.ts'
import * as refs from './refs.ts'
import {
  AnnotatedTag, CreateGitBlobOption, CreateGitCommitOption, CreateGitRefOption, CreateGitTagOption, CreateGitTreeOption, GitBlobResponse, GitTreeResponse, NewGitBlob, Reference, UpdateGitRefOption,
} from './schema.ts'
import * as written from './verbs.ts'
import * as view from './view.ts'

// beyond the public API, for GitHub's clients: docs/wire.md
const writing = [
  route({
    id: 'createReposGitBlobs', at: 'POST /repos/:owner/:repo/git/blobs', says: 'Write a blob', needs: writesGit, body: CreateGitBlobOption,
    returns: { 201: NewGitBlob },
    run: async ({ cx, repo, body }) => view.blobLink(cx, repo, await written.writeBlob(cx, repo, body)),
  }),
  route({
    id: 'createReposGitTrees', at: 'POST /repos/:owner/:repo/git/trees', says: 'Write a tree, from nothing or on top of another', needs: writesGit, body: CreateGitTreeOption,
    returns: { 201: GitTreeResponse },
    run: async ({ cx, repo, body }) => view.treeRecord(cx, repo, await written.writeTree(cx, repo, body), {}),
  }),
  route({
    id: 'createReposGitCommits', at: 'POST /repos/:owner/:repo/git/commits', says: 'Write a commit', needs: writesGit, body: CreateGitCommitOption,
    returns: { 201: GitCommit },
    run: async ({ cx, repo, actor, body }) => asGit(cx, repo, await written.writeCommit(cx, repo, actor.account, body)),
  }),
  route({
    id: 'createReposGitTags', at: 'POST /repos/:owner/:repo/git/tags', says: 'Write an annotated tag', needs: writesGit, body: CreateGitTagOption,
    returns: { 201: AnnotatedTag },
    run: async ({ cx, repo, actor, body }) => view.tagOf(cx, repo, await written.writeTag(cx, repo, actor.account, body)),
  }),
  route({
    id: 'createReposGitRefs', at: 'POST /repos/:owner/:repo/git/refs', says: 'Create a branch or tag', needs: writesGit, body: CreateGitRefOption,
    returns: { 201: Reference },
    run: async ({ cx, repo, actor, access, body }) => view.refOf(cx, repo, await refs.create(cx, repo, actor.account, access, body)),
  }),
  route({
    id: 'editReposGitRefsByRef', at: 'PATCH /repos/:owner/:repo/git/refs/:ref*', says: 'Move a branch or tag', needs: writesGit, body: UpdateGitRefOption,
    returns: { 200: Reference },
    run: async ({ cx, rq, repo, actor, access, body }) => view.refOf(cx, repo, await refs.point(cx, repo, actor.account, access, `refs/${rq.params.ref}`, body)),
  }),
  route({
    id: 'deleteReposGitRefsByRef', at: 'DELETE /repos/:owner/:repo/git/refs/:ref*', says: 'Delete a branch or tag', needs: writesGit,
    returns: { 204: Empty },
    run: ({ cx, rq, repo, actor }) => refs.remove(cx, repo, actor.account, `refs/${rq.params.ref}`),
  }),
  route({
    id: 'listReposGitMatchingRefsByRef', at: 'GET /repos/:owner/:repo/git/matching-refs/:ref*', says: 'List refs whose name begins so, also if there is none', needs: readsCode,
    returns: { 200: Type.Array(Reference) },
    run: ({ cx, rq, repo }) => view.matching(cx, repo, rq.params.ref),
  }),
  route({
    id: 'getReposGitRefByRef', at: 'GET /repos/:owner/:repo/git/ref/:ref*', says: 'Get the ref of exactly this name', needs: readsCode,
    returns: { 200: Reference },
    run: ({ cx, rq, repo }) => view.refOf(cx, repo, `refs/${rq.params.ref}`),
  }),
]

export const routes = [
  route({
    id: 'listReposGitTreesBySha', at: 'GET /repos/:owner/:repo/git/trees/:sha', says: 'Get a tree', needs: readsCode,
    query: Type.Object({ recursive: Optional(Bool), page: Optional(Int), per_page: Optional(Int) }),
    returns: { 200: GitTreeResponse },
    run: ({ cx, rq, repo, query }) => view.treeOf(cx, repo, rq.params.sha, query),
  }),
  route({
    id: 'listReposGitBlobsBySha', at: 'GET /repos/:owner/:repo/git/blobs/:sha', says: 'Get a blob', needs: readsCode,
    returns: { 200: GitBlobResponse },
    run: ({ cx, rq, repo }) => view.blobOf(cx, repo, rq.params.sha),
  }),
  route({
    id: 'listReposGitRefs', at: 'GET /repos/:owner/:repo/git/refs', says: 'List refs', needs: readsCode,
    returns: { 200: Type.Array(Reference) },
    run: ({ cx, repo }) => view.refsOf(cx, repo, ''),
  }),
  route({
    id: 'listReposGitRefsByRef', at: 'GET /repos/:owner/:repo/git/refs/:ref*', says: 'List refs whose name begins so', needs: readsCode,
    returns: { 200: Type.Array(Reference) },
    run: ({ cx, rq, repo }) => view.refsOf(cx, repo, rq.params.ref),
  }),
  route({
    id: 'getReposGitTagsBySha', at: 'GET /repos/:owner/:repo/git/tags/:sha', says: 'Get an annotated tag', needs: readsCode,
    returns: { 200: AnnotatedTag },
    run: ({ cx, rq, repo }) => view.tagOf(cx, repo, rq.params.sha),
  }),
  ...writing,
].flat()
