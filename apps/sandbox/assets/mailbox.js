// @ts-check
// The mailbox page looks for new messages while it is in view, and copies codes. Without this script it shows the same
// messages when it is loaded.

const POLL_MS = 2000

const messages = document.querySelector('#messages')
const news = document.querySelector('#news')

function showCopyButtons() {
  for (const button of document.querySelectorAll('[data-copy]')) button.removeAttribute('hidden')
}

/** Whether a change now would take something from under the reader's hands. */
function inUse() {
  const selection = document.getSelection()
  const selecting = selection !== null && !selection.isCollapsed && messages?.contains(selection.anchorNode)
  const open = messages?.querySelector('details[open]')
  return Boolean(selecting || open)
}

async function refresh() {
  if (document.visibilityState !== 'visible' || !messages || inUse()) return
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const fresh = page.querySelector('#messages')
  if (!fresh || fresh.querySelector('article')?.id === messages.querySelector('article')?.id || inUse()) return
  const known = new Set([...messages.querySelectorAll('article')].map((article) => article.id))
  const added = [...fresh.querySelectorAll('article')].filter((article) => !known.has(article.id))
  if (known.size > 0 && added.length > 0) messages.prepend(...added)
  else messages.replaceChildren(...fresh.childNodes)
  showCopyButtons()
  if (news) news.textContent = added.length === 1 ? '1 new message' : `${added.length} new messages`
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
  if (!(button instanceof HTMLElement)) return
  navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
    () => {
      if (news) news.textContent = 'Code copied'
      button.textContent = 'Copied'
    },
    () => {
      if (news) news.textContent = 'Copying was not allowed. Select the code instead.'
    },
  )
})

showCopyButtons()
document.addEventListener('visibilitychange', refresh)
setInterval(refresh, POLL_MS)
