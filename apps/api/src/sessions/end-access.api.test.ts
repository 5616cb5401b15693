import type { AccountLinkDeed } from '@nerdify/contract/account-links.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import type { OpenSessions } from '@nerdify/contract/sign-in.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { daysOfAccountLink } from '@nerdify/domain/clients/email-change.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import {
  codeSentTo,
  eventually,
  giveEmail,
  keyOfConfirmation,
  newAccount,
  openAccountLink,
  send,
  signedInAs,
  signedInPerson,
  signInByCode,
  textsTo,
} from '../testing/test-client.ts'
import { uuidv7 } from '../database/uuid.ts'
import { referralCodes } from '../keys/referral-codes.ts'
import { startSession } from './sessions.ts'
import { makeShortKey, shortKeyOf } from '../keys/sign-in-keys.ts'

afterEach(async () => (await testProduct()).clock.reset())

const me = '/api/v3/users/client/me'
const everywhere = `${me}/sign_out_everywhere`
const factorAuth = (body: object, headers: Record<string, string> = {}) =>
  send<{ jwt: string; nonce: string; text: string; error_type: string }>('POST', '/api/v3/factor_auth', {
    body,
    headers,
  })

/** A client with two sessions, a texted link, a private code and an open stream of live updates. */
async function clientEverywhere() {
  const { product, clock, settings } = await testProduct()
  const person = await signedInPerson()
  const { clientId } = person
  const ofClient = { clientId, secret: settings.secret, now: clock.now() }
  const other = await transaction(product.queries, (queries) =>
    startSession(product, queries, { clientId, origin: 'mail-link' }),
  )
  const keyId = await transaction(product.queries, (queries) => makeShortKey(queries, ofClient))
  const { referralCode } = await transaction(product.queries, (queries) => referralCodes(queries, ofClient))
  const { referral_code: planCode } = (await send<Client>('GET', me, { token: other })).body
  return { person, other, key: shortKeyOf(settings.secret, keyId), referralCode, planCode }
}

const waysOut = {
  'the client’s own call': ({ token }: { token: string }) => send('POST', everywhere, { token }),
  'sign-out of operations': ({ clientId }: { clientId: string }) => operate('POST', `/clients/${clientId}/sign-out`),
  'block of operations': ({ clientId }: { clientId: string }) => operate('POST', `/clients/${clientId}/block`),
}

describe.each(Object.entries(waysOut))('[SAFE-04] %s', (_name, wayOut) => {
  test('ends all sessions, keys of links and the private code in one step', async () => {
    const { url } = await testProduct()
    const { person, other, key, referralCode, planCode } = await clientEverywhere()
    const stream = await fetch(`${url}/api/v3/order_stream`, { headers: { authorization: `Bearer ${other}` } })
    expect((await wayOut(person)).status).toBe(200)
    for (const token of [person.token, other]) expect((await send('GET', me, { token })).status).toBe(401)
    for (const value of [key, referralCode]) {
      expect((await factorAuth({ type: 'check_code', factor: 'key', value })).status).toBe(422)
    }
    for (const code of [planCode, referralCode]) expect((await send('GET', `/m/c${code}`)).status).toBe(404)
    // The live updates of an open page end too.
    await stream.text()
  })

  test('ends a code that was texted before, also for the browser that asked for it', async () => {
    const person = await signedInPerson()
    const factor = { factor: 'phone', value: person.phone }
    const { nonce } = (await factorAuth({ type: 'request_code', ...factor })).body
    const code = await codeSentTo(person.phone)
    expect((await wayOut(person)).status).toBe(200)
    for (const sender of [{}, { nonce }]) {
      const checked = await factorAuth({ type: 'check_code', ...factor, ...sender, code })
      expect(checked).toMatchObject({ status: 422, body: { error_type: 'code_expired' } })
    }
  })
})

/** Every kind of link that an account can get, and the call that opens it. */
async function everyLink() {
  const { product, clock, settings, sandboxUrl } = await testProduct()
  const account = await newAccount()
  const old = `p${account.phone.slice(1)}@example.com`
  clock.advance((daysOfAccountLink + 1) * 86_400_000)
  const person = await signedInAs(account)
  const earlier = `earlier.${old}`
  const wanted = `wanted.${old}`
  await person.send('PATCH', me, { email: earlier })
  await person.send('PATCH', me, { email: wanted })
  await person.send('PATCH', me, { action: 'delete_account' })
  await factorAuth({ type: 'request_code', factor: 'email', value: old })
  const orderKey = async (channel: 'sms' | 'email') => {
    const wish = { secret: settings.secret, clientId: person.clientId, now: clock.now(), channel }
    const order = { origin: 'payment-link', orderId: uuidv7(clock.now()) } as const
    return shortKeyOf(
      settings.secret,
      await transaction(product.queries, (queries) => makeShortKey(queries, { ...wish, ...order })),
    )
  }
  const newestLinkIn = (to: string, path: string) =>
    eventually(async () => {
      const link = new RegExp(`${path}([\\w-]+)`)
      return (await textsTo({ sandboxUrl }, to)).flatMap(({ text }) => link.exec(text)?.[1] ?? [])[0]
    })
  const opens = (does: AccountLinkDeed, key: string) => async () => (await openAccountLink(does, key)).status
  const signsIn = (factor: string, value: string) => async () =>
    (await factorAuth({ type: 'check_code', factor, value })).status
  // The last two change the account if they work.
  const links = {
    'confirm, of an earlier wish': opens('confirm_email', await keyOfConfirmation(earlier)),
    'sign-in, mailed': signsIn('code', await newestLinkIn(old, webPaths.mailLink(''))),
    'order, mailed': signsIn('key', await orderKey('email')),
    'order, texted': signsIn('key', await orderKey('sms')),
    'keep, mailed': opens('keep_account', await newestLinkIn(old, webPaths.keepAccount(''))),
    'undo, mailed': opens('undo_email', await newestLinkIn(old, webPaths.undoEmail(''))),
    'keep, texted': opens('keep_account', await newestLinkIn(person.phone, webPaths.keepAccount(''))),
    'undo, texted': opens('undo_email', await newestLinkIn(person.phone, webPaths.undoEmail(''))),
  }
  return { person, links, confirmKey: await keyOfConfirmation(wanted) }
}

const statuses = async (links: Record<string, () => Promise<number>>) => {
  const all: Record<string, number> = {}
  for (const [name, open] of Object.entries(links)) all[name] = await open()
  return all
}
const onlyTexted = { 'keep, texted': 200, 'undo, texted': 200 }
const ended = {
  'confirm, of an earlier wish': 422,
  'sign-in, mailed': 422,
  'order, mailed': 422,
  'order, texted': 422,
  'keep, mailed': 422,
  'undo, mailed': 422,
}

describe('links sent earlier', () => {
  test.each(Object.entries(waysOut))(
    '[SAFE-04] %s ends them, except texted links about the account',
    async (_name, wayOut) => {
      const { person, links, confirmKey } = await everyLink()
      expect((await wayOut(person)).status).toBe(200)
      expect((await openAccountLink('confirm_email', confirmKey)).status).toBe(422)
      expect(await statuses(links)).toEqual({ ...ended, ...onlyTexted })
    },
  )

  test('[SAFE-02] a confirmed change of the e-mail ends mailed links', async () => {
    const { links, confirmKey } = await everyLink()
    expect((await openAccountLink('confirm_email', confirmKey)).status).toBe(200)
    expect(await statuses(links)).toEqual({ ...ended, ...onlyTexted, 'order, texted': 200 })
  })
})

test('[SAFE-04] after signing out everywhere a code signs in again', async () => {
  const { person } = await clientEverywhere()
  await waysOut['the client’s own call'](person)
  const token = await signInByCode(await testProduct(), person.phone)
  expect((await send('GET', me, { token })).status).toBe(200)
})

test('[SAFE-04] a concurrent sign-in is ended too, or refused', async () => {
  const { product } = await testProduct()
  const { person, key } = await clientEverywhere()
  const opening = Array.from({ length: 10 }, () => factorAuth({ type: 'check_code', factor: 'key', value: key }))
  await Promise.all([...opening, operate('POST', `/clients/${person.clientId}/block`)])
  const open = await product.queries
    .selectFrom('session')
    .select('id')
    .where('client_id', '=', person.clientId)
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('[SAFE-04] a blocked client reads so at every way to sign in, until the block is lifted', async () => {
  const { product, clock, settings } = await testProduct()
  const { phone, clientId } = await newAccount()
  const factor = { factor: 'phone', value: phone }
  await factorAuth({ type: 'request_code', ...factor })
  await codeSentTo(phone)
  expect((await operate('POST', `/clients/${clientId}/block`)).body).toMatchObject({ blocked_at: expect.any(String) })

  const refused = { status: 422, body: { error_type: 'account_blocked', text: expect.stringContaining('contact us') } }
  expect(await factorAuth({ type: 'request_code', ...factor })).toMatchObject(refused)
  const wish = { secret: settings.secret, clientId, now: clock.now() }
  const key = shortKeyOf(settings.secret, await transaction(product.queries, (queries) => makeShortKey(queries, wish)))
  expect(await factorAuth({ type: 'check_code', factor: 'key', value: key })).toMatchObject(refused)
  expect(await factorAuth({ type: 'request_code', factor: 'key', value: key })).toMatchObject(refused)

  expect((await operate('POST', `/clients/${clientId}/unblock`)).body).toMatchObject({ blocked_at: null })
  expect((await factorAuth({ type: 'request_code', ...factor })).status).toBe(200)
  const code = await codeSentTo(phone, { after: 1 })
  expect((await factorAuth({ type: 'check_code', ...factor, code })).status).toBe(200)
})

test('[OPS-11] refuses a blocked client’s link, messages and session in words; paid work arrives', async () => {
  const { person, order } = await personWithPaidOrder()
  const email = `blocked${person.clientId.slice(-12)}@example.com`
  await giveEmail(person, email)
  await postEvents(order, 'nerd_found')
  await operate('POST', `/clients/${person.clientId}/block`)

  const words = { text: expect.stringMatching(/^[A-Z].*[.!]$/) }
  const write = () => person.send('POST', messagePaths.orderMessages(order.id), { text: 'Where is it?' })
  expect(await write()).toMatchObject({ status: 401, body: words })
  expect(await person.send('GET', me)).toMatchObject({ status: 401, body: words })
  const mailed = { type: 'request_code', factor: 'email', value: email }
  expect(await factorAuth(mailed)).toMatchObject({ status: 422, body: { error_type: 'account_blocked', ...words } })

  expect(await postEvents(order, 'send')).toMatchObject({ client_status: 'Sent', refunded: 0 })
  await eventually(async () =>
    (await textsTo(await testProduct(), person.phone)).some(({ text }) => text.includes(order.number)),
  )
})

test('[SAFE-04] lists the open sessions with start, browser and country, and marks the current one', async () => {
  const { clock } = await testProduct()
  const { phone } = await newAccount()
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  const first = await signInByCode(await testProduct(), phone)
  const factor = { factor: 'phone', value: phone }
  await factorAuth({ type: 'request_code', ...factor })
  const code = await eventually(() => codeSentTo(phone, { after: 1 }))
  const second = (await factorAuth({ type: 'check_code', ...factor, code }, { 'user-agent': userAgent })).body.jwt
  const { results } = (await send<OpenSessions>('GET', `${me}/sessions`, { token: second })).body
  expect(results).toMatchObject([
    { browser: 'Safari on iPhone', current: true },
    { browser: null, current: false },
  ])
  for (const { since } of results) expect(Math.abs(Date.parse(since) - clock.now())).toBeLessThan(600_000)
  await factorAuth({ type: 'sign_out' }, { authorization: `Bearer ${first}` })
  expect((await send<OpenSessions>('GET', `${me}/sessions`, { token: second })).body.results).toHaveLength(1)
})
