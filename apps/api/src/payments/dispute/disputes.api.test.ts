import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree, movesOf } from '../../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage, sessionIn } from '../../testing/cards/card-page.ts'
import { cardEvents, cardProvider, paymentOf } from '../../testing/cards/card-provider.ts'
import { applyCode, newCoupon, payOrder, readOrder, untilChecked } from '../../testing/coupon-calls.ts'
import { bookCardPayment, operate, personWithPaidOrder, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { mailsTo, untilEventsApplied } from '../../testing/subscribing.ts'
import { eventually, signedInPerson } from '../../testing/test-client.ts'
import { compareBooks } from '../../books/compare-books.ts'
import { replayCardEvents } from '../../card-events/replay-events.ts'

afterEach(async () => {
  await cardEvents()
  const { clock } = await testProduct()
  clock.reset()
  await expectBooksToAgree()
})

describe('a dispute', () => {
  test('[PAY-11][PAY-13] takes credits back below zero, and restores all when won (abuse 25)', async () => {
    const { product, provider, settings, clock } = await testProduct()
    const person = await signedInPerson()
    const code = await newCoupon({ gift: { kind: 'cashback', percent: 25 } })
    const { body: discounted } = await applyCode(person, await person.order(), code)
    const order = await payOrder(person, discounted, provider.disputableCard)
    await postEvents(order, 'send')
    await product.queries.updateTable('client_order').set({ mark: 5 }).where('id', '=', order.id).execute()
    const { body: form } = await person.send<TipForm>('GET', `/api/v3/orders/${order.id}/tip_form`)
    const { url } = await testProduct()
    const fields = { ...form.fields, amount: '8' }
    const html = await (await fetch(`${url}/tip`, { method: 'POST', body: new URLSearchParams(fields) })).text()
    await payOnCardPage(/url=([^"]+)/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '')
    await eventually(async () => (await balanceOf(person)) === 20)
    const other = await person.order({ use_balance: true })
    await payOnCardPage((await followPaymentLink(other.payment_link)).location)
    await untilChecked(person, other, 'paid')

    const dispute = await provider.openDispute(await paymentOf(order))
    await eventually(async () => (await balanceOf(person)) === -20)
    expect((await movesOf(order)).filter((move) => move.startsWith('dispute'))).toEqual([
      'dispute: disputed -4800',
      'dispute: gateway 4800',
    ])
    expect(await operate<ErrorBody>('POST', `/orders/${order.id}/refunds`, { amount: 1, reason: 'x' })).toMatchObject({
      status: 409,
      body: { error_type: 'payment_disputed' },
    })
    // Notices of one order within a minute share one mail.
    clock.advance(60_000)
    const alert = await eventually(async () => {
      const mails = await mailsTo(settings.supportEmail, order.number)
      return mails.find(({ text }) => text.includes('disputed at the bank'))
    })
    expect(alert.text).toContain('Its payment of $48.00 is disputed at the bank.')

    await provider.closeDispute(dispute, 'won')
    await eventually(async () => (await balanceOf(person)) === 0)
    expect((await operate('POST', `/orders/${order.id}/refunds`, { amount: 1, reason: 'x' })).status).toBe(200)
    await eventually(async () => (await readOrder(person, order)).refunded === 1)
  })

  test('[PAY-11][HOLD-06] counts a lost dispute as refunded; accept_refund works (abuse 20, abuse 25)', async () => {
    const { provider, settings, clock } = await testProduct()
    const { person, order } = await personWithPaidOrder(provider.disputableCard)
    await eventually(async () => (await mailsTo(settings.supportEmail, order.number)).length > 0)
    const dispute = await provider.openDispute(await paymentOf(order))
    await eventually(async () => (await movesOf(order)).includes('dispute: gateway 4800'))
    await provider.closeDispute(dispute, 'lost')
    await eventually(async () => (await movesOf(order)).some((move) => move.startsWith('dispute_lost')))
    clock.advance(60_000)
    await eventually(async () =>
      (await mailsTo(settings.supportEmail, order.number)).some(({ subject }) =>
        subject.includes('The dispute of $48.00 was lost.'),
      ),
    )
    await eventually(async () => (await readOrder(person, order)).refunded === 48)
    const more = await operate<ErrorBody>('POST', `/orders/${order.id}/refunds`, { amount: 1, reason: 'x' })
    expect(more).toMatchObject({ status: 409, body: { error_type: 'nothing_to_refund' } })
    await postEvents(order, 'request_refund', 'accept_refund')
    await expect(
      (await cardProvider()).refunds.create({ payment_intent: await paymentOf(order) }),
    ).rejects.toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
    })
  })
})

test('[PAY-09][RATE-06] offers and takes no tip during a dispute, and offers it again once won (abuse 25)', async () => {
  const { product, provider, url } = await testProduct()
  const { person, order } = await personWithPaidOrder(provider.disputableCard)
  await postEvents(order, 'send')
  await product.queries.updateTable('client_order').set({ mark: 5 }).where('id', '=', order.id).execute()
  const { body: form } = await person.send<TipForm>('GET', `/api/v3/orders/${order.id}/tip_form`)
  const actionsNow = async () => (await readOrder(person, order)).actions
  expect(await actionsNow()).toContain('tip')
  const dispute = await provider.openDispute(await paymentOf(order))
  await eventually(async () => (await movesOf(order)).includes('dispute: gateway 4800'))
  expect(await actionsNow()).not.toContain('tip')
  expect((await person.send('GET', `/api/v3/orders/${order.id}/tip_form`)).status).toBe(409)
  const body = new URLSearchParams({ ...form.fields, amount: '8' })
  expect((await fetch(`${url}/tip`, { method: 'POST', body })).status).toBe(422)
  await provider.closeDispute(dispute, 'won')
  await eventually(async () => (await actionsNow()).includes('tip'))
})

describe('missed events and payments', () => {
  test('[PAY-03][PAY-11] finds missed events in the provider’s list, once (abuse 6)', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    await cardEvents({ lost: true })
    await payOnCardPage((await followPaymentLink(order.payment_link)).location)
    expect((await readOrder(person, order)).isPaid).toBe(false)
    // The provider's list may lag for a moment.
    const untilReplayed = (found: () => Promise<boolean>) =>
      eventually(async () => {
        await replayCardEvents(product)
        return found()
      })
    await untilReplayed(async () => (await readOrder(person, order)).isPaid)
    await (await cardProvider()).refunds.create({ payment_intent: await paymentOf(order), amount: 500 })
    await untilReplayed(async () => (await readOrder(person, order)).refunded === 5)
    const moves = await movesOf(order)
    await replayCardEvents(product)
    await cardEvents()
    await untilEventsApplied()
    expect(await movesOf(order)).toEqual(moves)
  })

  test('[PAY-03] reports a payment missing from the ledger in the nightly comparison (abuse 16)', async () => {
    const { product, clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    await cardEvents({ lost: true })
    const { location } = await followPaymentLink(order.payment_link)
    await payOnCardPage(location)
    const session = await (await cardProvider()).checkout.sessions.retrieve(sessionIn(location))
    const missing = `The payment ${String(session.payment_intent)} of 4800 cents at the card provider is not in the ledger.`
    // The provider's clock may be ahead of ours: other tests move it.
    const nextDay = Math.max(0, session.created * 1000 - clock.now()) + 20 * 3_600_000
    clock.advance(nextDay)
    expect(await compareBooks(product, product.clock.now() - 2 * 24 * 3_600_000)).toContain(missing)
    expect((await readOrder(person, order)).isPaid).toBe(false)
    clock.reset()
    await untilChecked(person, order, 'paid')
    clock.advance(nextDay)
    expect(await compareBooks(product, product.clock.now() - 2 * 24 * 3_600_000)).not.toContain(missing)
    clock.reset()
  })

  test('[PAY-03][PAY-13] reports ledger entries whose amount differs from the provider’s (abuse 16)', async () => {
    const { product, clock } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    await operate('POST', `/orders/${order.id}/refunds`, { amount: 5, reason: 'Late' })
    await eventually(async () => (await readOrder(person, order)).refunded === 5)
    const payment = await paymentOf(order)
    const stripe = await cardProvider()
    const [refund] = (await stripe.refunds.list({ payment_intent: payment })).data
    const wrong = [
      `The payment ${payment} of 4800 cents at the card provider is in the ledger with 9600 cents.`,
      `The refund ${refund?.id} of 500 cents at the card provider is in the ledger with 1000 cents.`,
    ]
    const createdAt = Math.max(refund?.created ?? 0, (await stripe.paymentIntents.retrieve(payment)).created)
    const multiply = (by: number) =>
      sql`update ledger_line set cents = round(cents * ${by}::numeric) where (client_id, entry_id) in
        (select client_id, id from ledger_entry where order_id = ${order.id})`.execute(product.queries)
    clock.advance(Math.max(0, createdAt * 1000 - clock.now()) + 20 * 3_600_000)
    expect(await compareBooks(product, product.clock.now() - 2 * 24 * 3_600_000)).not.toContain(wrong[0])
    await multiply(2)
    const differences = await compareBooks(product, product.clock.now() - 2 * 24 * 3_600_000)
    await multiply(0.5)
    expect(differences).toEqual(expect.arrayContaining(wrong))
  })

  test('[PAY-06][PAY-13] reports a balance and an order that differ from their account’s sum', async () => {
    const { product } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const differencesNow = async () => {
      const ours = [person.clientId, `order ${order.number}`]
      return (await compareBooks(product, product.clock.now() - 2 * 24 * 3_600_000)).filter((sentence) =>
        ours.some((each) => sentence.includes(each)),
      )
    }
    expect(await differencesNow()).toEqual([])
    const shift = async (cents: number) => {
      await sql`update client set balance_cents = balance_cents + ${cents} where id = ${person.clientId}`.execute(
        product.queries,
      )
      await sql`update client_order set paid_cents = paid_cents + ${cents}, refunded_cents = refunded_cents + ${cents},
        held_cents = held_cents + ${cents}, tips_cents = tips_cents + ${cents} where id = ${order.id}`.execute(
        product.queries,
      )
    }
    await shift(7)
    const differences = await differencesNow()
    await shift(-7)
    expect(differences).toEqual([
      `The balance of client ${person.clientId} is 7 cents, and its ledger lines sum to 0.`,
      `The client_paid of order ${order.number} is 4807 cents, and its ledger lines sum to 4800.`,
      `The refunded of order ${order.number} is 7 cents, and its ledger lines sum to 0.`,
      `The balance_held of order ${order.number} is 7 cents, and its ledger lines sum to 0.`,
      `The total_tips_amount of order ${order.number} is 7 cents, and its ledger lines sum to 0.`,
    ])
  })

  test('[PAY-03][PAY-04] reports exactly the ledger entries that the provider lacks (abuse 16)', async () => {
    const { product, clock } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    const invented = await person.order()
    await bookCardPayment(person, invented, 4800)
    const payment = await paymentOf(order)
    const { created } = await (await cardProvider()).paymentIntents.retrieve(payment)
    /** The report if both were booked two hours ago, this many hours after the provider's payment. */
    const saidAfter = async (hours: number) => {
      // The provider's clock may be ahead of ours: other tests move it.
      clock.reset()
      clock.advance(created * 1000 - clock.now() + hours * 3_600_000)
      const at = new Date(clock.now() - 2 * 3_600_000)
      const booked = product.queries.updateTable('ledger_entry').set({ at })
      await booked.where('order_id', 'in', [order.id, invented.id]).execute()
      const sentences = await compareBooks(product, product.clock.now() - 2 * 24 * 3_600_000)
      return sentences.filter((sentence) => sentence.includes(payment) || sentence.includes(invented.id))
    }
    const missing = `The payment test:${invented.id} of 4800 cents in the ledger is not at the card provider.`
    expect(await saidAfter(20)).toEqual([missing])
    // The provider's list covers two days; older payments are looked up by id.
    expect(await saidAfter(60)).toEqual([missing])
    clock.reset()
  })
})
