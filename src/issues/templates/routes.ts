import { gates, repoRead, repoVisible, scope } from '../../access/index.ts'
import { answer, route } from '../../kernel/route.ts'
import { Nullable, Type } from '../../kernel/schema.ts'
import { IssueConfig, IssueConfigValidation, IssueTemplate } from './schema.ts'
import * as templates from './verbs.ts'

const reader = gates(scope('repository'), repoVisible, repoRead('code'))

export const routes = [
  route({
    id: 'listReposIssueTemplates',
    at: 'GET /repos/:owner/:repo/issue_templates',
    says: 'List the issue templates of a repository',
    needs: reader,
    returns: { 200: Nullable(Type.Array(IssueTemplate)) },
    async run({ cx, repo }) {
      const { templates: found, broken } = await templates.list(cx, repo)
      const warning = { 'x-gitea-warning': `error occurs when parsing issue template: count=${broken.length}` }
      return answer(200, found.length > 0 ? found : null, broken.length > 0 ? warning : {})
    },
  }),
  route({
    id: 'getReposIssueConfig',
    at: 'GET /repos/:owner/:repo/issue_config',
    says: 'Get what a repository offers to those who open an issue',
    needs: reader,
    returns: { 200: IssueConfig },
    run: async ({ cx, repo }) => (await templates.config(cx, repo)).config,
  }),
  route({
    id: 'getReposIssueConfigValidate',
    at: 'GET /repos/:owner/:repo/issue_config/validate',
    says: 'Tell whether the issue configuration of a repository can be used',
    needs: reader,
    returns: { 200: IssueConfigValidation },
    async run({ cx, repo }) {
      const { wrong } = await templates.config(cx, repo)
      return { valid: wrong === '', message: wrong }
    },
  }),
].flat()
