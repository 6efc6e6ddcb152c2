// Cards that are dragged, or moved with Alt and the arrow keys; the server is told of each move.
const board = document.querySelector('[data-board]')
const says = document.querySelector('[data-board-says]')
const columns = () => [...board.querySelectorAll('[data-column]')]
const cardsOf = (column) => [...column.querySelectorAll('[data-card]')]
let dragged
// none of it works without this script
document.getElementById('board-hint').hidden = false

async function tell(card, before) {
  const column = card.closest('[data-column]')
  const body = new URLSearchParams({ column_id: column.dataset.column, sorting: String(cardsOf(column).indexOf(card)), quiet: '1' })
  const count = (list, by) => { const at = list.closest('[data-column]').querySelector('[data-count]'); at.textContent = String(Number(at.textContent) + by) }
  const moved = card.parentElement
  count(before.list, -1)
  count(moved, 1)
  const answer = await fetch(`${board.dataset.board}/cards/${card.dataset.card}/move`, { method: 'POST', body })
  if (answer.ok) says.textContent = `${card.dataset.title}: ${column.dataset.title}, ${cardsOf(column).indexOf(card) + 1}`
  else {
    count(moved, -1)
    count(before.list, 1)
    before.list.insertBefore(card, before.next)
    dispatchEvent(new CustomEvent('say', { detail: { text: `${answer.status}`, bad: true } }))
  }
}

const placeOf = (card) => ({ list: card.parentElement, next: card.nextElementSibling })

board.addEventListener('dragstart', (event) => {
  const card = event.target.closest?.('[data-card]')
  if (!card) return
  dragged = { card, before: placeOf(card) }
  card.classList.add('dragged')
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', card.dataset.title)
})
board.addEventListener('dragover', (event) => {
  const column = event.target.closest?.('[data-column]')
  if (!dragged || !column) return
  event.preventDefault()
  const list = column.querySelector('[data-cards]')
  const next = cardsOf(column).find((one) => one !== dragged.card && event.clientY < one.getBoundingClientRect().top + one.offsetHeight / 2)
  list.insertBefore(dragged.card, next ?? null)
})
board.addEventListener('drop', (event) => event.preventDefault())
board.addEventListener('dragend', () => {
  if (!dragged) return
  const { card, before } = dragged
  dragged = undefined
  card.classList.remove('dragged')
  if (card.parentElement !== before.list || card.nextElementSibling !== before.next) tell(card, before)
})

board.addEventListener('keydown', (event) => {
  const card = event.target.closest?.('[data-card]')
  if (!card || !event.altKey || !event.key.startsWith('Arrow')) return
  event.preventDefault()
  const before = placeOf(card)
  const column = card.closest('[data-column]')
  const all = columns()
  const side = all[all.indexOf(column) + (event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0)]
  if (event.key === 'ArrowUp') card.previousElementSibling?.before(card)
  else if (event.key === 'ArrowDown') card.nextElementSibling?.after(card)
  else if (side) side.querySelector('[data-cards]').append(card)
  card.focus()
  if (card.parentElement !== before.list || card.nextElementSibling !== before.next) tell(card, before)
})
