import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdown } from './document.ts'
import { comment, harmless, here } from './testbed.ts'

const run = async (source: string) => {
  for (const context of [here, comment, { mode: 'plain' as const }]) harmless(await markdown(source, context), source)
  return markdown(source, here)
}

const schemes = [
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', '\u0001javascript:alert(1)', 'java\tscript:alert(1)', 'java\nscript:alert(1)', 'java&#10;script:alert(1)', 'java&Tab;script:alert(1)',
  '&#106;avascript:alert(1)', '&#x6A;avascript:alert(1)', '&#0000106avascript:alert(1)', 'javascript&colon;alert(1)', 'javascript&#58;alert(1)', 'javascript://%0aalert(1)', 'vbscript:msgbox(1)', 'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=', 'data:image/svg+xml,<svg onload=alert(1)>', 'blob:https://x/1', 'file:///etc/passwd', 'feed:javascript:alert(1)', 'view-source:x', '//evil.example', '\\\\evil.example', '/\\evil.example', '/\t/evil.example',
  'https:evil.example', 'http:///evil.example', 'https://code.example@evil.example', 'https://code.example.evil.example/', 'x:y', ':', 'javascript\u00a0:alert(1)', 'java\u200bscript:alert(1)', '%6aavascript:alert(1)', 'ws://x', 'about:blank',
]

test('an address leads only to http, https and mailto, however it is written', async () => {
  for (const scheme of schemes) {
    for (const form of [`[a](${scheme})`, `[a](<${scheme}>)`, `![a](${scheme})`, `<${scheme}>`, `[a]: ${scheme}\n\n[a]`, `<a href="${scheme}">a</a>`, `<a href='${scheme}'>a</a>`, `<a href=${scheme}>a</a>`, `<img src="${scheme}">`, `<picture><source srcset="${scheme} 2x"></picture>`, scheme]) await run(form)
  }
  assert.doesNotMatch(await run('<a href="javascript:alert(1)">a</a>'), /href/)
  assert.doesNotMatch(await run('[a](data:text/html,x)'), /href/)
})

const vectors = [
  '<script>alert(1)</script>', '<SCRIPT SRC=//evil.example/x.js>', '<script\n>alert(1)</script >', '<scr<script>ipt>alert(1)</scr</script>ipt>', '<img src=x onerror=alert(1)>', '<img src="x" onerror="alert(1)"', '<img/src/onerror=alert(1)>',
  '<img """><script>alert(1)</script>">', '<svg onload=alert(1)>', '<svg><script>alert(1)</script></svg>', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>', '<svg><animate attributeName=href values=javascript:alert(1)>', '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', '<math href="javascript:alert(1)">x</math>', '<iframe src="javascript:alert(1)"></iframe>', '<iframe srcdoc="<script>alert(1)</script>">', '<object data="data:text/html,x">', '<embed src=x>',
  '<form action="//evil.example"><input name=password><button formaction=javascript:alert(1)>x</button></form>', '<input type=image src=x onerror=alert(1)>', '<input type="checkbox" checked onclick=alert(1)>', '<textarea><img src=x onerror=alert(1)></textarea>', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<style>*{background:url(//evil.example)}</style>', '<link rel=stylesheet href=//evil.example>', '<meta http-equiv=refresh content="0;url=javascript:alert(1)">', '<base href="//evil.example">', '<body onload=alert(1)>', '<details open ontoggle=alert(1)>x</details>',
  '<p style="position:fixed;top:0">x</p>', '<div class="modal btn">x</div>', '<a id="location">x</a>', '<a name="body">x</a>', '<img name=cookie id=cookie>', '<form id=x><input name=attributes>', '<a href="x" target=_blank onclick=alert(1)>x</a>', '<xmp><img src=x onerror=alert(1)></xmp>', '<plaintext><b>',
  '<template><script>alert(1)</script></template>', '<b><i><a><p><div', '</p></div></body></html>', '<a href="x" title="', '<!--><script>alert(1)</script>-->', '<!-- --!><img src=x onerror=alert(1)> -->', '<![CDATA[<script>alert(1)</script>]]>', '<?xml <script>alert(1)</script> ?>', '<!DOCTYPE html><x>',
  '<div title="\n\n```js\n"><img src=x onerror=alert(1)>\n```\n', '```js"onmouseover="alert(1)\nx\n```', '```</code></pre><script>alert(1)</script>\nx\n```', '```{.js onload=x}\nx\n```', '# <img src=x onerror=alert(1)>', '# "><script>alert(1)</script>', '## a\u0000b"onx=y', '| <script>alert(1)</script> |\n|-|\n| `</td>` |',
  '[^"><script>]: x\n\n[^"><script>]', '[^1]: <script>alert(1)</script>\n\n[^1]', '[a](x "\\"onerror=alert(1)")', '[a](x \'"><script>alert(1)</script>\')', '![\\"><script>alert(1)</script>](x)', '@"><script>', '- [ ] <script>alert(1)</script>', '> [!NOTE]"><script>alert(1)</script>', ':"><script>:',
  '---\ntitle: "<script>alert(1)</script>"\n"><img src=x onerror=alert(1)>": x\n---\n', '<pre data-slot="0">x</pre>', '<pre data-own="x" data-slot="x-0" class="y"></pre>', '<p __proto__="x" constructor="y" onx>z</p>', '<p a"b=c on>x</p>', '<a href="x" href="javascript:alert(1)">x</a>', '<ſcript>alert(1)</ſcript>',
  '<x onclick=alert(1)>', '<video src=x onerror=alert(1)>', '<audio controls autoplay src=x>', '<marquee onstart=alert(1)>', '<select><option><img src=x onerror=alert(1)></select>', '<title><img src=x onerror=alert(1)></title>', '<source srcset="javascript:alert(1) 1x, x.png 2x, data:x 3x">', '<img src="a" width="1e9" height="expression(1)">',
  '<time datetime="x&quot;onx=y">', '<td colspan="99999999">', '<a href="https://evil.example" rel="opener">x</a>', '<p dir="x" lang=\'"onx\' align="x">', '<h1 id="user-content-x" id="y">', '<b'.repeat(50), '<p '.repeat(50) + 'x="'.repeat(50),
]

test('nothing that acts or shows as part of the page comes through', async () => {
  for (const vector of vectors) for (const around of [vector, `a ${vector} b`, `<div>\n\n${vector}\n\n</div>`, `> - ${vector}`, `**${vector}**`, `[${vector}](x)`, `<a title="${vector}">`]) await run(around)
})

test('random pieces of markup put together stay harmless', async () => {
  const pieces = [...vectors, ...schemes, '<', '>', '"', "'", '`', '```', '\n', '\n\n', ' ', '    ', '[', ']', '(', ')', '](', '![', '*', '**', '_', '~~', '|', '|-|', '> ', '- ', '1. ', '# ', '<a ', '<img ', '</', '/>', '=', 'href=', 'src=', '&lt;', '&#x3c;', '&quot;', '\\', '#1', '@a', '[^1]', '[^1]: ', '<!--', '-->', '- [ ] ', '> [!NOTE]\n', '---\n', ':', 'x']
  let seed = 20261115
  const random = (below: number) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) % below
  for (let i = 0; i < 800; i++) {
    const source = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join('')
    harmless(await markdown(source, i % 2 ? here : comment), source)
  }
})

test('what people write for looks stays', async () => {
  const html = await run('<p align="center"><img src="logo.png" width="200" onload="x"> <kbd>Ctrl</kbd> H<sub>2</sub>O</p>\n\n<details><summary>More</summary>\n\n**inside**\n\n</details>\n\n<picture><source media="(prefers-color-scheme: dark)" srcset="dark.png"><img alt="a" src="light.png"></picture>')
  assert.match(html, /<p align="center"><img width="200" src="\/o\/r\/media\/branch\/main\/docs\/logo.png" alt="" loading="lazy" \/> <kbd>Ctrl<\/kbd> H<sub>2<\/sub>O<\/p>/)
  assert.match(html, /<details><summary>More<\/summary>\n<p dir="auto"><strong>inside<\/strong><\/p>\n<\/details>/)
  assert.match(html, /<source media="\(prefers-color-scheme: dark\)" srcset="\/o\/r\/media\/branch\/main\/docs\/dark.png" \/><img/)
  assert.match(await run('use the <option> flag, then <name>'), /use the &lt;option&gt; flag, then /)
  assert.equal(await run('a <!-- hidden --> b'), '<p dir="auto">a  b</p>\n')
})

test('ids of a text are never ids of the page', async () => {
  assert.match(await run('<a name="x"></a><h2 id="login">a</h2>\n\n[b](#login)'), /id="user-content-x".*<h2 id="user-content-login">.*href="#user-content-login"/s)
  assert.match(await markdown('# Same', { ...comment, anchor: 'comment-7' }), /<h1 id="user-content-comment-7-same" dir="auto">Same<\/h1>/)
})

test('a mark of ours that was seen is worth nothing in another text', async () => {
  const seen = await run("<div title='\n\n- [ ] a\n\n'>")
  const mark = /data-own=&quot;(\w+)&quot;/.exec(seen)![1]
  assert.equal(await run(`<p data-own="${mark}" class="btn" id="x">a</p><input data-own="${mark}" type="checkbox"><pre data-own="${mark}" data-slot="${mark}-0"></pre>`), '<p id="user-content-x">a</p><pre></pre>')
})

test('what is harmful would be found', () => {
  const harmful = ['<script>', '<p onclick="x">', '<p style="x">', '<a href="javascript:x">', '<a href="&#106;avascript:x">', '<a href="https://evil.example">', '<a href="https://code.example@evil.example">', '<a href="//x">', '<img src="data:x">',
    '<p id="x">', '<p class="btn">', '<input type="checkbox">', '<p title=x>', '<p title="<">', 'a > b', '<p', '<source srcset="a 1x, data:b 2x">', '<pre data-slot="x">']
  for (const html of harmful) assert.throws(() => harmless(html, html), assert.AssertionError, html)
})
