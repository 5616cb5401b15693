import type { Books } from '@nerdify/contract/books.ts'
import { bookFigureNames, bookFigures } from '@nerdify/domain/books/book-figures.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { creditByStaff, debitByStaff } from '../payments/ledger/given-credit.ts'
import { personWithBalance } from '../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage } from '../testing/cards/card-page.ts'
import { untilChecked } from '../testing/coupon-calls.ts'
import { operate, personWithPaidOrder, postEvents, registeredNerd } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { personWithEmail, subscribe } from '../testing/subscribing.ts'
import { eventually, send, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { readBooks } from './day-books.ts'

/** Moves all ledger entries of a client to an instant, so that the books of that day contain only them. */
async function bookAt({ clientId }: TestPerson, at: string): Promise<void> {
  await (await testProduct()).product.queries
    .updateTable('ledger_entry')
    .set({ at: new Date(at) })
    .where('client_id', '=', clientId)
    .execute()
}

const booksOf = async (days: string) => (await operate<Books>('GET', `/books?${days}`)).body

/** The figures of a day that are not 0. */
async function moved(date: string): Promise<object> {
  const { days } = await booksOf(`from=${date}&to=${date}`)
  const { differences: _, ...day } = days[0] ?? { differences: [] }
  return Object.fromEntries(Object.entries(day).filter(([, amount]) => amount !== 0))
}

/** The calendar day of an instant, by the platform. */
const dayInLosAngeles = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })

describe('[OPS-13] the books of a day', () => {
  test('have each movement of an order once, under its cause', async () => {
    const person = await personWithBalance(1_000)
    const order = await person.order({ use_balance: true })
    const { location } = await followPaymentLink(order.payment_link)
    await payOnCardPage(location)
    await untilChecked(person, order, 'paid')
    await operate('POST', `/orders/${order.id}/refunds`, { amount: 3, reason: 'x', outside: true })
    await operate('POST', `/clients/${person.clientId}/balance_credits`, { amount: 5, reason: 'x' })
    await operate('POST', `/clients/${person.clientId}/balance_debits`, { amount: 2, reason: 'x' })
    await postEvents(order, 'request_refund', 'accept_refund')
    const refunds = (await testProduct()).product.queries.selectFrom('refund').where('client_id', '=', person.clientId)
    await eventually(async () => (await refunds.where('status', '=', 'succeeded').select('id').execute()).length === 1)
    await bookAt(person, '2021-05-05T12:00:00Z')
    expect(await moved('2021-05-05')).toEqual({
      date: '2021-05-05',
      // The first order, whose cash-back is the balance, and the card's part of the second.
      orders_by_card: 48 + 38,
      orders_from_balances: 10,
      refunds_outside: 3,
      refunds_to_cards: 35,
      refunds_to_balances: 10,
      cashback: 10,
      staff_credits: 5,
      staff_debits: 2,
      card_net: 48 + 38 - 35,
    })
  })

  test('are read for a year of 20,000 payments within the time of a statement', async () => {
    const { queries } = (await testProduct()).product
    const { clientId } = await signedInPerson()
    const undone = new Error('The payments of this test are never committed.')
    const reading = transaction(queries, async (within) => {
      await sql`
        with entry as (
          insert into ledger_entry (client_id, id, kind, ref, at)
          select ${clientId}::uuid, gen_random_uuid(), 'order_payment', 'many:' || nth,
            timestamptz '2019-01-01 12:00Z' + nth % 365 * interval '1 day'
          from generate_series(1, 20000) as nth
          returning client_id, id
        )
        insert into ledger_line (client_id, entry_id, line, account, cents)
        select client_id, id, line, account, cents
        from entry, (values (0, 'gateway', -100), (1, 'order', 100)) as moved (line, account, cents)`.execute(within)
      const year = { from: '2019-01-01', to: '2019-12-31' }
      const { days, sum } = await readBooks(within, year, { now: Date.now(), zone: 'UTC' })
      expect([days.length, sum.orders_by_card]).toEqual([365, 20_000])
      expect(days.every(({ orders_by_card: taken }) => taken === 54 || taken === 55)).toBe(true)
      throw undone
    })
    await expect(reading).rejects.toBe(undone)
  })

  test('have the fees of work first delivered on it', async () => {
    const { order } = await personWithPaidOrder()
    const nerd = await registeredNerd('Fee')
    await operate('POST', `/orders/${order.id}/events`, { event: 'nerd_found', nerd, fee: 31.25 })
    await postEvents(order, 'send')
    const { queries } = (await testProduct()).product
    // Midnight in Los Angeles is at 7 AM of UTC.
    const sent = { at: new Date('2021-05-09T06:59:59.999Z') }
    await queries
      .updateTable('order_event')
      .set(sent)
      .where('order_id', '=', order.id)
      .where('event', '=', 'send')
      .execute()
    expect(await moved('2021-05-08')).toEqual({ date: '2021-05-08', fees_owed: 31.25 })
    expect((await booksOf('from=2021-05-01&to=2021-05-09')).sum).toMatchObject({ fees_owed: 31.25 })
  })

  test('have a month of a plan with its credit, and its refund', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_prime')
    await bookAt(person, '2021-05-06T12:00:00Z')
    expect(await moved('2021-05-06')).toEqual({ date: '2021-05-06', plan_months: 29, plan_credits: 40, card_net: 29 })
    await person.send('POST', `/api/v3/subscriptions/${id}/refund`)
    await eventually(async () => {
      await bookAt(person, '2021-05-07T12:00:00Z')
      return 'refunds_to_cards' in (await moved('2021-05-07'))
    })
    expect(await moved('2021-05-07')).toEqual({ date: '2021-05-07', plan_months: 29, refunds_to_cards: 29 })
  })

  test('begin and end at midnight in the company’s zone, also on the days of a clock change', async () => {
    const { product } = await testProduct()
    const { clientId } = await signedInPerson()
    const hours = fc.integer({ min: -30 * 3_600_000, max: 30 * 3_600_000 })
    const around = fc.constantFrom('2019-03-10', '2019-11-03', '2019-12-31', '2019-03-01')
    const movement = fc.record({ around, hours, cents: fc.integer({ min: 1, max: 5_000 }), isDebit: fc.boolean() })
    const expected = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 20 }), async (movements) => {
        for (const { around: date, hours: ms, cents, isDebit } of movements) {
          const now = Date.parse(`${date}T20:00:00Z`) + ms
          const entry = { clientId, cents, reason: 'x', now }
          await transaction(product.queries, async (queries) => {
            await creditByStaff(queries, { ...entry, limitCents: undefined })
            if (isDebit) await debitByStaff(queries, entry)
          })
          const key = dayInLosAngeles.format(now)
          expected.set(key, (expected.get(key) ?? 0) + cents - (isDebit ? cents : 0))
        }
        const { days, sum } = await booksOf('from=2019-02-26&to=2020-01-02')
        const actual = days.map((day) => [day.date, Math.round((day.staff_credits - day.staff_debits) * 100)])
        expect(actual).toEqual(days.map(({ date }) => [date, expected.get(date) ?? 0]))
        const total = [...expected.values()].reduce((all, cents) => all + cents, 0)
        expect(Math.round((sum.staff_credits - sum.staff_debits) * 100)).toBe(total)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  test('are a CSV of only dates and amounts', async () => {
    const { settings, url } = await testProduct()
    const answer = await fetch(`${url}/api/ops/books.csv?from=2020-02-28&to=2020-03-01`, {
      headers: { authorization: `Bearer ${settings.operationsToken}` },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, ...rows] = (await answer.text()).split('\r\n')
    expect(head).toBe(
      ['Day', ...bookFigures.map((figure) => bookFigureNames[figure]), 'Card net', 'Differences'].join(','),
    )
    const amounts = `(,-?\\d+\\.\\d\\d){${bookFigures.length + 1}}`
    expect(rows).toHaveLength(5)
    for (const row of rows.slice(0, 3)) expect(row).toMatch(new RegExp(`^2020-0[23]-\\d\\d${amounts},$`))
    expect(rows[3]).toMatch(new RegExp(`^Sum${amounts},$`))
  })

  test.each([
    ['from=2021-02-29', 'from', 'There is no such day.'],
    ['to=2021-13-01', 'to', 'There is no such day.'],
    ['from=2021-03-02&to=2021-03-01', 'from', 'The first day is after the last one.'],
    ['from=2020-01-01&to=2021-12-31', 'from', 'At most 366 days can be read at once.'],
  ])('refuse %s in words', async (query, field, text) => {
    const { settings } = await testProduct()
    const answer = await send('GET', `/api/ops/books?${query}`, { token: settings.operationsToken })
    expect([answer.status, answer.body]).toMatchObject([422, { text, error_value: field }])
  })

  test('default to today', async () => {
    const { product } = await testProduct()
    const now = Date.parse('2021-06-02T06:59:59.999Z')
    const { days } = await readBooks(product.queries, {}, { now, zone: 'America/Los_Angeles' })
    expect(days.map(({ date }) => date)).toEqual(['2021-06-01'])
  })
})
