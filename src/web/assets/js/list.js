// Lists of issues: keys j, k, x, Enter; ticking all; menus narrowed by typing.
const all = (query, from = document) => [...from.querySelectorAll(query)]
const rows = all('[data-row]')
let at = -1

function go(to) {
  if (rows.length === 0) return
  rows[at]?.removeAttribute('data-current')
  at = Math.max(0, Math.min(rows.length - 1, to))
  rows[at].setAttribute('data-current', '')
  rows[at].querySelector('[data-go]')?.focus({ preventScroll: true })
  rows[at].scrollIntoView({ block: 'nearest' })
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.matches?.('input:not([type=checkbox]), textarea, select, [contenteditable]') || event.target.closest?.('dialog[open], details.menu[open]')) return
  if (event.key === 'j') go(at + 1)
  else if (event.key === 'k') go(at < 0 ? 0 : at - 1)
  else if (event.key === 'x' && at >= 0) rows[at].querySelector('[data-tick]')?.click()
  else if (event.key === 'Enter' && at >= 0 && !event.target.closest?.('a, button, summary, input')) rows[at].querySelector('[data-go]')?.click()
})

const whole = document.querySelector('[data-tick-all]')
if (whole) {
  whole.hidden = false
  const boxes = all('[data-tick]')
  const look = () => {
    const on = boxes.filter((one) => one.checked).length
    whole.checked = on > 0 && on === boxes.length
    whole.indeterminate = on > 0 && on < boxes.length
  }
  whole.addEventListener('change', () => { for (const one of boxes) one.checked = whole.checked })
  for (const one of boxes) one.addEventListener('change', look)
  look()
}

for (const field of all('[data-narrow]')) {
  field.hidden = false
  const items = all('.menu-pair, .menu-item', field.closest('[data-narrow-in]')).filter((one) => !one.parentElement.matches('.menu-pair'))
  field.addEventListener('input', () => {
    const q = field.value.trim().toLowerCase()
    for (const one of items) one.hidden = !one.textContent.toLowerCase().includes(q)
  })
  field.closest('details')?.addEventListener('toggle', (event) => event.target.open && field.focus())
}
