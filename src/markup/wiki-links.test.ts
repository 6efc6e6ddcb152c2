import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdown } from './document.ts'

const links = { root: 'https://x.example', repo: '/ann/engine' }
const wiki = (text: string) => markdown(text, { mode: 'document', links: { ...links, wiki: true } })

test('double brackets link the pages of a wiki', async () => {
  for (const [text, href, words] of [
    ['[[My Page]]', '/ann/engine/wiki/My%20Page', 'My Page'], ['[[see *this*|My Page]]', '/ann/engine/wiki/My%20Page', 'see \\*this\\*'], ['[[a/b]]', '/ann/engine/wiki/a%2Fb', 'a/b'],
    ['[[My Page#First Part]]', '/ann/engine/wiki/My%20Page#user-content-first-part', 'My Page#First Part'], ['[[#Part]]', '#user-content-part', '#Part'], ['[[out|https://other.example/x]]', 'https://other.example/x', 'out'],
    ['[[x"y]]', '/ann/engine/wiki/x%22y', 'x(&quot;|")y'], ['[[..]]', '/ann/engine/wiki/', '\\.\\.'], ['[[javascript:alert(1)]]', '/ann/engine/wiki/javascript%3Aalert%281%29', 'javascript:alert\\(1\\)'],
  ]) assert.match(await wiki(text), new RegExp(`<a href="${href}"[^>]*>${words}</a>`), text)
})

test('what is no such link stays as it was written', async () => {
  for (const text of ['[[]]', '[[ ]]', '[[a\nb]]', '[[a|b|c]]', `[[${'x'.repeat(300)}]]`, '\\[[a]]', '`[[a]]`', '[[a']) assert.doesNotMatch(await wiki(text), /<a href/, text)
  assert.doesNotMatch(await markdown('[[a]]', { mode: 'document', links }), /<a href/)
  assert.doesNotMatch(await markdown('[[a]]', { mode: 'comment', links }), /<a href/)
})
