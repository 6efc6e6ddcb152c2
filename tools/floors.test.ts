// Who may import whom: docs/house.md, "Floors".
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { none, place, source, sources, type Source } from './sources.ts'

const rooms = ['users', 'orgs', 'repos', 'code', 'issues', 'releases', 'wiki', 'packages', 'pulls', 'projects', 'actions']
const listeners = ['activity', 'notifications', 'webhooks']
const callers = ['migration', 'admin', 'home']
const upward = [...rooms, ...listeners, ...callers]
/** Files in src itself and the commands of main.ts put everything together. */
const top = new Set(['', 'commands'])

const floors: Record<string, string[]> = {
  kernel: [],
  git: ['kernel'],
  markup: ['kernel'],
  access: ['kernel'],
  web: ['kernel', 'access', 'markup'],
}

function mayImport(from: string, to: string): boolean {
  if (from === to || top.has(from)) return true
  if (from in floors) return floors[from].includes(to)
  if (to === 'kernel' || to === 'access' || to === 'web' || to === 'markup') return true
  if (to === 'git') return !listeners.includes(from)
  if (listeners.includes(from)) return rooms.includes(to)
  return upward.indexOf(to) >= 0 && upward.indexOf(to) < upward.indexOf(from) && !(rooms.includes(from) && !rooms.includes(to))
}

function breaches(files: Source[]): string[] {
  return files.flatMap((file) => file.imports.flatMap(({ target }) => {
    if (!target) return []
    const says = (why: string) => [`${file.path} imports ${target}: ${why}`]
    if (!target.startsWith('src/')) return file.test ? [] : says('the server stands on src alone')
    // tests of any floor may start the whole app
    if (file.test && target === 'src/app.ts') return []
    if (/(\.test|\/testbed|-kit)\.ts$/.test(target) && !file.test) return says('only tests use test equipment')
    const from = place(file.path).room
    const to = place(target).room
    if (!mayImport(from, to)) return says(`${from} may not reach ${to || 'the top'}`)
    if (from !== to && upward.includes(from) && upward.includes(to) && place(target).file !== 'index.ts') return says('another room is entered by its index.ts')
    if (from !== to && upward.includes(to) && place(target).noun) return says('another room is entered by its index.ts')
    return []
  }))
}

/** What the kinds of files never import, whatever the floor. */
const never: Record<string, [RegExp, string][]> = {
  'store.ts': [[/\/(verbs|view|routes|pages)\.ts$|kernel\/outbox\.ts$|access\/(can|guards)\.ts$/, 'a store holds SQL only']],
  'schema.ts': [[/\/(verbs|view|routes|pages|store)\.ts$|kernel\/db[\w-]*\.ts$/, 'a schema knows no database']],
  'view.ts': [[/\/(verbs|routes|pages)\.ts$|kernel\/outbox\.ts$/, 'a view writes nothing']],
  'pages.ts': [[/\/store\.ts$/, 'a page reads through operations']],
}

function kinds(files: Source[]): string[] {
  return files.filter((file) => upward.includes(place(file.path).room)).flatMap((file) => {
    const rules = never[place(file.path).file] ?? []
    return rules.flatMap(([pattern, why]) => file.imports.filter((one) => !one.type && one.target && pattern.test(one.target)).map((one) => {
      return `${file.path} imports ${one.target}: ${why}`
    }))
  })
}

/** Each circle once, as the list of its files; what is erased or loaded later cannot stand in a circle. */
function circles(files: Source[]): string[] {
  const edges = new Map(files.map((file) => [file.path, file.imports.filter((one) => !one.type && !one.lazy && one.target).map((one) => one.target!)]))
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of edges.keys()) visit(path, [])
  return found
}

const src = sources('src')

test('every folder of src has a floor', () => {
  const known = new Set([...Object.keys(floors), ...upward, ...top])
  const strange = new Set(src.map((file) => place(file.path).room).filter((room) => !known.has(room)))
  none([...strange], 'folders of src that docs/house.md does not name:')
})

test('imports go down, and into other rooms by the door', () => none(breaches(src), 'imports against the floors:'))
test('files import what their kind may', () => none(kinds(src), 'imports against the kind of file:'))
test('no imports run in circles', () => none(circles(sources('src', 'test', 'tools')), 'circles of imports:'))

test('planted breaches are found', () => {
  const planted = (path: string, ...targets: string[]) => source(path, targets.map((one) => `import { x } from '${one}'`).join('\n'))
  const wrong: [string, string][] = [
    ['src/kernel/a.ts', '../git/run.ts'], ['src/git/a.ts', '../access/can.ts'], ['src/access/a.ts', '../users/index.ts'],
    ['src/users/index.ts', '../orgs/index.ts'], ['src/issues/issues/verbs.ts', '../../repos/repos/store.ts'],
    ['src/repos/index.ts', '../webhooks/index.ts'], ['src/webhooks/index.ts', '../git/index.ts'], ['src/activity/index.ts', '../webhooks/index.ts'],
    ['src/users/index.ts', '../../tools/sources.ts'], ['src/users/index.ts', '../app.ts'], ['src/git/a.ts', './testbed.ts'],
    ['src/app.ts', './users/accounts/store.ts'],
  ]
  for (const [path, target] of wrong) assert.equal(breaches([planted(path, target)]).length, 1, `${path} → ${target}`)
  const right: [string, string][] = [
    ['src/pulls/pulls/verbs.ts', '../../issues/index.ts'], ['src/admin/index.ts', '../webhooks/index.ts'], ['src/issues/a/store.ts', '../b/store.ts'],
    ['src/webhooks/index.ts', '../actions/index.ts'], ['src/app.ts', './users/index.ts'], ['src/users/a/routes.test.ts', '../../../test/kit/index.ts'],
  ]
  for (const [path, target] of right) assert.deepEqual(breaches([planted(path, target)]), [], `${path} → ${target}`)
  assert.equal(kinds([planted('src/users/a/store.ts', './view.ts')]).length, 1)
  assert.equal(circles([planted('src/a.ts', './b.ts'), planted('src/b.ts', './c.ts'), planted('src/c.ts', './a.ts')]).length, 1)
})
