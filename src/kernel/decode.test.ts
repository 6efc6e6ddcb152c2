import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBody, decodeParams, decodeQuery, formToJson, goName, isNewRefName, isRefName } from './decode.ts'
import { Refusal } from './errors.ts'
import { Bool, input, Int, Nullable, Page, pageWith, Str, Text, Time, Type, Word, type TSchema } from './schema.ts'

const { Optional } = Type
const Option = input('StoneOption', {
  name: Text({ maxLength: 5, format: 'alphaDashDot', go: 'StoneName' }),
  kind: Optional(Word('round', 'flat')),
  note: Optional(Nullable(Str)),
  weight: Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  wet: Optional(Bool),
  due_on: Optional(Time),
  repo_id: Optional(Int),
  site_url: Optional(Text({ format: 'url' })),
  owner: Optional(Text({ minLength: 3, format: 'username' })),
  branch: Optional(Text({ format: 'gitRefName' })),
  email: Optional(Text({ format: 'email' })),
  tags: Optional(Type.Array(Str)),
  parts: Optional(Type.Array(Type.Object({ size: Int, name: Optional(Str) }))),
  extra: Optional(Type.Record(Str, Str)),
})

const decode = (value: unknown) => decodeBody(Option, value)
function refuses(value: unknown, message: string | RegExp, schema: TSchema = Option) {
  assert.throws(() => decodeBody(schema, value), (error: Refusal) => {
    assert.ok(error instanceof Refusal)
    assert.equal(error.status, 422)
    if (typeof message === 'string') assert.equal(error.message, message)
    else assert.match(error.message, message)
    return true
  }, JSON.stringify(value))
}

test('declared members come through, others never', () => {
  const all = { name: 'a.b', kind: 'flat', note: 'x', weight: 3, wet: true, due_on: '2026-01-02T03:04:05+02:00', tags: ['t', ''], parts: [{ size: 1 }], extra: { k: 'v' } }
  assert.deepEqual(decode({ ...all, repo: 1, Name: 'x', parts: [{ size: 1, secret: 2 }] }), all)
  const sly = decode(JSON.parse('{"name":"a","__proto__":{"wet":true},"constructor":1,"extra":{"__proto__":"x"}}'))
  assert.equal(sly.wet, undefined)
  assert.equal(Object.getPrototypeOf(sly), Object.prototype)
  assert.equal(Object.getPrototypeOf(sly.extra), Object.prototype)
  assert.ok(!Object.hasOwn(decode(Object.create({ name: 'inherited' }, { name: { value: 'own', enumerable: true } })), 'kind'))
})

test('null is unset, a body of null has nothing set, a null in a list is the zero of its kind', () => {
  assert.deepEqual(decode({ name: 'a', note: null, weight: null, tags: null, extra: { a: null, b: 'x' } }), { name: 'a', extra: { b: 'x' } })
  const Loose = input('Loose', { tags: Optional(Type.Array(Str)), ids: Optional(Type.Array(Int)) })
  assert.deepEqual(decodeBody(Loose, null), {})
  assert.deepEqual(decodeBody(Loose, undefined), {})
  assert.deepEqual(decodeBody(Loose, { tags: [null, 'a'], ids: [null] }), { tags: ['', 'a'], ids: [0] })
  refuses({ name: 'a', parts: [null] }, '[Size]: Required')
  refuses(null, '[StoneName]: Required')
})

test('types are strict', () => {
  for (const body of [[], 'x', 3, true]) refuses(body, '[]: cannot decode into the body: object expected')
  refuses({ name: 3 }, '[]: cannot decode into member "name": string expected')
  for (const wrong of ['1', 1.5, true, {}, 2 ** 64, -1e300]) refuses({ name: 'a', weight: wrong }, /member "weight": integer expected/)
  for (const wrong of ['true', 1, []]) refuses({ name: 'a', wet: wrong }, /member "wet": boolean expected/)
  for (const wrong of ['t', { 0: 't' }]) refuses({ name: 'a', tags: wrong }, /member "tags": array expected/)
  refuses({ name: 'a', tags: [1] }, /member "tags": string expected/)
  refuses({ name: 'a', parts: ['x'] }, /member "parts": object expected/)
  refuses({ name: 'a', extra: ['x'] }, /member "extra": object expected/)
  for (const wrong of ['2026-01-02', '2026-01-02T03:04:05', 'soon', '2026-13-01T00:00:00Z']) refuses({ name: 'a', due_on: wrong }, /RFC 3339/)
})

test('what no database keeps is refused or mended', () => {
  refuses({ name: 'a', note: 'x\0y' }, /NUL/)
  refuses({ name: 'a', extra: { 'k\0': 'x' } }, /NUL/)
  refuses({ name: 'a', note: 'x'.repeat(2 ** 20 + 1) }, '[Note]: MaxSize')
  assert.equal(decode({ name: 'a', note: 'x\ud800' }).note, 'x\ufffd')
})

test('rules speak after decoding, in the order of declaration, and not of what is empty', () => {
  refuses({}, '[StoneName]: Required')
  refuses({ name: '' }, '[StoneName]: Required')
  refuses({ name: 'abcdef', kind: 'odd' }, '[StoneName]: MaxSize')
  refuses({ name: 'a b' }, '[StoneName]: AlphaDashDot')
  refuses({ name: 'a', kind: 'odd' }, '[Kind]: In')
  refuses({ name: 'a', weight: 10 }, '[Weight]: Range')
  refuses({ name: 'a', site_url: 'ftp://x' }, '[SiteURL]: Url')
  refuses({ name: 'a', owner: 'ab' }, '[Owner]: MinSize')
  refuses({ name: 'a', owner: 'a--b' }, '[Owner]: invalid username')
  refuses({ name: 'a', email: 'nobody' }, '[Email]: Email')
  refuses({ name: 'a', branch: 'a..b' }, '[Branch]: GitRefName')
  // a wrong type is found before any rule
  refuses({ name: '', tags: 3 }, /array expected/)
  assert.deepEqual(decode({ name: 'a', kind: '', weight: 0, site_url: '', owner: '', email: '', branch: '' }),
    { name: 'a', kind: '', weight: 0, site_url: '', owner: '', email: '', branch: '' })
  refuses({ name: 'a', due_on: '' }, /RFC 3339 time expected/)
  // what only 64 bits hold is no mistake, and nothing has it
  const { MAX_SAFE_INTEGER: most } = Number
  assert.deepEqual(decodeBody(input('Wide', { ids: Type.Array(Int) }), { ids: [2 ** 63, -(2 ** 63), most] }), { ids: [most, -most, most] })
  refuses({ name: 'a', weight: 2 ** 63 }, '[Weight]: Range')
  // sizes count characters
  assert.equal(decodeBody(input('Short', { name: Text({ maxLength: 2 }) }), { name: '🪨🪨' }).name, '🪨🪨')
  for (const empty of [0, false, []]) {
    const schema = input('Needed', { it: typeof empty === 'number' ? Int : typeof empty === 'boolean' ? Bool : Type.Array(Str) } as { it: TSchema })
    refuses({ it: empty }, '[It]: Required', schema)
  }
})

test('members are named as the wire names them', () => {
  assert.deepEqual(['repo_name', 'id', 'new_commit_id', 'html_url', 'x'].map(goName), ['RepoName', 'ID', 'NewCommitID', 'HtmlURL', 'X'])
})

test('names of branches and tags', () => {
  for (const good of ['main', 'feature/x', 'v1.0', 'a@b', 'ünïcode']) assert.ok(isRefName(good) && isNewRefName(good), good)
  for (const bad of ['', '-x', '/x', 'x/', '.x', 'x.', 'a..b', 'a//b', 'a/.b', 'x.lock', 'x.lock/y', 'a@{b', '@', 'a b', 'a~', 'a^', 'a:b', 'a?', 'a*', 'a[', 'a\\', 'a\x7f', 'a\u200b', 'x'.repeat(256)]) assert.ok(!isRefName(bad), bad)
  for (const taken of ['HEAD', 'refs/heads/x', 'a'.repeat(40), '0'.repeat(64)]) assert.ok(isRefName(taken) && !isNewRefName(taken), taken)
})

test('queries are read leniently', () => {
  const Query = pageWith({ state: Optional(Word('open', 'closed')), labels: Optional(Type.Array(Str)), stat: Optional(Type.Boolean({ default: true })), draft: Optional(Bool), since: Optional(Str) })
  assert.deepEqual(decodeQuery(Query, {}), { labels: [], stat: true, page: 1, limit: 30 })
  assert.deepEqual(decodeQuery(Query, { page: 'x', limit: '', draft: 'yes', stat: 'off', labels: ['a', '', 'b'], since: '', more: '1' }),
    { page: 0, limit: 30, draft: false, stat: false, labels: ['a', 'b'], since: '' })
  assert.deepEqual(decodeQuery(Query, { page: ['2', '3'], limit: '99999999999999999999', draft: 'ON', stat: '?' }), { page: 2, limit: Number.MAX_SAFE_INTEGER, draft: true, stat: false, labels: [] })
  assert.equal(decodeQuery(Query, { stat: '' }).stat, true)
  assert.throws(() => decodeQuery(Query, { since: 'a\0' }), Refusal)
  assert.throws(() => decodeQuery(Query, { labels: ['a', 'b\0'] }), Refusal)
  assert.deepEqual(decodeQuery(undefined, { page: '1' }), {})
})

test('numbers in a path that are none name nothing', () => {
  const Params = Type.Object({ id: Int, name: Str })
  for (const [given, read] of [['7', 7], ['007', 7], ['-7', 0], ['+7', 0], ['7x', 0], ['', 0], ['1e3', 0], ['99999999999999999999', 0]]) {
    assert.deepEqual(decodeParams(Params, { id: String(given), name: 'n' }), { id: read, name: 'n' })
  }
})

test('a form is read as JSON of its shape', () => {
  const form = new URLSearchParams('name=a&weight=3&wet=on&tags=x&tags=y&note=&kind=flat&unknown=1&parts=nonsense')
  assert.deepEqual(formToJson(Option, form), { name: 'a', kind: 'flat', note: '', weight: 3, wet: true, tags: ['x', 'y'], parts: ['nonsense'] })
  assert.deepEqual(formToJson(Option, new URLSearchParams('name=a&name=b&weight=x&wet=maybe')), { name: 'a', weight: 0, wet: false })
  assert.equal(Page.properties.page.default, 1)
})
