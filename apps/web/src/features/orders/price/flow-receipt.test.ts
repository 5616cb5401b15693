import { receiptOf, settlementOf } from '@nerdify/contract/order-receipt.ts'
import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { offeredServices } from '@nerdify/domain/catalog/services.ts'
import { discountInfoOf } from '@nerdify/domain/discounts/discount-info.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { priceOf } from '@nerdify/domain/pricing/price.ts'
import { sizeToWire } from '@nerdify/domain/pricing/units.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anOrderAnswer } from '../../../testing/an-order-answer.ts'
import { flowReceipt } from './flow-receipt.ts'
import { storedPrice } from './shown-price.ts'

const noService = { price: 0, added: false, active: false, refunded: false, free_reason: null }
const noBalance = { usableCents: 0, isUsed: false, isHidden: false, paysCents: 0, cardCents: 0 }

/** An order with every possible price part, like an answer of the server. */
const anyOrder = fc
  .record({
    jobType: fc.constantFrom(...jobTypes),
    count: fc.integer({ min: 1, max: 60 }),
    quoteCents: fc.integer({ min: 100, max: 200_000 }),
    listCents: fc.integer({ min: 1, max: 9_000 }),
    planned: fc.subarray([...offeredServices]),
    added: fc.subarray([...offeredServices]),
    percent: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  })
  .map(({ jobType, count, quoteCents, listCents, planned, added, percent }) => {
    const measure = jobType.measures[0] ?? 'Pages'
    const gift = percent === undefined ? undefined : ({ kind: 'percent', percent } as const)
    const quoted = offeredServices.map((key) => [key, { listCents, inPlan: planned.includes(key) }] as const)
    const price = priceOf({ quoteCents, services: Object.fromEntries(quoted) }, { added, gift })
    const { services, discountCents } = price
    const code = gift === undefined ? null : 'NERD'
    const order = anOrderAnswer({
      jobType: jobType.id,
      priceName: jobType.priceName,
      size: sizeToWire({ count, measure }),
      price: dollarsFromCents(price.totalCents),
      quote_price: dollarsFromCents(quoteCents),
      discount_amount: dollarsFromCents(discountCents),
      discountCode: code,
      discountInfo: gift
        ? discountInfoOf({ code: 'NERD', gift, discountCents, cashbackCents: 0, worthCents: () => 0 })
        : [],
      services: {
        ...anOrderAnswer().services,
        ...Object.fromEntries(
          Object.entries(services).map(([key, { priceCents, freeReason, added: isAdded }]) => [
            key,
            { ...noService, price: dollarsFromCents(priceCents), free_reason: freeReason, added: isAdded },
          ]),
        ),
      },
      extras: added,
    })
    return { jobType, size: { count, measure }, order, price }
  })

test('[EASE-06] the steps of an order list the same lines as the cabinet and the thank-you page', () => {
  fc.assert(
    fc.property(anyOrder, ({ jobType, size, order, price }) => {
      const choices = { subject: null, size, deadline: { hours: 12 } }
      const shown = storedPrice(order, order.extras, undefined)
      const flow = flowReceipt({ jobType, choices, stored: order, price: shown, balance: noBalance })
      expect(flow).toEqual(receiptOf(order).lines)
      expect(flow.reduce((sum, { cents }) => sum + cents, 0)).toBe(price.totalCents)
    }),
  )
})

test('[EASE-06][PAY-13] the total comes before the balance part', () => {
  const order = anOrderAnswer({ price: 27, quote_price: 27 })
  const [jobType] = jobTypes
  const size = { count: 2, measure: 'Pages' } as const
  if (jobType === undefined) throw new Error('there are job types')
  const choices = { subject: null, size, deadline: { hours: 12 } }
  const paysCents = 100
  const shown = storedPrice(order, order.extras, undefined)
  const flow = flowReceipt({ jobType, choices, stored: order, price: shown, balance: { ...noBalance, paysCents } })
  expect(flow.slice(-2)).toEqual([
    { text: 'Total', cents: 2700 },
    { text: 'From your balance', cents: -100 },
  ])
})

test('[EASE-06][PAY-08] a paid order’s receipt has no extra that is not paid, and nothing to pay', () => {
  const extras = (isPaid: boolean) => ({
    ...anOrderAnswer().services,
    top_writer: { ...noService, price: 9.6, added: true, active: isPaid },
    adv_plagreport: { ...noService, price: 8, added: true },
  })
  const money = { price: 65.6, quote_price: 48, service_price: 17.6 }
  const before = anOrderAnswer({ ...money, cabinet_price: 48, isPaid: false, services: extras(false) })
  expect(receiptOf(before).lines.map(({ cents }) => cents)).toEqual([4800, 960, 800])
  expect(receiptOf(before).totalCents).toBe(6560)

  const after = anOrderAnswer({
    ...money,
    cabinet_price: 57.6,
    client_paid: 57.6,
    isPaid: true,
    services: extras(true),
  })
  expect(receiptOf(after).lines.map(({ cents }) => cents)).toEqual([4800, 960])
  expect(receiptOf(after).totalCents).toBe(5760)
  expect(settlementOf(after)).toEqual([{ text: 'Paid', cents: 5760 }])
})
