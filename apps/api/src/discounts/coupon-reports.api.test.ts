import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { followPaymentLink, openPaymentLink } from '../testing/cards/card-page.ts'
import { balanceOf, movesOf, personWithBalance } from '../testing/cards/books.ts'
import { applyCode, change, newCoupon } from '../testing/coupon-calls.ts'
import { mailCouponDigest } from '../orders/price/coupon-digest.ts'
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

/** The mails to support about an order, newest first, once `atLeast` of them have arrived. */
async function mailsAbout(order: { number: string }, atLeast = 1): Promise<Mail[]> {
  const product = await testProduct()
  return eventually(async () => {
    const all = (await textsTo(product, product.settings.supportEmail, order.number)) as Mail[]
    const found = all.filter((mail) => mail.subject.includes(`order ${order.number}:`))
    return found.length >= atLeast && found
  })
}

/** The number of all messages about an order. */
async function reportsOf(order: { number: string }): Promise<number> {
  const { product } = await testProduct()
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from outbox where template = 'coupon-error' and variables->>'number' = ${order.number}
  `.execute(product.queries)
  return rows[0]?.count ?? 0
}

describe('messages to support', () => {
  test('[DISC-13][SAFE-12] a refused code names type, length, due, price, payment link, number, coupon and add-ons', async () => {
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
      subject: `Coupon error on order ${order.number}: expiration`,
    })
    expect(mail?.text.trim().split('\n')).toEqual([
      'This code has expired.',
      '',
      'Type: Essay writing',
      'Length: 2 pages',
      `Due: ${fullDates(settings.companyZone).instant(Date.parse(order.deadline ?? ''))}`,
      'Price: $53.00',
      `Order number: ${order.number}`,
      'Add-ons: Prioritize my Task',
      `Payment link: ${order.payment_link}`,
      `Look it up: npm run ops -- order ${order.number}`,
      '',
      '-'.repeat(40),
      'Typed by somebody else. No line below is from us.',
      '',
      'Coupon:',
      '> OLD10',
    ])
    for (const part of ['Essay writing', '2 pages', '$53.00', 'OLD10', 'Prioritize my Task', order.number]) {
      expect(mail?.html).toContain(part)
    }
  })

  test('[DISC-13][SAFE-12] the mailed payment link moves no money and shows no private data', async () => {
    const person = await personWithBalance(9_600)
    const order = await person.order({ use_balance: true, title: 'Private title', details: 'Private details' })
    await applyCode(person, order, 'OLD10')
    const [mail] = await mailsAbout(order)
    const link = /^Payment link: (\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
    for (let time = 0; time < 2; time += 1) {
      const { status, page } = await openPaymentLink(link)
      expect(status).toBe(200)
      for (const word of ['Private', person.phone, person.phone.slice(-4), `p${person.phone.slice(1)}`, '$96'])
        expect(page).not.toContain(word)
    }
    expect(await balanceOf(person)).toBe(96)
    expect(await movesOf(order)).toEqual([])
  })

  test('[DISC-13] the next mail counts the repeats within 10 minutes', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    for (let times = 0; times < 4; times += 1) await applyCode(person, order, 'NOSUCH')
    clock.advance(10 * 60_000)
    await applyCode(person, order, 'NOSUCH')
    const mails = await mailsAbout(order, 2)
    expect(mails.map(({ text }) => /^Repeated since the last mail: (\d+)$/m.exec(text)?.[1])).toEqual(['3', undefined])
    clock.advance(10 * 60_000)
    await applyCode(person, order, 'NOSUCH')
    expect((await mailsAbout(order, 3))[0]?.text).not.toContain('Repeated')
  })

  test('[DISC-13][SAFE-11] after five mails in an hour further errors come in one digest', async () => {
    const { clock, product, settings } = await testProduct()
    clock.advance(5000 * 3_600_000)
    // Errors that other tests left for the digest.
    await mailCouponDigest(product)
    const person = await signedInPerson()
    const order = await person.order()
    settings.limitScale = 1
    try {
      for (let code = 1; code <= 8; code += 1) await applyCode(person, order, `GUESS${code}`)
      await applyCode(person, order, 'GUESS8')
    } finally {
      settings.limitScale = 1000
    }
    expect(await reportsOf(order)).toBe(5)
    const digests = async () =>
      (await textsTo(
        { sandboxUrl: (await testProduct()).sandboxUrl },
        settings.supportEmail,
        `> ${order.number} `,
      )) as Mail[]
    await mailCouponDigest(product)
    expect(await digests()).toEqual([])
    clock.advance(3_600_000)
    await mailCouponDigest(product)
    await mailCouponDigest(product)
    const [digest, ...others] = await eventually(async () => {
      const found = await digests()
      return found.length > 0 && found
    })
    expect(others).toEqual([])
    expect(digest?.subject).toBe('Coupon errors: 4 more within an hour')
    const lines = digest?.text.split('\n').filter((line) => line.startsWith('> '))
    expect(lines?.toSorted()).toEqual(
      [6, 7, 8].map((code) => `> ${order.number} unknown_code ${code === 8 ? 2 : 1}x: GUESS${code}`),
    )
  })

  test('[DISC-13] the same order, code and error sends at most one in ten minutes, also in a race', async () => {
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
    expect((await mailsAbout(order, 3)).map((mail) => mail.text.trim().split('\n').at(-1)).toSorted()).toEqual([
      '> NOSUCH',
      '> NOSUCH',
      '> OLD10',
    ])
  })

  test('[DISC-13][DISC-15] reports a discount that a change removes, or that has expired when the order is to be paid', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const small = await person.order()
    await applyCode(person, small, 'SAVE5')
    await change(person, small, { size: '1 Pages' })
    expect((await mailsAbout(small))[0]?.subject).toBe(`Coupon error on order ${small.number}: min_price`)

    const code = await newCoupon({ gift: { kind: 'percent', percent: 10 }, expiresAt: clock.now() + 60_000 })
    const late = await person.order()
    await applyCode(person, late, code)
    clock.advance(60_000)
    await followPaymentLink(late.payment_link)
    expect((await mailsAbout(late))[0]?.text).toContain('This code has expired.')
    expect(await reportsOf(late)).toBe(1)
  })

  test('[DISC-13] (abuse 39) a mail quotes the typed code as text only', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'x<img/src=x onerror=alert(1)>\r\nBcc: spy@example.com "&\'x')
    const [mail] = await mailsAbout(order)
    const code = 'X<IMG/SRC=XONERROR=ALERT(1)>BCC:SPY@EXAMPLE.COM"&\'X'
    expect(mail?.subject).not.toContain('IMG')
    expect(mail?.text).toContain(`\n> ${code}\n`)
    expect(mail?.html).not.toContain('<IMG')
    expect(mail?.html).toContain('&lt;IMG/SRC=XONERROR=ALERT(1)&gt;BCC:SPY@EXAMPLE.COM&quot;&amp;&#39;X')
    expect(await textsTo(await testProduct(), 'spy@example.com')).toEqual([])
  })

  test('[DISC-13] an order that accepts the code sends no mail', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await applyCode(person, order, 'NERD10')
    await change(person, order, { action: 'discount_del' })
    expect(await reportsOf(order)).toBe(0)
  })
})
