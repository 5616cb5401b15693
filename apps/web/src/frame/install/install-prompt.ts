import { createValue } from '@nerdify/browser/listeners.ts'

/** Chrome's prompt to add the app to the home screen; it works once, after a click. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's prompt, kept until it is used (UI-05). */
export const installPrompt = createValue<InstallPrompt | undefined>(undefined)

// The browser fires the event early and once.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.set(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => installPrompt.set(undefined))
}
