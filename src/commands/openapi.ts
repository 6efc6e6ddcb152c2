// `codestead openapi`: prints the API description.
import { declarationsOf } from '../app.ts'
import { describe } from '../kernel/openapi.ts'
import { rooms } from '../rooms.ts'

export async function run(): Promise<number> {
  process.stdout.write(JSON.stringify(describe(declarationsOf(rooms)), null, 1) + '\n')
  return 0
}
