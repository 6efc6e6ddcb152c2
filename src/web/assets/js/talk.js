// Conversations: task boxes that can be ticked, quoting what is selected, labels of one group, anchors in parts not shown.
const all = (query, from = document) => [...from.querySelectorAll(query)]
const say = (text, bad = true) => dispatchEvent(new CustomEvent('say', { detail: { text, bad } }))

for (const text of all('[data-tasks]')) {
  for (const box of all('input[type=checkbox][data-source]', text)) {
    box.disabled = false
    box.addEventListener('change', async () => {
      const boxes = all('input[type=checkbox][data-source]', text)
      for (const one of boxes) one.disabled = true
      const body = new URLSearchParams({ comment: text.dataset.comment, position: box.dataset.source, ticked: box.checked, content_version: text.dataset.version })
      const answer = await fetch(text.dataset.tasks, { method: 'POST', body }).catch(() => undefined)
      if (answer?.ok) text.dataset.version = (await answer.json()).version
      else {
        box.checked = !box.checked
        say(text.dataset.failed)
      }
      for (const one of boxes) one.disabled = false
    })
  }
}

const field = document.getElementById('write-body')

// quoting: what is selected inside the text, else the whole of it
for (const link of all('[data-quote]')) {
  link.addEventListener('click', (event) => {
    const text = link.closest('[data-card]').querySelector('[data-text]')
    const chosen = getSelection()
    const words = chosen && !chosen.isCollapsed && text?.contains(chosen.anchorNode) ? chosen.toString() : ''
    if (!field || !words) return
    event.preventDefault()
    field.value = `${field.value ? `${field.value.trimEnd()}\n\n` : ''}${words.trim().split('\n').map((line) => `> ${line}`).join('\n')}\n\n`
    field.dispatchEvent(new Event('input', { bubbles: true }))
    link.closest('details').open = false
    field.focus()
  })
}

// the button that closes says whether a comment goes with it
const close = document.querySelector('button[data-with]')
if (field && close) {
  const words = close.querySelector('[data-words]')
  const plain = words.textContent
  const look = () => (words.textContent = field.value.trim() ? close.dataset.with : plain)
  field.addEventListener('input', look)
  look()
}

// one label of a group at a time
for (const box of all('input[data-group]')) {
  box.addEventListener('change', () => {
    if (box.checked) for (const one of all(`input[data-group="${CSS.escape(box.dataset.group)}"]`, box.form)) if (one !== box) one.checked = false
  })
}

// what was ticked is meant, however the menu is closed
for (const menu of all('details.side-menu')) {
  const form = menu.querySelector('.side-form:has(.ticks)')
  if (!form) continue
  const now = () => new URLSearchParams(new FormData(form)).toString()
  let before = now()
  let sent = false
  form.addEventListener('submit', () => (sent = true))
  menu.addEventListener('toggle', () => {
    if (menu.open) before = now()
    else if (!sent && now() !== before) form.requestSubmit()
  })
}

for (const input of all('[data-narrow]')) {
  input.hidden = false
  input.addEventListener('input', () => {
    const q = input.value.trim().toLowerCase()
    for (const one of all('.menu-item', input.closest('[data-narrow-in]'))) one.hidden = !one.textContent.toLowerCase().includes(q)
  })
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter') event.preventDefault() })
  input.closest('details')?.addEventListener('toggle', (event) => event.target.open && input.focus())
}

// a link to a comment that stands in the part left out
const whole = document.querySelector('[data-whole]')
if (whole && location.hash.length > 1 && !document.getElementById(location.hash.slice(1))) location.replace(whole.href + location.hash)

// what is read here is read in the inbox too
const seen = document.querySelector('[data-seen]')?.dataset.seen
if (seen && document.querySelector('header.site .dot')) fetch(seen, { method: 'POST' }).catch(() => undefined)
