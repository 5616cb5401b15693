import { useEffect } from 'react'
import { localStore, tabStore } from '@nerdify/browser/browser-storage.ts'
import { useKeptFocus } from '@nerdify/ui/use-kept-focus.ts'
import { Consent } from './consent/Consent.tsx'
import { isFirstVisit } from './install/install-offer.ts'

/** Registers the service worker with the offline page (UI-05); the app works without it. */
const startServiceWorker = () => {
  // `vite dev` builds no service worker.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}

/**
 * Loads once a page is idle: consent, the record of the first visit (ux 58), the offline page, the place of a lost focus.
 */
export function Component() {
  // Parts that know a better place take the focus first. Outside of a card, Tab continues where the control was.
  useKeptFocus({ within: 'article, section, dialog', pauseMs: 100 })
  useEffect(() => {
    isFirstVisit(localStore, tabStore)
    startServiceWorker()
  }, [])
  return <Consent />
}
