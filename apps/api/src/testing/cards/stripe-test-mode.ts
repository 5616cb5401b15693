import Stripe from 'stripe'
import { cardEventTypes } from '../../card-events/card-event-types.ts'
import type { CardProviderUnderTest, ProvidersSide } from './card-provider-under-test.ts'
import { startEventCourier } from './event-courier.ts'
import { startFaultyProxy } from '../servers/faulty-proxy.ts'
import { stripePages } from './stripe-pages.ts'

const dayS = 24 * 3_600
const origin = 'https://api.stripe.com'
/** Slow enough for a test mode's rate limits, and fast enough for a person who waits. */
const listing = { paceMs: 1_500, quietLooks: 4 }
/** The most events per poll: more than any scenario causes between two. */
const newest = 100

/** A remote provider: called through a proxy that breaks calls; its events come from its list. */
interface RemoteProvider {
  origin: string
  secretKey: string
  dashboard: Stripe
  side: ProvidersSide
  listing: { paceMs: number; quietLooks: number }
}

/** The product's webhook, and the secret that signs its events. */
export interface Webhook {
  url: string
  secret: string
}

/** A provider of card scenarios, with its shutdown. */
export interface EndingProvider {
  provider: CardProviderUnderTest
  end(): Promise<void>
}

/**
 * Stripe's test mode as the provider of card scenarios (decision 0039), written against Stripe's documentation and SDK
 * types.
 * - Stripe cannot call a product without a public address, so events are polled from its list and posted to the
 * product, signed with the product's own secret.
 * - Use a Stripe account only for this: all its events are posted, and its permissions are set in its dashboard, not by
 * a key.
 */
export async function stripeTestMode(secretKey: string, webhook: Webhook): Promise<EndingProvider> {
  const dashboard = new Stripe(secretKey, { maxNetworkRetries: 2, telemetry: false })
  const pages = stripePages(dashboard)
  const stripe = await remoteProvider(
    { origin, secretKey, dashboard, side: stripeSide(dashboard, pages), listing },
    webhook,
  )
  return {
    ...stripe,
    async end() {
      await stripe.end()
      await pages.close()
    },
  }
}

/** The common part of providers that are called over the network and cannot call back. */
export async function remoteProvider(
  { origin: upstream, secretKey, dashboard, side, listing: how }: RemoteProvider,
  webhook: Webhook,
): Promise<EndingProvider> {
  const proxy = await startFaultyProxy(upstream)
  const disputeOf = (event: Stripe.Event) =>
    event.type.startsWith('charge.dispute.') ? (event.data.object as Stripe.Dispute) : undefined
  const opened = new Set<string>()
  const courier = await startEventCourier({
    list: async () => (await dashboard.events.list({ limit: newest, types: [...cardEventTypes] })).data,
    webhook,
    ...how,
    // The provider disputes such a card at once; the event waits until the scenario opens the dispute.
    withheld: (event) => !opened.has(disputeOf(event)?.id ?? '') && disputeOf(event) !== undefined,
  })
  return {
    provider: {
      ...side,
      dashboard,
      settings: { STRIPE_API_BASE: proxy.url, STRIPE_SECRET_KEY: secretKey },
      letEventsTravel: courier.letTravel,
      sendAgain: async (event) => courier.deliver(await dashboard.events.retrieve(event)),
      untilIdle: courier.untilIdle,
      breakCalls: async (fault) => proxy.breakCalls(fault),
      mendCalls: async () => proxy.mend(),
      async openDispute(paymentIntent) {
        const dispute = await side.openDispute(paymentIntent)
        opened.add(dispute)
        courier.release((event) => disputeOf(event)?.id === dispute)
        return dispute
      },
    },
    async end() {
      await courier.stop()
      await proxy.close()
    },
  }
}

/** Stripe's test mode as bank, clock and hosted page; polls with pauses of `paceMs`. */
export function stripeSide(
  stripe: Stripe,
  pages: ProvidersSide['pages'],
  { paceMs }: { paceMs: number } = listing,
): ProvidersSide {
  const clocks = new Map<string, Stripe.TestHelpers.TestClock>()

  return {
    pages,
    disputableCard: '4000000000000259',

    async openDispute(paymentIntent) {
      const found = await until(
        paceMs,
        async () => (await stripe.disputes.list({ payment_intent: paymentIntent })).data[0],
      )
      return found.id
    },

    async closeDispute(dispute, outcome) {
      // These words decide a test mode's disputes.
      const words = outcome === 'won' ? 'winning_evidence' : 'losing_evidence'
      await stripe.disputes.update(dispute, { evidence: { uncategorized_text: words }, submit: true })
      await until(paceMs, async () => (await stripe.disputes.retrieve(dispute)).status === outcome)
    },

    async age(subscription, days) {
      const { customer } = await stripe.subscriptions.retrieve(subscription)
      const id = typeof customer === 'string' ? customer : customer.id
      const clock =
        clocks.get(id) ??
        (await stripe.testHelpers.testClocks.create({
          customer: id,
          frozen_time: Math.floor(Date.now() / 1000),
          name: `A scenario of ${id}`,
        }))
      const moved = await stripe.testHelpers.testClocks.advance(clock.id, {
        frozen_time: clock.frozen_time + Math.round(days * dayS),
      })
      clocks.set(id, moved)
      await until(paceMs, async () => {
        const now = await stripe.testHelpers.testClocks.retrieve(clock.id)
        if (now.status === 'internal_failure') throw new Error(`${clock.id} could not be moved`)
        return now.status === 'ready' && clocks.set(id, now)
      })
    },

    async endPage(pageUrl) {
      // No test clock moves a page; expiring it has the same result.
      await stripe.checkout.sessions.expire(/cs_\w+/.exec(pageUrl)?.[0] ?? pageUrl)
    },

    // Banks decide in their own time; callers wait long enough.
    letBanksAnswer: async () => undefined,
    // The provider does not forget: a repeated key gets the first answer, even a day later.
    outliveKeys: async () => undefined,
  }
}

/** Polls the provider until there is an answer. */
async function until<Found>(paceMs: number, look: () => Promise<Found | undefined | false>): Promise<Found> {
  const limitMs = 300_000
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, paceMs))
  }
  throw new Error(`the card provider did not get there within ${limitMs / 1000} s: ${look.toString()}`)
}
