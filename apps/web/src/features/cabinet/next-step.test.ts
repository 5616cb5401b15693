import { expect, test } from 'vitest'
import { aPaidOrderAnswer, anOrderAnswer } from '../../api/an-order-answer.ts'
import { dateTexts } from './date-texts.ts'
import { nextStepText } from './next-step.ts'

const pacific = dateTexts('America/Los_Angeles')
const textOf = (change: Parameters<typeof aPaidOrderAnswer>[0], history?: Parameters<typeof nextStepText>[1]) =>
  nextStepText(aPaidOrderAnswer(change), history, pacific).join(' ')

test.each([
  [{}, /looking for your Nerd.*due by Sun, Nov 22, 2026, 9:00\sAM PST/],
  [{ client_status: 'Nerd found' }, /working on it.*due by Sun, Nov 22/],
  [{ client_status: 'Final touches' }, /check the work.*due by Sun, Nov 22/],
  [{ client_status: 'Sent', actions: ['request_refund'] }, /Revisions are free.*refund until Dec 22, 2026/],
  [{ client_status: 'Sent', actions: [] }, /^(?!.*refund)/],
  [{ client_status: 'Revision requested' }, /Nerd gets your request/],
  [
    { client_status: 'On revision', revision_deadline: '2026-11-23T17:00:00Z' },
    /due by Mon, Nov 23, 2026, 9:00\sAM PST/,
  ],
  [{ client_status: 'On revision' }, /as soon as it is done/],
  [{ client_status: 'Completed' }, /This task is done/],
  [{ client_status: 'Sent', system_client_status: 'Refund Declined' }, /could not grant the refund.*Download the work/],
  [{ system_client_status: 'Refund Accepted' }, /money goes back/],
  [{ system_client_status: 'Refund Requested' }, /3-5 business days\.$/],
  [{ isPaid: false }, /part of the price/],
] as const)('[CAB-08][CAB-11] case %#: what happens next and until when', (change, text) => {
  expect(textOf(change as Parameters<typeof aPaidOrderAnswer>[0])).toMatch(text)
})

test('[CAB-11] a refund is decided five working days after it was asked for the last time', () => {
  const asked = (at: string) => ({ event: 'request_refund', at, note: null, tell: null }) as const
  const history = [asked('2026-11-02T18:00:00Z'), asked('2026-11-20T18:00:00Z')]
  expect(textOf({ system_client_status: 'Refund Requested' }, history)).toContain('by Fri, Nov 27')
})

test('[PAY-06] an unpaid order waits for its payment', () => {
  expect(nextStepText(anOrderAnswer(), undefined, pacific)).toEqual(['Pay whenever you are ready, and a Nerd starts.'])
})
