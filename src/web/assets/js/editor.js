// The Markdown field: Write and Preview, a toolbar, keys, lists that go on by themselves, names after @ and numbers after #, files dropped or pasted.
const root = document.body.dataset.root

for (const one of document.querySelectorAll('[data-editor]')) equip(one)
// pieces of pages that come later say so: dispatchEvent(new CustomEvent('arrived', { detail: element }))
addEventListener('arrived', ({ detail }) => { for (const one of detail.querySelectorAll('[data-editor]')) equip(one) })

function equip(box) {
  if (box.dataset.ready) return
  box.dataset.ready = 'yes'
  const text = box.querySelector('textarea')
  const preview = box.querySelector('[data-preview]')
  const tools = box.querySelector('[data-tools]')
  const ways = [...box.querySelectorAll('[data-way]')]
  box.querySelector('[data-bar]').hidden = false

  async function go(way) {
    const reading = way === 'preview'
    for (const one of ways) one.setAttribute('aria-pressed', String(one.dataset.way === way))
    if (reading) preview.style.minHeight = `${text.offsetHeight}px`
    text.hidden = reading
    tools.hidden = reading
    preview.hidden = !reading
    if (!reading) return text.focus()
    if (text.value.trim() === '') return void (preview.textContent = preview.dataset.nothing)
    preview.textContent = ''
    preview.setAttribute('aria-busy', 'true')
    const answer = await fetch(`${root}/-/markdown`, { method: 'POST', body: new URLSearchParams({ text: text.value, mode: box.dataset.mode, repo: box.dataset.repo }) }).catch(() => undefined)
    const shown = answer?.ok ? await answer.text() : undefined
    preview.removeAttribute('aria-busy')
    if (shown === undefined) preview.textContent = preview.dataset.failed
    else preview.innerHTML = shown
  }
  for (const one of ways) one.addEventListener('click', () => go(one.dataset.way))
  // a required field that is hidden could not be complained about
  box.closest('form')?.addEventListener('invalid', () => text.hidden && go('write'), true)

  /** Through the browser's own editing, so that undo works. */
  function put(from, to, words, select = [words.length, words.length]) {
    text.focus()
    text.setSelectionRange(from, to)
    if (!document.execCommand('insertText', false, words)) text.setRangeText(words, from, to, 'end')
    text.setSelectionRange(from + select[0], from + select[1])
  }
  function around(mark) {
    const { selectionStart: from, selectionEnd: to, value } = text
    const inside = value.slice(from, to)
    if (inside.startsWith(mark) && inside.endsWith(mark) && inside.length >= 2 * mark.length) return put(from, to, inside.slice(mark.length, -mark.length), [0, inside.length - 2 * mark.length])
    put(from, to, mark + inside + mark, [mark.length, mark.length + inside.length])
  }
  function before(mark) {
    const { selectionStart, selectionEnd, value } = text
    const from = value.lastIndexOf('\n', selectionStart - 1) + 1
    const end = value.indexOf('\n', selectionEnd)
    const to = end < 0 ? value.length : end
    const lines = value.slice(from, to).split('\n')
    const off = lines.every((line) => line.startsWith(mark))
    const words = lines.map((line) => (off ? line.slice(mark.length) : mark + line)).join('\n')
    put(from, to, words, [lines.length > 1 ? 0 : words.length, words.length])
  }
  const does = {
    bold: () => around('**'),
    italic: () => around('_'),
    code() {
      const { selectionStart: from, selectionEnd: to, value } = text
      const inside = value.slice(from, to)
      if (!inside.includes('\n')) return around('`')
      put(from, to, '```\n' + inside + '\n```', [4, 4 + inside.length])
    },
    link() {
      const { selectionStart: from, selectionEnd: to, value } = text
      const inside = value.slice(from, to)
      if (/^https?:\/\/\S+$/.test(inside)) return put(from, to, `[](${inside})`, [1, 1])
      put(from, to, `[${inside}](https://)`, [inside.length + 3, inside.length + 11])
    },
    quote: () => before('> '),
    list: () => before('- '),
    task: () => before('- [ ] '),
  }
  tools.addEventListener('click', (event) => does[event.target.closest('[data-tool]')?.dataset.tool]?.())
  const keys = { b: 'bold', i: 'italic', e: 'code', l: 'link' }
  text.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && keys[event.key]) {
      event.preventDefault()
      does[keys[event.key]]()
    }
    if (choosing(event)) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.isComposing) follow(event)
  })

  /** The next entry of a list begins by itself; an empty one ends it. */
  function follow(event) {
    const { selectionStart: at, selectionEnd, value } = text
    if (at !== selectionEnd) return
    const from = value.lastIndexOf('\n', at - 1) + 1
    const found = /^(\s*)(?:([-*+])|(\d{1,6})([.)]))( \[[ xX]\])? (.*)$/.exec(value.slice(from, at))
    if (!found) return
    event.preventDefault()
    const [, indent, bullet, number, dot, task, rest] = found
    if (rest.trim() === '') return put(from, at, '')
    put(at, at, `\n${indent}${bullet ?? Number(number) + 1 + dot}${task ? ' [ ]' : ''} `)
  }

  // names after @ and numbers after #, to choose from while typing
  const list = document.createElement('ul')
  list.className = 'menu-items completions'
  list.id = `${text.id}-completions`
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', box.querySelector('label').textContent)
  list.hidden = true
  box.querySelector('.editor-frame').after(list)
  let turn = 0
  let chosen = 0

  const shut = () => {
    turn++
    list.hidden = true
    text.removeAttribute('aria-activedescendant')
  }
  /** The word that is being typed, if it begins with @ or #. */
  const begun = () => /(?:^|[\s(])([@#][\w.-]{0,40})$/.exec(text.value.slice(0, text.selectionStart))?.[1]
  function mark(at) {
    chosen = (at + list.children.length) % list.children.length
    for (const [i, one] of [...list.children].entries()) one.setAttribute('aria-selected', String(i === chosen))
    text.setAttribute('aria-activedescendant', list.children[chosen].id)
  }
  function take(words) {
    const at = text.selectionStart
    put(at - begun().length, at, `${words} `)
    shut()
  }
  async function suggest() {
    const word = begun()
    if (!word || (word[0] === '#' && !box.dataset.repo)) return shut()
    const mine = ++turn
    const answer = await fetch(`${root}/-/complete?${new URLSearchParams({ q: word, repo: box.dataset.repo })}`).catch(() => undefined)
    if (!answer?.ok || mine !== turn) return
    const items = await answer.json()
    if (mine !== turn) return
    if (items.length === 0) return shut()
    list.replaceChildren(...items.map(({ put: words, says }, i) => {
      const item = document.createElement('li')
      item.id = `${list.id}-${i}`
      item.className = 'menu-item'
      item.setAttribute('role', 'option')
      const small = document.createElement('small')
      small.textContent = says
      item.append(words, ' ', small)
      // before the field loses its focus
      item.addEventListener('mousedown', (event) => { event.preventDefault(); take(words) })
      item.dataset.words = words
      return item
    }))
    list.hidden = false
    mark(0)
  }
  function choosing(event) {
    if (list.hidden) return false
    const does = { ArrowDown: () => mark(chosen + 1), ArrowUp: () => mark(chosen - 1), Enter: () => take(list.children[chosen].dataset.words), Tab: () => take(list.children[chosen].dataset.words), Escape: shut }[event.key]
    if (!does || event.ctrlKey || event.metaKey) return false
    event.preventDefault()
    event.stopPropagation()
    does()
    return true
  }
  text.addEventListener('input', suggest)
  text.addEventListener('blur', shut)

  // files: each is sent at once, and the text gets a link to it
  const foot = box.querySelector('[data-files]')
  async function send(file) {
    const waiting = `[${foot.dataset.busy.replace('{name}', file.name)}]()`
    const { selectionStart: at, selectionEnd: to, value } = text
    put(at, to, `${at > 0 && !/\s/.test(value[at - 1]) ? ' ' : ''}${waiting}\n`)
    const body = new FormData()
    body.append('attachment', file, file.name || 'file')
    const answer = await fetch(foot.dataset.files, { method: 'POST', body, headers: { accept: 'application/json' } }).catch(() => undefined)
    const told = await answer?.json().catch(() => undefined)
    const place = text.value.indexOf(waiting)
    if (place >= 0) text.setRangeText(told?.link ?? '', place, place + waiting.length + (told?.link ? 0 : 1), 'preserve')
    else if (told?.link) text.setRangeText(told.link, text.selectionEnd, text.selectionEnd, 'end')
    text.dispatchEvent(new Event('input', { bubbles: true }))
    if (!told?.link) dispatchEvent(new CustomEvent('say', { detail: { text: `${file.name}: ${told?.message ?? foot.dataset.failed}`, bad: true } }))
  }
  async function sendAll(files) {
    if (text.hidden) await go('write')
    for (const file of files) await send(file)
  }
  if (foot) {
    const chosen = foot.querySelector('input')
    foot.hidden = false
    foot.classList.add('quick')
    foot.querySelector('[data-drop-hint]').hidden = false
    chosen.addEventListener('change', () => {
      const files = [...chosen.files]
      chosen.value = ''
      sendAll(files)
    })
    const carries = (event) => event.dataTransfer?.types.includes('Files')
    box.addEventListener('dragover', (event) => { if (carries(event)) { event.preventDefault(); box.classList.add('over') } })
    box.addEventListener('dragleave', (event) => { if (!box.contains(event.relatedTarget)) box.classList.remove('over') })
    box.addEventListener('drop', (event) => {
      box.classList.remove('over')
      if (!carries(event)) return
      event.preventDefault()
      sendAll([...event.dataTransfer.files])
    })
    text.addEventListener('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // a table or a text is also given as a picture; the words are meant
      if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
      event.preventDefault()
      sendAll(files)
    })
  }

  // as tall as what is written, up to a point
  const grow = () => {
    if (text.hidden || text.scrollHeight <= text.clientHeight) return
    text.style.height = `${Math.max(text.offsetHeight, Math.min(text.scrollHeight + 2, innerHeight * 0.6))}px`
  }
  text.addEventListener('input', grow)
  grow()
}
