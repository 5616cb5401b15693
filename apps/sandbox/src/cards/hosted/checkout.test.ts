import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerBank, cancelUrl, checkoutFor, typeCard } from '../../testing/paying.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'
import { groupedNumber, testCards } from '../test-cards.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const read = (id: string) => sandbox.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
const open = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  sandbox.stripe.checkout.sessions.create({ ...checkoutFor(2700), ...more })
const pageOf = async (path: string | null) => (await fetch(new URL(path ?? '', sandbox.url))).text()
const input = (page: string, id: string) => new RegExp(`<input[^>]*id="${id}"[^>]*>`).exec(page)?.[0]
const chargesOf = async (id: string) => {
  const { payment_intent } = await sandbox.stripe.checkout.sessions.retrieve(id)
  return (await sandbox.stripe.charges.list({ payment_intent: String(payment_intent) })).data
}

describe('the card page', () => {
  test('[SBX-03] has the labelled fields, a button with the amount, the test cards, and Back to cancel_url', async () => {
    const page = await pageOf((await open()).url)
    for (const [id, label, purpose] of [
      ['card_number', 'Card number', 'cc-number'],
      ['expiry', 'Expiry date', 'cc-exp'],
      ['cvc', 'CVC', 'cc-csc'],
    ] as const) {
      expect(page).toMatch(new RegExp(`<label[^>]*for="${id}">${label}</label>`))
      expect(input(page, id)).toContain(`inputmode="numeric" autocomplete="${purpose}"`)
    }
    expect(page).toContain('>Pay $27.00</button>')
    expect(page).toContain(`href="${cancelUrl}"`)
    expect(page).toContain('Apple Pay and Google Pay')
    for (const card of testCards) expect(page).toContain(groupedNumber(card))
  })

  test('[SBX-03] loads no foreign resource and sends its form only to itself and to the merchant', async () => {
    const policy = (await fetch((await open()).url ?? '')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://shop.test;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-inline')
  })

  test('[SBX-03] escapes names', async () => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>`
    const price_data = { currency: 'usd', unit_amount: 500, product_data: { name: evil } }
    const session = await open({ line_items: [{ quantity: 1, price_data }] })
    for (const page of [await pageOf(session.url), (await typeCard(session.url, evil, { expiry: evil })).html]) {
      expect(page).toContain('&lt;img src=x')
      expect(page).not.toMatch(/<img|<script/)
    }
  })

  test('[SBX-03] answers 404 for an unknown checkout, and for the bank page of one that needs none', async () => {
    expect((await fetch(`${sandbox.url}/c/pay/cs_test_none`)).status).toBe(404)
    expect((await fetch(`${sandbox.url}/3ds/cs_test_none`)).status).toBe(404)
    const session = await open()
    const early = await fetch(`${sandbox.url}/3ds/${session.id}`, { redirect: 'manual' })
    expect(early.headers.get('location')).toBe(`/c/pay/${session.id}`)
  })
})

describe('paying', () => {
  test('[SBX-03] a good card completes the checkout and leads to success_url; its number is not stored', async () => {
    const session = await open()
    const answer = await typeCard(session.url, '5555 5555 5555 4444')
    expect(answer).toMatchObject({ status: 303, location: `http://shop.test/thank-you?session=${session.id}` })
    const paid = await read(session.id)
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      amount_total: 2700,
      payment_intent: {
        status: 'succeeded',
        amount_received: 2700,
        latest_charge: { amount: 2700, payment_method_details: { card: { last4: '4444', brand: 'mastercard' } } },
      },
    })
    expect(JSON.stringify(paid)).not.toContain('5555555555554444')
  })

  test('[SBX-03] the same form sent twice at once charges once, and both answers lead to success_url', async () => {
    const session = await open()
    const answers = await Promise.all([1, 2].map(() => typeCard(session.url, '4242424242424242')))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
    expect(await chargesOf(session.id)).toHaveLength(1)
  })
})

describe('cards that are declined', () => {
  const declined = testCards.filter(({ behaviour }) => behaviour.decline && !behaviour.authentication)
  test.each(declined)(
    '[SBX-03] $number ($outcome) is declined on the page; another card pays the same payment',
    async ({ number, behaviour }) => {
      const { code, decline_code, message = '' } = behaviour.decline ?? {}
      const session = await open()
      const { html } = await typeCard(session.url, number)
      expect(html).toMatch(/role="alert"/)
      expect(html).toContain(message.replace("'", '&#39;'))
      const { payment_intent: payment, ...after } = await read(session.id)
      expect(after).toMatchObject({ status: 'open', payment_status: 'unpaid' })
      expect(payment).toMatchObject({
        status: 'requires_payment_method',
        amount_received: 0,
        last_payment_error: { code, decline_code },
      })
      await typeCard(session.url, '4242424242424242')
      const { id } = payment as Stripe.PaymentIntent
      expect(await read(session.id)).toMatchObject({ payment_status: 'paid', payment_intent: { id } })
      expect((await chargesOf(session.id)).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    },
  )

  test('[SBX-03] keeps the typing except the CVC, and focuses the field of the decline', async () => {
    const { html } = await typeCard((await open()).url, '4000 0000 0000 0127')
    expect(html).toContain('value="4000 0000 0000 0127"')
    expect(html).toContain('value="12 / 34"')
    const cvc = input(html, 'cvc')
    expect(cvc).not.toContain('value=')
    expect(cvc).toContain('aria-describedby="decline"')
    expect(cvc).toContain('autofocus')
    expect(html).toContain('<title>Error: ')
  })

  test.each([
    ['card_number', '4111 1111 1111 1111', 'Only the test cards listed below work here.'],
    ['card_number', '4242 4242 4242 4241', 'Your card number is invalid.'],
    ['card_number', '4242', 'Your card number is incomplete.'],
    ['card_number', 'four', 'A card number has digits only.'],
    ['card_number', '', 'Enter your card number.'],
    ['expiry', '', 'Enter the expiry date.'],
    ['expiry', '13/34', 'Enter the expiry date as month and year'],
    ['expiry', '01/20', 'Your card has expired.'],
    ['cvc', '', 'Enter the CVC'],
    ['cvc', '12', 'The CVC has three digits.'],
  ] as const)('[SBX-03] reports %s "%s" beside the field: %s', async (field, value, words) => {
    const session = await open()
    const { html } = await typeCard(session.url, '4242424242424242', { [field]: value })
    expect(html).toContain(words)
    expect(input(html, field)).toContain(`aria-describedby="${field}-error"`)
    expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).payment_intent).toBeNull()
  })
})

describe('3-D Secure', () => {
  test('[SBX-03] Complete pays once, however often it is pressed, and no money moves before', async () => {
    const session = await open()
    const typed = await typeCard(session.url, '4000002760003184')
    expect(typed).toMatchObject({ status: 303, location: `/3ds/${session.id}` })
    expect((await read(session.id)).payment_intent).toMatchObject({ status: 'requires_action', amount_received: 0 })
    expect(await pageOf(typed.location)).toMatch(/>Complete<\/button>\s*<button[^>]*>Fail<\/button>/)
    const [answered] = await Promise.all([1, 2].map(() => answerBank(sandbox, typed.location, 'complete')))
    expect(answered?.location).toBe(`http://shop.test/thank-you?session=${session.id}`)
    expect((await read(session.id)).payment_status).toBe('paid')
    expect(await chargesOf(session.id)).toHaveLength(1)
  })

  test('[SBX-03] a card declined after its confirmation takes no money', async () => {
    const session = await open()
    const typed = await typeCard(session.url, '4000008400001629')
    const answered = await answerBank(sandbox, typed.location, 'complete')
    expect(await pageOf(answered.location)).toContain('Your card was declined.')
    expect((await read(session.id)).payment_status).toBe('unpaid')
  })
})

describe('the end of a checkout', () => {
  test('[SBX-03] answers 410 for an expired checkout, with the way back, and cancels its payment', async () => {
    const session = await open()
    const typed = await typeCard(session.url, '4000002760003184')
    await sandbox.stripe.checkout.sessions.expire(session.id)
    const page = await fetch(session.url ?? '')
    expect(page.status).toBe(410)
    expect(await page.text()).toContain(`href="${cancelUrl}"`)
    expect((await typeCard(session.url, '4242424242424242')).status).toBe(410)
    expect((await answerBank(sandbox, typed.location, 'complete')).status).toBe(410)
    const after = { status: 'expired', payment_status: 'unpaid', payment_intent: { status: 'canceled' } }
    expect(await read(session.id)).toMatchObject(after)
  })

  test.each([0, 2 * 24 * 3600])(
    '[SBX-03] expires on time, after a decline and with the clock %i s ahead',
    async (ahead) => {
      if (ahead > 0) await sandbox.control('advance', { seconds: ahead })
      const session = await open({ expires_at: Math.floor(Date.now() / 1000) + 3600 })
      await typeCard(session.url, '4000000000000002')
      await sandbox.control('advance', { seconds: 3590 })
      expect((await read(session.id)).status).toBe('open')
      await sandbox.control('advance', { seconds: 20 })
      expect((await read(session.id)).status).toBe('expired')
    },
  )
})
