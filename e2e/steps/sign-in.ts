import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect } from './browser.ts'
import { codeIn, codesTo, nextCodeTo } from './mailbox.ts'

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
  const before = (await codesTo(phone)).length
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Request the code' }).click()
  await expect(page.getByRole('button', { name: 'Confirm and login' })).toBeVisible()
  return codeIn(await nextCodeTo(phone, before))
}

/** Signs in by the code that the phone gets, as a person does. */
export async function signIn(page: Page, phone: string): Promise<void> {
  await page.goto(webPaths.loginPhone())
  const code = await requestCode(page, phone)
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Confirm and login' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Sends a call of the API as a client does and answers its body; anything but success fails the test. */
export async function call<Body>(
  method: string,
  path: string,
  { body, token }: { body?: unknown; token?: string } = {},
): Promise<Body> {
  const response = await fetch(`${process.env.PRODUCT_URL}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true)
  return JSON.parse(text) as Body
}
