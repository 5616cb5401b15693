import { expect, test } from 'vitest'
import { answerFault, fillReply, savedReplyFault } from './saved-replies.ts'

const values = { client: 'Alex', order: '48213', title: '{nerd} & co', deadline: null, nerd: 'Ada' }

test('[DESK-04] fills a saved reply from the order, and keeps a placeholder without a value', () => {
  expect(fillReply('Hi {client}, {nerd} has {order}, {title}. Due {deadline}.', values)).toBe(
    'Hi Alex, Ada has 48213, {nerd} & co. Due {deadline}.',
  )
})

test('[DESK-04] refuses an answer that is blank, too long or has a placeholder, but no other braces', () => {
  expect(answerFault('Due {deadline}, {client}.', 480)).toBe('Please replace {deadline} with your own words.')
  expect(answerFault('\u2800', 480)).toBe('Please write an answer.')
  expect(answerFault('x'.repeat(481), 480)).toMatch('at most 480')
  for (const answer of ['Use f(x) = {x | x > 0}.', 'deadline', '{Deadline}'])
    expect(answerFault(answer, 480)).toBeUndefined()
})

test('[DESK-04] refuses a saved reply that is blank, too long or has an unknown placeholder', () => {
  expect(savedReplyFault('\u2800')).toBe('Please write the reply.')
  expect(savedReplyFault('Hi {client}, it costs {price}.')).toBe(
    '{price} is not a placeholder. You can use {client}, {order}, {title}, {deadline}, {nerd}.',
  )
  expect(savedReplyFault('x'.repeat(4_001))).toMatch(/too long|4,000/)
  expect(savedReplyFault('Hi {client}! The set {1, 2} is fine.')).toBeUndefined()
})
