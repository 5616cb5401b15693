import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { LateCreditAnswer } from '@nerdify/contract/pricing.ts'
import { afterEach, expect, test } from 'vitest'
import { compareSums } from '../../books/compare-sums.ts'
import { balanceOf, expectBooksToAgree, movesOf } from '../../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage } from '../../testing/cards/card-page.ts'
import { paymentOf } from '../../testing/cards/card-provider.ts'
import { readOrder } from '../../testing/coupon-calls.ts'
import { addNerdFile, operate, personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { signedInStaff } from '../../testing/staff-calls.ts'
import { steer } from '../../testing/sandbox-controls.ts'
import { eventually, send, signedInAnew, signedInPerson, textsTo } from '../../testing/test-client.ts'

const hourMs = 3_600_000

afterEach(async () => {
  const { clock } = await testProduct()
  clock.reset()
  await expectBooksToAgree()
})

/** A client whose order of $48 is this many hours late. */
async function personWithLateOrder(hours: number) {
  const { person, order } = await personWithPaidOrder()
  const { clock } = await testProduct()
  clock.advance(Date.parse(String(order.deadline)) - clock.now() + hours * hourMs)
  return { person: await signedInAnew(person), order }
}

test.each([
  [-1, 0],
  [1, 4.8],
  [13, 12],
  [30, 24],
])(
  '[WAIT-05] a delivery %i hours late credits $%d, with the promise on the order and the message',
  async (hours, dollars) => {
    const { person, order } = await personWithLateOrder(hours)
    expect(order.late_credit).toEqual([
      { hours_late: 0, percent: 10 },
      { hours_late: 12, percent: 25 },
      { hours_late: 24, percent: 50 },
    ])
    expect(await postEvents(order, 'send')).toMatchObject({ late_credited: dollars })
    expect(await balanceOf(person)).toBe(dollars)
    expect(await readOrder(person, order)).toMatchObject({ late_credited: dollars, client_paid: 48, refunded: 0 })
    const product = await testProduct()
    const creditTexts = async () =>
      (await textsTo(product, person.phone)).filter(({ text }) => text.includes('came late'))
    if (dollars === 0) {
      expect(await creditTexts()).toEqual([])
      return
    }
    product.product.wake.outbox()
    const [text, ...others] = await eventually(async () => {
      const texts = await creditTexts()
      return texts.length > 0 && texts
    })
    expect(text?.text).toContain(`We added $${dollars.toFixed(2)} to your balance`)
    expect(others).toEqual([])
    const { body } = await person.send<{ results: { cause: string }[] }>('GET', apiPaths.myBalance())
    expect(body.results.map(({ cause }) => cause)).toEqual(['late_credit'])
    // A revision is a second delivery and credits nothing.
    await postEvents(order, 'request_revision', 'accept_revision', 'complete_revision')
    expect(await balanceOf(person)).toBe(dollars)
  },
)

test.each([
  [-10, 30, 0],
  [2, 13, 4.8],
  [2, 0.9, 4.8],
])(
  '[WAIT-05] a refund request %d hours late that is refused %d hours later leaves a credit of $%d',
  async (...hours) => {
    const [late, paused, dollars] = hours
    const { person, order } = await personWithLateOrder(late)
    await postEvents(order, 'nerd_found', 'request_refund')
    const { clock } = await testProduct()
    clock.advance(paused * hourMs)
    await postEvents(order, 'decline_refund')
    const [first] = (await readOrder(await signedInAnew(person), order)).late_credit ?? []
    expect(first).toEqual({ hours_late: Math.floor(paused), percent: 10 })
    expect(await postEvents(order, 'send')).toMatchObject({ late_credited: dollars })
    // The work is delivered: a later refusal changes nothing.
    await postEvents(order, 'request_refund')
    clock.advance(5 * hourMs)
    expect(await postEvents(order, 'decline_refund')).toMatchObject({
      late_credited: dollars,
      late_credit: [first, {}, {}],
    })
  },
)

test('[WAIT-05] an order that is paid after its deadline promises and credits nothing for late work', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  const page = await followPaymentLink(order.payment_link)
  const { clock } = await testProduct()
  clock.advance(Date.parse(String(order.deadline)) - clock.now() + hourMs)
  await payOnCardPage(page.location)
  const back = await signedInAnew(person)
  const paid = await eventually(async () => {
    const read = await readOrder(back, order)
    return read.client_status === 'In progress' && read
  })
  expect(paid).toMatchObject({ client_paid: 48, late_credit: [] })
  expect(await postEvents(order, 'send')).toMatchObject({ late_credited: 0 })
  expect(await balanceOf(back)).toBe(0)
})

test('[WAIT-05] one of ten simultaneous deliveries succeeds, and the credit is booked once', async () => {
  const { person, order } = await personWithLateOrder(1)
  await addNerdFile(order)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => operate('POST', `/orders/${order.id}/events`, { event: 'send' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balanceOf(person)).toBe(4.8)
  expect((await movesOf(order)).slice(2)).toEqual(['late_credit: late-credit -480', 'late_credit: balance 480'])
})

test('[WAIT-05] after each refund the credit keeps its percentage of the rest', async () => {
  const { person, order } = await personWithLateOrder(13)
  await postEvents(order, 'send')
  const refund = (body: object) => operate('POST', `/orders/${order.id}/refunds`, { ...body, reason: 'Late' })
  expect((await refund({ amount: 20, outside: true })).status).toBe(200)
  expect(await balanceOf(person)).toBe(7)
  expect(await readOrder(person, order)).toMatchObject({ refunded: 20, late_credited: 7 })
  expect((await refund({ amount: 27.99, outside: true })).status).toBe(200)
  expect(await balanceOf(person)).toBe(0)
  expect((await refund({ outside: true })).status).toBe(200)
  expect(await balanceOf(person)).toBe(0)
  expect(await readOrder(person, order)).toMatchObject({ refunded: 48, late_credited: 0 })
})

test('[WAIT-05][HOLD-06] after a lost dispute the credit keeps its percentage of the rest', async () => {
  const { person, order } = await personWithLateOrder(30)
  await postEvents(order, 'send')
  expect(await balanceOf(person)).toBe(24)
  const dispute = await steer('disputes', { payment_intent: await paymentOf(order), amount: 4_700 })
  const untilRefunded = (refunded: number) =>
    eventually(async () => (await readOrder(person, order)).refunded === refunded)
  for (const [outcome, refunded, credit] of [
    ['lost', 47, 0.5],
    ['won', 0, 24],
    ['lost', 47, 0.5],
  ] as const) {
    await steer('disputes/close', { dispute: String(dispute.id), outcome })
    await untilRefunded(refunded)
    expect([outcome, await balanceOf(person)]).toEqual([outcome, credit])
    expect(await readOrder(person, order)).toMatchObject({ late_credited: credit })
  }
})

test('[WAIT-05][HOLD-06] credits the late delivery once the bank returns a lost payment', async () => {
  const { person, order } = await personWithLateOrder(13)
  const dispute = await steer('disputes', { payment_intent: await paymentOf(order) })
  const close = (outcome: string) => steer('disputes/close', { dispute: String(dispute.id), outcome })
  await close('lost')
  await eventually(async () => (await readOrder(person, order)).refunded === 48)
  await postEvents(order, 'send')
  expect(await balanceOf(person)).toBe(0)
  await close('won')
  await eventually(async () => (await readOrder(person, order)).refunded === 0)
  expect(await balanceOf(person)).toBe(12)
})

test('[WAIT-05] withholds the credit while a payment is disputed', async () => {
  const { person, order } = await personWithLateOrder(1)
  await postEvents(order, 'send')
  const { provider } = await testProduct()
  await provider.openDispute(await paymentOf(order))
  await eventually(async () => (await readOrder(person, order)).tags.includes('payment_disputed'))
  expect(await balanceOf(person)).toBe(0)
})

test('[WAIT-05] an order keeps the steps of its payment; later orders get the published new ones', async () => {
  const before = (await operate<LateCreditAnswer>('GET', '/late_credit')).body
  const { person, order } = await personWithPaidOrder()
  const lead = await signedInStaff('lead')
  const put = (steps: unknown) => lead.operate<LateCreditAnswer & ErrorBody>('PUT', '/late_credit', { steps })
  try {
    const invalid = await put([
      { hours_late: 5, percent: 10 },
      { hours_late: 1, percent: 20 },
    ])
    expect(invalid).toMatchObject({ status: 422, body: { error_value: 'steps.1', error_type: 'late_credit_unfit' } })
    expect((await put([])).body).toEqual({ steps: [] })
    expect((await send<LateCreditAnswer>('GET', apiPaths.lateCredit())).body).toEqual({ steps: [] })
    const { product, clock } = await testProduct()
    const logged = await product.queries
      .selectFrom('operations_log')
      .select('request')
      .where('subject', '=', 'late_credit')
      .where('author', '=', lead.name)
      .execute()
    expect(logged).toEqual([{ request: { late_credit: [] } }])
    const withoutPromise = await personWithPaidOrder()
    expect(withoutPromise.order.late_credit).toEqual([])
    clock.advance(13 * hourMs)
    for (const each of [order, withoutPromise.order]) await postEvents(each, 'send')
    const later = await Promise.all([person, withoutPromise.person].map(signedInAnew))
    expect(await Promise.all(later.map(balanceOf))).toEqual([4.8, 0])
  } finally {
    // The lead's session is over by then.
    const { steps } = before
    expect(await operate('PUT', '/late_credit', { steps })).toMatchObject({ status: 200, body: before })
  }
})

test('[WAIT-05] the nightly comparison reports a credit that the books lack', async () => {
  const { order } = await personWithLateOrder(1)
  await postEvents(order, 'send')
  const { product, clock } = await testProduct()
  const store = (cents: number) =>
    product.queries.updateTable('client_order').set({ late_credit_cents: cents }).where('id', '=', order.id).execute()
  await store(481)
  const differences = await compareSums(product.queries, clock.now() - hourMs)
  await store(480)
  expect(differences).toEqual([
    `The late_credited of order ${order.number} is 481 cents, and its ledger lines sum to 480.`,
  ])
})
