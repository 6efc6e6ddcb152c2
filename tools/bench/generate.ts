// Repositories as large as the ones that hurt, written by fast-import once and kept in the temporary folder for the next run.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { environment, git } from './gits.ts'

export interface Size {
  commits: number
  files: number
}

export const WIDE = 'wide'
export const DEEP = 'pkg-49/a/b/c/d/e/f/mod-03/file-07.txt'
const WIDE_FILES = 1000
const BEGAN = 1_500_000_000

/** The same numbers in every run, so that the repository is the same one. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function pathOf(file: number): string {
  if (file < WIDE_FILES) return `${WIDE}/entry-${String(file).padStart(4, '0')}.txt`
  const [pkg, mod, name] = [file % 50, Math.floor(file / 50) % 20, Math.floor(file / 1000)].map((part) => String(part).padStart(2, '0'))
  return `pkg-${pkg}/${pkg === '49' ? 'a/b/c/d/e/f/' : ''}mod-${mod}/file-${name}.txt`
}

function textOf(file: number, change: number): string {
  const lines = Array.from({ length: 8 + (file % 30) }, (_, i) => `line ${i} of file ${file}: ${(file * 31 + i * 17) % 997} and some words that stay as they are`)
  lines[change % lines.length] += `, changed by ${change}`
  return lines.join('\n') + '\n'
}

const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`

/** The stream: files in a hundred commits, then one change each, every twentieth time a line of its own that is merged. */
function* history({ commits, files }: Size): Generator<string | Buffer> {
  const roll = dice(7)
  let mark = 0
  let made = 0
  const begin = (ref: string, message: string) => `commit ${ref}\nmark :${++mark}\nauthor Dev ${made % 40} <dev${made % 40}@example.com> ${BEGAN + made * 600} +0000\ncommitter Dev ${made % 40} <dev${made % 40}@example.com> ${BEGAN + made++ * 600} +0000\n${data(message)}`
  const put = (file: number, change: number) => `M 100644 inline ${pathOf(file)}\n${data(textOf(file, change))}`
  // some files change all the time, most hardly ever
  const pick = () => (roll(50) === 0 ? roll(WIDE_FILES) : Math.floor(files * (roll(1_000_000) / 1_000_000) ** 2.5))
  const per = Math.ceil(files / 100)
  for (let first = 0; first < files; first += per) {
    yield begin('refs/heads/main', `add files from ${first}\n`)
    for (let file = first; file < Math.min(files, first + per); file++) yield put(file, 0)
    yield '\n'
  }
  let main = mark
  while (made < commits) {
    if (made % 20 === 0 && made + 3 < commits) {
      const changes = [pick(), pick()].map((file) => put(file, roll(1_000_000)))
      for (const [i, change] of changes.entries()) yield `${begin('refs/heads/side', `work aside, part ${i}\n`)}${i === 0 ? `from :${main}\n` : ''}${change}\n`
      const side = mark
      yield `${begin('refs/heads/main', `merge what was done aside\n`)}from :${main}\nmerge :${side}\n${changes.join('')}\n`
    } else if (made % 100 === 50) {
      const bytes = createHash('shake256', { outputLength: 8192 }).update(String(made)).digest()
      yield `${begin('refs/heads/main', `a picture\n`)}from :${main}\nM 100644 inline assets/picture-${made % 300}.bin\ndata ${bytes.length}\n`
      yield bytes
      yield '\n\n'
    } else {
      const file = pick()
      yield `${begin('refs/heads/main', `change ${pathOf(file)}\n\nBecause it had to be, number ${made}.\n`)}from :${main}\n${put(file, roll(1_000_000))}\n`
    }
    main = mark
  }
  for (let i = 1; i <= 50; i++) yield `reset refs/heads/branch-${i}\nfrom :${Math.floor((main * i) / 51)}\n\n`
  for (let i = 1; i <= 20; i++) yield `tag v${i}\nfrom :${Math.floor((main * i) / 21)}\ntagger Dev <dev@example.com> ${BEGAN + i} +0000\n${data(`release ${i}\n`)}`
  yield `reset refs/heads/side\nfrom 0000000000000000000000000000000000000000\n\n`
}

/** Blobs that nobody can make smaller. */
function* noise(megabytes: number): Generator<string | Buffer> {
  yield `commit refs/heads/main\ncommitter Bench <bench@example.com> ${BEGAN} +0000\n${data('noise\n')}`
  for (let i = 0; i < megabytes; i++) {
    yield `M 100644 inline noise/part-${i}.bin\ndata ${1 << 20}\n`
    yield randomBytes(1 << 20)
    yield '\n'
  }
}

async function imported(path: string, stream: Iterable<string | Buffer>, finish: (path: string) => void): Promise<string> {
  if (existsSync(path)) return path
  const draft = `${path}.draft-${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  rmSync(draft, { recursive: true, force: true })
  git(dirname(path), 'init', '-q', '--bare', '-b', 'main', draft)
  const child = spawn('git', ['-c', 'core.compression=0', 'fast-import', '--quiet', '--force'], { cwd: draft, env: environment, stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(child, 'close')
  let held: (string | Buffer)[] = []
  let bytes = 0
  for (const part of stream) {
    held.push(part)
    if ((bytes += part.length) < 1 << 18) continue
    if (!child.stdin.write(Buffer.concat(held.map((one) => Buffer.from(one as string))))) await once(child.stdin, 'drain')
    held = []
    bytes = 0
  }
  child.stdin.end(Buffer.concat(held.map((one) => Buffer.from(one as string))))
  if ((await ended)[0] !== 0) throw new Error('fast-import failed')
  finish(draft)
  renameSync(draft, path)
  return path
}

const kept = join(tmpdir(), 'codestead-bench-kept')

/** A history of this size, packed as `git gc` leaves it. */
export function largeHistory(size: Size): Promise<string> {
  return imported(join(kept, `history-1-${size.commits}-${size.files}.git`), history(size), (path) => git(path, 'gc', '--quiet'))
}

export function largeBlobs(megabytes: number): Promise<string> {
  return imported(join(kept, `noise-1-${megabytes}.git`), noise(megabytes), () => {})
}
