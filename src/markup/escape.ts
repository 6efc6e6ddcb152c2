const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string): string => text.replace(/[&<>"']/g, (one) => escapes[one])

/** Text as it stands, for what is no markup and for what took too long. */
export const plain = (source: string): string => (source === '' ? '' : `<pre>${escape(source)}</pre>`)

/** Lines without their ends; the end of the last line begins no further one. */
export function linesOf(source: string): string[] {
  const lines = source.replaceAll('\r\n', '\n').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
