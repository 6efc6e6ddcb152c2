// Jobs that call another workflow: where it lies, what goes in, what comes out.
import { ExpressionError, fill, interpolate, isObject } from './expressions.ts'
import type { Contexts } from './expressions.ts'
import { readInputs } from './events.ts'
import type { Inputs } from './events.ts'
import { folders, workflowId } from './workflow.ts'
import type { Job, JsonObject, Workflow } from './workflow.ts'
import type { Needs } from './status.ts'

/** Calls may be nested this deep. */
export const maxCallDepth = 9

export type Callee =
  | { kind: 'local', path: string }
  | { kind: 'remote', owner: string, repo: string, path: string, ref: string }

/** Reads `uses` of a job; a message if it names no workflow that can be called. `root` is this server's address. */
export function parseUses(uses: string, root = ''): Callee | string {
  const wrong = `uses must name a file in ${folders.join(', ')}`
  const local = /^[.$]\/(.+)$/.exec(uses)
  if (local) return isWorkflow(local[1]) ? { kind: 'local', path: local[1] } : wrong
  let rest = uses
  if (/^https?:\/\//i.test(uses)) {
    const here = root.replace(/\/+$/, '') + '/'
    if (here === '/' || !uses.startsWith(here)) return 'uses may not name another server'
    rest = uses.slice(here.length)
  }
  const remote = /^([\w.-]+)\/([\w.-]+)\/([^@]+)@(.+)$/.exec(rest)
  if (!remote) return 'uses must be ./path/to/file.yml or owner/repository/path/to/file.yml@ref'
  const [, owner, repo, path, ref] = remote
  return isWorkflow(path) ? { kind: 'remote', owner, repo, path, ref } : wrong
}

function isWorkflow(path: string): boolean {
  return workflowId(path) !== null && !path.split('/').some((part) => part === '' || part === '.' || part === '..')
}

/** What the called workflow's jobs see as inputs; `with` is evaluated with the caller's contexts. */
export function callInputs(callee: Workflow, caller: Job, contexts: Contexts): Inputs {
  const trigger = callee.on.find((one) => one.event === 'workflow_call')
  if (!trigger) return { values: {}, texts: {}, errors: [`${callee.path} cannot be called: it has no workflow_call`] }
  try {
    const given = fill(caller.with, contexts) as JsonObject
    const { github, vars } = contexts
    const declared = trigger.inputs.map((input) => ({ ...input, default: fill(input.default, { github, vars }) }))
    const made = readInputs(declared, (input) => given[input.name])
    for (const name of Object.keys(given)) {
      if (!declared.some((input) => input.name === name)) made.errors.push(`input ${name} is not declared by ${callee.path}`)
    }
    return made
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { values: {}, texts: {}, errors: [error.message] }
  }
}

/** The secrets that the called workflow's jobs get, besides the job token. */
export function callSecrets(callee: Workflow, caller: Job, available: { [name: string]: string }, contexts: Contexts):
  { secrets: { [name: string]: string }, errors: string[] } {
  const declared = callee.on.find((one) => one.event === 'workflow_call')?.secrets ?? []
  const secrets: { [name: string]: string } = Object.create(null)
  const errors: string[] = []
  if (caller.secrets === 'inherit') Object.assign(secrets, available)
  else {
    for (const [name, text] of Object.entries(caller.secrets)) {
      try {
        secrets[name] = interpolate(text, { ...contexts, secrets: available })
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        errors.push(`secret ${name}: ${error.message}`)
      }
    }
  }
  for (const { name, required } of declared) if (required && !secrets[name]) errors.push(`secret ${name} is required`)
  return { secrets, errors }
}

/** Contexts for planning and resolving the called workflow's jobs. */
export function callContexts(contexts: Contexts, inputs: Inputs): Contexts {
  const github = isObject(contexts.github) ? contexts.github : {}
  const event = isObject(github.event) ? github.event : {}
  return {
    github: { ...github, event_name: 'workflow_call', event: { ...event, inputs: inputs.texts } },
    vars: contexts.vars, inputs: inputs.values,
  }
}

/** The caller's outputs, from those of the called workflow's jobs. An output that cannot be evaluated is empty. */
export function callOutputs(callee: Workflow, jobs: Needs, contexts: Contexts): { [name: string]: string } {
  const made: { [name: string]: string } = Object.create(null)
  for (const { name, value } of callee.on.find((one) => one.event === 'workflow_call')?.outputs ?? []) {
    try {
      made[name] = interpolate(value, { ...contexts, jobs })
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      made[name] = ''
    }
  }
  return made
}
