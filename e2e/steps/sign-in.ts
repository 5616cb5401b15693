import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect } from './browser.ts'
import { codeIn, messagesTo, nextMessageTo } from './mailbox.ts'

/** Seeded people (SBX-04); each spec has its own, so that journeys side by side do not meet. */
export const people = {
  dana: '+1 415 555 0101',
  elle: '+1 415 555 0102',
  newcomer: '+1 415 555 0103',
  past: '+1 415 555 0104',
  top: '+1 415 555 0105',
  noref: '+1 415 555 0106',
  addons: '+1 415 555 0107',
  many: '+1 415 555 0108',
} as const

/** Asks for a code on the phone page and answers the one that arrived. */
export async function requestCode(page: Page, phone: string): Promise<string> {
  const before = (await messagesTo(phone)).length
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Request the code' }).click()
  await expect(page.getByRole('button', { name: 'Confirm and login' })).toBeVisible()
  return codeIn(await nextMessageTo(phone, before))
}

/** Signs in by the code that the phone gets, as a person does. */
export async function signIn(page: Page, phone: string): Promise<void> {
  await page.goto(webPaths.loginPhone())
  const code = await requestCode(page, phone)
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
