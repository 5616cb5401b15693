import { expect, test } from 'vitest'
import { anOperationsOrder, anOrderWait } from '../../testing/an-operations-order.ts'
import {
  asksOf,
  factsOf,
  fieldOfRefusal,
  isAwaited,
  noWords,
  postingOf,
  stepsOf,
  typedDeadline,
} from './order-steps.ts'

const zone = 'America/Los_Angeles'

test('[DESK-02][STATE-17] offers the steps that the state allows, those that end a wait first', () => {
  const searching = anOperationsOrder({ waits: [anOrderWait('nerd_search')] })
  expect(stepsOf(searching, 'clerk')).toEqual([
    'nerd_found',
    'quality_check',
    'final_touches',
    'send',
    'extend_deadline',
    'request_refund',
  ])
  const inRefund = anOperationsOrder({
    system_client_status: 'Refund Requested',
    waits: [anOrderWait('refund_request')],
  })
  expect(stepsOf(inRefund, 'clerk')).toEqual(['accept_refund', 'decline_refund'])
  expect(isAwaited(inRefund, 'decline_refund')).toBe(true)
})

test('[DESK-02][WAIT-01] offers the end of a quality review only while the review waits', () => {
  const rated = { client_status: 'Completed', system_client_status: 'Completed', mark: 2 }
  expect(stepsOf(anOperationsOrder({ ...rated, waits: [anOrderWait('quality_review')] }), 'lead')[0]).toBe('reviewed')
  expect(stepsOf(anOperationsOrder(rated), 'lead')).not.toContain('reviewed')
})

test('[DESK-02] reads money and instants of an answer as the rules want them', () => {
  const facts = factsOf(anOperationsOrder({ price: 140.5, client_paid: 40.1, deadline: '2026-11-24T04:05:00.000Z' }))
  expect(facts).toMatchObject({ priceCents: 14_050, paidCents: 4_010, deadline: Date.UTC(2026, 10, 24, 4, 5) })
})

test('[DESK-02] asks for what the step takes', () => {
  expect(asksOf('nerd_found')).toEqual({ nerd: true, files: false, deadline: false, tell: undefined })
  expect(asksOf('send')).toMatchObject({ files: true })
  expect(asksOf('extend_deadline')).toMatchObject({ deadline: true, tell: 'optional' })
  expect(asksOf('decline_refund')).toMatchObject({ tell: 'required' })
})

test('[DESK-02] sends only the typed words that the step takes, the deadline by the company’s clock', () => {
  const words = { nerd: 'nerd-1', deadline: '2026-11-24T15:05', tell: 'You agreed.', note: ' ' }
  expect(postingOf('extend_deadline', words, zone)).toEqual({
    event: 'extend_deadline',
    deadline: '2026-11-24T23:05:00.000Z',
    tell: 'You agreed.',
  })
  expect(postingOf('send', words, zone)).toEqual({ event: 'send' })
  expect(postingOf('extend_deadline', noWords, zone)).toEqual({ event: 'extend_deadline' })
  expect(typedDeadline(Date.UTC(2026, 10, 24, 23, 5), zone)).toBe('2026-11-24T15:05')
})

test('[DESK-02] shows a refusal at its field', () => {
  const refusal = { status: 422, text: 'Please say the new deadline.' }
  expect(fieldOfRefusal({ ...refusal, error_value: 'deadline' })).toBe('deadline')
  expect(fieldOfRefusal({ ...refusal, error_value: 'nerd_found', error_type: 'nerd_not_preferred' })).toBe('note')
  expect(fieldOfRefusal({ ...refusal, error_value: null })).toBeUndefined()
})
