// Log lines as markup: colours of terminals become classes, every other control sequence goes.
import { escape, html, trusted, type Html } from '../../web/index.ts'

// eslint-disable-next-line no-control-regex
const SEQUENCE = /\u001b\[([0-9;]*)([A-Za-z])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-_]|[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** The classes that a list of SGR numbers leaves behind. */
function painted(held: Set<string>, codes: string): Set<string> {
  const now = new Set(held)
  const drop = (prefix: string) => {
    for (const one of now) if (one.startsWith(prefix)) now.delete(one)
  }
  for (const code of (codes || '0').split(';').map(Number)) {
    if (code === 0) now.clear()
    else if (code === 1) now.add('ansi-bold')
    else if (code === 2) now.add('ansi-dim')
    else if (code === 3) now.add('ansi-italic')
    else if (code === 4) now.add('ansi-line')
    else if (code === 22) ['ansi-bold', 'ansi-dim'].forEach((one) => now.delete(one))
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) {
      drop('ansi-fg')
      now.add(`ansi-fg${code % 10}`)
    } else if (code === 39) drop('ansi-fg')
    else if (code === 38 || code === 48) break
  }
  return now
}

export function ansi(line: string): Html {
  let out = ''
  let at = 0
  let held = new Set<string>()
  const put = (text: string) => {
    if (text) out += held.size > 0 ? `<span class="${[...held].join(' ')}">${escape(text)}</span>` : escape(text)
  }
  for (const match of line.matchAll(SEQUENCE)) {
    put(line.slice(at, match.index))
    at = match.index + match[0].length
    if (match[2] === 'm') held = painted(held, match[1])
  }
  put(line.slice(at))
  return trusted(out)
}

interface Row {
  n: number
  time: string
  text: string
}

const GROUP = /^(?:::group::|##\[group\])(.*)$/
const END = /^(?:::endgroup::|##\[endgroup\])/
const MARK = /^(?:::|##\[)(error|warning|notice|debug)(?:[^:\]]*)(?:::|\])\s?(.*)$/

/** Lines with numbers that can be linked to; groups fold. */
export function logLines(lines: readonly string[], anchor: string): Html {
  const rows = lines.map((line, i): Row => {
    const space = line.indexOf(' ')
    return { n: i + 1, time: line.slice(0, Math.max(space, 0)), text: line.slice(space + 1) }
  })
  const row = ({ n, time, text }: Row) => {
    const mark = MARK.exec(text)
    const id = `${anchor}-${n}`
    return html`<li id="${id}"><a class="n" href="#${id}" aria-label="${n}">${n}</a><time class="at" datetime="${time}">${time.slice(11, 19)}</time><span class="t ${mark ? `log-${mark[1]}` : ''}">${ansi(mark ? mark[2] : text)}</span></li>`
  }
  const parts: Html[] = []
  for (let i = 0; i < rows.length; i++) {
    const group = GROUP.exec(rows[i].text)
    if (!group) {
      if (!END.test(rows[i].text)) parts.push(row(rows[i]))
      continue
    }
    let end = i + 1
    while (end < rows.length && !END.test(rows[end].text) && !GROUP.test(rows[end].text)) end++
    parts.push(html`<li><details class="log-group"><summary>${ansi(group[1] || '…')}</summary><ol>${rows.slice(i + 1, end).map(row)}</ol></details></li>`)
    i = end < rows.length && END.test(rows[end].text) ? end : end - 1
  }
  return html`<ol class="log">${parts}</ol>`
}
