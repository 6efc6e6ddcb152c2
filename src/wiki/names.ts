// A page has a title, an address made of it, and a file named by the address: `My Page`, `My-Page`, `My-Page.md`.
// Where a title has a dash of its own, its spaces stay spaces and a mark at the end of the address says so.

const MARK = '.-'
const END = '.md'

export interface Named {
  title: string
  /** as it stands in an address, encoded */
  sub_url: string
}

/** As forms encode: spaces are plus signs. */
const encode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll('%20', '+')

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const isMarked = (part: string) => part.endsWith(MARK)

export function subUrlOf(title: string, marked = false): string {
  const dashed = marked || title.includes('-') || title.endsWith(END)
  return encode(dashed ? title + MARK : title.replaceAll(' ', '-'))
}

/** What one part of an address or file name means. */
function meant(part: string): { title: string; marked: boolean } {
  const marked = isMarked(part)
  return { title: decode(marked ? part.slice(0, -MARK.length) : part.replaceAll('-', ' ')), marked }
}

export const fileOf = (subUrl: string): string => subUrl + END

export const isPage = (file: string): boolean => file.endsWith(END) && file.length > END.length

/** The page a file of the wiki holds; folders stay folders. */
export function named(file: string): Named {
  const parts = file.slice(0, -END.length).split('/').map(meant)
  return { title: parts.map((one) => one.title).join('/'), sub_url: parts.map((one) => subUrlOf(one.title, one.marked)).join('/') }
}

/** The file an address or a title means, among these; the surest likeness wins. */
export function lookup<F extends { name: string }>(files: readonly F[], wanted: string): F | undefined {
  const pages = files.filter((one) => isPage(one.name))
  const { title, marked } = meant(wanted)
  const normal = subUrlOf(title, marked)
  const known = pages.map((file) => ({ file, ...named(file.name) }))
  return (
    pages.find((one) => one.name === wanted) ??
    known.find((one) => one.sub_url === wanted)?.file ??
    pages.find((one) => one.name === fileOf(normal)) ??
    known.find((one) => one.sub_url === normal)?.file ??
    known.find((one) => one.title === wanted)?.file
  )
}
