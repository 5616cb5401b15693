import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './browser.ts'
import { codeIn, codesTo, nextCodeTo } from './mailbox.ts'
import { type NewClient, newClient } from './operations.ts'

/** Seeded people (SBX-04); each spec has its own, so that parallel journeys do not interfere. */
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

/** Requests a code on the phone page and returns it. */
export async function requestCode(page: Page, phone: string): Promise<string> {
  const before = (await codesTo(phone)).length
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Request the code' }).click()
  await expect(page.getByRole('button', { name: 'Confirm and login' })).toBeVisible()
  return codeIn(await nextCodeTo(phone, before))
}

/** Opens a session with the code texted to the phone and returns its token; `way` is how the person signed in. */
export async function sessionOf(
  phone: string,
  way: { landing?: string; landing_query?: string; timezone_str?: string } = {},
): Promise<string> {
  const factor = { factor: 'phone', value: phone.replaceAll(' ', '') }
  const before = (await codesTo(phone)).length
  await call('POST', apiPaths.factorAuth(), { body: { type: 'request_code', ...factor } })
  const code = codeIn(await nextCodeTo(phone, before))
  const { jwt } = await call<{ jwt: string }>('POST', apiPaths.factorAuth(), {
    body: { type: 'check_code', ...factor, code, ...way },
  })
  return jwt
}

/** Signs a person in without the screens; returns their token. */
export async function takeSession(page: Page, phone: string): Promise<string> {
  const jwt = await sessionOf(phone)
  const origin = new URL(test.info().project.use.baseURL ?? '').origin
  await page.context().setStorageState({
    cookies: [],
    origins: [{ origin, localStorage: [{ name: browserKeys.session, value: jwt }] }],
  })
  return jwt
}

/** Signs a person in and opens their cabinet. Tests of the sign-in itself use its screens ({@link requestCode}). */
export async function signIn(page: Page, phone: string): Promise<void> {
  await takeSession(page, phone)
  await page.goto(webPaths.orders())
}

/** A signed-in client, as far as a journey needs. */
export interface SignedInClient extends NewClient {
  token: string
}

/** Creates an account for one journey and signs it in; the browser has no page open yet. */
export async function signedInClient(page: Page, facts: Record<string, unknown> = {}): Promise<SignedInClient> {
  const client = await newClient(facts)
  return { ...client, token: await takeSession(page, client.phone) }
}

/** Sends a call as a client and returns its body; a refusal fails the test. */
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
