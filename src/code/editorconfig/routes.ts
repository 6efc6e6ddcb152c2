import type { Repo } from '../../access/index.ts'
import { objects, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { Optional, record, Str, Type } from '../../kernel/schema.ts'
import { gitDir } from '../../repos/index.ts'
import { locate, readable } from '../content/at.ts'
import { readsCode } from '../ground/gates.ts'
import { settingsFor } from './sections.ts'

const LARGEST = 256 * 1024

const Definition = record('EditorConfigDefinition', { charset: Optional(Str), indent_style: Optional(Str), indent_size: Optional(Str), end_of_line: Optional(Str) })

async function definitionOf(cx: Cx, repo: Repo, path: string, ref: string | undefined) {
  const { commit } = await locate(cx, repo, ref)
  const dir = gitDir(cx, repo)
  const file = await tree.find(cx.git, dir, (await objects.commit(cx.git, dir, commit)).tree, '.editorconfig')
  if (file?.kind !== 'file' || ((await objects.info(cx.git, dir, file.oid))?.size ?? Infinity) > LARGEST) throw notFound()
  const said = settingsFor((await objects.blob(cx.git, dir, file.oid)).toString('utf8'), readable(path))
  return { charset: said.get('charset'), indent_style: said.get('indent_style'), indent_size: said.get('indent_size'), end_of_line: said.get('end_of_line') }
}

export const routes = [
  route({
    id: 'getReposEditorconfigByFilepath',
    at: 'GET /repos/:owner/:repo/editorconfig/:filepath*',
    says: 'Get what .editorconfig says about a file',
    needs: readsCode,
    query: Type.Object({ ref: Optional(Str) }),
    returns: { 200: Definition },
    run: ({ cx, rq, repo, query }) => definitionOf(cx, repo, rq.params.filepath, query.ref),
  }),
].flat()
