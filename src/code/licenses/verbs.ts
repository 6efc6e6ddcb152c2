// Which licences the files in the root of the default branch are, by how many words they share with the texts we know.
import type { Repo } from '../../access/index.ts'
import { objects, refs, tree } from '../../git/index.ts'
import type { Cx } from '../../kernel/cx.ts'
import { gitDir, licenseTexts } from '../../repos/index.ts'

const FILE = /^(?:un)?licen[cs]es?(?:[-._][\w.-]*)?$|^(?:[\w.-]+[-._])?licen[cs]e(?:\.(?:md|txt))?$|^copying(?:[-._][\w.-]*)?$/i
const LARGEST = 256 * 1024
const ALIKE = 0.9

type Words = Map<string, number>

/** Names, years and the way lines are broken do not count. */
function wordsOf(text: string): Words {
  const words: Words = new Map()
  const plain = text.toLowerCase().replace(/^.*copyright (?:\(c\)|©|\d|<|\[).*$/gm, '').replace(/[<[{][^>\]}\n]{0,80}[>\]}]/g, ' ')
  for (const word of plain.match(/[a-z]{2,}|\d+\.\d+/g) ?? []) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

const sizeOf = (words: Words) => [...words.values()].reduce((sum, n) => sum + n, 0)

function alike(a: Words, b: Words): number {
  let both = 0
  for (const [word, n] of a) both += Math.min(n, b.get(word) ?? 0)
  return (2 * both) / (sizeOf(a) + sizeOf(b) || 1)
}

const texts = new Map<string, Words>()
function known(): Map<string, Words> {
  if (texts.size === 0) for (const name of licenseTexts.names()) texts.set(name, wordsOf(licenseTexts.text(name)!))
  return texts
}

/** The licence a text is, if it is one we know. */
export function licenseOf(text: string): string | undefined {
  const words = wordsOf(text)
  let [best, most] = [undefined as string | undefined, ALIKE]
  for (const [name, other] of known()) {
    const measure = alike(words, other)
    if (measure > most) [best, most] = [name, measure]
  }
  return best
}

/** Sorted; read again only when one of the files has changed. */
export async function detect(cx: Cx, repo: Repo): Promise<string[]> {
  const dir = gitDir(cx, repo)
  const tip = await refs.read(dir, `refs/heads/${repo.default_branch}`)
  if (tip === null) return []
  const entries = (await tree.listFolder(cx.git, dir, (await objects.commit(cx.git, dir, tip)).tree)) ?? []
  const found = await Promise.all(entries.filter((one) => one.kind === 'file' && FILE.test(one.name)).map((one) => readOne(cx, repo, one.oid)))
  return [...new Set(found.filter((one) => one !== ''))].sort()
}

async function readOne(cx: Cx, repo: Repo, oid: string): Promise<string> {
  const dir = gitDir(cx, repo)
  const key = `${dir.path}\0license\0${oid}`
  const remembered = cx.git.memory.get(key) as { name: string } | undefined
  if (remembered) return remembered.name
  const size = (await objects.info(cx.git, dir, oid))?.size ?? Infinity
  const name = size > LARGEST ? '' : (licenseOf((await objects.blob(cx.git, dir, oid)).toString()) ?? '')
  cx.git.memory.set(key, { name }, 100)
  return name
}
