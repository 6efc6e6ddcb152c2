// What people read stands in src/web/words: a template holds markup, not sentences.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../src/web/words/en/index.ts'
import { lineOf, none, source, sources, type Source } from './sources.ts'

/** Templates tagged html, each with what is put into it cut out; those inside others come by themselves. */
function templates(text: string): { at: number; markup: string }[] {
  const found: { at: number; markup: string }[] = []
  const read = (from: number, tagged: boolean): number => {
    let markup = ''
    let i = from
    for (; i < text.length && text[i] !== '`'; i++) {
      if (text[i] === '\\') i++
      else if (text[i] === '$' && text[i + 1] === '{') i = inside(i + 2)
      else markup += text[i]
    }
    if (tagged) found.push({ at: from, markup })
    return i
  }
  const inside = (from: number): number => {
    let depth = 1
    for (let i = from; i < text.length; i++) {
      if (text[i] === '`') i = read(i + 1, text.slice(0, i).endsWith('html'))
      else if (text[i] === "'") i = text.indexOf("'", i + 1)
      else if (text[i] === '{') depth++
      else if (text[i] === '}' && --depth === 0) return i
    }
    return text.length
  }
  for (let i = text.indexOf('html`'); i >= 0; i = text.indexOf('html`', i)) i = read(i + 5, true) + 1
  return found
}

/** Two letters or more between tags, or in an attribute that is read aloud. */
function sentences(files: Source[]): string[] {
  return files.filter((file) => !file.test && !file.path.includes('/words/')).flatMap((file) => templates(file.text).flatMap(({ at, markup }) => {
    const spoken = [...markup.matchAll(/\b(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map((match) => match[1])
    // what begins like an attribute and holds no tag is put into one
    const text = /^ ?[a-z-]+(?:="[^"]*"| |$)/.test(markup) && !markup.includes('<') && !/ [A-Za-z]+ [a-z]/.test(markup) ? '' : markup.replace(/<!--[\s\S]*?-->|<(?:style|script)[\s\S]*?<\/(?:style|script)>|<[^>]*>|&\w+;/g, ' ')
    const word = [text, ...spoken].map((one) => /[A-Za-z]{2,}/.exec(one)?.[0]).find(Boolean)
    return word ? [`${file.path}:${lineOf(file.text, at)}: ${word}`] : []
  }))
}

/** Names of things that are the same in every language. */
const names = /: (OpenAPI|KiB|MiB|Ctrl|git|ssh|http|curl|diff|patch|html|utf|doctype|SHA|README|ZIP|UTC)$/i

test('templates hold no words of their own', () => {
  none(sentences(sources('src').filter((file) => file.text.includes('html`'))).filter((one) => !names.test(one)), 'words that belong into src/web/words:')
})

test('planted words are found', () => {
  const found = (text: string) => sentences([source('src/users/a/pages.ts', text)]).length
  assert.equal(found('html`<p>Hello</p>`'), 1)
  assert.equal(found('html`<p title="Hello">${w.site.save}</p>`'), 1)
  assert.equal(found('html`<p>${on && html`<b>Yes sir</b>`}</p>`'), 1)
  assert.equal(found('html`<a class="button" href="${root}/x">${w.site.save} · ${n}</a>`'), 0)
})

/** Names that stand behind a dot, in quotes or before a colon: all that can lead to a word, whichever table it stands in. */
const ways = (files: Source[]) => new Set(files.filter((file) => !file.test && !file.path.includes('/words/')).flatMap((file) => [...file.text.matchAll(/\.([A-Za-z_]\w*)|'(\w+)'|\b(\w+): ?[['{a-z]/g)].map((match) => match[1] ?? match[2] ?? match[3])))

/** Words that nothing leads to; names such as `rebase-merge` or `404` belong to tables that are read by what is shown. */
const unsaid = (words: object, known: Set<string>, path = 'w'): string[] => Object.entries(words).flatMap(([name, value]) =>
  [...(/^[a-z]\w*$/i.test(name) && !known.has(name) ? [`${path}.${name}`] : []), ...(value && typeof value === 'object' && !Array.isArray(value) ? unsaid(value, known, `${path}.${name}`) : [])])

test('every word of the catalogue is said somewhere', () => {
  none(unsaid(en, ways(sources('src'))), 'words that no page says:')
  assert.deepEqual(unsaid({ site: { save: 'Save', left: () => 'Left over', deep: { lost: '' }, states: { 'a-b': '' } } }, ways([source('src/a.ts', 'w.site.save; w.site.deep; t.states[one]')])), ['w.site.left', 'w.site.deep.lost'])
})
