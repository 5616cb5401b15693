import { defaultCompanyZone } from '@nerdify/domain/orders/business-time.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { afterEach, expect, test } from 'vitest'
import { change, readOrder } from '../testing/coupon-calls.ts'
import { bookCardPayment, operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { followPaymentLink, payOnCardPage } from '../testing/cards/card-page.ts'
import { paymentOf } from '../testing/cards/card-provider.ts'
import { movesOf } from '../testing/cards/books.ts'
import { eventually, promisedWithin, signedInPerson, textsTo } from '../testing/test-client.ts'
import { uploaded } from '../testing/uploaded.ts'
import { byCompanyClock } from './order-for-staff.ts'
import { notifyOfLateWaits, notifyStaff } from './notify-staff.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

afterEach(async () => (await testProduct()).clock.reset())

type Mail = { subject: string; text: string }

/** The mails to staff about an order, oldest first. */
async function mailsAbout(order: { number: string }): Promise<Mail[]> {
  const product = await testProduct()
  const all = (await textsTo(product, product.settings.supportEmail, order.number)) as Mail[]
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
  const paidAt = performance.now()
  await bookCardPayment(person, order, 4800)
  return { person, order, paidAt }
}

/** Two processes run at the same time, repeatedly. */
async function twoProcesses(round: typeof notifyStaff): Promise<void> {
  const { product } = await testProduct()
  for (let time = 0; time < 3; time += 1) await Promise.all([round(product), round({ ...product })])
}

test('[WAIT-03] mails staff a paid order within 5 s, once: client, task, deadline and next step', async () => {
  const { person, order, paidAt } = await paidOrder()
  const product = await testProduct()
  const sincePaid = () => performance.now() - paidAt
  // The client's text takes the same path, without the round that collects causes for staff.
  const [textedMs, mailedMs] = await Promise.all([
    eventually(async () => (await textsTo(product, person.phone)).length > 0).then(sincePaid),
    mailed(order, 1).then(sincePaid),
  ])
  expect(mailedMs).toBeLessThan(promisedWithin(5_000, textedMs))
  const [mail] = await mailsAbout(order)
  expect(mail?.subject).toBe(`Order ${order.number}: It is paid.`)
  for (const part of [
    person.clientId,
    'Task: Essay (writing), 2 pages\n',
    '\n> Causes of the French Revolution\n',
    '$48.00',
    `npm run ops -- order ${order.number} nerd_found --nerd NAME`,
  ]) {
    expect(mail?.text).toContain(part)
  }
  await twoProcesses(notifyStaff)
  expect(await mailsAbout(order)).toHaveLength(1)
})

test('[WAIT-03] batches later events of one order into one mail at the end of the minute', async () => {
  const { product, clock } = await testProduct()
  const { order } = await paidOrder()
  await mailed(order, 1)
  await postEvents(order, 'send', 'request_revision', 'request_refund')
  await notifyStaff(product)
  expect(await mailsAbout(order)).toHaveLength(1)
  clock.advance(minuteMs)
  const [, second] = await mailed(order, 2)
  expect(second?.text).toContain('The client asks for a revision.')
  expect(second?.text).toContain('The client asks for a refund.')
  expect(second?.text).toContain('accept_refund')
  await twoProcesses(notifyStaff)
  expect(await mailsAbout(order)).toHaveLength(2)
})

test('[WAIT-03] one mail reports a bad rating, a dispute and the other news of a minute, with their orders', async () => {
  const { provider, clock, product } = await testProduct()
  const { person, order } = await personWithPaidOrder(provider.disputableCard)
  await mailed(order, 1)
  await postEvents(order, 'send')
  for (const mark of [4, 2]) {
    await person.send('PATCH', `/api/v3/orders/${order.id}`, {
      action: 'client_feedback',
      mark,
      ...(mark === 2 ? { feedback: 'Half of it is missing.', tags: ['quality'] } : {}),
    })
  }
  const dispute = await provider.openDispute(await paymentOf(order))
  await eventually(async () => (await movesOf(order)).includes('dispute: gateway 4800'))
  await notifyStaff(product)
  expect(await mailsAbout(order)).toHaveLength(1)
  clock.advance(minuteMs)
  const [, second] = await mailed(order, 2)
  expect(second?.subject).toBe(
    `Order ${order.number}: The client rated it 2 of 5. Its payment of $48.00 is disputed at the bank.`,
  )
  for (const part of [
    'Reasons: quality.\n',
    '\nThey wrote:\n> Half of it is missing.\n',
    'Answer it with the card provider.',
    person.clientId,
    'Task: Essay (writing), 2 pages\n',
    '\n> Causes of the French Revolution\n',
    byCompanyClock(Date.parse(order.deadline ?? ''), defaultCompanyZone),
    `npm run ops -- order ${order.number} reviewed`,
  ]) {
    expect(second?.text).toContain(part)
  }
  await provider.closeDispute(dispute, 'won')
  await eventually(async () => (await movesOf(order)).some((move) => move.startsWith('dispute_won')))
  clock.advance(minuteMs)
  const [, , third] = await mailed(order, 3)
  expect(third?.subject).toBe(`Order ${order.number}: The dispute of $48.00 was won.`)
  await twoProcesses(notifyStaff)
  expect(await mailsAbout(order)).toHaveLength(3)
})

test('[WAIT-03][FLOW-25] mails staff words, files and extras added to a paid order, and none of an unpaid one', async () => {
  const { clock, product } = await testProduct()
  const person = await signedInPerson()
  const order = await person.order({ details: 'Causes of the war.' })
  await change(person, order, { files: [{ location: (await uploaded(person)).location }] })
  await bookCardPayment(person, order, 4800)
  expect((await mailed(order, 1)).map(({ subject }) => subject)).toEqual([`Order ${order.number}: It is paid.`])
  clock.advance(minuteMs)
  const files = [{ location: (await uploaded(person)).location }]
  for (const added of [{ details: 'Causes of the war.\n\nTwo sources at least.' }, { files }, { files }]) {
    expect(await change(person, order, added)).toMatchObject({ status: 200 })
  }
  await change(person, order, { action: 'service_add', tag: 'adv_plagreport' })
  await payOnCardPage((await followPaymentLink(order.payment_link)).location)
  await eventually(async () => (await readOrder(person, order)).client_paid > 48)
  clock.advance(minuteMs)
  await twoProcesses(notifyStaff)
  const news = ['to the description', 'files', 'Plagiarism Report'].map((part) => `The client added ${part}.`)
  const text = await eventually(async () => {
    const texts = (await mailsAbout(order)).slice(1).map((mail) => `${mail.subject}\n${mail.text}`)
    const all = texts.join('\n')
    return news.every((part) => all.includes(part)) && all
  })
  expect(text.match(/The client added files\. A Nerd who has the order/g)).toHaveLength(1)
  expect(text).toContain('\n> Two sources at least.\n')
  expect(text).not.toContain('> Causes of the war.\n')
  expect(await notifyStaff(product)).toBe(0)
})

test('[WAIT-03][OPS-12] mails staff the answers to a deadline offer', async () => {
  const { clock } = await testProduct()
  const { person, order } = await paidOrder()
  await mailed(order, 1)
  await postEvents(order, 'nerd_found')
  const later = new Date(Date.parse(order.deadline ?? '') + hourMs).toISOString()
  const answers = [
    ['decline_deadline', 'The client keeps the paid deadline.'],
    ['accept_deadline', 'The client accepted the later deadline.'],
  ] as const
  for (const [index, [action, text]] of answers.entries()) {
    await operate('POST', `/orders/${order.id}/events`, { event: 'offer_deadline', deadline: later })
    expect(await change(person, order, { action })).toMatchObject({ status: 200 })
    clock.advance(minuteMs)
    const mail = (await mailed(order, index + 2)).at(-1)
    expect(mail?.subject).toBe(`Order ${order.number}: ${text}`)
  }
})

test('[WAIT-03] mails a late wait again, once across all processes', async () => {
  const { clock } = await testProduct()
  const { order } = await paidOrder()
  await mailed(order, 1)
  clock.advance(4 * hourMs)
  await twoProcesses(notifyOfLateWaits)
  const [, late] = await mailed(order, 2)
  expect(late?.subject).toBe(`Late: order ${order.number}, Nerd to be found`)
  clock.advance(hourMs)
  await twoProcesses(notifyOfLateWaits)
  expect(await mailsAbout(order)).toHaveLength(2)
})

test('[WAIT-03] mails a wait again that is late after staff extended the deadline', async () => {
  const { clock } = await testProduct()
  const { order } = await paidOrder()
  await mailed(order, 1)
  clock.advance(4 * hourMs)
  await twoProcesses(notifyOfLateWaits)
  await mailed(order, 2)
  await postEvents(order, 'extend_deadline')
  await twoProcesses(notifyOfLateWaits)
  expect(await mailsAbout(order)).toHaveLength(2)
  // By the far deadline a Nerd is to be found within 24 hours of the payment.
  clock.advance(21 * hourMs)
  await twoProcesses(notifyOfLateWaits)
  const [, first, second, ...others] = await mailed(order, 3)
  expect(others).toEqual([])
  expect(second?.subject).toBe(first?.subject)
})
