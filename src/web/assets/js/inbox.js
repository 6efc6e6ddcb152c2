// Whoever opens a thread has read it.
addEventListener('click', ({ target }) => {
  const link = target.closest?.('a[data-read]')
  if (link) navigator.sendBeacon(`${document.body.dataset.root}/notifications/status`, new URLSearchParams({ ids: link.dataset.read, status: 'read' }))
})
