// Several names in one field, separated by commas: the list suggests the one being written.
for (const input of document.querySelectorAll('[data-names] input[list]')) {
  const list = input.list.cloneNode(true)
  const words = [...list.options].map((one) => one.value)
  list.id = `${input.id}-list`
  input.after(list)
  input.setAttribute('list', list.id)
  input.addEventListener('input', () => {
    const before = input.value.slice(0, input.value.lastIndexOf(',') + 1)
    const taken = new Set(before.split(',').map((one) => one.trim().toLowerCase()))
    list.replaceChildren(...words.filter((one) => !taken.has(one.toLowerCase())).map((one) => new Option('', before ? `${before} ${one}` : one)))
  })
}
