// A field that hides what does not match in the list it names: <input data-filter="#list">.
for (const field of document.querySelectorAll('[data-filter]')) {
  const items = [...document.querySelectorAll(`${field.dataset.filter} > *`)]
  field.addEventListener('input', () => {
    const q = field.value.trim().toLowerCase()
    for (const one of items) one.hidden = !one.textContent.toLowerCase().includes(q)
  })
}
