import { describe, expect, test } from 'vitest'
import { anOrder } from '../testing/an-order.ts'
import { type PaymentSituation, paymentStep, paymentSteps } from './payment-step.ts'

const unpaid = anOrder().facts
const paid = anOrder().paid().facts

/** An unpaid order of $48 that a card can pay at once. */
const ready: PaymentSituation = {
  order: unpaid,
  page: 'none',
  pageFits: false,
  quote: 'holds',
  isNewPrice: false,
  due: { cents: 4800, services: undefined },
  split: { balanceCents: 0, cardCents: 4800, waivedCents: 0 },
  knowsBalance: true,
  isServiceUnavailable: false,
  isOffered: true,
  missing: [],
  pressed: false,
}

const byBalance = { balanceCents: 4800, cardCents: 0, waivedCents: 0 }
const noMoney = { balanceCents: 0, cardCents: 0, waivedCents: 0 }
const nothingDue = { order: paid, due: { cents: 0, services: [] } }
const openPage = { page: 'open', pageFits: true } as const

describe('[PAY-01][PAY-07][PAY-13] the payment link', () => {
  test.each<[step: string, change: Partial<PaymentSituation>]>([
    ['leave', { order: { ...paid, systemStatus: 'Refund Requested' }, ...openPage }],
    ['leave', { order: { ...unpaid, declined: true } }],
    ['settle_page', { ...nothingDue, page: 'over' }],
    ['continue_page', openPage],
    ['continue_page', { ...openPage, order: paid, due: { cents: 500, services: ['top_writer'] } }],
    ['close_page', { ...openPage, pageFits: false }],
    ['close_page', { ...openPage, quote: 'repriced' }],
    ['close_page', { ...openPage, missing: ['age'] }],
    ['close_page', { ...openPage, isNewPrice: true }],
    ['close_page', { ...openPage, knowsBalance: false }],
    ['close_page', { ...openPage, pageFits: false, ...nothingDue }],
    ['show_unavailable_service', { ...nothingDue, isServiceUnavailable: true }],
    ['thank', { ...nothingDue, quote: 'impossible', missing: ['age'] }],
    ['return_to_form', { quote: 'impossible', isOffered: false, missing: ['age'] }],
    ['choose_job_type', { isOffered: false, missing: ['age'], isNewPrice: true }],
    ['ask_for_missing', { missing: ['age'], isNewPrice: true }],
    ['show_price', { isNewPrice: true, knowsBalance: false }],
    ['show_balance', { knowsBalance: false, split: byBalance }],
    ['ask_to_press', { split: byBalance }],
    ['ask_to_press', { ...nothingDue, due: { cents: 0, services: ['top_writer'] }, split: noMoney }],
    ['book_without_card', { split: byBalance, pressed: true }],
    ['make_page', {}],
    ['make_page', { pressed: true }],
  ])('%s: %j', (step, change) => {
    expect(paymentStep({ ...ready, ...change })).toBe(step)
  })

  test('reaches each of its steps', () => {
    expect(paymentSteps).toHaveLength(14)
  })
})
