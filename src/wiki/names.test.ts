import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookup, named, subUrlOf } from './names.ts'

test('titles become addresses and come back', () => {
  for (const [title, address] of [
    ['Home', 'Home'], ['My Page', 'My-Page'], ['a-b c', 'a-b+c.-'], ['notes.md', 'notes.md.-'], ['a/b', 'a%2Fb'], ['Größe', 'Gr%C3%B6%C3%9Fe'], ['100% (sure)', '100%25-%28sure%29'], ['a+b', 'a%2Bb'], ['..', '..'], ['x.-', 'x.-.-'],
  ]) {
    assert.equal(subUrlOf(title), address)
    assert.deepEqual(named(`${address}.md`), { title, sub_url: address })
  }
})

test('a page is found by its address, its title or its file', () => {
  const files = ['My-Page.md', 'a-b+c.-.md', 'Gr%C3%B6%C3%9Fe.md', 'a%2Fb.md', 'With Space.md', '100%25-sure.md', 'picture.png', 'two.md'].map((name) => ({ name }))
  for (const [wanted, file] of [
    ['My-Page', 'My-Page.md'], ['My Page', 'My-Page.md'], ['My-Page.md', 'My-Page.md'], ['My%20Page', 'My-Page.md'], ['a-b+c.-', 'a-b+c.-.md'], ['a-b c.-', 'a-b+c.-.md'], ['a-b c', 'a-b+c.-.md'], ['Größe', 'Gr%C3%B6%C3%9Fe.md'],
    ['Gr%C3%B6%C3%9Fe', 'Gr%C3%B6%C3%9Fe.md'], ['a/b', 'a%2Fb.md'], ['a%2Fb', 'a%2Fb.md'], ['With-Space', 'With Space.md'], ['With Space', 'With Space.md'], ['100%-sure', '100%25-sure.md'], ['100% sure', '100%25-sure.md'],
  ]) assert.equal(lookup(files, wanted)?.name, file, wanted)
  for (const wanted of ['picture.png', 'none', 'my-page', '']) assert.equal(lookup(files, wanted), undefined, wanted)
})
