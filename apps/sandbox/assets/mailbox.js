// The mailbox page adds new messages while it is in view, and copies codes. Without this script it shows the same
// messages when it is loaded.

const pollMs = 2000

const messages = document.querySelector('#messages')
const news = document.querySelector('#news')

const say = (/** @type {string} */ text) => news?.replaceChildren(text)

/** Whether a change now would take something from under the reader's hands. */
function inUse() {
  const selection = document.getSelection()
  const selecting = selection?.isCollapsed === false && messages?.contains(selection.anchorNode)
  return selecting || messages?.querySelector('details[open]')
}

async function refresh() {
  if (document.visibilityState !== 'visible' || !messages || inUse()) return
  const response = await fetch(location.href).catch(() => undefined)
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const added = [...page.querySelectorAll('article')].filter(({ id }) => !document.getElementById(id))
  if (added.length === 0 || inUse()) return
  if (!messages.querySelector('article')) messages.replaceChildren()
  messages.prepend(...added)
  say(added.length === 1 ? '1 new message' : `${added.length} new messages`)
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
  if (!(button instanceof HTMLElement)) return
  navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(
    () => say('Code copied'),
    () => say('Copying was not allowed. Select the code instead.'),
  )
})

document.addEventListener('visibilitychange', refresh)
setInterval(refresh, pollMs)
