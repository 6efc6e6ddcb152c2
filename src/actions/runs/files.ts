// Parsed workflow files, remembered by their text: the same file is read with every push and every job that ends.
import { parse, type Parsed, type Workflow } from '../engine/workflow.ts'

const remembered = new Map<string, Parsed>()
const most = 64
const longest = 64 * 1024

export function parsed(text: string, path: string): Parsed {
  const key = `${path}\n${text}`
  const known = remembered.get(key)
  if (known) return known
  const made = parse(text, path)
  if (text.length <= longest) {
    if (remembered.size >= most) remembered.delete(remembered.keys().next().value!)
    remembered.set(key, made)
  }
  return made
}

/** Of a file that was accepted before. */
export function workflowOf(text: string, path: string): Workflow {
  const { workflow } = parsed(text, path)
  if (!workflow) throw new Error(`${path} no longer parses`)
  return workflow
}
