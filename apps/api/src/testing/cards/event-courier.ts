import Stripe from 'stripe'
import type { EventTravel } from './card-provider-under-test.ts'

/** Delivers a provider's events to the product, from the provider's list of events, if the provider cannot reach it. */
export interface EventCourier {
  /** Chooses how events travel from now on; an event to lose may not be in the list yet, so this waits. */
  letTravel(how: EventTravel): Promise<void>
  /** Delivers one event, whether or not it was delivered before. */
  deliver(event: Stripe.Event): Promise<void>
  /** Waits until the list has been quiet for a while and everything was delivered; held events stay. */
  untilIdle(): Promise<void>
  /** Releases events that `withheld` held back. */
  release(fits: (event: Stripe.Event) => boolean): void
  stop(): Promise<void>
}

interface CourierSettings {
  /** The newest events, newest first: at least all since the last time. */
  list: () => Promise<Stripe.Event[]>
  /** The product's webhook, and the secret that signs its events. */
  webhook: { url: string; secret: string }
  /** Pause between two polls of the list, in milliseconds. */
  paceMs: number
  /** Polls in a row without news, after which the list counts as complete. */
  quietLooks: number
  /** Events that wait for their release. */
  withheld?: (event: Stripe.Event) => boolean
}

/** Starts a courier. Events already in the list belong to an earlier run and are ignored. */
export async function startEventCourier({
  list,
  webhook,
  paceMs,
  quietLooks,
  withheld = () => false,
}: CourierSettings): Promise<EventCourier> {
  const seenIds = new Set((await list()).map(({ id }) => id))
  let travel: EventTravel = {}
  let waiting: Stripe.Event[] = []
  let withheldEvents: Stripe.Event[] = []
  let inTransit = 0
  let quiet = 0
  let stopped = false
  const { promise: end, resolve: wakeUp } = Promise.withResolvers<void>()
  const pause = (ms: number) => Promise.race([end, new Promise<void>((resolve) => setTimeout(resolve, ms))])

  async function post(event: Stripe.Event): Promise<boolean> {
    const payload = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhook.secret })
    const answer = await fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    })
    await answer.arrayBuffer()
    return answer.ok
  }

  /** Delivers all copies of an event; retries a refused one, like the provider. */
  async function deliver(event: Stripe.Event, { copies = 1, jitterMs = 0 }: EventTravel): Promise<void> {
    inTransit += 1
    const deliverCopy = async () => {
      if (jitterMs > 0) await pause(Math.random() * jitterMs)
      while (!stopped && !(await post(event).catch(() => false))) await pause(paceMs)
    }
    await Promise.all(Array.from({ length: copies }, deliverCopy))
    inTransit -= 1
  }

  async function poll(): Promise<void> {
    const news = (await list()).filter(({ id }) => !seenIds.has(id)).toReversed()
    quiet = news.length === 0 ? quiet + 1 : 0
    for (const event of news) seenIds.add(event.id)
    if (!travel.lost) waiting.push(...news)
    if (travel.held) return
    const due = waiting
    waiting = []
    for (const event of due) {
      if (withheld(event)) withheldEvents.push(event)
      else if (travel.jitterMs) void deliver(event, travel)
      else await deliver(event, travel)
    }
  }

  const polling = (async () => {
    while (!stopped) {
      // The list may be unreachable for a moment; the next poll finds what this one missed.
      await poll().catch((error: Error) => console.error(`the events could not be listed: ${error.message}`))
      await pause(paceMs)
    }
  })()

  async function untilIdle(): Promise<void> {
    quiet = 0
    while (!stopped && (quiet < quietLooks || inTransit > 0 || (waiting.length > 0 && !travel.held)))
      await pause(paceMs)
  }

  return {
    untilIdle,
    async letTravel(how) {
      if (travel.lost && !how.lost) await untilIdle()
      travel = how
    },
    deliver: (event) => deliver(event, {}),
    release(fits) {
      const released = withheldEvents.filter(fits)
      withheldEvents = withheldEvents.filter((event) => !fits(event))
      for (const event of released) void deliver(event, travel)
    },
    async stop() {
      stopped = true
      wakeUp()
      await polling
    },
  }
}
