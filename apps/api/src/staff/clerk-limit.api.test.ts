import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { afterEach, expect, test } from 'vitest'
import { testCards } from '../testing/cards/card-page.ts'
import { providerUnderTest } from '../testing/cards/card-provider.ts'
import { payOrder } from '../testing/coupon-calls.ts'
import { operate, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { eventually, newAccount, signedInPerson } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const reason = 'The work came late.'
const overLimit = (text: string) => ({
  status: 403,
  body: { error_type: 'over_role_limit', error_value: '100', text: `${text} Ask a lead.` },
})

/** An order of $150 that is paid. */
async function paidOrder(card?: string) {
  const person = await signedInPerson()
  const order = await person.order()
  await operate('PATCH', `/orders/${order.id}`, { price: 150 })
  return payOrder(person, order, card)
}

test('[OPS-15] a clerk refunds up to an order’s limit, in all parts together; a lead the rest', async () => {
  const [clerk, lead] = [await signedInStaff('clerk'), await signedInStaff('lead')]
  const order = await paidOrder()
  const refund = (by: typeof clerk, body: object) =>
    by.operate<OperationsOrderWithHistory & ErrorBody>('POST', `/orders/${order.id}/refunds`, { reason, ...body })
  const most = 'Clerks may give back at most $100.00 of one order'
  expect(await refund(clerk, {})).toMatchObject(overLimit(`${most}.`))
  const outside = { outside: true, amount: 60 }
  const answers = await Promise.all([refund(clerk, outside), refund(clerk, outside)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect(await refund(clerk, { amount: 40.01 })).toMatchObject(overLimit(`${most}; $60.00 was given before.`))
  expect((await refund(clerk, { amount: 40 })).status).toBe(200)
  expect((await refund(lead, { amount: 50 })).status).toBe(200)
})

test('[OPS-15][OPS-09] a refund that the bank refused does not count towards a clerk’s limit', async () => {
  const clerk = await signedInStaff('clerk')
  const order = await paidOrder(testCards.refundFails)
  const ask = (body: object) => clerk.operate('POST', `/orders/${order.id}/refunds`, { reason, ...body })
  expect((await ask({ amount: 90 })).status).toBe(200)
  expect((await ask({ amount: 60, outside: true })).status).toBe(403)
  const read = async () => (await clerk.operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)).body
  await eventually(async () => (await read()).refunded === 90)
  await (await providerUnderTest()).letBanksAnswer()
  await eventually(async () => (await read()).failed_refunds.length > 0)
  expect((await ask({ amount: 90, outside: true })).status).toBe(200)
  expect(await ask({ amount: 10.01 })).toMatchObject(
    overLimit('Clerks may give back at most $100.00 of one order; $90.00 was given before.'),
  )
})

test('[OPS-15] a clerk’s accepted refund above the limit is refused', async () => {
  const [clerk, lead] = [await signedInStaff('clerk'), await signedInStaff('lead')]
  const order = await paidOrder()
  await postEvents(order, 'request_refund')
  const accept = (by: typeof clerk) => by.operate('POST', `/orders/${order.id}/events`, { event: 'accept_refund' })
  expect(await accept(clerk)).toMatchObject(overLimit('Clerks may give back at most $100.00 of one order.'))
  const read = await clerk.operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
  expect(read.body.events.at(-1)?.event).toBe('request_refund')
  expect((await accept(lead)).status).toBe(200)
})

test('[OPS-15][HOLD-06] a clerk credits a client up to the limit within 30 days', async () => {
  const { clock } = await testProduct()
  const { clientId } = await newAccount()
  const credit = async (amount: number, by = clerk) =>
    by.operate<ErrorBody>('POST', `/clients/${clientId}/balance_credits`, { amount, reason })
  const clerk = await signedInStaff('clerk')
  const answers = await Promise.all([credit(70), credit(70)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  const text = 'Clerks may credit a client at most $100.00 in 30 days; $70.00 was given before.'
  expect(await credit(30.01)).toMatchObject(overLimit(text))
  expect((await credit(30)).status).toBe(200)
  expect((await credit(500, await signedInStaff('lead'))).status).toBe(200)
  clock.advance(31 * 24 * 3_600_000)
  expect((await credit(100, await signedInStaff('clerk'))).status).toBe(200)
})
