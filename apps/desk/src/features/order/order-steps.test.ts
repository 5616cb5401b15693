import type { ClientStatus, SystemStatus } from '@nerdify/domain/orders/order-status.ts'
import { expect, test } from 'vitest'
import { anOperationsOrder, anOrderWait, soldService } from '../../testing/an-operations-order.ts'
import { aRegisteredNerd } from '../../testing/a-registered-nerd.ts'
import {
  asksOf,
  atStakeCents,
  clientSees,
  factsOf,
  feeFault,
  fieldOfRefusal,
  lateCreditAt,
  needsOf,
  needsReason,
  nerdChoices,
  nextSteps,
  noWords,
  postingOf,
  requestAnsweredBy,
  stepsOf,
  takesSheet,
  typedDeadline,
} from './order-steps.ts'

const zone = 'America/Los_Angeles'

test('[DESK-02][STATE-17] offers the steps that the state allows, last those that end the order', () => {
  const searching = anOperationsOrder({ waits: [anOrderWait('nerd_search')] })
  expect(stepsOf(searching, 'clerk')).toEqual([
    'nerd_found',
    'quality_check',
    'final_touches',
    'send',
    'extend_deadline',
    'offer_deadline',
    'request_refund',
  ])
  const inRefund = anOperationsOrder({
    system_client_status: 'Refund Requested',
    waits: [anOrderWait('refund_request')],
  })
  expect(stepsOf(inRefund, 'clerk')).toEqual(['decline_refund', 'accept_refund'])
  expect(nextSteps(inRefund)).toContain('decline_refund')
})

test('[DESK-02][WAIT-01] offers the end of a quality review only while the review waits', () => {
  const rated = { client_status: 'Completed', system_client_status: 'Completed', mark: 2 } as const
  const inReview = anOperationsOrder({ ...rated, waits: [anOrderWait('quality_review')] })
  expect(stepsOf(inReview, 'lead')).toContain('reviewed')
  expect(nextSteps(inReview)).toEqual(['reviewed'])
  expect(stepsOf(anOperationsOrder(rated), 'lead')).not.toContain('reviewed')
})

test('[DESK-02][WAIT-01] offers staff’s waits before the Nerd’s, each by due time', () => {
  const waits = (...kinds: Parameters<typeof anOrderWait>[0][]) => ({ waits: kinds.map((kind) => anOrderWait(kind)) })
  expect(nextSteps(waits('work', 'dispute'))).toEqual(['dispute_answered'])
  expect(nextSteps(waits('nerd_search', 'dispute'))).toEqual(['nerd_found'])
  expect(nextSteps(waits('work'))).toEqual(['send'])
  expect(nextSteps(waits())).toEqual([])
})

test('[DESK-02][OPS-14] offers the work sheet again to a Nerd with an e-mail and work to do', () => {
  const nerd = { id: 'wen', name: 'Wen L.', rating: 4.9, fee: null, work_sheet_at: null, has_email: true }
  const offers = (client_status: ClientStatus, system_client_status: SystemStatus | null, has_email = true) =>
    takesSheet(anOperationsOrder({ client_status, system_client_status, nerd: { ...nerd, has_email } }))
  expect([offers('Nerd found', null), offers('On revision', 'Revision Accepted')]).toEqual([true, true])
  expect([offers('Nerd found', null, false), offers('Sent', null)]).toEqual([false, false])
  expect([offers('Nerd found', 'Refund Accepted'), offers('Completed', 'Completed')]).toEqual([false, false])
})

test('[DESK-02] converts money and instants of an answer for the rules', () => {
  const facts = factsOf(anOperationsOrder({ price: 140.5, client_paid: 40.1, deadline: '2026-11-24T04:05:00.000Z' }))
  expect(facts).toMatchObject({ priceCents: 14_050, paidCents: 4_010, deadline: Date.UTC(2026, 10, 24, 4, 5) })
})

test('[DESK-02] asks for the fields of the step', () => {
  expect(asksOf('nerd_found')).toEqual({ nerd: true, files: false, deadline: false, tell: undefined })
  expect(asksOf('send')).toMatchObject({ files: true })
  expect(asksOf('extend_deadline')).toMatchObject({ deadline: true, tell: 'optional' })
  expect(asksOf('decline_refund')).toMatchObject({ tell: 'required' })
})

test('[DESK-02] sends only the typed words that the step takes, the deadline by the company’s clock', () => {
  const words = { nerd: 'nerd-1', fee: '40', deadline: '2026-11-24T15:05', tell: 'You agreed.', note: ' ' }
  expect(postingOf('extend_deadline', words, zone)).toEqual({
    event: 'extend_deadline',
    deadline: '2026-11-24T23:05:00.000Z',
    tell: 'You agreed.',
  })
  expect(postingOf('send', words, zone)).toEqual({ event: 'send' })
  const assignment = { ...noWords, nerd: 'n1', fee: ' $40.50 ' }
  expect(postingOf('nerd_found', assignment, zone)).toEqual({ event: 'nerd_found', nerd: 'n1', fee: 40.5 })
  expect(postingOf('nerd_found', { ...assignment, fee: ' ' }, zone)).toEqual({ event: 'nerd_found', nerd: 'n1' })
  // The API refuses a fee without a Nerd, so the step must not lose it.
  expect(postingOf('nerd_found', { ...assignment, nerd: '' }, zone)).toEqual({ event: 'nerd_found', fee: 40.5 })
  expect(['', '0', '40.5', 'much', '-1'].filter((fee) => feeFault(fee) !== undefined)).toEqual(['much', '-1'])
  expect(postingOf('extend_deadline', noWords, zone)).toEqual({ event: 'extend_deadline' })
  expect(typedDeadline(Date.UTC(2026, 10, 24, 23, 5), zone)).toBe('2026-11-24T15:05')
})

test('[DESK-02] shows a refusal at its field', () => {
  const refusal = { status: 422, text: 'Please give the new deadline.' }
  expect(fieldOfRefusal({ ...refusal, error_value: 'deadline' })).toBe('deadline')
  expect(fieldOfRefusal({ ...refusal, error_value: 'nerd_found', error_type: 'nerd_not_preferred' })).toBe('note')
  expect(fieldOfRefusal({ ...refusal, error_value: null })).toBeUndefined()
})

test('[DESK-02][WAIT-06] lists the preferred Nerd first, then subject and load, and unsuitable ones last', () => {
  const order = anOperationsOrder({
    preferred_worker: 'Priya N.',
    services: {
      ...anOperationsOrder().services,
      top_writer: soldService(8),
      client_recomended_writer: soldService(5),
    },
  })
  const otherSubject = { rating: 4.9, subjects: ['History'] }
  const free = aRegisteredNerd({ name: 'Wen L.', ...otherSubject, open: 0 })
  const nerds = [
    aRegisteredNerd({ name: 'Hanna W.', rating: 4.82 }),
    aRegisteredNerd({ name: 'Late L.', ...otherSubject, open: 0, late: 1 }),
    free,
    aRegisteredNerd({ name: 'Joel A.', rating: 4.97 }),
    aRegisteredNerd({ name: 'Priya N.', ...otherSubject, open: 9, late: 2 }),
  ]
  const choices = nerdChoices(order, nerds)
  expect(choices.map(({ nerd }) => nerd.name)).toEqual(['Priya N.', 'Joel A.', 'Wen L.', 'Late L.', 'Hanna W.'])
  expect(choices.map(({ unfit }) => unfit)).toEqual([undefined, undefined, undefined, undefined, 'nerd_below_top'])
  expect(needsReason(order, free)).toBe(true)
  expect(needsReason(order, choices[0]?.nerd)).toBe(false)
})

test('[DESK-02] shows a delivery’s needs, and the late credit that it books', () => {
  const order = anOperationsOrder({
    client_paid: 140,
    refunded: 20,
    deadline: '2026-11-24T04:05:00.000Z',
    late_credit: [{ hours_late: 1, percent: 10 }],
    services: { ...anOperationsOrder().services, adv_plagreport: soldService(6) },
  })
  expect(needsOf(order, []).map(({ type, count }) => [type, count])).toEqual([
    ['file_final_draft', 0],
    ['plagiarism_report', 0],
  ])
  expect(lateCreditAt(order, Date.UTC(2026, 10, 24, 5, 5))).toBe(1_200)
  expect(lateCreditAt(order, Date.UTC(2026, 10, 24, 4, 5))).toBe(0)
  expect(atStakeCents(order)).toBe(12_000)
})

test('[DESK-02] shows the client’s view after a step, and the request that it answers', () => {
  expect(clientSees('nerd_found')).toBe('Nerd found')
  expect(clientSees('reassign')).toBe('Finding your Nerd')
  expect(clientSees('extend_deadline')).toBeUndefined()
  const at = '2026-11-23T16:05:00.000Z'
  const order = anOperationsOrder({
    events: [
      { event: 'request_refund', author: 'client', at, data: { note: 'Question 4 is wrong.' } },
      { event: 'take', author: 'Cleo', at, data: { note: 'Mine' } },
    ],
  })
  expect(requestAnsweredBy('decline_refund', order)).toBe('Question 4 is wrong.')
  expect(requestAnsweredBy('nerd_found', order)).toBeUndefined()
})
