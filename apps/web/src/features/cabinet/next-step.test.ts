import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { expect, test } from 'vitest'
import { aPaidOrderAnswer, anOrderAnswer } from '../../testing/an-order-answer.ts'
import { nextStepText } from './next-step.ts'

const pacific = dateWords('America/Los_Angeles')
const calendar = { zone: 'America/Los_Angeles', holidays: [] }
/** Before every promised date. */
const inTime = Date.parse('2026-11-22T16:00:00Z')
type Terms = Parameters<typeof nextStepText>[1]
const textOf = (
  change: Parameters<typeof aPaidOrderAnswer>[0],
  { history, now = inTime }: { history?: Terms['history']; now?: number } = {},
) => nextStepText(aPaidOrderAnswer(change), { history, now, calendar, dates: pacific }).join(' ')

test.each([
  [{}, /finding your Nerd.*due today by 9:00\sAM PST \(Sun, Nov\s22\)/],
  [{ client_status: 'Nerd found' }, /working on it.*due today by .* \(Sun, Nov\s22\)/],
  [{ client_status: 'Final touches' }, /checking the work.*due today by .* \(Sun, Nov\s22\)/],
  [{ client_status: 'Sent', actions: ['request_refund'] }, /Revisions are free.*refund until Tue, Dec\s22/],
  [{ client_status: 'Sent', actions: [] }, /^(?!.*refund)/],
  [{ client_status: 'Revision requested' }, /pass your request to your Nerd/],
  [
    { client_status: 'On revision', revision_deadline: '2026-11-23T17:00:00Z' },
    /due tomorrow by 9:00\sAM PST \(Mon, Nov\s23\)/,
  ],
  [{ client_status: 'On revision' }, /as soon as it’s done/],
  [{ client_status: 'Completed' }, /This task is done/],
  [
    { client_status: 'Sent', system_client_status: 'Refund Declined' },
    /couldn’t approve your refund.*Download the work/,
  ],
  [{ system_client_status: 'Refund Accepted' }, /on its way back/],
  [{ system_client_status: 'Refund Requested' }, /3-\u20605 business days\.$/],
  [{ isPaid: false }, /part of the price/],
] as const)('[CAB-08][CAB-11] case %#: what happens next and until when', (change, text) => {
  expect(textOf(change as Parameters<typeof aPaidOrderAnswer>[0])).toMatch(text)
})

test('[CAB-11] a refund is decided five working days after its last request', () => {
  const refundRequest = (at: string) => ({ event: 'request_refund', at, note: null, tell: null }) as const
  const history = [refundRequest('2026-11-02T18:00:00Z'), refundRequest('2026-11-20T18:00:00Z')]
  expect(textOf({ system_client_status: 'Refund Requested' }, { history })).toContain('by Fri, Nov\u00a027')
})

test('[PAY-06] an unpaid order waits for its payment', () => {
  expect(nextStepText(anOrderAnswer(), { history: undefined, now: inTime, calendar, dates: pacific })).toEqual([
    'Pay when you’re ready, and a Nerd will get started.',
  ])
})

test('[HOLD-09] a payment that lost its discount says why the rest is due', () => {
  const partly = { client_paid: 2.92, isPaid: false, isLocked: true, system_client_status: 'Unpaid' } as const
  const sentences = textOf({ ...partly, discountErrorType: 'paid_orders_max' })
  expect(sentences).toMatch(/discount is for a first order.*You’ve paid part of the price\. Pay the rest/)
})

const late_credit = [
  { hours_late: 0, percent: 10 },
  { hours_late: 12, percent: 25 },
]

test.each([
  [
    {},
    /^This task is late: it was due today by 9:00\sAM PST \(Sun, Nov\s22\)\. We’re sorry\. We’re still finding your Nerd/,
  ],
  [{ client_status: 'Nerd found' }, /is late.*Your Nerd is on it/],
  [{ client_status: 'Final touches' }, /is late.*We’re checking the work/],
  [{ client_status: 'Nerd found', late_credit }, /We’ll add \$2\.70 to your balance when it arrives\./],
  [{ client_status: 'Nerd found', actions: ['request_refund'] }, /Rather not wait\? Ask for a refund/],
  [
    { client_status: 'On revision', late_credit, revision_deadline: '2026-11-22T17:00:00Z' },
    /^(?!.*balance).*is late.*Your Nerd is on it/,
  ],
] as const)('[WAIT-04] case %#: a late order says so, what happens now and the client’s credit', (change, text) => {
  const sentences = textOf(change as Parameters<typeof aPaidOrderAnswer>[0], {
    now: Date.parse('2026-11-22T17:00:01Z'),
  })
  expect(sentences).toMatch(text)
  expect(sentences).not.toMatch(/ is due /)
})

test('[WAIT-01][WAIT-04] the date of a refund decision skips the company’s holidays', () => {
  const history = [{ event: 'request_refund', at: '2026-11-19T18:00:00Z', note: null, tell: null }] as const
  const order = aPaidOrderAnswer({ system_client_status: 'Refund Requested' })
  const onHolidays = { zone: calendar.zone, holidays: ['2026-11-26', '2026-11-27'] }
  expect(
    nextStepText(order, { history: [...history], now: inTime, calendar: onHolidays, dates: pacific })[0],
  ).toContain('Mon, Nov\u00a030')
})

test('[WAIT-04] an overdue refund decision has no promised date', () => {
  const history = [{ event: 'request_refund', at: '2026-11-02T18:00:00Z', note: null, tell: null }] as const
  const sentences = textOf({ system_client_status: 'Refund Requested' }, { history: [...history] })
  expect(sentences).toContain('You should have heard from us about your refund by Mon, Nov\u00a09')
})

test('[WAIT-05] a late delivery names its credit on the balance', () => {
  expect(textOf({ client_status: 'Sent', late_credited: 4 })).toContain('$4.00 of what you paid is on your balance')
  expect(textOf({ client_status: 'Sent' })).not.toContain('balance')
})
