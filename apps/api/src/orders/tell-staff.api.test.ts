import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { afterEach, expect, test } from 'vitest'
import { bookCardPayment, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, signedInPerson, textsTo } from '../testing/test-client.ts'
import { tellOfLateWaits, tellStaff } from './tell-staff.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

afterEach(async () => (await testProduct()).clock.reset())

type Mail = { subject: string; text: string }

/** The mails to staff about an order, oldest first. */
async function mailsAbout(order: { number: string }): Promise<Mail[]> {
  const product = await testProduct()
  const all = (await textsTo(product, product.settings.supportEmail)) as Mail[]
  return all.filter(({ subject }) => subject.includes(`rder ${order.number}`)).toReversed()
}

const mailed = (order: { number: string }, count: number) =>
  eventually(async () => {
    const mails = await mailsAbout(order)
    return mails.length >= count && mails
  })

async function paidOrder() {
  const { clock } = await testProduct()
  const person = await signedInPerson()
  const order = await person.order({ deadline: new Date(deadlineFromHours(clock.now(), 12)).toISOString() })
  await bookCardPayment(person, order, 4800)
  return { person, order }
}

/** Two processes look at the same moment, again and again. */
async function twoProcesses(round: typeof tellStaff): Promise<void> {
  const { product } = await testProduct()
  for (let time = 0; time < 3; time += 1) await Promise.all([round(product), round({ ...product })])
}

test('[WAIT-03] staff are mailed a paid order within 5 s, once: who, what, until when and what to do next', async () => {
  const { person, order } = await paidOrder()
  const paidAt = performance.now()
  const [mail] = await mailed(order, 1)
  expect(performance.now() - paidAt).toBeLessThan(5_000)
  expect(mail?.subject).toBe(`Order ${order.number}: It is paid.`)
  for (const said of [
    person.clientId,
    'Essay (writing), 2 pages: History',
    '$48.00',
    `npm run ops -- order ${order.number} nerd_found --nerd NAME --rating RATING`,
  ]) {
    expect(mail?.text).toContain(said)
  }
  await twoProcesses(tellStaff)
  expect(await mailsAbout(order)).toHaveLength(1)
})

test('[WAIT-03] what follows within a minute for one order is one mail at the end of the minute', async () => {
  const { product, clock } = await testProduct()
  const { order } = await paidOrder()
  await mailed(order, 1)
  await postEvents(order, 'send', 'request_revision', 'request_refund')
  await tellStaff(product)
  expect(await mailsAbout(order)).toHaveLength(1)
  clock.advance(minuteMs)
  const [, second] = await mailed(order, 2)
  expect(second?.text).toContain('The client asks for a revision.')
  expect(second?.text).toContain('The client asks for a refund.')
  expect(second?.text).toContain('accept_refund')
  await twoProcesses(tellStaff)
  expect(await mailsAbout(order)).toHaveLength(2)
})

test('[WAIT-03] what becomes late is mailed once more, once, in however many processes', async () => {
  const { clock } = await testProduct()
  const { order } = await paidOrder()
  await mailed(order, 1)
  clock.advance(4 * hourMs)
  await twoProcesses(tellOfLateWaits)
  const [, late] = await mailed(order, 2)
  expect(late?.subject).toBe(`Late: order ${order.number}, Nerd to be found`)
  clock.advance(hourMs)
  await twoProcesses(tellOfLateWaits)
  expect(await mailsAbout(order)).toHaveLength(2)
})
