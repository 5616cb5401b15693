import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { claimUnreported } from '../../database/claim-rows.ts'
import { followPaymentLink, sessionIn } from '../../testing/cards/card-page.ts'
import { msUntilBooked } from '../../testing/coupon-calls.ts'
import { proofSize } from '../../testing/proof-size.ts'
import { testProduct } from '../../testing/running-product.ts'
import { promisedWithin, signedInPerson } from '../../testing/test-client.ts'
import { nothingPutOff } from '../../testing/nothing-put-off.ts'
import { readMark, setMark } from '../settle/payment-marks.store.ts'
import { compareBooksDaily } from '../../books/compare-books.ts'
import { pollStaleAttempts } from './poll-attempts.ts'

const minuteMs = 60_000

test('[HOLD-08] polls the longest unpolled page first, and old pages ever more rarely', async () => {
  const { product } = await testProduct()
  const client = randomUUID()
  // Long before all other data, so that no other page interferes.
  const start = Date.parse('2020-01-01T00:00:00Z')
  const open = 200
  await product.queries
    .insertInto('payment_attempt')
    .values(
      Array.from({ length: open }, (_, n) => ({
        client_id: client,
        id: randomUUID(),
        order_id: randomUUID(),
        kind: 'order' as const,
        cents: 100,
        balance_cents: 0,
        services: null,
        saved_cards_of: null,
        currency: 'usd',
        status: 'open' as const,
        session_id: null,
        payment_intent_id: null,
        success_path: '/',
        cancel_path: '/',
        created_at: new Date(start + n * 100),
        expires_at: new Date(start + 65 * minuteMs),
      })),
    )
    .execute()
  const asked = new Map<string, number>()
  const ask = async (now: number) => {
    const claimed = await claimUnreported(product.queries, 'payment_attempt', {
      madeBefore: now - minuteMs,
      now,
      most: 20,
    })
    for (const { id } of claimed) asked.set(id, (asked.get(id) ?? 0) + 1)
    return claimed.length
  }
  try {
    // Slow answers: a round exceeds the shortest pause, yet each page is polled before any is polled twice.
    for (let round = 0; round < open / 20; round += 1) expect(await ask(start + 3 * minuteMs + round * 10_000)).toBe(20)
    expect([...asked.values()]).toEqual(Array.from({ length: open }, () => 1))
    // An hour later the pause is six minutes.
    const later = start + 60 * minuteMs
    while ((await ask(later)) > 0);
    expect(await ask(later + 5 * minuteMs)).toBe(0)
    expect(await ask(later + 7 * minuteMs)).toBe(20)
  } finally {
    await product.queries.deleteFrom('payment_attempt').where('client_id', '=', client).execute()
  }
})

test('[HOLD-08] one process compares the books, from where the last comparison ended', async () => {
  const { product, clock } = await testProduct()
  const dayMs = 24 * 60 * minuteMs
  const asked: number[] = []
  const cards = {
    ...product.cards,
    movementsSince(since: number) {
      asked.push(since)
      return product.cards.movementsSince(clock.now())
    },
  }
  const before = await readMark(product.queries, 'compared books')
  try {
    await setMark(product.queries, 'compared books', clock.now() - 9 * dayMs)
    const both = await Promise.all([1, 2].map(() => compareBooksDaily({ ...product, cards })))
    expect(both.toSorted()).toEqual([0, 1])
    expect(asked).toEqual([expect.closeTo(clock.now() - 10 * dayMs, -5)])
  } finally {
    if (before !== undefined) await setMark(product.queries, 'compared books', before)
  }
})

const openPages = proofSize({ embedded: { test: 300, prove: 5_000 } })

test('[HOLD-08] with thousands of open pages a round polls a few, and a payment is booked within 5 s', async () => {
  const { product, clock } = await testProduct()
  const { queries } = product
  const browser = await signedInPerson()
  // One open page at the provider represents all; each poll is a call of its own.
  const session = sessionIn((await followPaymentLink((await browser.order()).payment_link)).location)
  const client = randomUUID()
  const page = (n: number) => ({
    client_id: client,
    id: randomUUID(),
    order_id: randomUUID(),
    kind: 'order' as const,
    cents: 100,
    balance_cents: 0,
    services: null,
    saved_cards_of: null,
    currency: 'usd',
    status: 'open' as const,
    session_id: session,
    payment_intent_id: null,
    success_path: '/',
    cancel_path: '/',
    created_at: new Date(clock.now() - 2 * minuteMs - n * 10),
    expires_at: new Date(clock.now() + 60 * minuteMs),
  })
  for (let from = 0; from < openPages; from += 500) {
    const some = Array.from({ length: Math.min(500, openPages - from) }, (_, n) => page(from + n))
    await queries.insertInto('payment_attempt').values(some).execute()
  }
  const unasked = () =>
    queries.selectFrom('payment_attempt').select('id').where('client_id', '=', client).where('checked_at', 'is', null)
  let calls = 0
  const cards: typeof product.cards = {
    ...product.cards,
    session(id) {
      calls += 1
      return product.cards.session(id)
    },
  }
  let rounds = 0
  let [mostCalls, longestMs] = [0, 0]
  const poll = async () => {
    while ((await unasked().executeTakeFirst()) !== undefined) {
      const [before, start] = [calls, performance.now()]
      await pollStaleAttempts(nothingPutOff({ ...product, cards }))
      rounds += 1
      mostCalls = Math.max(mostCalls, calls - before)
      longestMs = Math.max(longestMs, performance.now() - start)
    }
  }
  const undisturbedMs = await msUntilBooked(browser)
  const bookedMs: number[] = []
  const pay = async () => {
    for (let times = 0; times < 3; times += 1) bookedMs.push(await msUntilBooked(browser))
  }
  try {
    await Promise.all([poll(), pay()])
    expect(mostCalls).toBeGreaterThan(0)
    expect(mostCalls).toBeLessThanOrEqual(20)
    expect(Math.max(...bookedMs)).toBeLessThan(promisedWithin(5_000, undisturbedMs))
    const open = queries.selectFrom('payment_attempt').select('id').where('client_id', '=', client)
    expect(await open.where('status', '=', 'open').execute()).toHaveLength(openPages)
    console.log(
      `PROOF ${JSON.stringify({
        name: 'open card pages',
        requirement: 'HOLD-08',
        runs: openPages,
        outcome: `asked about in ${rounds} rounds of at most ${mostCalls}, the longest ${Math.round(longestMs)} ms; payments booked within ${Math.round(Math.max(...bookedMs))} ms meanwhile`,
      })}`,
    )
  } finally {
    await queries.deleteFrom('payment_attempt').where('client_id', '=', client).execute()
  }
})
