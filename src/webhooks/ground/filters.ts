// Branch filters of hooks.
import { glob } from '../../kernel/glob.ts'

/** Whether a hook with this filter hears of the ref: the name of its branch or tag, or the whole, must match. */
export function admits(filter: string, ref: string): boolean {
  if (filter === '' || filter === '*' || filter === '**') return true
  const test = glob(filter)
  return typeof test !== 'string' && (test(ref.replace(/^refs\/(heads|tags)\//, '')) || test(ref))
}
