// One after another: what works on the same thing in this process waits for its turn.
const turns = new Map<string, Promise<unknown>>()

export function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work)
  const quiet = mine.catch(() => {})
  turns.set(key, quiet)
  void quiet.then(() => turns.get(key) === quiet && turns.delete(key))
  return mine
}
