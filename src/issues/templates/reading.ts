// Files anybody may have pushed, read as YAML within limits.
import { later } from '../../kernel/later.ts'

const yaml = later<typeof import('yaml')>('yaml')

/** What is wrong with a file, in a sentence for whoever wrote it. */
export class Wrong extends Error {
  override name = 'Wrong'
}

export const isMap = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

export function readYaml(text: string): unknown {
  try {
    return yaml().parse(text, { maxAliasCount: 20, schema: 'core', logLevel: 'error', prettyErrors: false }) as unknown
  } catch (error) {
    throw new Wrong(error instanceof Error ? error.message.slice(0, 300) : 'the file cannot be read')
  }
}
