import { createValue } from '../../listeners.ts'

/** Chrome's own question whether to add the app to the home screen; it is put once, at a press. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's question, kept until it is put (UI-05). */
export const installPrompt = createValue<InstallPrompt | undefined>(undefined)

// The browser asks early and once.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.set(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => installPrompt.set(undefined))
}
