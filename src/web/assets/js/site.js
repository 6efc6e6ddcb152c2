// What every page can do with a script: menus that close, keys, copying, times in the reader's zone, the palette.
const root = document.body.dataset.root
const $ = (query, from = document) => from.querySelector(query)
const all = (query, from = document) => [...from.querySelectorAll(query)]

/** A sentence at the foot of the page. */
export function toast(text, bad = false) {
  const box = document.createElement('div')
  box.className = bad ? 'toast bad' : 'toast'
  box.setAttribute('role', bad ? 'alert' : 'status')
  box.textContent = text
  $('.toast')?.remove()
  document.body.append(box)
}

// times in the reader's own zone
const exact = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })
for (const one of all('time[title]')) one.title = exact.format(new Date(one.dateTime))

// where one is, in lists of ways that are wider than the screen
for (const one of all('.tabs [aria-current], .side-nav [aria-current]')) {
  const [nav, at] = [one.parentElement, one.getBoundingClientRect()]
  const frame = nav.getBoundingClientRect()
  if (at.right > frame.right || at.left < frame.left) nav.scrollLeft += at.left - frame.left - (frame.width - at.width) / 2
}

// menus: one at a time, closed by Escape or a click elsewhere
addEventListener('click', (event) => {
  for (const one of all('details.menu[open]')) if (!one.contains(event.target)) one.open = false
  const copy = event.target.closest('[data-copy]')
  if (copy) navigator.clipboard.writeText(copy.dataset.copy).then(() => toast('✓ ' + (copy.ariaLabel || 'OK')))
})

addEventListener('submit', (event) => {
  const sentence = event.target.dataset.confirm
  if (sentence && !confirm(sentence)) event.preventDefault()
})

// keys: single letters and pairs, never while somebody types
let waiting = ''
/** What a page has for itself comes before what every page has. */
const keyed = (keys) => $(`main [data-keys="${CSS.escape(keys)}"]`) ?? $(`[data-keys="${CSS.escape(keys)}"]`)
const typing = (at) => at.matches?.('input, textarea, select, [contenteditable]') || at.closest?.('dialog[open], [popover]:popover-open')
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') for (const one of all('details.menu[open]')) { one.open = false; $('summary', one).focus() }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') { event.preventDefault(); openPalette(); return }
  if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && event.target.form) { event.target.form.requestSubmit(); return }
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return
  if (event.key === '/') { event.preventDefault(); $('[data-find]').focus(); return }
  if (event.key === '?') { openShortcuts(); return }
  const keys = waiting ? `${waiting} ${event.key}` : event.key
  waiting = !waiting && event.key === 'g' ? 'g' : ''
  if (waiting) setTimeout(() => (waiting = ''), 1500)
  const target = keyed(keys)
  if (target) { event.preventDefault(); target[target.matches('input, textarea') ? 'focus' : 'click']() }
})

/** A modal dialog that goes when it is closed. */
function modal(className, label) {
  const box = document.createElement('dialog')
  box.className = className
  box.ariaLabel = label
  box.addEventListener('close', () => box.remove())
  box.addEventListener('click', (event) => event.target === box && box.close())
  document.body.append(box)
  box.showModal()
  return box
}

const shortcuts = $('[data-shortcuts]')
if (shortcuts) { shortcuts.hidden = false; shortcuts.addEventListener('click', openShortcuts) }
function openShortcuts() {
  const box = modal('dialog', shortcuts.textContent)
  const head = document.createElement('h2')
  head.textContent = shortcuts.textContent
  const list = document.createElement('dl')
  list.className = 'facts'
  const line = (keys, words) => {
    const dt = document.createElement('dt')
    for (const key of keys.split(' ')) { const kbd = document.createElement('kbd'); kbd.textContent = key; dt.append(kbd, ' ') }
    const dd = document.createElement('dd')
    dd.textContent = words
    list.append(dt, dd)
  }
  line('/', $('[data-find]').ariaLabel)
  line('Ctrl K', $('[data-find]').placeholder)
  for (const one of all('[data-keys]')) if (one === keyed(one.dataset.keys)) line(one.dataset.keys, (one.ariaLabel || one.textContent).trim().replace(/\s+/g, ' '))
  box.append(head, list)
}

// whoever opens what they were told of has seen it
const about = /^\/([^/]+)\/([^/]+)\/(?:issues|pulls)\/(\d+)$/.exec(location.pathname.slice(new URL(root).pathname.replace(/\/$/, '').length))
if (about && $('header.site .dot')) {
  const [, owner, repo, number] = about.map(decodeURIComponent)
  navigator.sendBeacon(`${root}/notifications/seen`, new URLSearchParams({ owner, repo, number }))
}

// the palette: go anywhere by typing
async function openPalette() {
  if ($('dialog.palette')) return
  const box = modal('dialog palette', $('[data-find]').placeholder)
  const input = document.createElement('input')
  input.type = 'search'
  input.placeholder = $('[data-find]').placeholder
  input.ariaLabel = input.placeholder
  const list = document.createElement('ul')
  list.className = 'palette-items'
  box.append(input, list)
  input.focus()
  const here = all('header.site nav a, header.site .menu-items a, .tabs a, .side-nav a').map((one) => ({ words: one.textContent.trim().replace(/\s+/g, ' '), to: one.href }))
  const repo = $('.repo-head')?.dataset
  let turn = 0
  const show = (items) => {
    list.replaceChildren(...items.slice(0, 14).map(({ words, to, kind }) => {
      const item = document.createElement('li')
      const link = document.createElement('a')
      link.href = to
      link.className = 'menu-item'
      link.textContent = words
      if (kind) { const small = document.createElement('small'); small.textContent = kind; link.append(small) }
      item.append(link)
      return item
    }))
  }
  const look = async () => {
    const mine = ++turn
    const q = input.value.trim().toLowerCase()
    const near = here.filter((one) => one.words.toLowerCase().includes(q))
    show(near)
    if (q.length < 2) return
    const [found, files] = await Promise.all([
      fetch(`${root}/-/palette?${new URLSearchParams({ q, repo: repo?.repo ?? '' })}`).then((answer) => (answer.ok ? answer.json() : [])),
      repo?.files ? fetch(`${repo.files}&q=${encodeURIComponent(q)}`).then((answer) => (answer.ok ? answer.text() : '')) : '',
    ])
    const paths = files.split('\n').filter(Boolean).map((path) => ({ words: path, to: `${repo.src}/${path.split('/').map(encodeURIComponent).join('/')}`, kind: repo.file }))
    if (mine === turn) show([...found.filter((one) => one.first), ...near.slice(0, 4), ...paths, ...found.filter((one) => !one.first)])
  }
  input.addEventListener('input', look)
  box.addEventListener('keydown', (event) => {
    const links = all('a', list)
    const at = links.indexOf(document.activeElement)
    if (event.key === 'ArrowDown') { event.preventDefault(); links[Math.min(at + 1, links.length - 1)]?.focus() }
    if (event.key === 'ArrowUp') { event.preventDefault(); (at <= 0 ? input : links[at - 1]).focus() }
    if (event.key === 'Enter' && document.activeElement === input) links[0]?.click()
  })
  show(here)
}

// other scripts of ours speak through this: dispatchEvent(new CustomEvent('say', { detail: { text, bad } }))
addEventListener('say', ({ detail }) => toast(detail.text, detail.bad))
