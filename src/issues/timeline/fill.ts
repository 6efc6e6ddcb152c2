import type { Content } from '../../web/index.ts'

/** A sentence of the catalogue with markup put in for the words in braces. */
export const fill = (sentence: string, members: Record<string, Content>): Content[] =>
  sentence.split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : members[piece]))
