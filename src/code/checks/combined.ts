/** any failure → failure; all good → success; else pending */
export function combined(states: readonly string[]): string {
  if (states.some((one) => one === 'error' || one === 'failure' || one === 'warning')) return 'failure'
  return states.length > 0 && states.every((one) => one === 'success' || one === 'skipped') ? 'success' : 'pending'
}
