import { Bool, input, Int, Optional, Str } from '../../kernel/schema.ts'
import { LfsRef } from '../large-files/schema.ts'

export const CreateFileLock = input('CreateFileLock', { path: Str, ref: Optional(LfsRef) })
export const VerifyFileLocks = input('VerifyFileLocks', { cursor: Optional(Str), limit: Optional(Int), ref: Optional(LfsRef) })
export const UnlockFile = input('UnlockFile', { force: Optional(Bool), ref: Optional(LfsRef) })
