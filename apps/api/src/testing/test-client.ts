import type { AccountLinkAnswer, AccountLinkDeed } from '@nerdify/contract/account-links.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { Order, OrderCreation } from '@nerdify/contract/orders.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { inject } from 'vitest'
import { createClient } from '../accounts/create-client.ts'
import { startSession } from '../sessions/sessions.ts'
import { testProduct } from './running-product.ts'

/** The answer over HTTP. */
export interface Reply<Body> {
  status: number
  headers: Headers
  body: Body
}

interface RequestParts {
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown
  token?: string | undefined
  headers?: Record<string, string>
}

/** Sends one request to the product of this test run. */
export async function send<Body = ErrorBody>(
  method: string,
  path: string,
  options: RequestParts = {},
): Promise<Reply<Body>> {
  return sendTo(await testProduct(), method, path, options)
}

/** Sends one request to a product. */
export async function sendTo<Body = ErrorBody>(
  { url }: { url: string },
  method: string,
  path: string,
  options: RequestParts = {},
): Promise<Reply<Body>> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body }
}

let lastPhone = 2_000_000 + Math.floor(Math.random() * 3_000_000)

/** An unused phone number, outside of the range for which the sandbox plays failures. */
export function newPhone(): string {
  lastPhone += 1
  return `+1415${lastPhone}`
}

/** The texts to a phone, or the mails to an address, newest first; `says` filters by words in subject or text. */
export async function textsTo(product: { sandboxUrl: string }, to: string, says = ''): Promise<{ text: string }[]> {
  const response = await fetch(`${product.sandboxUrl}/mailbox/messages.json?${new URLSearchParams({ to, says })}`)
  return (await response.json()) as { text: string }[]
}

/** The polling interval, and the longer patience with the real provider: it is far away and has rate limits. */
const pace = () =>
  inject('stripeTestKey') === undefined ? { everyMs: 20, patience: 1 } : { everyMs: 500, patience: 8 }

/** Polls until a condition holds; fails with the caller's line before the test's own timeout. */
export async function eventually<Found>(
  look: () => Promise<Found | undefined | false>,
  { withinMs = 120_000 } = {},
): Promise<Found> {
  const { everyMs, patience } = pace()
  const limitMs = withinMs * patience
  const givenUp = new Error(`This did not come to hold within ${limitMs / 1000} s: ${look.toString()}`)
  const end = Date.now() + limitMs
  for (let looks = 1; ; looks += 1) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw givenUp
    // Polls less often after a while: each poll slows the awaited work.
    await new Promise((resolve) => setTimeout(resolve, looks < 10 ? everyMs : 5 * everyMs))
  }
}

/** Repeats a call while the answer is 503, as clients do: a busy machine may keep a connection or a lock too long. */
export const untilAvailable = <Answer extends { status: number }>(call: () => Promise<Answer>): Promise<Answer> =>
  eventually(async () => {
    const answer = await call()
    return answer.status !== 503 && answer
  })

/** The time limit for a promise, in milliseconds: on a busy machine, ten times the undisturbed duration. */
export const promisedWithin = (promisedMs: number, undisturbedMs: number): number =>
  Math.max(promisedMs, 10 * undisturbedMs)

/** The code in the newest text to a phone. */
export async function codeSentTo(phone: string, { after = 0 } = {}): Promise<string> {
  return codeTextedTo(await testProduct(), phone, after)
}

function codeTextedTo(product: { sandboxUrl: string }, phone: string, after = 0): Promise<string> {
  // Texts about orders arrive too.
  return eventually(async () => {
    const codes = (await textsTo(product, phone)).flatMap(({ text }) => /#(\d{5})$/.exec(text)?.[1] ?? [])
    return codes.length > after && codes[0]
  })
}

/**
 * A signed token with another signature. The last characters stay: some of their bits belong to no byte, so another one
 * may encode the same signature.
 */
export const withForgedSignature = (token: string): string =>
  token.replace(/.(?=.{2}$)/, (character) => (character === 'A' ? 'B' : 'A'))

/** The keys of confirmation links mailed to an address, newest first (SAFE-02). */
export async function confirmationKeys(email: string): Promise<string[]> {
  const mails = await textsTo(await testProduct(), email)
  return mails.flatMap(({ text }) => /\/email\/confirm\/([\w-]+)/.exec(text)?.[1] ?? [])
}

/** The newest key of {@link confirmationKeys}, once there are more than `after`. */
export function keyOfConfirmation(email: string, { after = 0 } = {}): Promise<string> {
  return eventually(async () => {
    const keys = await confirmationKeys(email)
    return keys.length > after && keys[0]
  })
}

/** Posts the key of a link about an account, as its page does (SAFE-02, SAFE-13). */
export function openAccountLink(does: AccountLinkDeed, key: string): Promise<Reply<AccountLinkAnswer & ErrorBody>> {
  return send('POST', apiPaths.accountLink(), { body: { does, key } })
}

/** Gives a person a confirmed address: entered by them, and confirmed by the mailed link. */
export async function giveEmail(person: Pick<TestPerson, 'send'>, email: string): Promise<void> {
  const after = (await confirmationKeys(email)).length
  const change = await person.send('PATCH', apiPaths.me(), { email })
  if (change.status !== 200) throw new Error(`the e-mail was not taken: ${JSON.stringify(change.body)}`)
  const confirmed = await openAccountLink('confirm_email', await keyOfConfirmation(email, { after }))
  if (confirmed.status !== 200) throw new Error(`the e-mail was not confirmed: ${JSON.stringify(confirmed.body)}`)
}

/** A signed-in person. */
export interface TestPerson {
  phone: string
  clientId: string
  token: string
  send<Body = ErrorBody>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<Body>>
  /** Creates a payable order: by default two pages for 12 hours from now, with a description. */
  order(more?: { [Field in keyof OrderCreation]?: OrderCreation[Field] | undefined }): Promise<Order>
}

/** The facts of a new account: by default adult and with an address, so that the client may pay. */
interface AccountFacts {
  adultConfirmed?: boolean
  phone?: string
  email?: string | null
}

/** Makes an account without signing in. */
export async function newAccount(
  tags: readonly string[] = [],
  { adultConfirmed = true, phone = newPhone(), email = `p${phone.slice(1)}@example.com` }: AccountFacts = {},
): Promise<{ phone: string; clientId: string }> {
  const { product, clock } = await testProduct()
  const client = { phone, email, tags, adultConfirmed }
  return { phone, clientId: await createClient(product.queries, clock.now(), client) }
}

/** Signs the owner of a phone in to a product by a texted code; returns their token. */
export async function signInByCode(
  product: { url: string; sandboxUrl: string },
  phone: string,
  { timeZone }: { timeZone?: string } = {},
): Promise<string> {
  const factor = { factor: 'phone', value: phone }
  await sendTo(product, 'POST', '/api/v3/factor_auth', { body: { type: 'request_code', ...factor } })
  const code = await codeTextedTo(product, phone)
  const body = { type: 'check_code', ...factor, code, timezone_str: timeZone }
  const answer = await untilAvailable(() => sendTo<{ jwt: string }>(product, 'POST', '/api/v3/factor_auth', { body }))
  if (answer.status !== 200) throw new Error(`The code was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.jwt
}

/** Creates an account and opens a session for it, like a code; the sign-in has its own tests. */
export async function signedInPerson(tags: readonly string[] = [], facts: AccountFacts = {}): Promise<TestPerson> {
  return signedInAs(await newAccount(tags, facts))
}

/** Opens a session for an existing account. */
export async function signedInAs(account: { phone: string; clientId: string }): Promise<TestPerson> {
  const { product } = await testProduct()
  return personWith(
    account,
    await startSession(product, product.queries, { clientId: account.clientId, origin: 'code' }),
  )
}

/** Creates an account and signs it in through the API, by a texted code. */
export async function personSignedInByCode(): Promise<TestPerson> {
  const account = await newAccount()
  return personWith(account, await signInByCode(await testProduct(), account.phone))
}

/** The same person with a new session: theirs may have ended. */
export async function signedInAnew(person: TestPerson): Promise<TestPerson> {
  const { product } = await testProduct()
  const token = await startSession(product, product.queries, { clientId: person.clientId, origin: 'code' })
  return { ...person, token, send: (method, path, body, headers = {}) => send(method, path, { token, body, headers }) }
}

function personWith({ phone, clientId }: { phone: string; clientId: string }, token: string): TestPerson {
  const person: TestPerson = {
    phone,
    clientId,
    token,
    send: (method, path, body, headers) =>
      send(method, path, {
        token,
        ...(body === undefined ? {} : { body }),
        ...(headers === undefined ? {} : { headers }),
      }),
    async order(more = {}) {
      const { clock } = await testProduct()
      const created = await person.send<Order>('POST', '/api/v3/orders', {
        type: 'Essay (writing)',
        subject: 'History',
        details: 'Causes of the French Revolution',
        size: '2 Pages',
        deadline: new Date(deadlineFromHours(clock.now(), 12)).toISOString(),
        ...more,
      })
      if (created.status !== 201) throw new Error(`the order was not created: ${JSON.stringify(created.body)}`)
      return created.body
    },
  }
  return person
}
