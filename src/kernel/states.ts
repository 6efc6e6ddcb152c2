// Matching by stepping a set of states, never by going back: patterns and texts both come from anybody, and a pattern of n steps
// on a text of m characters costs n × m at the most.

/** Takes one character, goes on elsewhere without taking any, or holds only between certain characters. */
export type Step = { takes: (char: string) => boolean } | { to: number[] } | { holds: (before: string | undefined, after: string | undefined) => boolean }

/** Whether the program gets to its end with the whole text, or with `search` with any part of it. */
export function matches(program: readonly Step[], text: string, search = false): boolean {
  const chars = [...text]
  let states = new Set<number>()
  for (let at = 0; ; at++) {
    if (at === 0 || search) enter(program, states, 0, chars[at - 1], chars[at])
    if (states.has(program.length) && (search || at === chars.length)) return true
    if (at === chars.length || (states.size === 0 && !search)) return false
    const next = new Set<number>()
    for (const state of states) {
      const step = program[state]
      if (step && 'takes' in step && step.takes(chars[at])) enter(program, next, state + 1, chars[at], chars[at + 1])
    }
    states = next
  }
}

function enter(program: readonly Step[], states: Set<number>, first: number, before: string | undefined, after: string | undefined): void {
  const open = [first]
  while (open.length > 0) {
    const at = open.pop()!
    if (states.has(at)) continue
    states.add(at)
    const step = program[at]
    if (step && 'to' in step) open.push(...step.to)
    else if (step && 'holds' in step && step.holds(before, after)) open.push(at + 1)
  }
}
