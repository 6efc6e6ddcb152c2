import type { Access, Repo, SignedIn } from '../../access/index.ts'
import { objects, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { decodeBody } from '../../kernel/decode.ts'
import { bad, invalid } from '../../kernel/errors.ts'
import { answer, route, type Rq } from '../../kernel/route.ts'
import { Nullable, Optional, Str, Type, type Static } from '../../kernel/schema.ts'
import { gitDir } from '../../repos/index.ts'
import { editsFiles, patchesFiles, readsCode } from '../ground/gates.ts'
import { decodeBase64 } from '../content/base64.ts'
import * as files from '../content/read.ts'
import {
  ApplyDiffPatchFileOptions, ChangeFilesOptions, ContentsExtResponse, ContentsResponse, CreateFileOptions, DeleteFileOptions, FileDeleteResponse, FileResponse, FilesResponse, GetFilesOptions, UpdateFileOptions, type Around,
} from './schema.ts'
import * as view from './view.ts'
import { patch } from './patch.ts'
import { change, type Changed, type FileChange } from './verbs.ts'

interface Place {
  cx: Cx
  repo: Repo
  actor: SignedIn
  access: Access
}
const ref = Optional(Type.String({ description: 'a branch, tag or commit; the default branch unless told' }))
const query = Type.Object({ ref })
const extended = Type.Object({ ref, includes: Optional(Str) })
const Asked = Type.Array(Nullable(ContentsResponse))

/** Made changes with the records of what is there now; null for what went. */
async function changed({ cx, repo, actor, access }: Place, around: Around, list: () => FileChange[]) {
  const made = await change(cx, repo, actor.account, access, around, list)
  const records = await Promise.all(made.files.slice(0, files.ENTRIES).map((one) => (one.operation === 'delete' ? null : recordOf(cx, repo, made, one.path))))
  return { records, ...(await view.made(cx, repo, made.commit)) }
}

async function recordOf(cx: Cx, repo: Repo, { branch, commit }: Changed, path: string) {
  const dir = gitDir(cx, repo)
  const entry = await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, commit)).tree, path)
  return entry && view.one(cx, repo, { kind: 'branch', name: branch, ref: branch, commit }, entry, { content: true, lfs: true, commit: true }, commit)
}

async function changedOne(at: Place, around: Around, one: () => FileChange) {
  const { records, ...made } = await changed(at, around, () => [one()])
  return { content: records[0], ...made }
}

const contentOf = (text = '') => decodeBase64(text)

function update(at: Place, path: string, body: Static<typeof UpdateFileOptions>) {
  const moving = body.from_path !== undefined && body.from_path !== '' && body.from_path !== path
  return changedOne(at, body, () => ({ operation: moving ? 'move' : body.sha ? 'update' : 'create', path, from_path: moving ? body.from_path : undefined, sha: body.sha, content: contentOf(body.content) }))
}

async function changeMany(at: Place, body: Static<typeof ChangeFilesOptions>) {
  const { files: asked } = body
  if (!asked) throw invalid('[Files]: Required')
  const { records, ...made } = await changed(at, body, () => asked.map((one) => {
    const writes = one.operation === 'create' || one.operation === 'update' || one.operation === 'upload'
    return { operation: one.operation as FileChange['operation'], path: one.path, from_path: one.from_path, sha: one.sha, content: writes ? contentOf(one.content) : undefined }
  }))
  return { files: asked.length > 0 ? records : null, ...made }
}

/** Deletions may also be told in the address. */
const told = (rq: Rq, body: object): Static<typeof DeleteFileOptions> => {
  const given = Object.fromEntries(['sha', 'branch', 'new_branch', 'message'].flatMap((key) => (typeof rq.query[key] === 'string' ? [[key, rq.query[key]]] : [])))
  return decodeBody(DeleteFileOptions, { ...given, ...body })
}

function wanted(text: unknown): string[] {
  try {
    return decodeBody(GetFilesOptions, JSON.parse(String(text))).files
  } catch (error) {
    throw error instanceof SyntaxError ? bad('the body parameter is not JSON') : error
  }
}

export const routes = [
  route({
    id: 'listReposContents', at: 'GET /repos/:owner/:repo/contents', says: 'List the root folder', needs: readsCode, query,
    returns: { 200: Type.Array(ContentsResponse) },
    run: ({ cx, repo, query }) => files.root(cx, repo, query.ref),
  }),
  route({
    id: 'listReposContentsByFilepath', at: 'GET /repos/:owner/:repo/contents/:filepath*', says: 'Get a file, or list a folder', needs: readsCode, query,
    returns: { 200: Type.Union([ContentsResponse, Type.Array(ContentsResponse)]) },
    run: ({ cx, rq, repo, query }) => files.get(cx, repo, rq.params.filepath, query.ref),
  }),
  route({
    id: 'createReposContentsByFilepath', at: 'POST /repos/:owner/:repo/contents/:filepath*', says: 'Create a file', needs: editsFiles, body: CreateFileOptions,
    returns: { 201: FileResponse },
    run: ({ rq, body, ...at }) => changedOne(at, body, () => ({ operation: 'create', path: rq.params.filepath, content: contentOf(body.content) })),
  }),
  route({
    id: 'putReposContentsByFilepath', at: 'PUT /repos/:owner/:repo/contents/:filepath*', says: 'Update, move or create a file', needs: editsFiles, body: UpdateFileOptions,
    returns: { 200: FileResponse, 201: FileResponse },
    run: async ({ rq, body, ...at }) => answer(body.sha ? 200 : 201, await update(at, rq.params.filepath, body)),
  }),
  route({
    id: 'deleteReposContentsByFilepath', at: 'DELETE /repos/:owner/:repo/contents/:filepath*', says: 'Delete a file', needs: editsFiles, body: Type.Partial(DeleteFileOptions),
    returns: { 200: FileDeleteResponse },
    async run({ rq, body, ...at }) {
      const { sha, ...around } = told(rq, body)
      return { ...(await changedOne(at, around, () => ({ operation: 'delete', path: rq.params.filepath, sha }))), content: null }
    },
  }),
  route({
    id: 'createReposContents', at: 'POST /repos/:owner/:repo/contents', says: 'Change several files in one commit', needs: editsFiles, body: ChangeFilesOptions,
    returns: { 201: FilesResponse },
    run: ({ body, ...at }) => changeMany(at, body),
  }),
  route({
    id: 'createReposDiffpatch', at: 'POST /repos/:owner/:repo/diffpatch', says: 'Apply a patch as one commit', needs: patchesFiles, body: ApplyDiffPatchFileOptions,
    returns: { 201: FileResponse },
    async run({ cx, repo, actor, access, body: { content = '', ...around } }) {
      const { commit } = await patch(cx, repo, actor.account, access, around, content)
      return answer(201, { content: null, ...(await view.made(cx, repo, commit)) })
    },
  }),
  route({
    id: 'getReposContentsExt', at: 'GET /repos/:owner/:repo/contents-ext', says: 'List the root folder with the parts asked for', needs: readsCode, query: extended,
    returns: { 200: ContentsExtResponse },
    run: ({ cx, repo, query }) => files.getExtended(cx, repo, '', query.ref, query.includes),
  }),
  route({
    id: 'listReposContentsExtByFilepath', at: 'GET /repos/:owner/:repo/contents-ext/:filepath*', says: 'Get a file or folder with the parts asked for', needs: readsCode, query: extended,
    returns: { 200: ContentsExtResponse },
    run: ({ cx, rq, repo, query }) => files.getExtended(cx, repo, rq.params.filepath, query.ref, query.includes),
  }),
  route({
    id: 'listReposFileContents', at: 'GET /repos/:owner/:repo/file-contents', says: 'Get several files', needs: readsCode,
    query: Type.Object({ ref, body: Optional(Str) }),
    returns: { 200: Asked },
    run: ({ cx, repo, query }) => files.several(cx, repo, wanted(query.body), query.ref),
  }),
  route({
    id: 'createReposFileContents', at: 'POST /repos/:owner/:repo/file-contents', says: 'Get several files', needs: readsCode, query, body: GetFilesOptions,
    returns: { 200: Asked },
    run: ({ cx, repo, query, body }) => files.several(cx, repo, body.files, query.ref),
  }),
].flat()
