import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import type { KeyValueStore } from '@nerdify/browser/browser-storage.ts'

/** Storage key: the offer was closed for good; sign-out keeps it (ux 58). */
const closedKey = 'nerdify.installClosed'
/** Storage key: this tab was opened at the first visit. */
const firstVisitKey = 'nerdify.firstVisit'

export interface Device {
  /** Below 900 px (UI-06). */
  isPhone: boolean
  /** Opened from the home screen. */
  isInstalled: boolean
  isIos: boolean
  /** Whether the browser has an install prompt. */
  canPrompt: boolean
}

/** The browser's prompt, or written steps on iOS (UI-05). */
type InstallOffer = 'prompt' | 'steps'

/** Records the visit; true for the browser's first visit and its reloads in the same tab. */
export function isFirstVisit(local: KeyValueStore, tab: KeyValueStore): boolean {
  if (local.get(browserKeys.visited) === undefined) {
    local.set(browserKeys.visited, 'yes')
    tab.set(firstVisitKey, 'yes')
  }
  return tab.get(firstVisitKey) !== undefined
}

/** The offer for a device: none at the first visit, and none after the offer was closed (ux 58). */
export function installOffer(device: Device, local: KeyValueStore, tab: KeyValueStore): InstallOffer | undefined {
  const isSuppressed = isFirstVisit(local, tab) || local.get(closedKey) !== undefined
  if (isSuppressed || !device.isPhone || device.isInstalled) return undefined
  if (device.canPrompt) return 'prompt'
  return device.isIos ? 'steps' : undefined
}

export const closeInstallOffer = (local: KeyValueStore) => local.set(closedKey, 'yes')
