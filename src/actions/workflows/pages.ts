// Starting a workflow by hand, with the inputs it asks for; switching it on and off.
import { invalid, Refusal } from '../../kernel/errors.ts'
import { readText } from '../../kernel/body.ts'
import { repoSheet, theRepo } from '../../repos/index.ts'
import { action, box, checkField, html, notice, page, post, problem, redirect, selectField, submit, textField, type Html, type PageCx, type Sheet } from '../../web/index.ts'
import { writes } from '../runs/routes.ts'
import * as workflows from './verbs.ts'

type Here = PageCx & { repo: Parameters<typeof workflows.asks>[1] }
type Input = NonNullable<Awaited<ReturnType<typeof workflows.asks>>>[number]

const at = '/:owner/:repo/actions/workflows/:workflow'

function field(input: Input, given: URLSearchParams): Html {
  const name = `input_${input.name}`
  const held = given.get(name) ?? String(input.default ?? '')
  const label = input.description || input.name
  if (input.type === 'boolean') return checkField(name, label, held === 'true')
  if (input.type === 'choice') return selectField(name, label, input.options ?? [], held)
  return textField(name, label, held, { type: input.type === 'number' ? 'number' : 'text', required: input.required })
}

async function shown(page: Here, given: URLSearchParams, refused?: string): Promise<Sheet> {
  const { w, cx, ask, params } = page
  const t = w.actions
  const [repo, workflow, inputs, branches] = await Promise.all([
    theRepo(page), ask<{ id: string; name: string }>('getReposActionsWorkflowsByWorkflowId', { owner: params.owner, repo: params.repo, workflow_id: params.workflow }), workflows.asks(cx, page.repo, params.workflow),
    ask<{ name: string }[]>('listReposBranches', { owner: params.owner, repo: params.repo, limit: 50 }),
  ])
  const names = [...new Set([repo.default_branch, ...branches.map((one) => one.name)])]
  return repoSheet(page, repo, 'actions', {
    title: t.dispatchTitle(workflow.name), status: refused ? 422 : 200,
    body: html`<div class="narrow"><h2>${t.dispatchTitle(workflow.name)}</h2>${problem(refused)}${inputs === undefined ? notice('info', t.noDispatch) : box(post(`${repo.html_url}/actions/workflows/${encodeURIComponent(workflow.id)}/run`, [selectField('ref', t.ref, names, given.get('ref') ?? repo.default_branch), ...inputs.map((one) => field(one, given)), submit(t.go)]))}</div>`,
  })
}

const start = [
  page({ id: 'dispatchPage', at: `${at}/run`, says: 'Start a workflow by hand', needs: writes, run: (page) => shown(page, new URLSearchParams()) }),
  action({
    id: 'dispatchSend', at: `${at}/run`, says: 'Start a workflow by hand', needs: writes,
    async run(page) {
      const { ask, cx, rq, params, w } = page
      const given = new URLSearchParams(await readText(rq, cx.config.max_body))
      const asked = (await workflows.asks(cx, page.repo, params.workflow)) ?? []
      try {
        if (!given.get('ref')) throw invalid(w.actions.ref)
        // a box that was not ticked is not sent
        const inputs = Object.fromEntries(asked.map((one) => [one.name, given.get(`input_${one.name}`) ?? (one.type === 'boolean' ? 'false' : '')]))
        const made = await ask<{ html_url: string }>('createReposActionsWorkflowsDispatchesByWorkflowId', { owner: params.owner, repo: params.repo, workflow_id: params.workflow, return_run_details: true }, { ref: given.get('ref')!, inputs })
        return redirect(made.html_url, w.actions.dispatched)
      } catch (error) {
        if (error instanceof Refusal && error.message) return shown(page, given, error.message)
        throw error
      }
    },
  }),
]

const turn = (word: 'enable' | 'disable', operation: string) =>
  action({
    id: `workflow-${word}`, at: `${at}/${word}`, says: `${word} a workflow`, needs: writes,
    async run({ ask, params, root, w }) {
      await ask(operation, { owner: params.owner, repo: params.repo, workflow_id: params.workflow })
      return redirect(`${root}/${encodeURIComponent(params.owner)}/${encodeURIComponent(params.repo)}/actions?workflow=${encodeURIComponent(params.workflow)}`, w.actions.changed)
    },
  })

export const pages = [...start, turn('enable', 'putReposActionsWorkflowsEnableByWorkflowId'), turn('disable', 'putReposActionsWorkflowsDisableByWorkflowId')].flat()
