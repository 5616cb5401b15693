import { expect, test } from 'vitest'
import { isClientEvent } from './client-history.ts'

test('[CAB-08] a client reads what happened to the work, and nothing that is not theirs to read', () => {
  expect(['paid', 'send', 'request_refund'].filter(isClientEvent)).toEqual(['paid', 'send', 'request_refund'])
  const other = [
    'no_feedback_1d',
    'reviewed',
    'decline',
    'delete',
    'file_added',
    'recalled',
    'changed',
    'client_feedback',
    'toString',
  ]
  expect(other.filter(isClientEvent)).toEqual([])
})
