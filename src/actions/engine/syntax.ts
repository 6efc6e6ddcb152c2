// The expression language inside `${{ }}`: text to a bounded tree.

export class ExpressionError extends Error {}

export type Expression =
  | { kind: 'value', value: null | boolean | number | string }
  | { kind: 'context', name: string }
  | { kind: 'member', of: Expression, key: Expression }
  | { kind: 'every', of: Expression }
  | { kind: 'not', of: Expression }
  | { kind: 'all' | 'any', of: Expression[] }
  | { kind: 'compare', op: string, left: Expression, right: Expression }
  | { kind: 'call', name: string, args: Expression[] }

interface Token { kind: 'op' | 'name' | 'number' | 'string' | 'end', text: string }

const maxLength = 21_000
const maxDepth = 50

const lexeme = /\s*(?:([A-Za-z_][\w-]*)|([-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?![\w.]))|'((?:[^']|'')*)'|(&&|\|\||==|!=|<=|>=|[()[\].,!<>*]))/y

function tokens(text: string): Token[] {
  if (text.length > maxLength) throw new ExpressionError('the expression is too long')
  const list: Token[] = []
  const end = text.trimEnd().length
  lexeme.lastIndex = 0
  while (lexeme.lastIndex < end) {
    const at = lexeme.lastIndex
    const found = lexeme.exec(text)
    if (!found) throw new ExpressionError(`unexpected ${JSON.stringify(text.slice(at).trimStart().slice(0, 20))} at ${at + 1}`)
    const [, name, number, string, op] = found
    if (name !== undefined) list.push({ kind: 'name', text: name })
    else if (number !== undefined) list.push({ kind: 'number', text: number })
    else if (string !== undefined) list.push({ kind: 'string', text: string.replaceAll("''", "'") })
    else list.push({ kind: 'op', text: op })
  }
  list.push({ kind: 'end', text: 'end of expression' })
  return list
}

/** Throws ExpressionError on anything malformed, too long or too deep. */
export function parse(text: string): Expression {
  const list = tokens(text)
  let at = 0
  let depth = 0
  const is = (op: string) => list[at].kind === 'op' && list[at].text === op
  const accept = (op: string) => is(op) && (at++, true)
  const expect = (op: string) => {
    if (!accept(op)) throw new ExpressionError(`expected ${op}, found ${list[at].text.slice(0, 40)}`)
  }
  const deeper = <T>(read: () => T): T => {
    if (++depth > maxDepth) throw new ExpressionError('the expression is nested too deeply')
    const made = read()
    depth--
    return made
  }

  const any = (): Expression => chain('||', 'any', () => chain('&&', 'all', equality))
  const chain = (op: string, kind: 'all' | 'any', read: () => Expression): Expression => {
    const of = [read()]
    while (accept(op)) of.push(read())
    return of.length === 1 ? of[0] : { kind, of }
  }
  const binary = (ops: string[], read: () => Expression) => (): Expression => {
    let left = read()
    for (let count = 0; ; count++) {
      const op = ops.find(is)
      if (!op) return left
      if (count > maxDepth) throw new ExpressionError('too many comparisons in a row')
      at++
      left = { kind: 'compare', op, left, right: read() }
    }
  }
  const unary = (): Expression => accept('!') ? { kind: 'not', of: deeper(unary) } : postfix()
  const ordering = binary(['<', '<=', '>', '>='], unary)
  const equality = binary(['==', '!='], ordering)

  const postfix = (): Expression => {
    let left = primary()
    for (let count = 0; ; count++) {
      if (count > maxDepth) throw new ExpressionError('too many members in a row')
      if (accept('.')) {
        if (accept('*')) left = { kind: 'every', of: left }
        else {
          const { kind, text: key } = list[at++]
          if (kind !== 'name') throw new ExpressionError(`expected a member name, found ${key.slice(0, 40)}`)
          left = { kind: 'member', of: left, key: { kind: 'value', value: key } }
        }
      } else if (accept('[')) {
        if (accept('*')) left = { kind: 'every', of: left }
        else left = { kind: 'member', of: left, key: deeper(any) }
        expect(']')
      } else return left
    }
  }

  const primary = (): Expression => {
    const token = list[at++]
    if (token.kind === 'string') return { kind: 'value', value: token.text }
    if (token.kind === 'number') return { kind: 'value', value: Number(token.text.replace(/^\+/, '')) || signedHex(token.text) }
    if (token.kind === 'op' && token.text === '(') {
      const inner = deeper(any)
      expect(')')
      return inner
    }
    if (token.kind !== 'name') throw new ExpressionError(`unexpected ${token.text.slice(0, 40)}`)
    if (!accept('(')) return word(token.text)
    const args: Expression[] = []
    if (!accept(')')) {
      do args.push(deeper(any))
      while (accept(','))
      expect(')')
    }
    return { kind: 'call', name: token.text.toLowerCase(), args }
  }

  const made = any()
  if (list[at].kind !== 'end') throw new ExpressionError(`unexpected ${list[at].text.slice(0, 40)}`)
  return made
}

function word(text: string): Expression {
  if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true' }
  if (text === 'null') return { kind: 'value', value: null }
  if (text === 'NaN') return { kind: 'value', value: NaN }
  if (text === 'Infinity') return { kind: 'value', value: Infinity }
  return { kind: 'context', name: text.toLowerCase() }
}

function signedHex(text: string): number {
  return text.startsWith('-') ? -Number(text.slice(1)) : Number(text.replace(/^\+/, ''))
}

/** Every node of a tree, the root first. */
export function* walk(node: Expression): Generator<Expression> {
  yield node
  if (node.kind === 'member') {
    yield* walk(node.of)
    yield* walk(node.key)
  } else if (node.kind === 'every' || node.kind === 'not') yield* walk(node.of)
  else if (node.kind === 'all' || node.kind === 'any') for (const part of node.of) yield* walk(part)
  else if (node.kind === 'compare') {
    yield* walk(node.left)
    yield* walk(node.right)
  } else if (node.kind === 'call') for (const part of node.args) yield* walk(part)
}

export type Part = { text: string } | { expression: string }

/** Cuts text into literal parts and the insides of `${{ }}`; a quote inside may hold `}}`. */
export function parts(text: string): Part[] {
  const list: Part[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf('${{', at)
    if (open < 0) break
    if (open > at) list.push({ text: text.slice(at, open) })
    let quoted = false
    let close = open + 3
    while (close < text.length && (quoted || !text.startsWith('}}', close))) {
      if (text[close] === "'") quoted = !quoted
      close++
    }
    if (close >= text.length) throw new ExpressionError('an expression is not closed')
    list.push({ expression: text.slice(open + 3, close) })
    at = close + 2
  }
  if (at < text.length) list.push({ text: text.slice(at) })
  return list
}
