// A log that follows while the job runs; steps somebody opened or closed stay so.
const box = document.querySelector('[data-log]')
for (const one of document.querySelectorAll('[data-log-tools]')) one.hidden = false
document.querySelector('[data-times]')?.addEventListener('change', (event) => box.classList.toggle('with-times', event.target.checked))

// a line in the address may lie in a closed step
const open = () => {
  const line = location.hash && document.getElementById(location.hash.slice(1))
  for (let at = line?.closest?.('details'); at; at = at.parentElement.closest('details')) at.open = true
  line?.scrollIntoView?.({ block: 'center' })
}
open()
addEventListener('hashchange', open)

const touched = new Map()
box.addEventListener('click', (event) => {
  const summary = event.target.closest('summary')
  const step = summary?.parentElement.dataset.step
  if (step !== undefined) touched.set(step, !summary.parentElement.open)
})

async function follow() {
  if (document.hidden) return
  const answer = await fetch(`${location.pathname}?part=steps`)
  if (!answer.ok) return
  const text = await answer.text()
  const next = new DOMParser().parseFromString(text, 'text/html')
  for (const [step, wanted] of touched) {
    const found = next.querySelector(`[data-step="${CSS.escape(step)}"]`)
    if (found) found.open = wanted
  }
  box.replaceChildren(...next.body.childNodes)
  if (document.querySelector('[data-follow]')?.checked) box.querySelector('details[open]:last-of-type .log > li:last-child')?.scrollIntoView({ block: 'nearest' })
  if (answer.headers.get('x-live') !== 'true') location.reload()
}
if (box.dataset.log === 'live') setInterval(follow, 2000)
