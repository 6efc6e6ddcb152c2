// Tells elements that we made from those that somebody wrote. Renewed for every text: a quote left open may show the mark of
// its own text to its author, who can do nothing with it any more.
import { randomBytes } from 'node:crypto'

export let MARK = ''
export const renewMark = (): void => void (MARK = randomBytes(12).toString('hex'))
