import { expect, test } from 'vitest'
import { keyValueStore } from '@nerdify/browser/browser-storage.ts'
import { fakeStorage } from '@nerdify/browser/testing/fake-storage.ts'
import { closeInstallOffer, type Device, installOffer } from './install-offer.ts'

const android: Device = { isPhone: true, isInstalled: false, isIos: false, canPrompt: true }
const iphone: Device = { isPhone: true, isInstalled: false, isIos: true, canPrompt: false }

/** A browser whose tabs share its local storage. */
function browser() {
  const local = keyValueStore(() => fakeStorage())
  const newTab = () => {
    const tab = keyValueStore(() => fakeStorage())
    return (device: Device) => installOffer(device, local, tab)
  }
  return { local, newTab }
}

test('[UI-05] (ux 58) offers nothing at the first visit or its reload; later the prompt, on iOS the steps', () => {
  const { newTab } = browser()
  const first = newTab()
  expect(first(android)).toBeUndefined()
  expect(first(android)).toBeUndefined()
  const later = newTab()
  expect(later(android)).toBe('prompt')
  expect(later(iphone)).toBe('steps')
})

test('[UI-05][UI-06] (ux 58) offers the app only on phones that can install it and have not', () => {
  const { newTab } = browser()
  newTab()(android)
  const later = newTab()
  expect(later({ ...android, isPhone: false })).toBeUndefined()
  expect(later({ ...iphone, isPhone: false })).toBeUndefined()
  expect(later({ ...iphone, isInstalled: true })).toBeUndefined()
  expect(later({ ...android, canPrompt: false })).toBeUndefined()
})

test('[UI-05] (ux 58) offers nothing after the banner was closed', () => {
  const { local, newTab } = browser()
  newTab()(android)
  closeInstallOffer(local)
  expect(newTab()(android)).toBeUndefined()
  expect(newTab()(iphone)).toBeUndefined()
})
