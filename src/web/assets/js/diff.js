// Differences: folded files come in place, and a click on a number names its line.
addEventListener('click', async (event) => {
  const link = event.target.closest('a[data-load]')
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    await load(link)
    return
  }
  const number = event.target.closest('table.diff-lines td.n[id]')
  if (number && !getSelection().toString()) {
    // replaced rather than followed, so that the page does not jump
    history.replaceState(null, '', `#${number.id}`)
    for (const one of document.querySelectorAll('tr.chosen')) one.classList.remove('chosen')
    number.parentElement.classList.add('chosen')
  }
})

async function load(link) {
  link.setAttribute('aria-busy', 'true')
  const answer = await fetch(link.href).catch(() => undefined)
  if (!answer?.ok) { location.assign(link.href); return }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const found = page.getElementById(link.dataset.load)
  if (!found) { location.assign(link.href); return }
  document.getElementById(link.dataset.load).replaceWith(document.adoptNode(found))
}
