import { deadlineFaultTexts, deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { afterEach, expect, test } from 'vitest'
import { amountOnCardPage, followPaymentLink } from '../testing/cards/card-page.ts'
import { readOrder } from '../testing/coupon-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const hourMs = 3_600_000
const isoText = (at: number) => new Date(at).toISOString()

test('[PRICE-12][PRICE-03] (abuse 41) a price shown a moment before a bracket’s edge is still charged beyond it', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const deadline = isoText(clock.now() + 12 * hourMs + 60_000)
  const before = await person.order({ deadline })
  expect(before.deadlineInHours).toBe(13)
  clock.advance(61_000)
  const after = await person.order({ deadline })
  expect(after.deadlineInHours).toBe(12)
  expect(after.price).toBeGreaterThan(before.price)
  for (const order of [before, after]) {
    const { location } = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(location)).toBe(Math.round(order.price * 100))
    expect((await readOrder(person, order)).price).toBe(order.price)
  }
})

test('[FLOW-12][FLOW-31] (abuse 41) with a browser clock two hours slow the server’s time decides', async () => {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const order = (hours: number) => ({
    type: 'Essay (writing)',
    subject: 'History',
    size: '1 Pages',
    deadline: isoText(deadlineFromHours(clock.now() - 2 * hourMs, hours)),
  })
  expect(await person.send('POST', '/api/v3/orders', order(3))).toMatchObject({
    status: 422,
    body: { text: deadlineFaultTexts.too_soon, error_value: 'deadline' },
  })
  expect((await person.order(order(12) as object)).deadlineInHours).toBe(10)
})
