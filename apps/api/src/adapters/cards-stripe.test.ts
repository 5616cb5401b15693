import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { CardEventOfOtherMode } from '../ports.ts'
import { stripeCards } from './cards-stripe.ts'

const webhookSecret = 'whsec_of_a_test'

/** Reads an event as the provider sends it to whoever has such a key. */
function readWith(secretKey: string, { livemode }: { livemode: boolean }) {
  const { readEvent } = stripeCards({ secretKey, webhookSecret, publishableKey: 'pk', apiBase: undefined })
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'refund.created',
    livemode,
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 're_1', object: 'refund' } },
  })
  return readEvent(payload, Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }))
}

test.each([
  ['sk_live_1', true],
  ['rk_live_1', true],
  ['sk_test_1', false],
  ['rk_test_1', false],
])('[PAY-03] (abuse 8) with %s it takes the events of its own mode, and of no other', (key, livemode) => {
  expect(readWith(key, { livemode })).toMatchObject({ id: 'evt_1', objectId: 're_1' })
  expect(() => readWith(key, { livemode: !livemode })).toThrow(CardEventOfOtherMode)
})
