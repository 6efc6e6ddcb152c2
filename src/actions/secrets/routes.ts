import { paged } from '../../kernel/paging.ts'
import { answer, owned, route } from '../../kernel/route.ts'
import { Empty, Page, Type } from '../../kernel/schema.ts'
import { manages } from '../level.ts'
import { scopeOf } from '../runners/store.ts'
import { ActionVariable, CreateOrUpdateSecretOption, CreateVariableOption, Secret, UpdateVariableOption } from './schema.ts'
import * as store from './store.ts'
import * as values from './verbs.ts'
import * as view from './view.ts'

export const routes = [
  route({
    id: { repo: 'listReposActionsSecrets', org: 'listOrgsActionsSecrets' },
    at: owned('GET /actions/secrets'),
    says: 'List secrets, without what they hold',
    needs: manages,
    query: Page,
    returns: { 200: Type.Array(Secret) },
    run: ({ cx, level, query }) => paged(cx, query, (at) => store.listSecrets(cx.db, scopeOf(level), at), view.secrets),
  }),
  route({
    id: { repo: 'putReposActionsSecretsBySecretname', org: 'putOrgsActionsSecretsBySecretname', user: 'putUserActionsSecretsBySecretname' },
    at: owned('PUT /actions/secrets/:secretname'),
    says: 'Create or replace a secret',
    needs: manages,
    body: CreateOrUpdateSecretOption,
    returns: { 201: Empty, 204: Empty },
    run: async ({ cx, rq, level, body }) => answer((await values.putSecret(cx, level, rq.params.secretname, body)) ? 201 : 204, undefined),
  }),
  route({
    id: { repo: 'deleteReposActionsSecretsBySecretname', org: 'deleteOrgsActionsSecretsBySecretname', user: 'deleteUserActionsSecretsBySecretname' },
    at: owned('DELETE /actions/secrets/:secretname'),
    says: 'Delete a secret',
    needs: manages,
    returns: { 204: Empty },
    run: ({ cx, rq, level }) => values.removeSecret(cx, level, rq.params.secretname),
  }),
  route({
    id: { repo: 'listReposActionsVariables', org: 'listOrgsActionsVariables', user: 'listUserActionsVariables' },
    at: owned('GET /actions/variables'),
    says: 'List variables',
    needs: manages,
    query: Page,
    returns: { 200: Type.Array(ActionVariable) },
    run: ({ cx, level, query }) => paged(cx, query, (at) => store.listVariables(cx.db, scopeOf(level), at), view.variables),
  }),
  route({
    id: { repo: 'getReposActionsVariablesByVariablename', org: 'getOrgsActionsVariablesByVariablename', user: 'getUserActionsVariablesByVariablename' },
    at: owned('GET /actions/variables/:variablename'),
    says: 'Get a variable',
    needs: manages,
    returns: { 200: ActionVariable },
    run: async ({ cx, rq, level }) => view.variable(await values.getVariable(cx, level, rq.params.variablename)),
  }),
  route({
    id: { repo: 'createReposActionsVariablesByVariablename', org: 'createOrgsActionsVariablesByVariablename', user: 'createUserActionsVariablesByVariablename' },
    at: owned('POST /actions/variables/:variablename'),
    says: 'Create a variable',
    needs: manages,
    body: CreateVariableOption,
    returns: { 201: Empty },
    run: ({ cx, rq, level, body }) => values.createVariable(cx, level, rq.params.variablename, body),
  }),
  route({
    id: { repo: 'putReposActionsVariablesByVariablename', org: 'putOrgsActionsVariablesByVariablename', user: 'putUserActionsVariablesByVariablename' },
    at: owned('PUT /actions/variables/:variablename'),
    says: 'Change or rename a variable',
    needs: manages,
    body: UpdateVariableOption,
    returns: { 204: Empty },
    run: ({ cx, rq, level, body }) => values.editVariable(cx, level, rq.params.variablename, body),
  }),
  route({
    id: { repo: 'deleteReposActionsVariablesByVariablename', org: 'deleteOrgsActionsVariablesByVariablename', user: 'deleteUserActionsVariablesByVariablename' },
    at: owned('DELETE /actions/variables/:variablename'),
    says: 'Delete a variable',
    needs: manages,
    returns: { 204: Empty },
    run: ({ cx, rq, level }) => values.removeVariable(cx, level, rq.params.variablename),
  }),
].flat()
