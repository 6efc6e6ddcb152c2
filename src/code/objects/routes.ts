import { route } from '../../kernel/route.ts'
import { Bool, Int, Optional, Type } from '../../kernel/schema.ts'
import { readsCode } from '../ground/gates.ts'
import { AnnotatedTag, GitBlobResponse, GitTreeResponse, Reference } from './schema.ts'
import * as view from './view.ts'

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
].flat()
