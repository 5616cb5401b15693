/** Chrome's own question whether to add the app to the home screen; it is put once, at a press. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPrompt | undefined
const listeners = new Set<() => void>()

const keep = (prompt: InstallPrompt | undefined) => {
  kept = prompt
  for (const listener of listeners) listener()
}

// The browser asks early and once: the event is kept until the banner offers it (UI-05).
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => keep(undefined))
}

/** The browser's question, kept until it is put (UI-05). */
export const installPrompt = {
  now: () => kept,
  used: () => keep(undefined),
  follow(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
