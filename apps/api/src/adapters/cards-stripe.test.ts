import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { CardEventOfOtherMode, CardsUnavailable } from '../ports.ts'
import { stripeCards } from './cards-stripe.ts'

const webhookSecret = 'whsec_of_a_test'

/** Reads a signed event with the settings of a key. */
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
])('[PAY-03] (abuse 8) with %s it accepts the events of the key’s mode only', (key, livemode) => {
  expect(readWith(key, { livemode })).toMatchObject({ id: 'evt_1', objectId: 're_1' })
  expect(() => readWith(key, { livemode: !livemode })).toThrow(CardEventOfOtherMode)
})

test('[HOLD-11] a mute card provider is unavailable within 15 s, retries included', async () => {
  const sockets = new Set<Socket>()
  const mute = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).resume()
  })
  await once(mute.listen(0, '127.0.0.1'), 'listening')
  try {
    const apiBase = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`
    const cards = stripeCards({ secretKey: 'sk_test_1', webhookSecret, publishableKey: 'pk', apiBase })
    const failure = cards.createCustomer({ clientId: 'somebody' }).catch((error: unknown) => error)
    // 15 s in steps: a busy machine delays these timers like those of the call.
    const limit = (async () => {
      for (let second = 0; second < 15; second += 1) await setTimeout(1_000)
    })()
    expect(await Promise.race([failure, limit])).toBeInstanceOf(CardsUnavailable)
    expect(sockets.size).toBe(2)
  } finally {
    for (const socket of sockets) socket.destroy()
    mute.close()
  }
})

/** The cards of an account whose API answers each path alike. */
async function cardsAnswering(status: number, answers: Readonly<Record<string, object>>) {
  const server = createHttpServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://api').pathname
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[path] ?? { error: { type: 'api_error', message: 'Something broke.' } }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  return { end, cards: stripeCards({ secretKey: 'sk_test_1', webhookSecret, publishableKey: 'pk', apiBase }) }
}

test.each(['eventsSince', 'disputesSince', 'movementsSince', 'subscriptions', 'paidInvoices'] as const)(
  '[HOLD-11] a provider that fails while %s reads is unavailable',
  async (list) => {
    const { cards, end } = await cardsAnswering(500, {})
    try {
      const read = async () => {
        for await (const _ of cards[list](0) as AsyncIterable<unknown>);
      }
      await expect(read()).rejects.toBeInstanceOf(CardsUnavailable)
    } finally {
      end()
    }
  },
)

test('[PAY-04] reads a foreign bill without lines, as the account may serve other products', async () => {
  const bill = { id: 'in_1', object: 'invoice', parent: null, lines: { object: 'list', data: [] }, total: 0 }
  const { cards, end } = await cardsAnswering(200, { '/v1/invoices/in_1': { ...bill, starting_balance: 0 } })
  try {
    expect(await cards.invoiceOf('in_1')).toMatchObject({ id: 'in_1', clientId: null, subscriptionId: '', tag: '' })
  } finally {
    end()
  }
})
