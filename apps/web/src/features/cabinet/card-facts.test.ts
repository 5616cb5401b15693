import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import type { SystemStatus } from '@nerdify/domain/orders/order-status.ts'
import { describe, expect, test } from 'vitest'
import { aPaidOrderAnswer, anOrderAnswer } from '../../testing/an-order-answer.ts'
import { paymentOffer } from '../../orders/payment-offer.ts'
import {
  awaitsPayment,
  cardActions,
  cardFacts,
  deadlineHasPassed,
  detailDates,
  filledAction,
  outlinedAction,
} from './card-facts.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const pacific = dateWords('America/Los_Angeles')
const factsOf = (...[order]: Parameters<typeof anOrderAnswer>) => cardFacts(anOrderAnswer(order), now, pacific)
const paidFacts = (...[order]: Parameters<typeof aPaidOrderAnswer>) => cardFacts(aPaidOrderAnswer(order), now, pacific)

describe('cardFacts', () => {
  test('[CAB-04] shows number, type, title, subject, size and the cabinet price', () => {
    expect(factsOf({ name: 'Causes of the French Revolution', cabinet_price: 1234.5 })).toMatchObject({
      number: 'No. 48213, Essay (writing)',
      title: 'Causes of the French Revolution',
      meta: 'History, 2 pages',
      price: '$1,234.50',
    })
  })

  test('[CAB-04] shows the subject as the title where there is none, and not twice', () => {
    expect(factsOf({ name: 'History' })).toMatchObject({ title: 'History', meta: '2 pages' })
    expect(factsOf({ name: null, subject: null, size: null })).toMatchObject({ title: 'Essay writing', meta: '' })
  })

  test('[CAB-03] an unpaid order shows when it was created, and its deadline with weekday and zone (ux 22)', () => {
    expect(factsOf({}).dates).toEqual([
      { label: 'Created on', value: 'Sat, Nov\u00a021' },
      { label: 'Deadline', value: 'Tomorrow by 9:00\u00a0AM PST (Sun, Nov\u00a022)' },
    ])
  })

  test('[CAB-03] dates are those of the reader’s time zone', () => {
    const order = anOrderAnswer({
      created_at: '2026-11-22T02:00:00Z',
      date_label: { label: 'Created on', at: '2026-11-22T02:00:00Z' },
    })
    expect(cardFacts(order, now, pacific).dates[0]?.value).toBe('Sat, Nov\u00a021')
    expect(cardFacts(order, now, dateWords('Europe/Berlin')).dates[0]?.value).toBe('Sun, Nov\u00a022')
  })

  test.each([
    ['2027-03-13T17:00:00Z', 'Sat, Mar\u00a013, 2027, 9:00\u00a0AM PST'],
    ['2027-03-14T16:00:00Z', 'Sun, Mar\u00a014, 2027, 9:00\u00a0AM PDT'],
    ['2027-11-07T17:00:00Z', 'Sun, Nov\u00a07, 2027, 9:00\u00a0AM PST'],
  ])('[CAB-03] %s reads %s across the change of daylight saving (ux 22)', (at, text) => {
    expect(paidFacts({ deadline: at, date_label: { label: 'Expected on', at } }).dates).toEqual([
      { label: 'Expected on', value: text },
    ])
  })

  test.each(['Completed on', 'Refunded on'] as const)('[EASE-14] "%s" is the only date', (label) => {
    expect(paidFacts({ date_label: { label, at: '2026-11-20T17:00:00Z' } }).dates).toEqual([
      { label, value: 'Fri, Nov\u00a020' },
    ])
  })

  test('[CAB-03][EASE-14] a revision shows its own expected date alone', () => {
    expect(paidFacts({ date_label: { label: 'Expected on', at: '2026-11-24T17:00:00.000Z' } }).dates).toEqual([
      { label: 'Expected on', value: 'Tue, Nov\u00a024, 9:00\u00a0AM PST' },
    ])
  })

  test('[EASE-14] late work shows "Was due on" alone', () => {
    expect(paidFacts({ date_label: { label: 'Expected on', at: '2026-11-20T17:00:00.000Z' } }).dates).toEqual([
      { label: 'Was due on', value: 'Fri, Nov\u00a020, 9:00\u00a0AM PST' },
    ])
  })

  test('[EASE-14] no work is expected while a refund is being decided', () => {
    expect(paidFacts({ system_client_status: 'Refund Requested' }).dates).toEqual([])
  })

  test.each([
    ['In progress', 0],
    ['Nerd found', 1],
    ['Quality check', 2],
    ['Final touches', 3],
    ['Sent', 4],
  ] as const)('[CAB-04] %s is part %i of the status bar, where the server shows one', (client_status, part) => {
    expect(paidFacts({ client_status }).progress).toBe(part)
    expect(paidFacts({ client_status, isCanShowStatusBar: false }).progress).toBeUndefined()
  })

  test('[CAB-04] a status outside the bar shows no bar', () => {
    expect(paidFacts({ client_status: 'On revision' }).progress).toBeUndefined()
  })

  test.each([
    [anOrderAnswer(), 'unpaid', 'Unpaid'],
    [anOrderAnswer({ isLocked: true, client_paid: 10 }), 'unpaid', 'Partly paid'],
    [aPaidOrderAnswer(), 'work', 'Finding your Nerd'],
    [aPaidOrderAnswer({ client_status: 'Nerd found' }), 'nerd', 'Nerd found'],
    [aPaidOrderAnswer({ client_status: 'Sent' }), 'done', 'Sent'],
    [
      aPaidOrderAnswer({ client_status: 'Sent', system_client_status: 'Refund Requested' }),
      'refund',
      'Refund requested',
    ],
    [aPaidOrderAnswer({ client_status: 'Sent', system_client_status: 'Refund Accepted' }), 'off', 'Refunded'],
    [aPaidOrderAnswer({ client_status: 'On its way' as 'Sent' }), 'work', 'On its way'],
    [aPaidOrderAnswer({ client_status: 'Nerd found', deadline: '2026-11-21T17:59:59Z' }), 'late', 'Late'],
  ] as const)('[CAB-04][EASE-15] case %#: the status is %s in words', (order, kind, text) => {
    expect(cardFacts(order, now, pacific).status).toEqual({ kind, text })
  })
})

test('[PAY-06] an order awaits payment until something is paid', () => {
  expect(awaitsPayment(anOrderAnswer())).toBe(true)
  expect(awaitsPayment(anOrderAnswer({ isLocked: true }))).toBe(false)
  expect(awaitsPayment(anOrderAnswer({ isPaid: true, cabinet_price: 0 }))).toBe(false)
})

test('[STATE-18] a deadline has passed at its instant', () => {
  const deadline = '2026-11-22T17:00:00Z'
  expect(deadlineHasPassed(anOrderAnswer({ deadline }), Date.parse(deadline) - 1)).toBe(false)
  expect(deadlineHasPassed(anOrderAnswer({ deadline }), Date.parse(deadline))).toBe(true)
  expect(deadlineHasPassed(anOrderAnswer({ deadline: null }), now)).toBe(false)
})

test('[CAB-04][EASE-15] the card has the buttons that the server allows; the rest is in the details', () => {
  const order = aPaidOrderAnswer({
    actions: ['download', 'rate', 'tip', 'change_rating', 'request_revision', 'accept', 'receipt', 'order_again'],
  })
  expect(cardActions(order, now)).toEqual(['download', 'rate'])
  // A completed order can be ordered again at once (CAB-10).
  expect(cardActions({ ...order, lists: ['completed', 'paid'] }, now)).toEqual(['download', 'rate', 'order_again'])
})

test('[EASE-15] a card fills its next act alone, and none while a refund is being decided or a Nerd works', () => {
  const filled = (change: Parameters<typeof anOrderAnswer>[0]) => filledAction(anOrderAnswer(change), now)
  const paid = { isPaid: true, isLocked: true } as const
  expect(filled({ deadline: null, actions: ['pay', 'edit'] })).toBe('pay')
  expect(filled({ ...paid, actions: ['add_services'] })).toBeUndefined()
  expect(filled({ ...paid, actions: ['add_services', 'pay'] })).toBe('pay')
  const rateable = { ...paid, isCanShowRatingBtn: true, actions: ['download', 'rate'] } as const
  expect(filled({ ...rateable, actions: [...rateable.actions] })).toBe('download')
  const inRefund = { ...rateable, actions: [...rateable.actions], system_client_status: 'Refund Requested' as const }
  expect(filled(inRefund)).toBeUndefined()
  expect(outlinedAction(anOrderAnswer(inRefund), now)).toBe('rate')
  expect(outlinedAction(anOrderAnswer({ ...paid, actions: ['download', 'tip'] }), now)).toBe('download')
  expect(outlinedAction(anOrderAnswer({ ...paid, actions: ['add_services'] }), now)).toBe('details')
})

describe('detailDates', () => {
  const created_at = '2026-11-18T17:00:00.000Z'
  const deadline = '2026-11-22T17:00:00.000Z'
  const datesOf = (
    at: string,
    label: 'Completed on' | 'Expected on' | 'Refunded on',
    system: SystemStatus | null = null,
  ) =>
    detailDates(
      aPaidOrderAnswer({ created_at, deadline, date_label: { label, at }, system_client_status: system }),
      now,
      pacific,
    )
  const created = { label: 'Created on', value: 'Wed, Nov\u00a018' }
  const due = { label: 'Deadline', value: 'Sun, Nov\u00a022, 9:00\u00a0AM PST' }

  test.each(['Completed on', 'Refunded on'] as const)('[EASE-14] before "%s" stand creation and deadline', (label) => {
    const last = { label, value: 'Fri, Nov\u00a020' }
    expect(datesOf('2026-11-20T17:00:00Z', label)).toEqual([created, due, last])
  })

  test('[EASE-14] the deadline shows once: as the expected date, or next to a revision’s date', () => {
    expect(datesOf(deadline, 'Expected on')).toEqual([created, { ...due, label: 'Expected on' }])
    const revision = { label: 'Expected on', value: 'Tue, Nov\u00a024, 9:00\u00a0AM PST' }
    expect(datesOf('2026-11-24T17:00:00Z', 'Expected on')).toEqual([created, due, revision])
    expect(datesOf(deadline, 'Expected on', 'Refund Requested')).toEqual([created, due])
  })

  test('[EASE-14] an unpaid order has the dates of its card', () => {
    const unpaid = anOrderAnswer({})
    expect(detailDates(unpaid, now, pacific)).toEqual(cardFacts(unpaid, now, pacific).dates)
  })
})

test('[STATE-18] an unpaid order past its deadline offers another one, also in a stale list', () => {
  const deadline = '2026-11-22T17:00:00Z'
  const order = anOrderAnswer({ deadline })
  expect(cardActions(order, Date.parse(deadline) - 1)).toEqual(['pay', 'edit'])
  expect(cardActions(order, Date.parse(deadline))).toEqual(['choose_deadline'])
  expect(cardActions(anOrderAnswer({ deadline, actions: ['pay'] }), Date.parse(deadline))).toEqual([])
  const partly = anOrderAnswer({ deadline, isLocked: true, actions: ['pay', 'receipt'] })
  expect(cardActions(partly, Date.parse(deadline))).toEqual(['pay'])
})

test('[PAY-06] (ux 37) the button shows the rest to pay, with added services and a part payment', () => {
  expect(paymentOffer(anOrderAnswer({ price: 35, cabinet_price: 27 }), 0)).toMatchObject({
    text: 'Pay $35.00',
    isCovered: false,
  })
  expect(paymentOffer(anOrderAnswer({ price: 35, client_paid: 10.5 }), 100)).toMatchObject({
    text: 'Pay $24.50',
    isCovered: false,
  })
})

test('[PAY-13][PAY-15] (ux 24) the button shows the card’s amount, and the link the balance part', () => {
  const order = anOrderAnswer({ price: 35, use_balance: true })
  expect(paymentOffer(order, 10)).toMatchObject({
    text: 'Pay $25.00',
    shownBalanceCents: 1000,
    isCovered: false,
    note: '$10.00 comes from your balance. You’ll pay the rest on our payment provider’s secure card page.',
  })
  expect(paymentOffer({ ...order, balance_held: 5 }, 10)).toMatchObject({
    text: 'Pay $20.00',
    shownBalanceCents: 1500,
    isCovered: false,
  })
  expect(paymentOffer(order, 34.9)).toMatchObject({ text: 'Pay $0.50', shownBalanceCents: 3450, isCovered: false })
  expect(paymentOffer(order, 40)).toMatchObject({
    text: 'Pay from my balance',
    shownBalanceCents: 3500,
    isCovered: true,
    note: 'Your balance covers it all once you press the button. No card needed.',
  })
  expect(paymentOffer(order, -20)).toMatchObject({ text: 'Pay $35.00', shownBalanceCents: 0, isCovered: false })
  expect(paymentOffer(order, undefined)).toMatchObject({ text: 'Pay $35.00', isCovered: false })
})

test('[PAY-15] an amount too small for a card is placed without one', () => {
  const covered = { text: 'Place my order', isCovered: true }
  expect(paymentOffer(anOrderAnswer({ price: 0.3, use_balance: false }), 0)).toMatchObject(covered)
  expect(paymentOffer(anOrderAnswer({ price: 0.3, use_balance: true }), 0.2)).toMatchObject(covered)
  expect(paymentOffer(anOrderAnswer({ price: 0.5 }), 0)).toMatchObject({ text: 'Pay $0.50', isCovered: false })
})

test('[SAFE-03][PAY-13] without a visible balance the button names neither a card nor an amount', () => {
  const order = anOrderAnswer({ price: 35, use_balance: true })
  const offer = paymentOffer({ ...order, balance_held: 5 }, null)
  expect(offer).toEqual({
    text: 'Continue to payment',
    note: 'Your balance covers what it can. You’ll see what’s left on the next page, before you pay.',
    isCovered: false,
  })
  expect(paymentOffer({ ...order, use_balance: false }, null)).toMatchObject({ text: 'Pay $35.00', isCovered: false })
})
