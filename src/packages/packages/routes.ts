import { paged } from '../../kernel/paging.ts'
import { route } from '../../kernel/route.ts'
import { Empty, Optional, Page, pageWith, Str, Type } from '../../kernel/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { ownerRead, packageRead, packageWrite, versionRead, versionWrite } from '../ground/gates.ts'
import { Package, PackageFile } from './schema.ts'
import * as store from './store.ts'
import * as packages from './verbs.ts'
import * as view from './view.ts'

export const routes = [
  route({
    id: 'listPackages',
    at: 'GET /packages/:owner',
    says: 'List the packages of an owner',
    needs: ownerRead,
    query: pageWith({ type: Optional(Str), q: Optional(Str), repo_id: Optional(Type.Integer({ format: 'int64', description: 'only those linked to this repository' })) }),
    returns: { 200: Type.Array(Package) },
    run: ({ cx, user, actor, query }) => paged(cx, query, (at) => store.list(cx.db, { ownerId: user.id, repoId: query.repo_id || undefined, type: query.type, q: query.q }, at), (rows) => view.many(cx, rows, actor)),
  }),
  route({
    id: 'listPackagesByName',
    at: 'GET /packages/:owner/:type/:name',
    says: 'List the versions of a package',
    needs: packageRead,
    query: Page,
    returns: { 200: Type.Array(Package) },
    run: ({ cx, pack, actor, query }) => paged(cx, query, (at) => store.list(cx.db, { packageId: pack.id }, at), (rows) => view.many(cx, rows, actor)),
  }),
  route({
    id: 'deletePackagesByName',
    at: 'DELETE /packages/:owner/:type/:name',
    says: 'Delete a package with all its versions',
    needs: packageWrite,
    returns: { 204: Empty },
    run: ({ cx, pack, actor }) => packages.remove(cx, actor, pack),
  }),
  route({
    id: 'getPackagesLatestByName',
    at: 'GET /packages/:owner/:type/:name/-/latest',
    says: 'Get the latest version of a package',
    needs: packageRead,
    returns: { 200: Package },
    run: async ({ cx, pack, actor }) => view.one(cx, (await store.findLatest(cx.db, pack.id)) ?? none(), actor),
  }),
  route({
    id: 'createPackagesLinkByRepoName',
    at: 'POST /packages/:owner/:type/:name/-/link/:repo_name',
    says: 'Link a package to a repository of its owner',
    needs: packageWrite,
    returns: { 201: Empty },
    run: ({ cx, rq, user, pack, actor }) => packages.link(cx, actor, user, pack, rq.params.repo_name),
  }),
  route({
    id: 'createPackagesUnlinkByName',
    at: 'POST /packages/:owner/:type/:name/-/unlink',
    says: 'Take the link of a package away',
    needs: packageWrite,
    returns: { 204: Empty },
    run: ({ cx, user, pack, actor }) => packages.unlink(cx, actor, user, pack),
  }),
  route({
    id: 'getPackagesByVersion',
    at: 'GET /packages/:owner/:type/:name/:version',
    says: 'Get a version of a package',
    needs: versionRead,
    returns: { 200: Package },
    run: ({ cx, version, actor }) => view.one(cx, version, actor),
  }),
  route({
    id: 'deletePackagesByVersion',
    at: 'DELETE /packages/:owner/:type/:name/:version',
    says: 'Delete a version of a package',
    needs: versionWrite,
    returns: { 204: Empty },
    run: ({ cx, version, actor }) => packages.removeVersion(cx, actor, version),
  }),
  route({
    id: 'listPackagesFilesByVersion',
    at: 'GET /packages/:owner/:type/:name/:version/files',
    says: 'List the files of a version',
    needs: versionRead,
    returns: { 200: Type.Array(PackageFile) },
    run: async ({ cx, version }) => view.files(await store.listFiles(cx.db, version.id)),
  }),
].flat()

function none(): never {
  throw notFound()
}
