import type { Message, MessagePage } from '@nerdify/contract/operations.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../accounts/create-client.ts'
import { uuidv7 } from '../database/uuid.ts'
import { readOrder } from '../testing/coupon-calls.ts'
import { addNerdFile, bookCardPayment, operate } from '../testing/operations-calls.ts'
import { whileRowsAreRefused } from '../testing/refused-rows.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, newAccount, newPhone, send, signedInPerson, textsTo } from '../testing/test-client.ts'
import { enqueue } from './enqueue.ts'
import { type ClaimedMessage, claimMessages, finishMessage, postponeMessage } from './outbox.store.ts'

const control = async (path: string, body: object = {}) => {
  const { sandboxUrl } = await testProduct()
  const answer = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

/** Breaks the next texts to a phone, or the next mail to an address; messages of other tests continue. */
const smsFault = (to: string, fault: string, calls = 1) =>
  control('faults', { provider: 'sms', method: 'POST', to, fault, calls })
const mailFault = (to: string, fault: string) => control('faults', { provider: 'mail', to, fault })

beforeEach(() => control('faults/clear'))
afterEach(async () => {
  const { clock } = await testProduct()
  clock.reset()
  await control('faults/clear')
})

const requestCode = (phone: string) =>
  send('POST', '/api/v3/factor_auth', { body: { type: 'request_code', factor: 'phone', value: phone } })

const rowOf = async (address: string) => {
  const { product } = await testProduct()
  return product.queries
    .selectFrom('outbox')
    .select(['id', 'status', 'attempts', 'error_code', 'provider_id', 'delivered_at', 'in_doubt'])
    .where('to_address', '=', address)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}

const untilStatus = (address: string, status: string) =>
  eventually(async () => {
    const row = await rowOf(address)
    return row.status === status && row
  })

const untilTries = (address: string, attempts: number) =>
  eventually(async () => {
    const row = await rowOf(address)
    return row.status === 'queued' && row.attempts === attempts && row
  })

/** Further variables of the mail about a coupon. */
const ofCoupon = { client: '', type: '', length: '', due: '', price: '', errorType: '', addOns: '' }

/** Queues a message that may be sent more than once: the answer to HELP, or a mail to support. */
async function queue(to: string, template: 'coupon-error' | 'order-paid' = 'coupon-error'): Promise<void> {
  const { product, clock } = await testProduct()
  const channel = to.includes('@') ? 'email' : 'sms'
  const variables = { ...ofCoupon, coupon: 'SAVE', number: '1', title: '', sentence: 'It <b>ends</b>.' }
  await enqueue(product.queries, clock.now(), { channel, to, template, variables, dedupeKey: uuidv7(clock.now()) })
  product.wake.outbox()
}

const mailsTo = async (to: string) => textsTo(await testProduct(), to)
const newAddress = () => `${uuidv7(Date.now())}@example.com`

describe('what causes a message', () => {
  const textsOf = async (phone: string, words: string) =>
    eventually(async () => {
      const found = (await mailsTo(phone)).filter(({ text }) => text.includes(words))
      return found.length > 0 && found
    })

  test('[MSG-05] a newcomer whose text cannot be stored has no account, and gets the text at the retry', async () => {
    const { product } = await testProduct()
    const phone = newPhone()
    const askToBeTexted = () =>
      send('POST', '/api/v1/text-back', {
        body: new URLSearchParams({ to: phone }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    await whileRowsAreRefused('outbox', `to_address = '${phone}'`, async () => {
      expect((await askToBeTexted()).status).toBe(500)
    })
    for (const table of ['client', 'contact_request'] as const)
      expect(await product.queries.selectFrom(table).select('phone').where('phone', '=', phone).execute()).toEqual([])
    expect((await askToBeTexted()).status).toBe(200)
    expect(await textsOf(phone, 'this is Nerdify')).toHaveLength(1)
  })

  test('[MSG-05] a code whose text cannot be stored does not exist', async () => {
    const { product } = await testProduct()
    const { phone } = await newAccount()
    await whileRowsAreRefused('outbox', `to_address = '${phone}'`, async () => {
      expect((await requestCode(phone)).status).toBe(500)
    })
    const codes = product.queries.selectFrom('sign_in_challenge').select('id').where('value', '=', phone)
    expect(await codes.execute()).toEqual([])
  })

  test('[MSG-05] a payment or an event commits with its text, or not at all', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const pay = () => bookCardPayment(person, order, Math.round(order.price * 100))
    const sendWork = () => operate('POST', `/orders/${order.id}/events`, { event: 'send' })
    await whileRowsAreRefused('outbox', `to_address = '${person.phone}'`, async () => {
      await expect(pay()).rejects.toThrow('refused_by_a_test')
      expect(await readOrder(person, order)).toMatchObject({ isPaid: false, client_paid: 0 })
    })
    await pay()
    await addNerdFile(order)
    await whileRowsAreRefused('outbox', `to_address = '${person.phone}'`, async () => {
      expect((await sendWork()).status).toBe(500)
      expect(await readOrder(person, order)).toMatchObject({ isPaid: true, client_status: 'In progress' })
    })
    expect((await sendWork()).status).toBe(200)
    ;(await testProduct()).product.wake.outbox()
    expect(await textsOf(person.phone, `order ${order.number} is paid`)).toHaveLength(1)
    expect(await textsOf(person.phone, `the work on order ${order.number} is ready`)).toHaveLength(1)
  })
})

describe('several senders', () => {
  test('[MSG-05][OPS-04] each message has one sender; a sender with an expired claim cannot change it', async () => {
    const { product, clock } = await testProduct()
    const { queries } = product
    const phones = [newPhone(), newPhone(), newPhone()]
    // Beyond the reach of the product's own sender: they are not due yet.
    const now = clock.now() + 3_600_000
    for (const to of phones) {
      const one = { channel: 'sms', to, template: 'order-paid', variables: { number: '1', title: '' } } as const
      await enqueue(queries, now, { ...one, dedupeKey: uuidv7(now) })
    }
    const take = (at: number) => claimMessages(queries, { channel: 'sms', now: at, lockedUntil: at + 1000, most: 9999 })
    const ours = (claimed: ClaimedMessage[]) => claimed.filter(({ to_address: to }) => phones.includes(to))
    const all = (await Promise.all([take(now), take(now), take(now)])).flat()
    const claimed = ours(all)
    expect(claimed.map(({ to_address: to }) => to).toSorted()).toEqual(phones.toSorted())
    expect(claimed.map(({ attempts, was_sending: died }) => [attempts, died])).toEqual(phones.map(() => [1, false]))

    const [late] = claimed as [ClaimedMessage]
    const again = ours(await take(now + 1001)).find(({ id }) => id === late.id) as ClaimedMessage
    expect(again).toMatchObject({ attempts: 2, was_sending: true })
    await postponeMessage(queries, late, { nextAt: 0, errorCode: 'late', inDoubt: false })
    await finishMessage(queries, late, { status: 'dead', now, errorCode: 'late' })
    expect(await rowOf(late.to_address)).toMatchObject({ status: 'sending', attempts: 2, error_code: null })
    await finishMessage(queries, again, { status: 'sent', now, providerId: 'SM1' })
    expect(await rowOf(late.to_address)).toMatchObject({ status: 'sent', provider_id: 'SM1' })
    await queries.deleteFrom('outbox').where('to_address', 'in', phones).execute()
    // Returns those of other tests.
    const ids = all.map(({ id }) => id)
    await queries.updateTable('outbox').set({ status: 'queued', locked_until: null }).where('id', 'in', ids).execute()
  })
})

describe('texts', () => {
  test.each(['rate_limit', 'reset', 'lose_response', 'error', 'nonsense'])(
    '[MSG-05] a text that the provider fails to take (%s) arrives once, after it recovers',
    async (fault) => {
      const product = await testProduct()
      const phone = newPhone()
      await smsFault(phone, fault, 2)
      await queue(phone, 'order-paid')
      for (let pause = 0; pause < 3 && (await rowOf(phone)).status !== 'sent'; pause += 1) {
        await eventually(async () => (await rowOf(phone)).status !== 'sending')
        product.clock.advance(11 * 60_000)
        product.product.wake.outbox()
        await eventually(
          async () =>
            !['sending', 'queued'].includes((await rowOf(phone)).status) || (await rowOf(phone)).attempts > pause + 1,
        )
      }
      await untilStatus(phone, 'sent')
      expect(await textsTo(product, phone)).toHaveLength(1)
    },
  )

  test('[MSG-05] sends a text with a slow answer once', async () => {
    const product = await testProduct()
    const phone = newPhone()
    await smsFault(phone, 'hold')
    await queue(phone, 'order-paid')
    await eventually(async () => (await rowOf(phone)).status === 'sending')
    product.product.wake.outbox()
    await control('faults/clear')
    await untilStatus(phone, 'sent')
    expect(await textsTo(product, phone)).toHaveLength(1)
  })

  test('[MSG-05] sends a temporarily refused message once, after a growing pause', async () => {
    const product = await testProduct()
    const { phone } = await newAccount()
    await smsFault(phone, 'rate_limit', 2)
    await requestCode(phone)
    await untilTries(phone, 1)
    expect(await textsTo(product, phone)).toEqual([])
    product.clock.advance(6_000)
    await untilTries(phone, 2)
    product.clock.advance(6_000)
    product.product.wake.outbox()
    expect(await rowOf(phone)).toMatchObject({ status: 'queued', attempts: 2 })
    product.clock.advance(25_000)
    await untilStatus(phone, 'sent')
    expect(await textsTo(product, phone)).toHaveLength(1)
  })

  test('[MSG-05] (abuse 42) never resends a code whose sending is in doubt', async () => {
    const product = await testProduct()
    const { phone } = await newAccount()
    await smsFault(phone, 'error_kept')
    await requestCode(phone)
    await untilStatus(phone, 'unknown')
    product.clock.advance(60_000)
    product.product.wake.outbox()
    expect(await rowOf(phone)).toMatchObject({ status: 'unknown', attempts: 1 })
    expect(await textsTo(product, phone)).toEqual([])
  })

  test('[MSG-05] (abuse 42) sends a code with a lost answer once, and the provider’s report settles it', async () => {
    const product = await testProduct()
    const { phone } = await newAccount()
    await smsFault(phone, 'lose_response')
    await requestCode(phone)
    await eventually(async () => (await rowOf(phone)).delivered_at !== null)
    expect(await untilStatus(phone, 'sent')).toMatchObject({ attempts: 1 })
    expect(await textsTo(product, phone)).toHaveLength(1)
  })

  test('[MSG-05] (abuse 42) never resends a code after its sender died; looks up other texts first', async () => {
    const { product, clock } = await testProduct()
    const [code, sentBefore, unsent] = [newPhone(), newPhone(), newPhone()]
    await queue(sentBefore, 'order-paid')
    await untilStatus(sentBefore, 'sent')
    await createClient(product.queries, clock.now(), { phone: code, email: null })
    await requestCode(code)
    await untilStatus(code, 'sent')
    await smsFault(unsent, 'rate_limit')
    await queue(unsent, 'order-paid')
    await untilTries(unsent, 1)
    // As a killed process leaves them: in state "sending", without a sender.
    await product.queries
      .updateTable('outbox')
      .set({ status: 'sending', next_at: new Date(0), locked_until: new Date(0), provider_id: null })
      .where('to_address', 'in', [code, sentBefore, unsent])
      .execute()
    product.wake.outbox()
    expect(await untilStatus(code, 'unknown')).toMatchObject({ error_code: 'sender_died' })
    await untilStatus(sentBefore, 'sent')
    await untilStatus(unsent, 'sent')
    for (const phone of [code, sentBefore, unsent]) expect(await textsTo(await testProduct(), phone)).toHaveLength(1)
  })

  test('[MSG-05] does not retry a number that the provider refuses permanently', async () => {
    const { product, clock } = await testProduct()
    const phone = '+12125550001'
    await createClient(product.queries, clock.now(), { phone, email: null })
    await requestCode(phone)
    expect(await untilStatus(phone, 'dead')).toMatchObject({ attempts: 1, error_code: '21211' })
  })

  test('[MSG-05] shows an undeliverable text as failed', async () => {
    const { product, clock } = await testProduct()
    const phone = '+12125550006'
    await createClient(product.queries, clock.now(), { phone, email: null })
    await requestCode(phone)
    expect(await untilStatus(phone, 'failed')).toMatchObject({ error_code: '30006', delivered_at: null })
  })

  test('[MSG-05][GO-04] mails staff once an hour that phone companies take no text of ours', async () => {
    const { product, clock, settings } = await testProduct()
    // Codes wait in no queue, so only this mail reports them.
    for (const phone of ['+12125550034', '+13125550034']) {
      await createClient(product.queries, clock.now(), { phone, email: null })
      await requestCode(phone)
      expect(await untilStatus(phone, 'failed')).toMatchObject({ error_code: '30034' })
    }
    const mails = async () =>
      (await mailsTo(settings.supportEmail)).filter(({ text }) => text.includes('no text from our number'))
    await eventually(async () => (await mails()).length > 0)
    expect(await mails()).toHaveLength(1)
    expect((await mails())[0]?.text).toContain('10DLC')
  })

  test('[MSG-05] ignores an unsigned report', async () => {
    const { phone } = await newAccount()
    await requestCode(phone)
    const { id } = await untilStatus(phone, 'sent')
    const answer = await send('POST', `/webhooks/sms/reports/${id}`, {
      body: new URLSearchParams({ MessageSid: 'SM1', MessageStatus: 'failed' }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'bm90IGl0' },
    })
    expect(answer.status).toBe(400)
    expect((await rowOf(phone)).status).toBe('sent')
  })

  test('[MSG-05] no longer sends a code after its ten minutes', async () => {
    const product = await testProduct()
    const { phone } = await newAccount()
    await smsFault(phone, 'rate_limit')
    await requestCode(phone)
    await untilTries(phone, 1)
    product.clock.advance(11 * 60_000)
    await untilStatus(phone, 'expired')
    expect(await textsTo(product, phone)).toEqual([])
  })

  test('[MSG-05] retries a code a minute before it expires, rather than after a longer pause', async () => {
    const { clock, ...product } = await testProduct()
    const { phone } = await newAccount()
    await smsFault(phone, 'rate_limit', 4)
    await requestCode(phone)
    for (const [tries, pauseMs] of [6_000, 31_000, 121_000].entries()) {
      await untilTries(phone, tries + 1)
      clock.advance(pauseMs)
    }
    await untilTries(phone, 4)
    // The next pause takes ten minutes.
    clock.advance(7 * 60_000)
    await untilStatus(phone, 'sent')
    expect(await textsTo(product, phone)).toHaveLength(1)
  })

  test('[MSG-03] sends a text from our number in the country of its reader', async () => {
    const { settings } = await testProduct()
    const local = String(newPhone()).slice(-7)
    for (const [phone, from] of [
      [`+1416${local}`, settings.sms.from.CA],
      [`+614${local}1`, settings.sms.from.AU],
      [`+1415${local}`, settings.sms.from.US],
    ] as const) {
      await queue(phone, 'order-paid')
      await untilStatus(phone, 'sent')
      expect(await mailsTo(phone)).toMatchObject([{ from }])
    }
  })
})

describe('mails', () => {
  test.each(['error', 'rate_limit', 'reset', 'lose_response', 'nonsense'])(
    '[MSG-05] a mail that the server fails to take (%s) is in the mailbox once in the end',
    async (fault) => {
      const { clock, product } = await testProduct()
      const address = newAddress()
      await mailFault(address, fault)
      await queue(address)
      await untilTries(address, 1)
      clock.advance(6_000)
      product.wake.outbox()
      await untilStatus(address, 'sent')
      expect(await mailsTo(address)).toHaveLength(1)
    },
  )

  test('[MSG-05] (abuse 39) a mail contains typed text as plain words, in text and in HTML', async () => {
    const address = newAddress()
    await queue(address)
    await untilStatus(address, 'sent')
    const [mail] = (await mailsTo(address)) as { text: string; html?: string }[]
    expect(mail?.text).toContain('It <b>ends</b>.')
    expect(mail?.html).toContain('It &lt;b&gt;ends&lt;/b&gt;.')
  })
})

describe('dead letters', () => {
  test('[MSG-05][OPS-05] lists a refused message by its status, and resends it on request', async () => {
    const { product } = await testProduct()
    const phone = newPhone()
    await smsFault(phone, 'rate_limit')
    await queue(phone, 'order-paid')
    const { id } = await untilTries(phone, 1)
    await product.queries.updateTable('outbox').set({ status: 'dead' }).where('id', '=', id).execute()

    const dead = await operate<MessagePage>('GET', '/messages?status=dead')
    const shown = dead.body.results.find((message) => message.id === id)
    expect(shown).toMatchObject({ to: phone, template: 'order-paid', status: 'dead', attempts: 1, error_code: '429' })
    const again = await operate<Message>('POST', `/messages/${id}/resend`)
    expect(again).toMatchObject({ status: 200, body: { id, attempts: 0 } })
    await untilStatus(phone, 'sent')
    expect(await mailsTo(phone)).toHaveLength(1)
    expect(await operate('POST', `/messages/${id}/resend`)).toMatchObject({
      status: 409,
      body: { error_type: 'message_not_resendable' },
    })
    expect((await operate('POST', `/messages/${uuidv7(0)}/resend`)).status).toBe(404)
    expect((await send('POST', `/api/ops/messages/${id}/resend`)).status).toBe(401)
  })

  test('[MSG-05] a message undelivered for a day is dead, not lost', async () => {
    const { clock } = await testProduct()
    const address = `busy@${uuidv7(Date.now())}.example`
    await queue(address)
    for (let tries = 1; tries < 6; tries += 1) {
      await untilTries(address, tries)
      clock.advance(3_700_000)
    }
    await untilTries(address, 6)
    clock.advance(24 * 3_600_000)
    expect(await untilStatus(address, 'dead')).toMatchObject({ error_code: '451' })
  })

  test('[HOLD-04][MSG-05] a message that only a newer build can render waits for it, or is dead after a day', async () => {
    const { product, clock } = await testProduct()
    const [later, never, ended] = [newPhone(), newPhone(), newPhone()]
    const ofNewerBuild = (to: string, more: object = {}) => {
      const newer = { channel: 'sms', to, template: 'newer' as 'order-paid', ...more } as const
      const message = { ...newer, variables: { number: '1', title: '' }, dedupeKey: uuidv7(clock.now()) }
      return enqueue(product.queries, clock.now(), message)
    }
    await ofNewerBuild(later)
    await ofNewerBuild(never)
    await ofNewerBuild(ended, { expiresAt: clock.now() + 60_000 })
    product.wake.outbox()
    expect(await untilTries(later, 1)).toMatchObject({ error_code: 'template_unknown' })
    await untilTries(never, 1)
    await untilTries(ended, 1)
    await product.queries
      .updateTable('outbox')
      .set({ template: 'order-paid' })
      .where('to_address', '=', later)
      .execute()
    clock.advance(61_000)
    await untilStatus(later, 'sent')
    await untilStatus(ended, 'expired')
    clock.advance(24 * 3_600_000)
    expect(await untilStatus(never, 'dead')).toMatchObject({ error_code: 'template_unknown' })
  })

  test('[MSG-05] nobody can resend an expired code', async () => {
    const { product, clock } = await testProduct()
    const { phone } = await newAccount()
    await requestCode(phone)
    const { id } = await untilStatus(phone, 'sent')
    await product.queries.updateTable('outbox').set({ status: 'unknown' }).where('id', '=', id).execute()
    clock.advance(11 * 60_000)
    expect((await operate('POST', `/messages/${id}/resend`)).status).toBe(409)
  })
})
