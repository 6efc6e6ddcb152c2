// Regular expressions for patterns that anybody may set: what a small regular language needs, and no look-around or references,
// so that matching never goes back. JavaScript's own would take for ever on some patterns.
import type { Test } from './glob.ts'
import { matches, type Step } from './states.ts'

type Takes = (char: string) => boolean
type Node =
  | { kind: 'step'; step: Step }
  | { kind: 'list'; nodes: Node[] }
  | { kind: 'any'; nodes: Node[] }
  | { kind: 'times'; node: Node; least: number; most: number }

const maxLength = 1000
const maxSteps = 5000
const maxTimes = 1000
const maxDepth = 50

class Bad extends Error {}

/** Found anywhere in a text, or the reason why the pattern is none. */
export function regexp(text: string): Test | string {
  if (text.length > maxLength) return 'the pattern is too long'
  try {
    const program: Step[] = []
    emit(program, new Parser([...text]).whole(), { left: maxSteps })
    return (name) => matches(program, name, true)
  } catch (error) {
    if (error instanceof Bad) return error.message
    throw error
  }
}

// what is repeated may be empty, so calls are counted and not only steps
function emit(program: Step[], node: Node, fuel: { left: number }): void {
  if (fuel.left-- <= 0) throw new Bad('the pattern asks for too many steps')
  if (node.kind === 'step') program.push(node.step)
  else if (node.kind === 'list') for (const one of node.nodes) emit(program, one, fuel)
  else if (node.kind === 'any') {
    const fork: { to: number[] } = { to: [] }
    program.push(fork)
    const ends = node.nodes.map((one) => {
      fork.to.push(program.length)
      emit(program, one, fuel)
      const end = { to: [] as number[] }
      program.push(end)
      return end
    })
    for (const end of ends) end.to.push(program.length)
  } else {
    for (let i = 0; i < node.least; i++) emit(program, node.node, fuel)
    if (node.most === Infinity) {
      const fork = { to: [program.length + 1] }
      const here = program.push(fork) - 1
      emit(program, node.node, fuel)
      program.push({ to: [here] })
      fork.to.push(program.length)
      return
    }
    const forks: { to: number[] }[] = []
    for (let i = node.least; i < node.most; i++) {
      const fork = { to: [program.length + 1] }
      program.push(fork)
      forks.push(fork)
      emit(program, node.node, fuel)
    }
    for (const fork of forks) fork.to.push(program.length)
  }
}

const isDigit: Takes = (char) => char >= '0' && char <= '9'
const isWord: Takes = (char) => /^[0-9A-Za-z_]$/.test(char)
const isSpace: Takes = (char) => '\t\n\f\r '.includes(char)
const not = (takes: Takes): Takes => (char) => !takes(char)
const classes: Record<string, Takes> = { d: isDigit, D: not(isDigit), w: isWord, W: not(isWord), s: isSpace, S: not(isSpace) }
const controls: Record<string, string> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07' }
const named: Record<string, Takes> = {
  alpha: (char) => /^[A-Za-z]$/.test(char), digit: isDigit, alnum: (char) => /^[0-9A-Za-z]$/.test(char), upper: (char) => char >= 'A' && char <= 'Z', lower: (char) => char >= 'a' && char <= 'z',
  space: isSpace, word: isWord, xdigit: (char) => /^[0-9A-Fa-f]$/.test(char), punct: (char) => /^[!-/:-@[-`{-~]$/.test(char),
}
const between = (before: string | undefined, after: string | undefined) => (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after))
const holds = (test: (before: string | undefined, after: string | undefined) => boolean): Node => ({ kind: 'step', step: { holds: test } })

class Parser {
  #chars: string[]
  #at = 0
  #fold = false
  #dotAll = false

  constructor(chars: string[]) {
    this.#chars = chars
  }

  whole(): Node {
    const node = this.#choice(0)
    if (this.#at < this.#chars.length) throw new Bad('a ) too many')
    return node
  }

  #choice(depth: number): Node {
    if (depth > maxDepth) throw new Bad('too many ( inside each other')
    const nodes: Node[] = []
    do nodes.push(this.#sequence(depth))
    while (this.#skip('|'))
    return nodes.length === 1 ? nodes[0] : { kind: 'any', nodes }
  }

  #sequence(depth: number): Node {
    const nodes: Node[] = []
    for (;;) {
      const char = this.#chars[this.#at]
      if (char === undefined || char === '|' || char === ')') return { kind: 'list', nodes }
      nodes.push(this.#repeated(this.#atom(depth)))
    }
  }

  #repeated(node: Node): Node {
    const times = this.#times()
    if (!times) return node
    // whether as few or as many as possible makes no difference to whether there is a match
    this.#skip('?')
    if (this.#times()) throw new Bad('a repetition of a repetition')
    return { kind: 'times', node, least: times[0], most: times[1] }
  }

  #times(): [number, number] | undefined {
    if (this.#skip('*')) return [0, Infinity]
    if (this.#skip('+')) return [1, Infinity]
    if (this.#skip('?')) return [0, 1]
    const counted = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.#chars.slice(this.#at, this.#at + 12).join(''))
    if (!counted) return undefined
    this.#at += counted[0].length
    const least = Number(counted[1])
    const most = counted[2] === undefined ? least : counted[3] === '' ? Infinity : Number(counted[3])
    if (least > most || least > maxTimes || (most !== Infinity && most > maxTimes)) throw new Bad('a bad number of repetitions')
    return [least, most]
  }

  #atom(depth: number): Node {
    const char = this.#chars[this.#at++]
    if (char === '(') return this.#group(depth)
    if (char === '[') return this.#takes(this.#oneOf())
    if (char === '.') return this.#takes(this.#dotAll ? () => true : (one) => one !== '\n')
    if (char === '^') return holds((before) => before === undefined)
    if (char === '$') return holds((_before, after) => after === undefined)
    if (char === '*' || char === '+' || char === '?') throw new Bad('a repetition of nothing')
    if (char !== '\\') return this.#literal(char)
    const next = this.#chars[this.#at]
    if (next === 'b' || next === 'B') this.#at++
    if (next === 'b') return holds(between)
    if (next === 'B') return holds((before, after) => !between(before, after))
    if (this.#skip('A')) return holds((before) => before === undefined)
    if (this.#skip('z')) return holds((_before, after) => after === undefined)
    const escaped = this.#escape()
    return typeof escaped === 'string' ? this.#literal(escaped) : this.#takes(escaped)
  }

  #takes(takes: Takes): Node {
    return { kind: 'step', step: { takes: this.#fold ? (char) => takes(char.toLowerCase()) || takes(char.toUpperCase()) : takes } }
  }

  #literal(wanted: string): Node {
    return this.#takes((char) => char === wanted)
  }

  /** What follows a backslash: a character, or a class of them. */
  #escape(): string | Takes {
    const char = this.#chars[this.#at++]
    if (char === undefined) throw new Bad('a lone \\')
    if (classes[char]) return classes[char]
    if (controls[char]) return controls[char]
    if (char === 'x') {
      const code = /^(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))/.exec(this.#chars.slice(this.#at, this.#at + 8).join(''))
      const point = code ? parseInt(code[1] ?? code[2], 16) : Infinity
      if (!code || point > 0x10ffff) throw new Bad('a bad \\x')
      this.#at += code[0].length
      return String.fromCodePoint(point)
    }
    if (/^[0-9A-Za-z]$/.test(char)) throw new Bad(`\\${char} is not known`)
    return char
  }

  #group(depth: number): Node {
    const [fold, dotAll] = [this.#fold, this.#dotAll]
    if (this.#skip('?')) {
      const head = /^(?:(?:P?<\w+>)|([is]*)([:)]))/.exec(this.#chars.slice(this.#at, this.#at + 100).join(''))
      if (!head) throw new Bad('(? of a kind that is not known')
      this.#at += head[0].length
      if (head[1]?.includes('i')) this.#fold = true
      if (head[1]?.includes('s')) this.#dotAll = true
      // (?i) counts up to the end of the group it stands in
      if (head[2] === ')') return { kind: 'list', nodes: [] }
    }
    const node = this.#choice(depth + 1)
    if (!this.#skip(')')) throw new Bad('an open (')
    this.#fold = fold
    this.#dotAll = dotAll
    return node
  }

  #oneOf(): Takes {
    const negative = this.#skip('^')
    const tests: Takes[] = []
    for (let first = true; ; first = false) {
      const char = this.#chars[this.#at]
      if (char === undefined) throw new Bad('an open [')
      this.#at++
      if (char === ']' && !first) break
      const posix = char === '[' ? /^:(\^?)([a-z]+):\]/.exec(this.#chars.slice(this.#at, this.#at + 12).join('')) : null
      if (posix) {
        if (!named[posix[2]]) throw new Bad(`[:${posix[2]}:] is not known`)
        this.#at += posix[0].length
        tests.push(posix[1] ? not(named[posix[2]]) : named[posix[2]])
        continue
      }
      const low = char === '\\' ? this.#escape() : char
      if (typeof low !== 'string') tests.push(low)
      else tests.push(this.#range(low))
    }
    return (char) => tests.some((test) => test(char)) !== negative
  }

  #range(low: string): Takes {
    const [dash, next] = [this.#chars[this.#at], this.#chars[this.#at + 1]]
    if (dash !== '-' || next === undefined || next === ']') return (char) => char === low
    this.#at += 2
    const high = next === '\\' ? this.#escape() : next
    if (typeof high !== 'string' || low > high) throw new Bad('a bad range')
    return (char) => char >= low && char <= high
  }

  #skip(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false
    this.#at++
    return true
  }
}
