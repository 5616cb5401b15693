import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CardCallRefused, CardCustomerGone, CardObjectGone } from '../ports.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually } from '../testing/test-client.ts'
import { stripeCards, stripeClient } from './cards-stripe.ts'

const cardsOfThisRun = async () => stripeCards((await testProduct()).settings.stripe)

describe('the card provider', () => {
  const anAttempt = (customerId: string, cents = 4_800) => ({
    attemptId: randomUUID(),
    orderId: randomUUID(),
    kind: 'order' as const,
    customerId,
    offersSavedCards: false,
    lines: [{ text: 'Essay writing, 2 pages', cents, about: 'Order No. 1234567' }],
    successUrl: 'http://localhost:3000/order/1/thank-you',
    cancelUrl: 'http://localhost:3000/orders',
    expiresAt: Date.now() + 65 * 60_000,
  })

  test('[PAY-01][PAY-07] (abuse 16) creates a page once per key, reads it and closes it twice', async () => {
    const since = Date.now() - 60_000
    const cards = await cardsOfThisRun()
    const customerId = await cards.createCustomer({ clientId: randomUUID() })
    await cards.updateCustomerEmail(customerId, 'drift@example.com')

    const attempt = anAttempt(customerId)
    const page = await cards.createSession(attempt)
    expect(page).toMatchObject({
      status: 'open',
      paid: false,
      attemptId: attempt.attemptId,
      amountCents: 4_800,
      currency: 'usd',
      paymentIntentId: null,
      receivedCents: 0,
    })
    expect(page.url).toMatch(/^https?:/)
    expect((await cards.createSession(attempt)).id).toBe(page.id)
    await expect(
      cards.createSession({ ...attempt, lines: [{ text: 'Essay writing', cents: 4_900 }] }),
    ).rejects.toBeInstanceOf(CardCallRefused)
    expect(await cards.session(page.id)).toMatchObject({ id: page.id, status: 'open' })
    expect(await cards.expireSession(page.id)).toMatchObject({ status: 'expired', paid: false, url: null })
    expect((await cards.expireSession(page.id)).status).toBe('expired')

    await eventually(async () => {
      for await (const event of cards.eventsSince(since)) {
        if (event.type === 'checkout.session.expired' && event.objectId === page.id) return true
      }
      return false
    })
    await cards.forgetCustomer(customerId)
    await cards.forgetCustomer('cus_nobody')
  })

  test('[PAY-01] charges dollars also where the provider’s account offers other currencies', async () => {
    const cards = await cardsOfThisRun()
    const customerId = await cards.createCustomer({ clientId: randomUUID() })
    const attempt = anAttempt(customerId)
    const plan = { tag: 'nerdify_basic', name: 'Premium', monthlyCents: 700 }
    const subscription = { ...attempt, checkoutId: randomUUID(), clientId: randomUUID(), plan, trialDays: undefined }
    const ids = [(await cards.createSession(attempt)).id, (await cards.createPlanSession(subscription)).id]
    const provider = stripeClient((await testProduct()).settings.stripe)()
    for (const id of ids) {
      expect(await provider.checkout.sessions.retrieve(id)).toMatchObject({ adaptive_pricing: { enabled: false } })
    }
  })

  test('[PAY-15][PAY-11] (abuse 19, abuse 20) refuses tiny amounts, expired pages and unknown objects', async () => {
    const cards = await cardsOfThisRun()
    const customerId = await cards.createCustomer({ clientId: randomUUID() })
    for (const attempt of [anAttempt(customerId, 49), { ...anAttempt(customerId), expiresAt: Date.now() - 60_000 }]) {
      await expect(cards.createSession(attempt)).rejects.toBeInstanceOf(CardCallRefused)
    }
    const refund = { refundId: randomUUID(), paymentIntentId: 'pi_nobody', cents: 100, keyExpired: false }
    await expect(cards.refund(refund)).rejects.toThrow('pi_nobody')
    await expect(cards.refundOf('re_nobody')).rejects.toBeInstanceOf(CardObjectGone)
    await expect(cards.disputeOf('du_nobody')).rejects.toBeInstanceOf(CardObjectGone)
    await expect(cards.createSession(anAttempt('cus_nobody'))).rejects.toBeInstanceOf(CardCustomerGone)
    expect(await cards.session('cs_test_nobody')).toMatchObject({ status: 'expired', paid: false })
    expect(await cards.planSession('cs_test_nobody')).toMatchObject({ status: 'expired', checkoutId: null })
  })
})
