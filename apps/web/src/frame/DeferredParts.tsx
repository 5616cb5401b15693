import { useEffect } from 'react'
import { localStore, tabStore } from '@nerdify/browser/browser-storage.ts'
import { Consent } from './consent/Consent.tsx'
import { isFirstVisit } from './install/install-offer.ts'

/** The service worker with the offline page (UI-05); optional. */
const startServiceWorker = () => {
  // `vite dev` builds none.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}

/** Parts of every page that load once it is idle: consent, the note of the first visit (ux 58), the offline page. */
export function Component() {
  useEffect(() => {
    isFirstVisit(localStore, tabStore)
    startServiceWorker()
  }, [])
  return <Consent />
}
