import { expect, test } from 'vitest'
import { isClientEvent } from './client-history.ts'

test('[CAB-08] shows a client the events of the work, and no internal ones', () => {
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
