// The words shapes are made of: records for answers, closed inputs for bodies, the words of the wire.
import { Type, type Static, type TObject, type TProperties, type TSchema } from './shape.ts'

export { Type }
export type { Static, TObject, TProperties, TSchema }

/** A record that appears in answers; `name` is its public name. Members are sent in this order. */
export function record<P extends TProperties>(name: string, members: P) {
  return Type.Object(members, { $id: name, additionalProperties: false })
}

/** A request body. Members that are not Optional follow the Required rule; undeclared ones are dropped. */
export function input<P extends TProperties>(name: string, members: P) {
  return Type.Object(members, { $id: name, additionalProperties: false })
}

/** Always present, null when unset. */
export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()])
}

/** A record that may contain itself, named by its $id. */
export function Ref<T>(name: string) {
  return Type.Unsafe<T>({ $ref: name })
}

export const Id = Type.Integer({ format: 'int64' })
export const Int = Type.Integer({ format: 'int64' })
export const Str = Type.String()
export const Bool = Type.Boolean()
export const Time = Type.String({ format: 'date-time' })
export const Uri = Type.String({ format: 'uri' })
export const Strings = Type.Array(Type.String())
export const StringMap = Type.Record(Type.String(), Type.String())
export const Optional = Type.Optional

/** No members: the query or path of an operation that declares none. */
export const Nothing = Type.Object({})
/** No body: 204 and the like. */
export const Empty = Type.Void()
/** Bytes or text of another media type; `run` answers with `raw()`. */
export const Raw = Type.Unsafe<never>({ type: 'string', format: 'binary' })

/** Rules a member of a body must meet; reported as `[Member]: Rule`. `format` names a rule of decode.ts. */
export interface Rules {
  maxLength?: number
  minLength?: number
  enum?: readonly string[]
  format?: string
  minimum?: number
  maximum?: number
  /** the name used in messages when it is not the CamelCase of the member */
  go?: string
}
export const Text = (rules: Rules = {}) => Type.String(rules as Record<string, unknown>)
/** Base64 of a file or picture: as long as a body may be. Other texts end at decode.ts's limit. */
export const Bytes = Type.String({ large: true })
/** A text of a body whose null is not the same as leaving it out. */
export const TextOrNull = Type.Unsafe<string | null>({ anyOf: [Str, Type.Null()], nulls: true })
export const Word = <const W extends readonly string[]>(...words: W) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: words })

/** The query of every list. */
export const Page = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'page number, from 1' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 30, description: 'page size' })),
})
export const pageWith = <P extends TProperties>(members: P) => Type.Object({ ...members, ...Page.properties })
