import { test } from 'node:test'
import assert from 'node:assert/strict'
import { ignores, pattern, takes } from './glob.ts'

const matches = (text: string, candidate: string) => {
  const made = pattern(text)
  assert.notEqual(typeof made, 'string', String(made))
  return typeof made !== 'string' && made.test(candidate)
}

test('patterns follow the language', () => {
  const yes: [string, string][] = [
    ['main', 'main'], ['feature/*', 'feature/a'], ['feature/**', 'feature/a/b'], ['**', 'all/the/branches'], ['*', 'main'],
    ['**feature', 'my/feature'], ['**-feature', 'a/b-feature'], ['v2*', 'v2.0'], ['v[12].[0-9]+.[0-9]+', 'v1.10.1'],
    ['*.jsx?', 'page.js'], ['*.jsx?', 'page.jsx'], ['**.js', 'src/js/app.js'], ['docs/*', 'docs/file.txt'],
    ['docs/**/*.md', 'docs/hello.md'], ['docs/**/*.md', 'docs/a/b/hello.md'], ['**/docs/**', 'docs/a.txt'],
    ['**/docs/**', 'dir/docs/my.txt'], ['**/README.md', 'js/README.md'], ['**/README.md', 'README.md'],
    ['**/*src/**', 'my-src/code/js/app.js'], ['**/migrate-*.sql', 'db/sept/migrate-v1.sql'], ['a+b', 'aaab'], ['\\*x', '*x'],
    ['[CB]at', 'Bat'], ['release/**-alpha', 'release/a/10-alpha'],
  ]
  const no: [string, string][] = [
    ['*', 'a/b'], ['feature/*', 'feature/a/b'], ['main', 'Main'], ['v[12].[0-9]+.[0-9]+', 'v3.1.0'], ['*.jsx?', 'page.ts'],
    ['docs/*', 'docs/a/b.txt'], ['**/README.md', 'xREADME.md'], ['a+b', 'b'], ['main', 'mainx'], ['[CB]at', 'Aat'],
    ['\\*x', 'ax'], ['docs/**', 'docs'], ['a.b', 'axb'],
  ]
  for (const [text, candidate] of yes) assert.ok(matches(text, candidate), `${text} takes ${candidate}`)
  for (const [text, candidate] of no) assert.ok(!matches(text, candidate), `${text} leaves ${candidate}`)
})

test('the last matching pattern of a list decides', () => {
  assert.ok(takes(['releases/**', '!releases/**-alpha'], ['releases/10']))
  assert.ok(!takes(['releases/**', '!releases/**-alpha'], ['releases/10-alpha']))
  assert.ok(takes(['releases/**', '!releases/**-alpha', 'releases/keep-alpha'], ['releases/keep-alpha']))
  assert.ok(!takes(['!docs/**'], ['src/a']))
  assert.ok(takes(['src/**'], ['docs/a', 'src/a']))
  assert.ok(!takes(['src/**'], []))
})

test('an ignore list needs every candidate', () => {
  assert.ok(ignores(['docs/**', '*.md'], ['docs/a', 'README.md']))
  assert.ok(!ignores(['docs/**'], ['docs/a', 'src/a']))
  assert.ok(!ignores(['**'], []))
})

test('malformed patterns are told', () => {
  for (const bad of ['', '!', '[a', '[]', '[z-a]', '?a', '+', '**?', 'a\\', 'x'.repeat(2000)]) {
    assert.equal(typeof pattern(bad), 'string', bad)
  }
})

test('no pattern is slow', () => {
  const started = performance.now()
  assert.ok(!matches('*a'.repeat(200) + 'b', 'a'.repeat(3000)))
  assert.ok(!matches('**a+'.repeat(200) + 'b', 'a/'.repeat(1500)))
  const many = Array.from({ length: 500 }, (_, i) => `**/*${i}/**/x${i}`)
  const files = Array.from({ length: 20_000 }, (_, i) => `some/folder/${i}/another/file.txt`)
  assert.ok(takes(many, files), 'too much to look at counts as taken')
  assert.ok(!takes(many, files.slice(0, 5)))
  assert.ok(!ignores(many, files))
  assert.ok(performance.now() - started < 15_000)
})
