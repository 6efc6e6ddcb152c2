// The door of pulls.
import type { Room } from '../kernel/route.ts'

export const room: Room = {
  name: 'pulls',
}

export * as pullFacts from './ground/facts.ts'
