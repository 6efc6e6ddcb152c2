// Least recently used things go first once their sizes add up to more than the limit.
export class Lru<T> {
  #limit: number
  #size = 0
  #map = new Map<string, { value: T; size: number }>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): T | undefined {
    const entry = this.#map.get(key)
    if (!entry) return undefined
    this.#map.delete(key)
    this.#map.set(key, entry)
    return entry.value
  }

  set(key: string, value: T, size = 1): void {
    this.delete(key)
    if (size > this.#limit / 4) return
    this.#map.set(key, { value, size })
    this.#size += size
    for (const oldest of this.#map.keys()) {
      if (this.#size <= this.#limit) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#map.get(key)
    if (!entry) return
    this.#map.delete(key)
    this.#size -= entry.size
  }

  /** Forgets every key that begins so. */
  drop(prefix: string): void {
    for (const key of this.#map.keys()) if (key.startsWith(prefix)) this.delete(key)
  }
}
