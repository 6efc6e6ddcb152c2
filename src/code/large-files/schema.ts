import { input, Int, Optional, Str, Strings, Type } from '../../kernel/schema.ts'

/** Wrong ids and sizes are told object by object, so anything goes here. */
export const LfsPointer = input('LfsPointer', { oid: Optional(Str), size: Optional(Int) })
const LfsRef = input('LfsRef', { name: Optional(Str) })
export { LfsRef }
export const LfsBatch = input('LfsBatch', {
  operation: Optional(Str), transfers: Optional(Strings), ref: Optional(LfsRef), objects: Optional(Type.Array(LfsPointer)), hash_algo: Optional(Str),
})
