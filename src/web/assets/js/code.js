// Browsing code: lists that filter, lines that are chosen, files found by name.
const $ = (query, from = document) => from.querySelector(query)
const all = (query, from = document) => [...from.querySelectorAll(query)]

// menus of branches and tags
for (const input of all('input[data-filter]')) {
  const box = input.closest('.menu-items')
  input.addEventListener('input', () => {
    const q = input.value.trim().toLowerCase()
    for (const one of all(input.dataset.filter, box)) one.hidden = !one.textContent.toLowerCase().includes(q)
    for (const group of all('.ref-group', box)) group.hidden = all('a', group).every((one) => one.hidden)
    const none = $('[data-none]', box)
    none.hidden = all('.ref-group', box).some((group) => !group.hidden)
    // said when it changes, so that it is read out
    none.textContent = none.hidden ? '' : none.dataset.none
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') { event.preventDefault(); all(input.dataset.filter, box).find((one) => !one.hidden)?.click() }
  })
  input.closest('details').addEventListener('toggle', (event) => event.target.open && input.focus())
}

// #L10 and #L10-L20
const lines = $('table.file-lines')
const chosen = () => /^#L(\d+)(?:-L?(\d+))?$/.exec(location.hash)?.slice(1).map((n) => n && Number(n))
function paint(scroll) {
  for (const one of all('tr.chosen', lines)) one.classList.remove('chosen')
  const [from, to = from] = chosen() ?? []
  if (!from) return
  const low = Math.min(from, to)
  const high = Math.min(Math.max(from, to), low + lines.rows.length)
  // a long file is shown in parts
  if (lines.dataset.part && !document.getElementById(`L${low}`)) {
    const at = new URL(location)
    const part = String(Math.ceil(low / lines.dataset.part))
    if (at.searchParams.get('part') === part) return
    at.searchParams.set('part', part)
    return location.replace(at)
  }
  for (let n = low; n <= high; n++) document.getElementById(`L${n}`)?.parentElement.classList.add('chosen')
  if (scroll) document.getElementById(`L${low}`)?.scrollIntoView({ block: 'center' })
}
if (lines) {
  lines.addEventListener('click', (event) => {
    const cell = event.target.closest('td.n')
    if (!cell) return
    event.preventDefault()
    const n = Number(cell.id.slice(1))
    const [from] = chosen() ?? []
    const range = event.shiftKey && from && from !== n
    getSelection().removeAllRanges()
    history.replaceState(null, '', range ? `#L${Math.min(from, n)}-L${Math.max(from, n)}` : `#L${n}`)
    paint(false)
  })
  addEventListener('hashchange', () => paint(true))
  paint(true)
}

// the permanent link keeps the lines
const permanent = $('[data-keys="y"]')
permanent?.addEventListener('click', (event) => {
  event.preventDefault()
  history.pushState(null, '', permanent.href + location.hash)
})

for (const button of all('[data-copy-from]')) {
  button.addEventListener('click', async () => {
    const answer = await fetch(button.dataset.copyFrom)
    if (!answer.ok) return
    await navigator.clipboard.writeText(await answer.text())
    dispatchEvent(new CustomEvent('say', { detail: { text: `✓ ${button.ariaLabel}` } }))
  })
}

// files by name: the letters in their order, whole pieces and short paths first
const finder = $('input[data-paths]')
if (finder) {
  const hits = $('[data-hits]')
  const drawing = $('svg', hits)?.outerHTML ?? ''
  let paths
  let at = 0
  const score = (path, q) => {
    const lower = path.toLowerCase()
    const whole = lower.lastIndexOf(q)
    if (whole >= 0) return 1000 - (path.length - whole - q.length) - path.length / 100
    let from = -1
    let gaps = 0
    for (const letter of q) {
      const next = lower.indexOf(letter, from + 1)
      if (next < 0) return -Infinity
      gaps += next - from - 1
      from = next
    }
    return 500 - gaps - path.length / 100
  }
  const mark = () => all('li', hits).forEach((one, i) => one.classList.toggle('here', i === at))
  const show = async () => {
    paths ??= fetch(finder.dataset.paths).then((answer) => answer.text()).then((text) => text.split('\n').filter(Boolean))
    const q = finder.value.trim().toLowerCase().replaceAll(' ', '')
    const list = await paths
    if (q !== finder.value.trim().toLowerCase().replaceAll(' ', '')) return
    const best = (q ? list.map((path) => [score(path, q), path]).filter(([n]) => n > -Infinity).sort((a, b) => b[0] - a[0]).map(([, path]) => path) : list).slice(0, 100)
    hits.replaceChildren(...best.map((path) => {
      const item = document.createElement('li')
      const link = document.createElement('a')
      link.href = finder.dataset.at + path.split('/').map(encodeURIComponent).join('/')
      link.innerHTML = drawing
      link.append(' ' + path)
      item.append(link)
      return item
    }))
    at = 0
    mark()
  }
  finder.addEventListener('input', show)
  finder.addEventListener('keydown', (event) => {
    const links = all('a', hits)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      at = Math.max(0, Math.min(links.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))
      mark()
      links[at]?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && links[at]) { event.preventDefault(); links[at].click() }
  })
  finder.focus()
}
