import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CardPages, ProvidersSide } from './card-provider-under-test.ts'
import { sdkAt } from '../sandbox-provider.ts'
import { stripeSide } from './stripe-test-mode.ts'

/** The calls to the fake provider: method, path and the form or query. */
let calls: string[] = []
/** Its answers to a method and path, in sequence; the last one repeats. */
let answers: Record<string, object[]> = {}
const far = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://far')
  const call = `${request.method} ${pathname}`
  const parameters = new URLSearchParams(request.method === 'GET' ? searchParams : await text(request))
  calls.push([call, ...parameters].map(String).join(' '))
  const [next, ...more] = answers[call] ?? [{ object: 'unexpected' }]
  if (more.length > 0) answers[call] = more
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(next))
})
const unused = () => Promise.reject(new Error('no page is used here'))
const pages: CardPages = { amount: unused, isClosed: unused, pay: unused }
let side: ProvidersSide

beforeAll(() => new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve)))
beforeEach(() => {
  calls = []
  const url = `http://127.0.0.1:${(far.address() as AddressInfo).port}`
  side = stripeSide(sdkAt(url, 'sk_test_far'), pages, { paceMs: 1 })
})
afterAll(() => new Promise((resolve) => far.close(resolve)))

describe('the bank and the clock of a test mode', () => {
  test('days pass on the customer’s test clock, which is created once and advanced from its time', async () => {
    const clock = (frozenTime: number, status: string) => ({ id: 'clock_1', frozen_time: frozenTime, status })
    const clocks = '/v1/test_helpers/test_clocks'
    answers = {
      'GET /v1/subscriptions/sub_1': [{ id: 'sub_1', customer: 'cus_1' }],
      [`POST ${clocks}`]: [clock(1_000_000, 'ready')],
      [`POST ${clocks}/clock_1/advance`]: [clock(1_000_000, 'advancing')],
      [`GET ${clocks}/clock_1`]: [clock(1_000_000, 'advancing'), clock(1_086_400, 'ready'), clock(1_259_200, 'ready')],
    }
    await side.age('sub_1', 1)
    await side.age('sub_1', 2)
    expect(calls.filter((call) => call.startsWith(`POST ${clocks} `))).toEqual([
      expect.stringContaining('customer,cus_1'),
    ])
    expect(calls.filter((call) => call.includes('advance'))).toEqual([
      `POST ${clocks}/clock_1/advance frozen_time,1086400`,
      `POST ${clocks}/clock_1/advance frozen_time,1259200`,
    ])
  })

  test('reports a failed clock', async () => {
    answers = {
      'GET /v1/subscriptions/sub_1': [{ id: 'sub_1', customer: { id: 'cus_1' } }],
      'POST /v1/test_helpers/test_clocks': [{ id: 'clock_1', frozen_time: 1, status: 'ready' }],
      'POST /v1/test_helpers/test_clocks/clock_1/advance': [{ id: 'clock_1', frozen_time: 1, status: 'advancing' }],
      'GET /v1/test_helpers/test_clocks/clock_1': [{ id: 'clock_1', frozen_time: 1, status: 'internal_failure' }],
    }
    await expect(side.age('sub_1', 1)).rejects.toThrow('clock_1 could not be moved')
  })

  test.each([
    ['won', 'winning_evidence'],
    ['lost', 'losing_evidence'],
  ] as const)('a dispute is waited for, and %s by its evidence', async (outcome, evidence) => {
    answers = {
      'GET /v1/disputes': [
        { object: 'list', data: [] },
        { object: 'list', data: [{ id: 'du_1' }] },
      ],
      'POST /v1/disputes/du_1': [{ id: 'du_1', status: 'under_review' }],
      'GET /v1/disputes/du_1': [
        { id: 'du_1', status: 'under_review' },
        { id: 'du_1', status: outcome },
      ],
    }
    const dispute = await side.openDispute('pi_1')
    await side.closeDispute(dispute, outcome)
    expect(calls).toEqual([
      'GET /v1/disputes payment_intent,pi_1',
      'GET /v1/disputes payment_intent,pi_1',
      `POST /v1/disputes/du_1 evidence[uncategorized_text],${evidence} submit,true`,
      'GET /v1/disputes/du_1',
      'GET /v1/disputes/du_1',
    ])
  })

  test('expires a page by its id, whatever else is in its address', async () => {
    answers = { 'POST /v1/checkout/sessions/cs_test_a1/expire': [{ id: 'cs_test_a1', status: 'expired' }] }
    await side.endPage('https://checkout.stripe.com/c/pay/cs_test_a1#fid2cGd')
    expect(calls).toEqual(['POST /v1/checkout/sessions/cs_test_a1/expire'])
  })
})
