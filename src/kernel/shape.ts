// JSON Schema by functions, each knowing the TypeScript type of what it describes. docs/decisions/0005.

/** A schema of values of type T. The member is never there; it carries the type. */
export interface TSchema<T = any> {
  readonly $type?: T
  [keyword: string]: any
}
export type Static<S> = S extends { readonly $type?: infer T } ? Exclude<T, undefined> extends never ? T : Exclude<T, undefined> : never

interface Marked {
  readonly [optional]: true
}
const optional: unique symbol = Symbol('optional')

export type TProperties = Record<string, TSchema>
type Members<P> = { [K in keyof P as P[K] extends Marked ? never : K]: Static<P[K]> } & { [K in keyof P as P[K] extends Marked ? K : never]?: Static<P[K]> }
type Flat<T> = { [K in keyof T]: T[K] }
export interface TObject<P extends TProperties = TProperties> extends TSchema<Flat<Members<P>>> {
  properties: P
}
type Options = Record<string, unknown>

const make = <T>(keywords: Options): TSchema<T> => keywords

export const Type = {
  String: (options: Options = {}) => make<string>({ type: 'string', ...options }),
  Integer: (options: Options = {}) => make<number>({ type: 'integer', ...options }),
  Boolean: (options: Options = {}) => make<boolean>({ type: 'boolean', ...options }),
  Null: () => make<null>({ type: 'null' }),
  Any: () => make<any>({}),
  Void: () => make<void>({ type: 'void' }),
  /** keywords of one's own for a type of one's own */
  Unsafe: <T>(keywords: Options) => make<T>(keywords),
  Array: <S extends TSchema>(items: S, options: Options = {}) => make<Static<S>[]>({ type: 'array', items, ...options }),
  Union: <S extends TSchema[]>(anyOf: [...S]) => make<Static<S[number]>>({ anyOf }),
  Record: <V extends TSchema>(_key: TSchema<string>, values: V) => make<Record<string, Static<V>>>({ type: 'object', additionalProperties: values }),
  Object: <P extends TProperties>(properties: P, options: Options = {}): TObject<P> => ({
    type: 'object', properties, required: Object.keys(properties).filter((key) => !(optional in properties[key])), ...options,
  }),
  /** a member that may be left out */
  Optional: <S extends TSchema>(schema: S): S & Marked => ({ ...schema, [optional]: true }),
  /** every member may be left out */
  Partial: <P extends TProperties>(schema: TObject<P>) =>
    Type.Object(Object.fromEntries(Object.entries(schema.properties).map(([key, one]) => [key, Type.Optional(one)])) as { [K in keyof P]: P[K] & Marked }),
}
