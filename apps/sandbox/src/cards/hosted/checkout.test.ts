import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerBank, CANCEL_URL, checkoutFor, paidCheckout, typeCard } from '../../testing/paying.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'
import { groupedNumber, testCards } from '../test-cards.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const read = (id: string) => sandbox.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
const open = (cents = 2700) => sandbox.stripe.checkout.sessions.create(checkoutFor(cents))
const chargesOf = async (id: string) => {
  const { payment_intent } = await sandbox.stripe.checkout.sessions.retrieve(id)
  return (await sandbox.stripe.charges.list({ payment_intent: String(payment_intent) })).data
}

describe('the card page', () => {
  test('[SBX-03] has the labelled fields, a button with the amount, the test cards, and Back to cancel_url', async () => {
    const session = await open()
    const response = await fetch(session.url ?? '')
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toMatch(/<label[^>]*for="card_number">Card number<\/label>/)
    expect(page).toMatch(/<label[^>]*for="expiry">Expiry date<\/label>/)
    expect(page).toMatch(/<label[^>]*for="cvc">CVC<\/label>/)
    expect(page).toContain('>Pay $27.00</button>')
    expect(page).toContain(`href="${CANCEL_URL}"`)
    for (const card of testCards) expect(page).toContain(groupedNumber(card))
  })

  test('[SBX-03] tells browsers what the fields are for', async () => {
    const page = await (await fetch((await open()).url ?? '')).text()
    const input = (id: string) => new RegExp(`<input[^>]*id="${id}"[^>]*>`).exec(page)?.[0]
    expect(input('card_number')).toContain('autocomplete="cc-number"')
    expect(input('expiry')).toContain('autocomplete="cc-exp"')
    expect(input('cvc')).toContain('autocomplete="cc-csc"')
    for (const id of ['card_number', 'expiry', 'cvc']) expect(input(id)).toContain('inputmode="numeric"')
  })

  test('[SBX-03] loads nothing from elsewhere and sends its form only to itself and to the merchant', async () => {
    const response = await fetch((await open()).url ?? '')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://shop.test;")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-inline')
  })

  test('[SBX-03] shows names as text, whatever is in them', async () => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script>`
    const parameters = checkoutFor(500)
    const session = await sandbox.stripe.checkout.sessions.create({
      ...parameters,
      line_items: [
        {
          quantity: 2,
          price_data: { currency: 'usd', unit_amount: 500, product_data: { name: evil } },
        },
      ],
    })
    const first = await (await fetch(session.url ?? '')).text()
    const again = await typeCard(session.url, evil, { name: evil, expiry: evil })
    for (const page of [first, again.html]) {
      expect(page).toContain('&lt;img src=x')
      expect(page).not.toContain('<img')
      expect(page).not.toContain('<script')
    }
  })

  test('[SBX-03] answers 404 for an address that no checkout has', async () => {
    expect((await fetch(`${sandbox.url}/c/pay/cs_test_none`)).status).toBe(404)
    expect((await fetch(`${sandbox.url}/3ds/cs_test_none`)).status).toBe(404)
  })
})

describe('paying', () => {
  test('[SBX-03] a good card completes the checkout and leads to success_url with the session id', async () => {
    const session = await open()
    const answer = await typeCard(session.url, '4242 4242 4242 4242', { name: 'Alex Doe', email: 'alex@example.com' })
    expect(answer).toMatchObject({ status: 303, location: `http://shop.test/thank-you?session=${session.id}` })
    const paid = await read(session.id)
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      amount_total: 2700,
      customer_details: { email: 'alex@example.com', name: 'Alex Doe' },
      payment_intent: {
        status: 'succeeded',
        amount_received: 2700,
        latest_charge: { paid: true, amount: 2700, payment_method_details: { card: { last4: '4242', brand: 'visa' } } },
      },
    })
  })

  test('[SBX-03] the same form sent twice at once charges once, and both land on success_url', async () => {
    const session = await open()
    const answers = await Promise.all([
      typeCard(session.url, '4242424242424242'),
      typeCard(session.url, '4242424242424242'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
    expect(await chargesOf(session.id)).toHaveLength(1)
  })

  test('[SBX-03] (ux 39) going back to a paid page says that all is done and leads on', async () => {
    const { session } = await paidCheckout(sandbox, 900)
    const response = await fetch(`${sandbox.url}/c/pay/${session.id}`)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain('all done')
    expect(page).toContain(`href="http://shop.test/thank-you?session=${session.id}"`)
    expect(page).not.toContain('<form')
  })

  test('[SBX-03] the number of a card is kept nowhere: the API has its last four digits', async () => {
    const { payment } = await paidCheckout(sandbox, 900, '5555 5555 5555 4444')
    const paid = await sandbox.stripe.paymentIntents.retrieve(payment, { expand: ['payment_method'] })
    const method = paid.payment_method as Stripe.PaymentMethod
    expect(method.card).toMatchObject({ brand: 'mastercard', last4: '4444', exp_month: 12, exp_year: 2034 })
    expect(JSON.stringify(method)).not.toContain('5555555555554444')
  })

  test('[SBX-03] the same card has the same fingerprint, another card another', async () => {
    const fingerprint = async (number: string) => {
      const { payment } = await paidCheckout(sandbox, 900, number)
      const { latest_charge } = await sandbox.stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge'] })
      return typeof latest_charge === 'object' && latest_charge?.payment_method_details?.card?.fingerprint
    }
    const [visa, visaAgain, mastercard, further] = [
      await fingerprint('4242424242424242'),
      await fingerprint('4242424242424242'),
      await fingerprint('5555555555554444'),
      await fingerprint('4242424200000000'),
    ]
    expect(visa).toEqual(expect.any(String))
    expect(visaAgain).toBe(visa)
    expect(new Set([visa, mastercard, further]).size).toBe(3)
  })
})

describe('cards that are declined', () => {
  const declines = [
    ['4000000000000002', 'Your card was declined.', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'Your card has insufficient funds.', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'Your card has expired.', 'expired_card', 'expired_card'],
    ['4000000000000127', 'Your card&#39;s security code is incorrect.', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'An error occurred while processing your card.', 'processing_error', 'processing_error'],
    ['4000000000000341', 'Your card was declined.', 'card_declined', 'generic_decline'],
  ] as const

  test.each(declines)(
    '[SBX-03] %s says "%s" on the same page and takes no money',
    async (number, words, code, reason) => {
      const session = await open()
      const answer = await typeCard(session.url, number, { name: 'Alex Doe' })
      expect(answer.status).toBe(200)
      expect(answer.html).toContain(words)
      expect(answer.html).toContain('role="alert"')
      const after = await read(session.id)
      expect(after).toMatchObject({
        status: 'open',
        payment_status: 'unpaid',
        payment_intent: {
          status: 'requires_payment_method',
          amount_received: 0,
          last_payment_error: { code, decline_code: reason },
          latest_charge: { paid: false, status: 'failed' },
        },
      })
    },
  )

  test('[SBX-03] what was typed stays, except the CVC, and the focus is on the field that the decline is about', async () => {
    const session = await open()
    const { html } = await typeCard(session.url, '4000 0000 0000 0127', { name: 'Alex Doe' })
    expect(html).toContain('value="4000 0000 0000 0127"')
    expect(html).toContain('value="12 / 34"')
    expect(html).toContain('value="Alex Doe"')
    const cvc = /<input[^>]*id="cvc"[^>]*>/.exec(html)?.[0]
    expect(cvc).not.toContain('value=')
    expect(cvc).toContain('aria-describedby="decline"')
    expect(cvc).toContain('autofocus')
    expect(html).toContain('<title>Error: ')
  })

  test('[SBX-03] after a decline another card pays the same checkout, with the same payment', async () => {
    const session = await open()
    await typeCard(session.url, '4000000000000002')
    const declined = await read(session.id)
    await typeCard(session.url, '4242424242424242')
    const paid = await read(session.id)
    expect(paid.payment_status).toBe('paid')
    expect(paid.payment_intent).toMatchObject({
      id: (declined.payment_intent as { id: string }).id,
      status: 'succeeded',
    })
    expect((await chargesOf(session.id)).map((charge) => charge.status)).toEqual(['succeeded', 'failed'])
  })

  const mistakes = [
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
    ['email', 'alex', 'Enter a valid e-mail address.'],
  ] as const

  test.each(mistakes)('[SBX-03] %s "%s" is told beside the field: %s', async (field, value, words) => {
    const session = await open()
    const { status, html } = await typeCard(session.url, '4242424242424242', { [field]: value })
    expect(status).toBe(200)
    expect(html).toContain(words)
    expect(new RegExp(`<input[^>]*id="${field}"[^>]*>`).exec(html)?.[0]).toContain(`aria-describedby="${field}-error"`)
    expect((await sandbox.stripe.checkout.sessions.retrieve(session.id)).payment_intent).toBeNull()
  })
})

describe('3-D Secure', () => {
  test('[SBX-03] Complete pays, and nothing is taken before', async () => {
    const session = await open()
    const typed = await typeCard(session.url, '4000002760003184')
    expect(typed).toMatchObject({ status: 303, location: `/3ds/${session.id}` })
    expect((await read(session.id)).payment_intent).toMatchObject({ status: 'requires_action', amount_received: 0 })
    const bank = await (await fetch(`${sandbox.url}/3ds/${session.id}`)).text()
    expect(bank).toContain('>Complete</button>')
    expect(bank).toContain('>Fail</button>')
    const answered = await answerBank(sandbox, typed.location, 'complete')
    expect(answered.location).toBe(`http://shop.test/thank-you?session=${session.id}`)
    expect((await read(session.id)).payment_status).toBe('paid')
  })

  test('[SBX-03] Fail leads back to the card page, which says why, and another card pays', async () => {
    const session = await open()
    const typed = await typeCard(session.url, '4000002500003155')
    const answered = await answerBank(sandbox, typed.location, 'fail')
    expect(answered.location).toMatch(`/c/pay/${session.id}`)
    const page = await (await fetch(sandbox.url + answered.location)).text()
    expect(page).toContain('We are unable to authenticate your payment method.')
    expect((await read(session.id)).payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    await typeCard(session.url, '4242424242424242')
    expect((await read(session.id)).payment_status).toBe('paid')
  })

  test('[SBX-03] a card that is confirmed and then declined takes no money', async () => {
    const session = await open()
    const typed = await typeCard(session.url, '4000008400001629')
    const answered = await answerBank(sandbox, typed.location, 'complete')
    expect(await (await fetch(sandbox.url + answered.location)).text()).toContain('Your card was declined.')
    expect((await read(session.id)).payment_status).toBe('unpaid')
  })

  test('[SBX-03] the bank has no page for a checkout that does not wait for it, and cannot be answered twice', async () => {
    const session = await open()
    const early = await fetch(`${sandbox.url}/3ds/${session.id}`, { redirect: 'manual' })
    expect(early.headers.get('location')).toBe(`/c/pay/${session.id}`)
    const typed = await typeCard(session.url, '4000002760003184')
    await Promise.all([
      answerBank(sandbox, typed.location, 'complete'),
      answerBank(sandbox, typed.location, 'complete'),
    ])
    expect(await chargesOf(session.id)).toHaveLength(1)
  })
})

describe('the end of a checkout', () => {
  test('[SBX-03] an expired one answers 410, names the way back, and cannot be paid', async () => {
    const session = await open()
    await sandbox.stripe.checkout.sessions.expire(session.id)
    const page = await fetch(session.url ?? '')
    expect(page.status).toBe(410)
    expect(await page.text()).toContain(`href="${CANCEL_URL}"`)
    expect((await typeCard(session.url, '4242424242424242')).status).toBe(410)
    expect(await read(session.id)).toMatchObject({ status: 'expired', payment_status: 'unpaid', payment_intent: null })
  })

  test('[SBX-03] expiring one that waits for the bank cancels its payment', async () => {
    const session = await open()
    const typed = await typeCard(session.url, '4000002760003184')
    await sandbox.stripe.checkout.sessions.expire(session.id)
    expect((await answerBank(sandbox, typed.location, 'complete')).status).toBe(410)
    expect((await read(session.id)).payment_intent).toMatchObject({ status: 'canceled', amount_received: 0 })
  })

  test('[SBX-03] it expires by the clock, and a declined try before does not change when', async () => {
    const session = await sandbox.stripe.checkout.sessions.create({
      ...checkoutFor(900),
      expires_at: Math.floor(Date.now() / 1000) + 3600,
    })
    await typeCard(session.url, '4000000000000002')
    await sandbox.control('advance', { seconds: 3590 })
    expect((await read(session.id)).status).toBe('open')
    await sandbox.control('advance', { seconds: 20 })
    expect((await read(session.id)).status).toBe('expired')
    expect((await fetch(session.url ?? '')).status).toBe(410)
  })

  test('[SBX-03] callers stay in real time when the clock was moved ahead: a new checkout lives as long as it says', async () => {
    await sandbox.control('advance', { seconds: 2 * 24 * 3600 })
    const session = await sandbox.stripe.checkout.sessions.create({
      ...checkoutFor(900),
      expires_at: Math.floor(Date.now() / 1000) + 3600,
    })
    expect((await read(session.id)).status).toBe('open')
    await sandbox.control('advance', { seconds: 3601 })
    expect((await read(session.id)).status).toBe('expired')
  })
})
