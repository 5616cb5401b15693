import { useEffect } from 'react'
import { localStore, tabStore } from '@nerdify/browser/browser-storage.ts'
import { Consent } from './consent/Consent.tsx'
import { isFirstVisit } from './install/install-offer.ts'

/** Registers the service worker with the offline page (UI-05); the app works without it. */
const startServiceWorker = () => {
  // `vite dev` builds no service worker.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}

/** Loads once a page is idle: consent, the record of the first visit (ux 58), the offline page. */
export function Component() {
  useEffect(() => {
    isFirstVisit(localStore, tabStore)
    startServiceWorker()
  }, [])
  return <Consent />
}
