// Files that .gitattributes call generated or somebody else's: nobody looks for what stands in them.
import { attributeOf, type AttributesFile } from '../../git/attributes.ts'

const NAMES = ['linguist-generated', 'linguist-vendored']
/** so many at once, since the work on one list is bounded */
const AT_ONCE = 200

const isSet = (value: string | boolean | undefined) => value === true || value === 'true' || value === ''

export function hiddenAmong(files: readonly AttributesFile[], paths: readonly string[]): boolean[] {
  const found = paths.map(() => false)
  for (const name of NAMES) {
    const saying = files.filter(({ text }) => text.includes(name)).sort((a, b) => a.folder.length - b.folder.length)
    if (saying.length === 0) continue
    for (let at = 0; at < paths.length; at += AT_ONCE) attributeOf(saying, paths.slice(at, at + AT_ONCE), name).forEach((value, i) => void (found[at + i] ||= isSet(value)))
  }
  return found
}
