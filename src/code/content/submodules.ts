// What .gitmodules says of submodules: their path and address.

/** Path → url, as written; sections without both are left out. */
export function parseModules(text: string): Map<string, string> {
  const found = new Map<string, string>()
  let path = ''
  let url = ''
  const close = () => {
    if (path && url) found.set(path, url)
    path = url = ''
  }
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) close()
    const [, key, value] = /^\s*(path|url)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (key === 'path') path = plain(value)
    else if (key === 'url') url = plain(value)
  }
  close()
  return found
}

const plain = (value: string) => (/^".*"$/.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value)
