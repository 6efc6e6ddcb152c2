// `codestead warm`: loads what the server loads and ends, which leaves all of it in the compile cache.
import '../kernel/db-sqlite.ts'
import './serve.ts'

export const run = async (): Promise<number> => 0
