// Reviewing: comments open under their line, files can be ticked off and narrowed. Without this every button leads to a page of its own.
const all = (query, from = document) => [...from.querySelectorAll(query)]
const say = (text, bad = true) => dispatchEvent(new CustomEvent('say', { detail: { text, bad } }))
const files = document.querySelector('[data-review-files]')
const template = document.querySelector('template[data-note-template]')

// one button of a file can be reached by Tab, the others from it by arrows
function rove(article) {
  all('button.note', article).forEach((one, i) => { one.tabIndex = i === 0 ? 0 : -1 })
}
all('.diff-file', files).forEach(rove)
files?.addEventListener('keydown', (event) => {
  const button = event.target.closest('button.note')
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!button || !step) return
  const list = all('button.note', button.closest('.diff-file'))
  const next = list[list.indexOf(button) + step]
  if (!next) return
  event.preventDefault()
  button.tabIndex = -1
  next.tabIndex = 0
  next.focus()
})

let ids = 0
files?.addEventListener('click', (event) => {
  const button = event.target.closest('button.note')
  if (button && template) {
    event.preventDefault()
    open(button)
    return
  }
  const cancel = event.target.closest('.note-row [data-cancel]')
  if (cancel) {
    event.preventDefault()
    const row = cancel.closest('.note-row')
    if (row.querySelector('textarea').value.trim() === '' || confirm(cancel.textContent.trim() + '?')) close(row)
  }
})

function open(button) {
  const line = button.closest('tr')
  const there = line.nextElementSibling?.matches(`.note-row[data-at="${button.value}"]`) ? line.nextElementSibling : undefined
  if (there) { there.querySelector('textarea').focus(); return }
  const [, , side, number] = /^(\d+)([LR])(\d+)$/.exec(button.value)
  const form = document.importNode(template.content, true).firstElementChild
  const article = button.closest('.diff-file')
  const id = `note-${++ids}`
  const field = form.querySelector('textarea')
  form.querySelector('label').htmlFor = field.id = id
  const old = article.querySelector('.diff-name bdi.soft')?.textContent
  form.elements.path.value = side === 'L' && old ? old : article.getAttribute('aria-label')
  form.elements.side.value = side === 'L' ? 'old' : 'new'
  form.elements.line.value = number
  const row = document.createElement('tr')
  row.className = 'under note-row'
  row.dataset.at = button.value
  const cell = row.insertCell()
  cell.colSpan = line.closest('table').classList.contains('beside') ? 6 : 4
  cell.append(form)
  line.after(row)
  dispatchEvent(new CustomEvent('arrived', { detail: row }))
  field.focus()
}

function close(row) {
  const button = row.closest('.diff-file').querySelector(`button.note[value="${row.dataset.at}"]`)
  row.remove()
  button?.focus()
}

files?.addEventListener('keydown', (event) => {
  const form = event.target.closest('form[data-note]')
  if (!form) return
  if (event.key === 'Escape' && event.target.value?.trim() === '' && form.closest('.note-row')) close(form.closest('.note-row'))
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit(form.querySelector('button.strong'))
})

// sent without leaving: the answer is the page again, of which the one file is taken
files?.addEventListener('submit', async (event) => {
  const form = event.target.closest('form')
  const article = form?.closest('.diff-file')
  if (!article || form.method !== 'post' || form.matches('[data-confirm]')) return
  event.preventDefault()
  const body = new URLSearchParams(new FormData(form, event.submitter))
  const back = new URL(location.href)
  back.searchParams.set('file', article.getAttribute('aria-label'))
  body.set('back', back.pathname + back.search)
  for (const one of all('button', form)) one.disabled = true
  const answer = await fetch(form.action, { method: 'POST', body }).catch(() => undefined)
  const page = answer && new DOMParser().parseFromString(await answer.text(), 'text/html')
  const found = page?.getElementById(article.id)
  for (const one of all('button', form)) one.disabled = false
  if (!answer?.ok || !found) { say(page?.querySelector('[role=alert]')?.textContent.trim() || files.dataset.failed); return }
  const said = page.querySelector('.toast')?.textContent.trim()
  if (said) say(said, false)
  // what is being written elsewhere in the file stays
  const drafts = all('.note-row', article).filter((row) => !row.contains(form) && row.querySelector('textarea').value.trim() !== '')
  const next = document.adoptNode(found)
  article.replaceWith(next)
  for (const row of drafts) next.querySelector(`button.note[value="${row.dataset.at}"]`)?.closest('tr').after(row)
  for (const query of ['[data-review]', 'template[data-note-template]']) {
    const [old, fresh] = [document.querySelector(query), page.querySelector(query)]
    if (!old || !fresh) continue
    if (query === '[data-review]') counted(old, fresh)
    else old.innerHTML = fresh.innerHTML
  }
  dispatchEvent(new CustomEvent('arrived', { detail: next }))
  rove(next)
  ready(next)
})

/** The button that ends the review tells how many comments wait; what is typed in its form stays. */
function counted(old, fresh) {
  old.querySelector('summary').replaceWith(document.adoptNode(fresh.querySelector('summary')))
  const [discard, other] = [old.querySelector('form.do'), fresh.querySelector('form.do')]
  if (other && !discard) old.querySelector('.menu-items').append(document.adoptNode(other))
  if (discard && !other) discard.remove()
}

// files that were looked at, until they change again
const key = (box) => `viewed ${files.dataset.reviewFiles} ${box.closest('.diff-file').getAttribute('aria-label')}`
function ready(from) {
  for (const box of all('input[data-viewed]', from)) {
    box.closest('label').hidden = false
    box.checked = localStorage.getItem(key(box)) === box.dataset.viewed
    mark(box)
    box.addEventListener('change', () => {
      if (box.checked) localStorage.setItem(key(box), box.dataset.viewed)
      else localStorage.removeItem(key(box))
      mark(box)
      progress()
    })
  }
  progress()
}
function mark(box) {
  const article = box.closest('.diff-file')
  const fold = article.querySelector('details.fold')
  if (box.checked) fold.open = false
  else if (article.dataset.viewed) fold.open = true
  article.toggleAttribute('data-viewed', box.checked)
  document.querySelector(`.diff-nav a[href="#${article.id}"]`)?.classList.toggle('seen', box.checked)
}
function progress() {
  const line = document.querySelector('[data-progress]')
  const boxes = all('input[data-viewed]', files)
  if (!line || boxes.length === 0) return
  line.hidden = false
  line.textContent = line.dataset.words.replace('{done}', boxes.filter((one) => one.checked).length).replace('{all}', boxes.length)
}
if (files) ready(files)

// the list of files can be narrowed by typing
const nav = document.querySelector('.diff-nav ol')
if (nav && nav.children.length > 5) {
  const input = document.createElement('input')
  input.type = 'search'
  input.placeholder = files.dataset.narrowFiles
  input.setAttribute('aria-label', files.dataset.narrowFiles)
  input.addEventListener('input', () => {
    const q = input.value.trim().toLowerCase()
    for (const one of nav.children) one.hidden = !one.querySelector('a').title.toLowerCase().includes(q)
  })
  nav.before(input)
}

// an anchor inside a folded thread opens it
const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1))
for (let one = target && target.closest('details'); one; one = one.parentElement.closest('details')) one.open = true
if (target) target.scrollIntoView()
