import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import type { KeyValueStore } from '../../browser-storage.ts'

/** Closed for good: signing out leaves it (ux 58). */
const closedKey = 'nerdify.installClosed'
/** This tab was opened at the first visit. */
const firstVisitKey = 'nerdify.firstVisit'

/** Where the product is looked at. */
export interface Device {
  /** Below 900 px (UI-06). */
  isPhone: boolean
  /** Already opened from the home screen. */
  isInstalled: boolean
  isIos: boolean
  /** Whether the browser has a question of its own to put. */
  canPrompt: boolean
}

/** How the banner offers it: by the browser's question, or by written steps on iOS (UI-05). */
type InstallOffer = 'prompt' | 'steps'

/** Notes the visit, and tells whether it is the browser's first; a reload of the same tab still is. */
export function isFirstVisit(local: KeyValueStore, tab: KeyValueStore): boolean {
  if (local.get(browserKeys.visited) === undefined) {
    local.set(browserKeys.visited, 'yes')
    tab.set(firstVisitKey, 'yes')
  }
  return tab.get(firstVisitKey) !== undefined
}

/** What to offer there, if anything: not at the first visit, and never after it was closed (ux 58). */
export function installOffer(device: Device, local: KeyValueStore, tab: KeyValueStore): InstallOffer | undefined {
  const unwanted = isFirstVisit(local, tab) || local.get(closedKey) !== undefined
  if (unwanted || !device.isPhone || device.isInstalled) return undefined
  if (device.canPrompt) return 'prompt'
  return device.isIos ? 'steps' : undefined
}

/** Closes it for good. */
export const closeInstallOffer = (local: KeyValueStore) => local.set(closedKey, 'yes')
