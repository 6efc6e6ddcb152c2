import { anyone } from '../../access/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { notFound } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { Strings, Type } from '../../kernel/schema.ts'
import { gitignores, licenses } from './files.ts'
import { labelSet, setNames } from './labels.ts'
import { GitignoreTemplateInfo, LabelTemplate, LicensesTemplateListEntry, LicenseTemplateInfo } from './schema.ts'

const entry = (cx: Cx, key: string) => ({ key, name: key, url: `${cx.root}/api/v1/licenses/${encodeURIComponent(key)}` })
const advice = 'Put the text of the licence into a file named LICENSE or COPYING at the top of your source.'

function known<T>(found: T | undefined): T {
  if (found === undefined) throw notFound()
  return found
}

export const routes = [
  route({
    id: 'listGitignoreTemplates',
    at: 'GET /gitignore/templates',
    says: 'List the names of the .gitignore templates',
    needs: anyone,
    returns: { 200: Strings },
    run: () => gitignores.names(),
  }),
  route({
    id: 'getGitignoreTemplatesByName',
    at: 'GET /gitignore/templates/:name',
    says: 'Get a .gitignore template',
    needs: anyone,
    returns: { 200: GitignoreTemplateInfo },
    run: ({ rq }) => ({ name: rq.params.name, source: known(gitignores.text(rq.params.name)) }),
  }),
  route({
    id: 'listLicenses',
    at: 'GET /licenses',
    says: 'List the licence templates',
    needs: anyone,
    returns: { 200: Type.Array(LicensesTemplateListEntry) },
    run: ({ cx }) => licenses.names().map((key) => entry(cx, key)),
  }),
  route({
    id: 'getLicensesByName',
    at: 'GET /licenses/:name',
    says: 'Get a licence template',
    needs: anyone,
    returns: { 200: LicenseTemplateInfo },
    run: ({ cx, rq }) => ({ ...entry(cx, rq.params.name), implementation: advice, body: known(licenses.text(rq.params.name)) }),
  }),
  route({
    id: 'listLabelTemplates',
    at: 'GET /label/templates',
    says: 'List the names of the label sets',
    needs: anyone,
    returns: { 200: Strings },
    run: () => setNames(),
  }),
  route({
    id: 'listLabelTemplatesByName',
    at: 'GET /label/templates/:name',
    says: 'List the labels of a set',
    needs: anyone,
    returns: { 200: Type.Array(LabelTemplate) },
    run: ({ rq }) => known(labelSet(rq.params.name)),
  }),
].flat()
