import { expect, test } from 'vitest'
import { aPaidOrderAnswer, anOrderAnswer } from '../../testing/an-order-answer.ts'
import { orderStateText } from './order-state-text.ts'

const now = Date.parse('2026-11-20T20:00:00Z')
const hours = 3_600_000
const due = new Date(now + 11 * hours).toISOString()

test.each([
  [anOrderAnswer({ deadline: due }), 'Pay, and a Nerd will get started. Due in 11 hours.'],
  [anOrderAnswer({ deadline: null }), 'Pay when you’re ready, and a Nerd will get started.'],
  [anOrderAnswer({ deadline: new Date(now).toISOString() }), 'The deadline has passed. Choose a new one.'],
  [anOrderAnswer({ isLocked: true }), 'You’ve paid part of the price. Pay the rest so the work can continue.'],
  [aPaidOrderAnswer({ deadline: due }), 'Finding your Nerd. Due in 11 hours.'],
  [aPaidOrderAnswer({ deadline: due, client_status: 'Nerd found' }), 'Your Nerd is working on it. Due in 11 hours.'],
  [aPaidOrderAnswer({ deadline: null, client_status: 'Nerd found' }), 'Your Nerd is working on it.'],
  [aPaidOrderAnswer({ client_status: 'Sent' }), 'Your work is ready. Download it and look it over.'],
  [aPaidOrderAnswer({ client_status: 'Sent', isRated: true }), 'Your work is done, and you’ve rated it.'],
  [
    aPaidOrderAnswer({ client_status: 'On revision', revision_deadline: due }),
    'Your Nerd is working on the revision. Due in 11 hours.',
  ],
  [aPaidOrderAnswer({ system_client_status: 'Refund Accepted' }), 'Your money is on its way back the way you paid.'],
])('[EASE-04] case %#: one sentence gives the order’s state and the time left', (order, text) => {
  expect(orderStateText(order, now)).toBe(text)
})
