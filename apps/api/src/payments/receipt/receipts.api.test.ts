import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Order, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { expect, test } from 'vitest'
import { personWithBalance } from '../../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage } from '../../testing/cards/card-page.ts'
import { applyCode, change, payOrder, readOrder, untilChecked } from '../../testing/coupon-calls.ts'
import { operate } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { eventually, giveEmail, openAccountLink, send, signedInPerson, textsTo } from '../../testing/test-client.ts'

/** Today in the company's zone, with the year, since readers may be anywhere and years later. */
async function dateInWords(): Promise<string> {
  const { settings, clock } = await testProduct()
  return fullDates(settings.companyZone).date(clock.now())
}

/** The page's text, with bars for tags. */
async function pageOf(order: Order): Promise<string> {
  const answer = await send<string>('GET', new URL(order.receipt_link ?? '').pathname)
  expect(answer.status).toBe(200)
  return answer.body
    .replace(/<style>[^]*<\/style>/, '')
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/[|\s]*\|[|\s]*/g, '|')
}

test('[PAY-14][PAY-16] a receipt has number, seller, date, lines, total, the card and an address of its own', async () => {
  const person = await signedInPerson()
  const created = await person.order()
  expect(created.receipt_link).toBeNull()
  await change(person, created, { action: 'service_add', tag: 'prioritize_my_task' })
  const { body } = await applyCode(person, created, 'NERD10')
  const order = await payOrder(person, body)
  const page = await pageOf(order)
  expect(page).toContain(`|Receipt No. ${order.number}-1|`)
  const { settings } = await testProduct()
  expect(page).toContain(`|Sold by ${settings.seller}|Questions? Write to|${settings.supportEmail}|`)
  expect(page).toContain(`|${await dateInWords()}`)
  const { price } = order.services.prioritize_my_task
  expect(page).toContain(
    `|Prioritize my Task|$${price.toFixed(2)}|Coupon NERD10|−$4.80|Total|$${order.client_paid.toFixed(2)}|Paid by Visa 4242|$${order.client_paid.toFixed(2)}|`,
  )
})

test('[PAY-16][EASE-06][EASE-07] a booked payment mails its receipt with the same lines', async () => {
  const { sandboxUrl } = await testProduct()
  const person = await signedInPerson()
  const email = `receipt-${person.clientId.slice(-8)}@example.com`
  await giveEmail(person, email)
  const order = await payOrder(person, await person.order())
  const mail = await eventually(async () => {
    const mails = (await (await fetch(`${sandboxUrl}/mailbox/messages.json?to=${email}`)).json()) as {
      subject: string
      text: string
      html: string
    }[]
    return mails.find(({ subject }) => subject.startsWith('Your receipt'))
  })
  expect(mail.subject).toBe(`Your receipt for order ${order.number}: $48.00`)
  expect(mail.text).toContain('Essay writing, 2 pages: $48.00')
  expect(mail.text).toContain('Total: $48.00\nPaid by Visa 4242: $48.00')
  // The total is marked, as on the page.
  expect(mail.html.match(/<mark[^>]*>(.*?)<\/mark>/g)).toEqual([expect.stringMatching(/>\$48\.00<\/mark>$/)])
  expect(mail.text).toContain(order.receipt_link)
  expect(mail.text).toContain(`Sold by ${(await testProduct()).settings.seller}.`)
  expect(mail.text).toContain(`Receipt No. ${order.number}-1`)
  expect(mail.text).toContain(`on ${await dateInWords()}`)
})

test('[PAY-14][SAFE-02] a first address gets mails of a paid order at once, with its confirming link', async () => {
  const person = await signedInPerson([], { email: null })
  const email = `first-${person.clientId.slice(-8)}@example.com`
  await person.send('PATCH', apiPaths.me(), { email })
  await person.send('PATCH', apiPaths.me(), { announce_by: 'email' })
  const order = await payOrder(person, await person.order())
  const mailsThat = async (says: string) => textsTo(await testProduct(), email, says)
  const [receipt] = await eventually(async () => {
    const mails = await mailsThat(`Receipt No. ${order.number}-1`)
    return mails.length > 0 && mails
  })
  const [announcement] = await eventually(async () => {
    const mails = await mailsThat('We have your payment')
    return mails.length > 0 && mails
  })
  const linkOfConfirming = new RegExp(`${webPaths.confirmEmail('')}([\\w-]+)`)
  const [, key = ''] = linkOfConfirming.exec(receipt?.text ?? '') ?? []
  expect(linkOfConfirming.exec(announcement?.text ?? '')?.[1]).toBe(key)
  expect(receipt?.text).toContain(`whose phone ends in ${person.phone.slice(-4)}`)
  expect(`${receipt?.text} ${announcement?.text}`).not.toMatch(/\/(a|r|auth|authkey)\//)
  expect((await openAccountLink('confirm_email', key)).status).toBe(200)
  expect((await openAccountLink('confirm_email', key)).status).toBe(200)
  expect(await mailsThat(`Receipt No. ${order.number}-1`)).toHaveLength(1)
})

test('[SAFE-02] a receipt to a first address of another account has no confirming link', async () => {
  const [owner, person] = [await signedInPerson(), await signedInPerson([], { email: null })]
  const email = `p${owner.phone.slice(1)}@example.com`
  await person.send('PATCH', apiPaths.me(), { email })
  const order = await payOrder(person, await person.order())
  const [receipt] = await eventually(async () => {
    const mails = await textsTo(await testProduct(), email, `Receipt No. ${order.number}-1`)
    return mails.length > 0 && mails
  })
  expect(receipt?.text).not.toContain(webPaths.confirmEmail(''))
})

test('[PAY-14][PAY-08] the page shows a receipt per payment, and the refunds', async () => {
  const person = await personWithBalance(1_000)
  const created = await person.order({ use_balance: true })
  await payOnCardPage((await followPaymentLink(created.payment_link)).location)
  const order = await untilChecked(person, created, 'paid')
  await change(person, order, { use_balance: false })
  await change(person, order, { action: 'service_add', tag: 'adv_plagreport' })
  await payOrder(person, order)
  await operate('POST', `/orders/${order.id}/refunds`, { amount: 3, reason: 'Late' })
  await eventually(async () => (await readOrder(person, order)).refunded === 3)
  const page = await pageOf(order)
  expect(page).toContain('|Total|$48.00|From your balance|−$10.00|Paid by Visa 4242|$38.00|')
  expect(page).toContain(`|Receipt No. ${order.number}-2|`)
  expect(page).toContain('|Plagiarism Report|')
  expect(page).toMatch(/\|Refunded\|[^|]+\|\$3\.00\|/)
  // Staff also note what they gave back in another way (HOLD-06).
  await operate('POST', `/orders/${order.id}/refunds`, { amount: 7, outside: true, reason: 'Transfer' })
  expect(await pageOf(order)).toMatch(/\|Refunded\|[^|]+\|\$3\.00\|[^|]+\|\$7\.00\|/)
})

test('[FLOW-25][EASE-06] the payment check names the last payment as its receipt does', async () => {
  const person = await signedInPerson()
  const created = await person.order()
  const check = async () =>
    (await person.send<PaymentCheckAnswer>('POST', `/api/v3/orders/${created.id}/payment_check`)).body.payment
  expect(await check()).toBeNull()
  await payOrder(person, created)
  expect(await check()).toEqual({
    lines: [{ text: 'Essay writing, 2 pages', amount: 48 }],
    total: 48,
    by_card: 48,
    card_brand: 'visa',
    card_last4: '4242',
    from_balance: 0,
    services: null,
  })
  await change(person, created, { action: 'service_add', tag: 'adv_plagreport' })
  const { services } = await payOrder(person, created)
  const { price } = services.adv_plagreport
  const ofService = {
    lines: [{ text: 'Plagiarism Report', amount: price }],
    total: price,
    services: ['adv_plagreport'],
  }
  // The service's payment may appear a moment after the order is paid.
  await eventually(async () => (await check())?.services !== null)
  expect(await check()).toMatchObject(ofService)
})

test('[PAY-14][PAY-16] the page needs the order’s secret, loads our fonts only, and must not be cached', async () => {
  const { status } = await send('GET', '/o/receipts/1234567-AAAAAAAAAAAAAAAAAAAAAA')
  expect(status).toBe(404)
  const person = await signedInPerson()
  const order = await payOrder(person, await person.order())
  const { headers } = await send('GET', new URL(order.receipt_link ?? '').pathname)
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; base-uri 'none';/,
  )
  expect(headers.get('cache-control')).toBe('no-store')
})

test('[SAFE-12] the receipts’ address pays nothing, and the payment link shows no receipts', async () => {
  const person = await signedInPerson()
  const [order, other] = [await payOrder(person, await person.order()), await payOrder(person, await person.order())]
  const path = new URL(order.receipt_link ?? '').pathname
  const paymentPath = new URL(order.payment_link).pathname
  expect(path).not.toContain(paymentPath.replace('/o/', ''))
  const token = path.replace('/o/receipts/', '')
  expect((await send('GET', `/o/${token}`)).status).toBe(404)
  expect((await send('GET', `/o/receipts/${paymentPath.replace('/o/', '')}`)).status).toBe(404)
  // A signature opens its own order only.
  expect((await send('GET', `/o/receipts/${token.replace(order.number, other.number)}`)).status).toBe(404)
  for (const cut of ['-', order.number, `${order.number}-`, token.slice(0, -1)]) {
    expect(await send('GET', `/o/receipts/${cut}`)).toMatchObject({ status: 404 })
  }
})

test('[FLOW-25] a paid order has its deadline as a calendar file that a browser opens by its address', async () => {
  const person = await signedInPerson()
  const created = await person.order()
  expect(created.calendar_link).toBeNull()
  const order = await payOrder(person, created)
  const path = new URL(order.calendar_link ?? '').pathname
  const { headers, body } = await send<string>('GET', path)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toBe(`inline; filename="nerdify-${order.number}.ics"`)
  const lines = body.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain(`UID:${order.id}@nerdify`)
  expect(lines).toContain(`SUMMARY:Nerdify: ${order.name}`)
  expect(lines).toContain(`DTSTART:${order.deadline?.replaceAll(/[-:]|\.\d+/g, '')}`)
  expect((await send('GET', path.replace('/deadline.ics', 'x/deadline.ics'))).status).toBe(404)
})

test('[SAFE-12] a receipt link of an old mail leads to the owner’s sign-in and shows nothing', async () => {
  const person = await signedInPerson()
  const order = await payOrder(person, await person.order())
  const old = await send('GET', `${new URL(order.payment_link).pathname}/receipts`)
  expect([old.status, old.headers.get('location')]).toEqual([303, `/order/${order.id}/receipt`])
  expect(JSON.stringify(old.body)).not.toContain('$')
  expect((await send('GET', '/o/AAAAAAAAAAAAAAAAAAAAAA/receipts')).status).toBe(404)
})
