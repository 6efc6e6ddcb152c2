// Labels: shown as they will look while they are written.
for (const form of document.querySelectorAll('form:has([data-label-name])')) {
  const [name, color, preview] = ['[data-label-name]', '[data-label-color]', '[data-label-preview]'].map((query) => form.querySelector(query))
  const mark = preview.querySelector('.label')
  const bright = (hex) => {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179
  }
  const look = () => {
    preview.hidden = false
    mark.textContent = name.value || '…'
    // set by script: the content policy forbids style attributes in markup, not this
    mark.style.background = color.value
    mark.style.color = bright(color.value) ? '#000' : '#fff'
  }
  name.addEventListener('input', look)
  color.addEventListener('input', look)
  if (name.value) look()
}
