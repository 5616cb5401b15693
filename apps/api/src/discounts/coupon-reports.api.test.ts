import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { followPaymentLink } from '../testing/cards/card-page.ts'
import { applyCode, change, newCoupon } from '../testing/coupon-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, signedInPerson, textsTo } from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

interface Mail {
  channel: string
  to: string
  from: string
  subject: string
  text: string
  html: string
}

/** The mails to support about an order that arrived, newest first, once there are so many. */
async function mailsAbout(order: { number: string }, atLeast = 1): Promise<Mail[]> {
  const product = await testProduct()
  return eventually(async () => {
    const all = (await textsTo(product, product.settings.supportEmail, order.number)) as Mail[]
    const found = all.filter((mail) => mail.subject.includes(`order ${order.number}:`))
    return found.length >= atLeast && found
  })
}

/** How many messages about an order were ever written. */
async function reportsOf(order: { number: string }): Promise<number> {
  const { product } = await testProduct()
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from outbox where template = 'coupon-error' and variables->>'number' = ${order.number}
  `.execute(product.queries)
  return rows[0]?.count ?? 0
}

describe('messages to support', () => {
  test('[DISC-13][SAFE-12] a refused code sends one with type, length, due, price, number, coupon, add-ons and where to look it up, and no payment link', async () => {
    const { settings } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    await change(person, order, { action: 'service_add', tag: 'prioritize_my_task' })
    await applyCode(person, order, 'OLD10')
    const [mail] = await mailsAbout(order)
    expect(mail).toMatchObject({
      channel: 'email',
      to: settings.supportEmail,
      from: 'Nerdify <hello@nerdify.test>',
      subject: `Coupon OLD10 on order ${order.number}: expiration`,
    })
    expect(mail?.text.trim().split('\n')).toEqual([
      'This code has expired.',
      '',
      'Type: Essay writing',
      'Length: 2 pages',
      `Due: ${fullDates(settings.companyZone).instant(Date.parse(order.deadline ?? ''))}`,
      'Price: $53.00',
      `Order number: ${order.number}`,
      'Coupon: OLD10',
      'Add-ons: Prioritize my Task',
      `Look it up: npm run ops -- order ${order.number}`,
    ])
    for (const part of ['Essay writing', '2 pages', '$53.00', 'OLD10', 'Prioritize my Task', order.number]) {
      expect(mail?.html).toContain(part)
    }
    expect(`${mail?.html}${mail?.text}`).not.toContain('/o/')
  })

  test('[DISC-13] the same order, code and error sends at most one in ten minutes, also at the same moment', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    const other = await person.order()
    await Promise.all(Array.from({ length: 4 }, () => applyCode(person, order, 'NOSUCH')))
    clock.advance(9 * 60_000)
    await applyCode(person, order, 'NOSUCH')
    expect(await reportsOf(order)).toBe(1)
    await applyCode(person, other, 'NOSUCH')
    await applyCode(person, order, 'OLD10')
    expect([await reportsOf(order), await reportsOf(other)]).toEqual([2, 1])
    clock.advance(60_000 + 1)
    await applyCode(person, order, 'NOSUCH')
    expect(await reportsOf(order)).toBe(3)
    expect((await mailsAbout(order, 3)).map((mail) => mail.subject.split(' ')[1]).toSorted()).toEqual([
      'NOSUCH',
      'NOSUCH',
      'OLD10',
    ])
  })

  test('[DISC-13][DISC-15] a discount that a change takes away, or that has run out when it is to be paid, is reported too', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const small = await person.order()
    await applyCode(person, small, 'SAVE5')
    await change(person, small, { size: '1 Pages' })
    expect((await mailsAbout(small))[0]?.subject).toBe(`Coupon SAVE5 on order ${small.number}: min_price`)

    const code = await newCoupon({ gift: { kind: 'percent', percent: 10 }, expiresAt: clock.now() + 60_000 })
    const late = await person.order()
    await applyCode(person, late, code)
    clock.advance(60_000)
    await followPaymentLink(late.payment_link)
    expect((await mailsAbout(late))[0]?.text).toContain('This code has expired.')
    expect(await reportsOf(late)).toBe(1)
  })

  test('[DISC-13] (abuse 39) what was typed as a code is text in the mail and nothing else', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, '<img/src=x onerror=alert(1)>\r\nBcc: spy@example.com "&\'')
    const [mail] = await mailsAbout(order)
    const code = '<IMG/SRC=XONERROR=ALERT(1)>BCC:SPY@EXAMPLE.COM"&\''
    expect(mail?.subject).toContain(code)
    expect(mail?.text).toContain(`Coupon: ${code}`)
    expect(mail?.html).not.toContain('<IMG')
    expect(mail?.html).toContain('&lt;IMG/SRC=XONERROR=ALERT(1)&gt;BCC:SPY@EXAMPLE.COM&quot;&amp;&#39;')
    expect(await textsTo(await testProduct(), 'spy@example.com')).toEqual([])
  })

  test('[DISC-13] an order that takes the code sends nothing', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'NERD10')
    await change(person, order, { action: 'discount_del' })
    expect(await reportsOf(order)).toBe(0)
  })
})
