// The editor of files: numbers beside the lines, the tab key, a word of warning before leaving, files dropped onto the page.
for (const area of document.querySelectorAll('[data-edit]')) {
  const text = area.querySelector('textarea')
  const numbers = document.createElement('div')
  numbers.className = 'edit-numbers'
  numbers.ariaHidden = 'true'
  area.prepend(numbers)
  let count = 0
  const draw = () => {
    const now = text.value.split('\n').length
    if (now !== count) numbers.textContent = Array.from({ length: (count = now) }, (_, i) => i + 1).join('\n')
    numbers.scrollTop = text.scrollTop
  }
  text.addEventListener('input', draw)
  text.addEventListener('scroll', () => (numbers.scrollTop = text.scrollTop))
  draw()
  // what the file uses already
  const indent = /^\t/m.test(text.value) ? '\t' : /^ {4}\S/m.test(text.value) && !/^ {2}\S/m.test(text.value) ? '    ' : '  '
  let free = false
  text.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') { free = true; return }
    if (event.key !== 'Tab' || free) { free = event.key === 'Shift' && free; return }
    event.preventDefault()
    const { selectionStart: from, selectionEnd: to, value } = text
    const start = value.lastIndexOf('\n', from - 1) + 1
    if (from === to && !event.shiftKey) return put(text, from, to, indent)
    const lines = value.slice(start, to).split('\n')
    const changed = lines.map((line) => (event.shiftKey ? line.replace(/^(\t| {1,4})/, '') : indent + line)).join('\n')
    put(text, start, to, changed)
    text.setSelectionRange(from === to ? start + changed.length : start, start + changed.length)
  })
}

// keeps the browser's own undo
function put(text, from, to, words) {
  text.setSelectionRange(from, to)
  if (!document.execCommand('insertText', false, words)) text.setRangeText(words, from, to, 'end')
  text.dispatchEvent(new Event('input'))
}

for (const form of document.querySelectorAll('form[data-guard]')) {
  let touched = document.querySelector('#preview, .notice.bad') !== null
  form.addEventListener('input', () => (touched = true))
  form.addEventListener('submit', () => (touched = false))
  addEventListener('beforeunload', (event) => touched && event.preventDefault())
}

for (const zone of document.querySelectorAll('[data-drop]')) {
  const input = zone.querySelector('input[type=file]')
  const list = zone.querySelector('[data-dropped]')
  const size = (n) => (n < 1024 ? `${n} B` : n < 1024 ** 2 ? `${(n / 1024).toFixed(1)} KiB` : `${(n / 1024 ** 2).toFixed(1)} MiB`)
  const show = () => list.replaceChildren(...[...input.files].map((file) => {
    const item = document.createElement('li')
    item.textContent = `${file.name} · ${size(file.size)}`
    return item
  }))
  input.addEventListener('change', show)
  // anywhere on the page: beside the zone a browser would leave for the file
  const carries = (event) => event.dataTransfer?.types.includes('Files')
  addEventListener('dragover', (event) => { if (carries(event)) { event.preventDefault(); zone.classList.add('over') } })
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) zone.classList.remove('over') })
  addEventListener('drop', (event) => {
    zone.classList.remove('over')
    if (!carries(event)) return
    event.preventDefault()
    const all = new DataTransfer()
    for (const file of [...input.files, ...event.dataTransfer.files]) all.items.add(file)
    input.files = all.files
    show()
  })
}

document.getElementById('preview')?.scrollIntoView({ block: 'start' })
