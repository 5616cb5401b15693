import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { compareBooks } from './compare-books.ts'
import { balanceOf, expectBooksToAgree } from '../testing/cards/books.ts'
import { payOnCardPage } from '../testing/cards/card-page.ts'
import { cardProvider } from '../testing/cards/card-provider.ts'
import { testProduct } from '../testing/running-product.ts'
import { hearCardEvents, loseCardEvents } from '../testing/sandbox-controls.ts'
import {
  age,
  askToSubscribe,
  meOf,
  personWithEmail,
  subscribe,
  subscriptionsOf,
  untilEventsApplied,
} from '../testing/subscribing.ts'
import { eventually, type TestPerson } from '../testing/test-client.ts'

afterEach(async () => {
  await hearCardEvents()
  ;(await testProduct()).clock.reset()
})

const tagsOf = async (person: TestPerson) => (await meOf(person)).tags.toSorted()
/** The comparison's sentences about one subscription. */
async function compared(id: string) {
  const { product } = await testProduct()
  const differences = await compareBooks(product, product.clock.now() - 2 * 24 * 3_600_000)
  return differences.filter((sentence) => sentence.includes(id))
}

/** Loses every event from now on. */
async function hearNothingMore(): Promise<void> {
  await untilEventsApplied()
  await loseCardEvents()
}

// The product compares once a day, first soon after its start; here that has happened.
beforeAll(async () => {
  const { product, clock } = await testProduct()
  const done = { name: 'compared books', at: new Date(clock.now()) }
  const marks = product.queries.insertInto('payment_mark').values(done)
  await marks.onConflict((conflict) => conflict.column('name').doUpdateSet(done)).execute()
})

describe('the nightly comparison', () => {
  test('[PAY-04][SUB-10][SUB-13] finds a subscription without an event, and adds it with its credit', async () => {
    const person = await personWithEmail()
    await loseCardEvents()
    const { body: page } = await askToSubscribe(person, 'nerdify_prime')
    await payOnCardPage(page.url)
    expect((await subscriptionsOf(person)).results).toEqual([])
    const { subscription } = await (await cardProvider()).checkout.sessions.retrieve(page.id)
    expect(await compared(String(subscription))).toEqual([
      `The subscription ${String(subscription)} was unknown here and is active at the card provider; it is mended.`,
    ])
    expect((await subscriptionsOf(person)).results).toMatchObject([{ id: subscription, status: 'active' }])
    expect(await tagsOf(person)).toEqual(['subscription_active', 'subscription_nerdify_prime'])
    expect(await balanceOf(person)).toBe(40)
    expect(await compared(String(subscription))).toEqual([])
    expect(await balanceOf(person)).toBe(40)
    await expectBooksToAgree()
  })

  test('[PAY-04][SUB-10][SUB-13] repairs an outdated copy: a month paid meanwhile, then the end', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_prime')
    await hearNothingMore()
    await age({ id }, 32)
    expect(await compared(id)).toEqual([
      `The subscription ${id} was active here and is active at the card provider; it is mended.`,
    ])
    expect(await balanceOf(person)).toBe(80)
    await (await cardProvider()).subscriptions.cancel(id)
    expect(await tagsOf(person)).toContain('subscription_active')
    expect(await compared(id)).toEqual([
      `The subscription ${id} was active here and is canceled at the card provider; it is mended.`,
    ])
    expect(await tagsOf(person)).not.toContain('subscription_active')
    expect(await compared(id)).toEqual([])
    await expectBooksToAgree()
  })

  test('[PAY-04][SUB-13] finds paid bills even if the copy is right: several months without events', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_prime')
    await hearNothingMore()
    await age({ id }, 63)
    const findings = await compared(id)
    expect(findings[0]).toContain('it is mended.')
    expect(findings.slice(1)).toEqual([
      expect.stringMatching(
        /^The bill in_\w+ of 2900 cents for the subscription sub_\w+ was not in the ledger; it is now\.$/,
      ),
    ])
    expect(await balanceOf(person)).toBe(120)
    expect(await compared(id)).toEqual([])
    await expectBooksToAgree()
  })

  test('[PAY-03] a month paid and refunded is in both; another amount is reported', async () => {
    const { product, clock } = await testProduct()
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_prime')
    expect((await person.send('POST', `/api/v3/subscriptions/${id}/refund`)).status).toBe(200)
    const entries = product.queries.selectFrom('ledger_entry').select(['kind', 'ref', 'id'])
    const moved = await eventually(async () => {
      const kinds = ['plan_payment', 'plan_refund'] as const
      const found = await entries.where('client_id', '=', person.clientId).where('kind', 'in', kinds).execute()
      return found.length === 2 && found
    })
    const [payment, refund] = moved.toSorted((a, b) => a.kind.localeCompare(b.kind))
    const { created } = await (await cardProvider()).paymentIntents.retrieve(payment?.ref ?? '')
    // The provider's clock may be ahead of ours: other tests advance it.
    clock.advance(created * 1000 - clock.now() + 3 * 3_600_000)
    const at = new Date(clock.now() - 2 * 3_600_000)
    await product.queries.updateTable('ledger_entry').set({ at }).where('client_id', '=', person.clientId).execute()
    expect(await compared(payment?.ref ?? '')).toEqual([])
    expect(await compared(refund?.ref ?? '')).toEqual([])

    const multiply = (by: number) =>
      sql`update ledger_line set cents = round(cents * ${by}::numeric) where entry_id = ${payment?.id}`.execute(
        product.queries,
      )
    await multiply(2)
    const differences = await compared(payment?.ref ?? '')
    await multiply(0.5)
    clock.reset()
    expect(differences).toEqual([
      `The payment ${payment?.ref} of 5800 cents in the ledger is at the card provider with 2900 cents.`,
    ])
  })

  test('[PAY-04] reports a copy that the provider does not know, and continues', async () => {
    const { product, clock } = await testProduct()
    const person = await personWithEmail()
    const { id, customer } = await subscribe(person, 'nerdify_basic')
    const [copy] = await product.queries.selectFrom('subscription').selectAll().where('id', '=', id).execute()
    const at = new Date(clock.now())
    const strange = 'sub_nobody_knows'
    const moments = { period_start: at, period_end: at, trial_end: null, started_at: at, synced_at: at, paid_at: null }
    const row = { ...copy, ...moments, id: strange, surplus: true, customer_id: customer }
    await product.queries
      .insertInto('subscription')
      .values({ ...row, refund_asked_at: null, refund_next_at: null, refunded_at: null } as never)
      .execute()
    try {
      expect(await compared(strange)).toEqual([expect.stringContaining(`${strange} could not be compared: `)])
    } finally {
      await product.queries.deleteFrom('subscription').where('id', '=', strange).execute()
    }
    expect(await compared(id)).toEqual([])
  })
})
