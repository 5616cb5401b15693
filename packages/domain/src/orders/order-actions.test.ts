import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AnOrder, anOrder, orderTimes } from '../testing/an-order.ts'
import { orderActionNames, orderActions, type PaymentObstacle } from './order-actions.ts'
import type { NerdFiles } from './nerd-files.ts'
import { orderCan } from './order-can.ts'
import { orderIs } from './order-is.ts'
import type { OrderFacts } from './order-facts.ts'
import { eventFits } from './order-progress.ts'
import { situations } from '../testing/order-situations.ts'
import { awaitsFirstWork } from './order-late.ts'
import { refundRequestsEnd } from './refund-period.ts'

const dayMs = 24 * 3_600_000
const services = { adv_plagreport: { added: false, paid: false, refunded: false, priceCents: 800 } }
/** The obstacle that the server reports for a complete, small order. */
const obstacleAt = ({ deadline }: OrderFacts, now: number) =>
  deadline !== null && deadline <= now ? 'time' : undefined
const workReady: NerdFiles = { draft: false, work: true }
const actionsOf = (
  { facts }: AnOrder,
  now: number = orderTimes.revisionSentAt,
  obstacle: PaymentObstacle | undefined = obstacleAt(facts, now),
  nerdFiles: NerdFiles = workReady,
) => orderActions(facts, { now, services, obstacle, nerdFiles })

test('[CAB-04][CAB-10][CAB-11] offers the actions of this table in each situation', () => {
  const table = Object.entries(situations).map(([name, order]) => {
    const isBefore = name === 'unpaid' || awaitsFirstWork(order.facts)
    const now = isBefore ? orderTimes.createdAt : orderTimes.revisionSentAt
    return `${name}: ${actionsOf(order, now).join(' ') || '-'}`
  })
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "unpaid: pay edit
    deleted: -
    paid in part: pay add_details files receipt request_refund
    in progress: add_services add_details files receipt request_refund
    nerd found: add_services add_details files receipt request_refund
    quality check: add_services add_details files receipt request_refund
    final touches: add_services add_details files receipt request_refund
    sent: download rate request_revision accept receipt order_again request_refund
    sent, rated: download tip change_rating request_revision accept receipt order_again request_refund
    accepted: download rate request_revision receipt order_again request_refund
    accepted, rated: download tip change_rating request_revision receipt order_again request_refund
    revision requested: download add_services receipt request_refund
    on revision: download add_services receipt request_refund
    revision sent: download rate request_revision accept receipt order_again request_refund
    revision sent, rated: download tip change_rating request_revision accept receipt order_again request_refund
    revision accepted: download rate request_revision receipt order_again request_refund
    refund requested in work: rate files receipt
    refund requested, sent: download rate receipt order_again
    refund requested, accepted: download rate receipt
    refund requested, on revision: download rate receipt
    refund requested, revision sent: download rate receipt
    refunded in work: files receipt order_again
    refunded, sent: download receipt order_again
    refunded, revision sent: download receipt order_again
    refund declined in work: add_services add_details files receipt request_refund
    refund declined, sent: download rate request_revision accept receipt order_again request_refund
    refund declined, revision sent: download rate request_revision accept receipt order_again request_refund"
  `)
})

test('[OPS-12] asks for an answer to an offered deadline until it has passed or the work is sent', () => {
  const { deadline } = orderTimes
  const offered = anOrder()
    .paid()
    .with({ offeredDeadline: deadline + 1 })
  expect(actionsOf(offered, deadline)).toContain('answer_deadline')
  expect(actionsOf(offered, deadline + 1)).not.toContain('answer_deadline')
  expect(actionsOf(offered.sent(), deadline)).not.toContain('answer_deadline')
})

test('[STATE-12] offers Download once a draft is uploaded, or the work if the state allows it', () => {
  const offers = (order: AnOrder, nerdFiles: NerdFiles) =>
    actionsOf(order, orderTimes.revisionSentAt, undefined, nerdFiles).filter((name) =>
      ['download', 'files'].includes(name),
    )
  const inWork = anOrder().paid().nerdFound()
  expect(offers(inWork, { draft: true, work: false })).toEqual(['download'])
  expect(offers(inWork, { draft: false, work: true })).toEqual(['files'])
  expect(offers(inWork.sent(), { draft: false, work: false })).toEqual(['files'])
  expect(offers(inWork.sent(), { draft: false, work: true })).toEqual(['download'])
  expect(offers(anOrder(), { draft: true, work: true })).toEqual([])
})

test('[STATE-18] asks for another deadline on an expired unpaid order, unless the order is locked', () => {
  expect(actionsOf(anOrder(), orderTimes.deadline - 1)).toEqual(['pay', 'edit'])
  expect(actionsOf(anOrder(), orderTimes.deadline)).toEqual(['choose_deadline'])
  expect(actionsOf(anOrder().with({ isPromo: true }), orderTimes.deadline - 1)).toEqual(['pay'])
  expect(actionsOf(anOrder().with({ isComplex: true }), orderTimes.deadline)).toEqual([])
  expect(actionsOf(anOrder().partlyPaid(), orderTimes.deadline)).toContain('pay')
})

test('[PRICE-12] offers the form for an order that cannot be paid: the deadline, or missing answers', () => {
  const now = orderTimes.createdAt
  expect(actionsOf(anOrder(), now, undefined)).toEqual(['pay', 'edit'])
  expect(actionsOf(anOrder(), now, 'time')).toEqual(['choose_deadline'])
  expect(actionsOf(anOrder(), now, 'answers')).toEqual(['edit'])
  for (const obstacle of ['time', 'answers'] as const)
    expect(actionsOf(anOrder().partlyPaid(), now, obstacle)).toContain('pay')
})

test('[RATE-06] removes only the tip from a disputed order', () => {
  const rated = anOrder().paid().sent().rated(5)
  expect(actionsOf(rated)).toContain('tip')
  expect(actionsOf(rated.tagged('payment_disputed'))).toEqual(actionsOf(rated).filter((name) => name !== 'tip'))
})

test('[STATE-07] offers nothing on a hidden order', () => {
  for (const order of [anOrder().deleted(), anOrder().unpriced(), anOrder().declined()]) {
    expect(actionsOf(order, orderTimes.createdAt)).toEqual([])
  }
})

test('[CAB-11] offers a refund until 30 days after the last delivery or the due date', () => {
  const { sentAt, deadline, revisionDeadline, revisionSentAt } = orderTimes
  const inWork = anOrder().paid()
  const onRevision = inWork.sent().revisionRequested().onRevision()
  const ends: [AnOrder, number][] = [
    [inWork, deadline],
    [inWork.sent(), sentAt],
    [onRevision, revisionDeadline],
    [onRevision.with({ revisionDeadline: null }).revisionSent(), revisionSentAt],
    [inWork.with({ deadline: null }), orderTimes.createdAt],
  ]
  for (const [order, from] of ends) {
    const end = from + 30 * dayMs
    expect(refundRequestsEnd(order.facts)).toBe(end)
    expect(actionsOf(order, end - 1)).toContain('request_refund')
    expect(actionsOf(order, end)).not.toContain('request_refund')
  }
})

test('[CAB-11] offers no refund on an unpaid or fully refunded order', () => {
  const sent = anOrder().paid().sent()
  const { paidCents } = sent.facts
  const free = { paidCents: 0, priceCents: 0, cabinetPriceCents: 0 }
  for (const order of [sent.with(free), sent.with({ refundedCents: paidCents })]) {
    expect(orderIs.paidInFull(order.facts)).toBe(true)
    expect(actionsOf(order)).toEqual(actionsOf(sent).filter((name) => name !== 'request_refund'))
  }
  expect(actionsOf(sent.with({ refundedCents: paidCents - 1 }))).toContain('request_refund')
})

test('[RATE-06][STATE-19] offers no action that its flag or event forbids', () => {
  const order = fc.constantFrom(...Object.values(situations)).map(({ facts }) => facts)
  const rating = fc.record({ mark: fc.integer({ min: 0, max: 5 }), tipsPaid: fc.boolean(), declined: fc.boolean() })
  fc.assert(
    fc.property(
      order,
      rating,
      fc.integer({ min: orderTimes.createdAt, max: orderTimes.createdAt + 90 * dayMs }),
      fc.constantFrom<PaymentObstacle | undefined>(undefined, 'answers', 'time'),
      (facts, ratingFacts, now, obstacle) => {
        const changed = { ...facts, ...ratingFacts }
        const offered = orderActions(changed, { now, services, obstacle, nerdFiles: workReady })
        const allowed = {
          rate: orderCan.showRatingBtn,
          change_rating: orderCan.changeRating,
          tip: orderCan.tip,
          download: orderCan.downloadFile,
          pay: orderCan.pay,
          edit: orderCan.edit,
          add_services: orderCan.addServices,
        }
        for (const [name, holds] of Object.entries(allowed)) {
          if (offered.some((action) => action === name)) expect([name, holds(changed)]).toEqual([name, true])
        }
        for (const name of ['accept', 'request_revision', 'request_refund'] as const) {
          if (offered.includes(name)) expect(eventFits(changed, { name, by: 'client' })).toBe(true)
        }
        expect(offered).toEqual(orderActionNames.filter((name) => offered.includes(name)))
      },
    ),
  )
})
