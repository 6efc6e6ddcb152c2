// Declarations → an OpenAPI 3.1 document.
import type { Declaration } from './route.ts'
import { kinds } from './errors.ts'

type Any = any

const refusals = {
  refused: { description: 'refused, with the reason', content: { 'application/json': { schema: { $ref: '#/components/schemas/APIError' } } } },
  empty: { description: 'refused, without a body' },
}
const refusalOf = (status: string) => ({ $ref: `#/components/responses/${Object.values(kinds).every((one) => String(one.status) !== status || one.body) ? 'refused' : 'empty'}` })

export function describe(declarations: Declaration[]): object {
  const schemas: Record<string, Any> = {
    APIError: { type: 'object', properties: { message: { type: 'string' }, url: { type: 'string' } } },
  }
  const paths: Record<string, Record<string, Any>> = {}
  for (const one of declarations) {
    if (one.site) continue
    const path = one.path.replace(/:(\w+)(\([^)]*\)|\*)?/g, '{$1}')
    ;(paths[path] ??= {})[one.method.toLowerCase()] = operation(one, path, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Codestead API', version: '1', description: 'Every path is under the address of the server followed by /api/v1.' },
    servers: [{ url: '/api/v1' }],
    security: [{}, { basic: [] }, { token: [] }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`token <access token>`' },
      },
      responses: refusals,
      schemas,
    },
  }
}

function operation(one: Declaration, path: string, schemas: Record<string, Any>): Any {
  const params = (one.params as Any)?.properties ?? {}
  const query = (one.query as Any)?.properties ?? {}
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: params[name] ? plain(params[name], schemas) : { type: 'string' } })),
    ...Object.entries<Any>(query).map(([name, schema]) => ({ name, in: 'query', required: false, description: schema.description, schema: plain({ ...schema, description: undefined }, schemas) })),
  ]
  const responses: Record<string, Any> = {}
  for (const [status, schema] of Object.entries<Any>(one.returns)) {
    responses[status] = schema.type === 'void' ? { description: 'done' } : schema.format === 'binary' ? { description: 'bytes', content: { '*/*': {} } } : { description: 'done', content: { 'application/json': { schema: plain(schema, schemas) } } }
  }
  for (const status of ['400', '401', '403', '404', '409', '422', '423']) responses[status] ??= refusalOf(status)
  return {
    operationId: one.id,
    summary: one.says,
    description: `Needs: ${one.needs.says || 'nothing'}.`,
    tags: [one.room],
    parameters,
    requestBody: bodyOf(one, schemas),
    responses,
  }
}

function bodyOf({ body, accepts, bodyOptional }: Declaration, schemas: Record<string, Any>): Any {
  const types = body && body !== 'stream' ? { 'application/json': body } : accepts
  return types && { required: !bodyOptional, content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema: plain(schema, schemas) }])) }
}

/** JSON Schema with records by reference; our own keywords are left out. */
function plain(schema: Any, schemas: Record<string, Any>): Any {
  if (schema.$ref) return { $ref: `#/components/schemas/${schema.$ref}` }
  if (schema.$id) {
    if (!(schema.$id in schemas)) {
      schemas[schema.$id] = {}
      schemas[schema.$id] = body(schema, schemas)
    }
    return { $ref: `#/components/schemas/${schema.$id}` }
  }
  return body(schema, schemas)
}

function body(schema: Any, schemas: Record<string, Any>): Any {
  const { $id: _id, go: _go, large: _large, nulls: _nulls, additionalProperties, properties, items, anyOf, patternProperties, ...rest } = schema
  const out: Any = { ...rest }
  if (out.type === 'void') return {}
  if (anyOf) out.anyOf = anyOf.map((one: Any) => plain(one, schemas))
  if (items) out.items = plain(items, schemas)
  if (properties) out.properties = Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, plain(one, schemas)]))
  if (patternProperties) out.additionalProperties = plain(Object.values(patternProperties)[0], schemas)
  else if (additionalProperties && typeof additionalProperties === 'object') out.additionalProperties = plain(additionalProperties, schemas)
  return out
}
