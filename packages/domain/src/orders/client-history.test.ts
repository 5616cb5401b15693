import { expect, test } from 'vitest'
import { clientEventNames, isClientEvent } from './client-history.ts'

test('[CAB-08] shows a client the events of the work, and no internal ones', () => {
  expect(clientEventNames.toSorted()).toEqual(
    [
      ['paid', 'nerd_found', 'quality_check', 'final_touches', 'send', 'accept', 'reassign'],
      ['extend_deadline', 'offer_deadline', 'accept_deadline', 'decline_deadline'],
      ['request_revision', 'accept_revision', 'complete_revision'],
      ['request_refund', 'accept_refund', 'decline_refund'],
    ]
      .flat()
      .toSorted(),
  )
  const internalEvents = [
    'no_feedback_1d',
    'reviewed',
    'decline',
    'delete',
    'file_added',
    'file_removed',
    'recalled',
    'changed',
    'client_feedback',
    'toString',
  ]
  expect(internalEvents.filter(isClientEvent)).toEqual([])
})
