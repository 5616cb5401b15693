import { wordsLine } from '@nerdify/domain/input/one-line.ts'
import type { Client, NerdList } from '@nerdify/contract/client.ts'
import type { NerdPage } from '@nerdify/contract/nerds.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { honourCode } from '@nerdify/domain/fair-dealing/honour-code.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { geoBySetting } from '../../adapters/geo-mmdb.ts'
import { buildApp } from '../../app.ts'
import { isInRestrictedRegion } from '../../accounts/restricted-region.ts'
import { followPaymentLink } from '../../testing/cards/card-page.ts'
import { applyCode, change, newCoupon, payOrder, readOrder } from '../../testing/coupon-calls.ts'
import { operate, postEvents, registeredNerd } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import {
  eventually,
  newPhone,
  send,
  signedInPerson,
  signInByCode,
  type TestPerson,
  textsTo,
} from '../../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const me = '/api/v3/users/client/me'
const seenByOperations = async (order: { id: string }) =>
  (await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)).body

describe('the age', () => {
  const newcomer = () => signedInPerson([], { adultConfirmed: false })
  const confirm = (person: TestPerson) => person.send<Client>('PATCH', me, { adult_confirmed: true })
  const confirmedAt = async (person: TestPerson) => {
    const { product } = await testProduct()
    return product.queries
      .selectFrom('client')
      .select('adult_confirmed_at')
      .where('id', '=', person.clientId)
      .executeTakeFirstOrThrow()
  }

  test('[LAW-02] without it the payment link leads to its question, and creates no card page', async () => {
    const person = await newcomer()
    const order = await person.order({ details: 'Weigh the causes.' })
    expect(await followPaymentLink(order.payment_link)).toMatchObject({
      status: 303,
      location: webPaths.orderPayment(order.id),
    })
    // The redirect keeps the link's subscription (AUTH-12).
    expect((await followPaymentLink(`${order.payment_link}?subscription_id=sub_1`)).location).toBe(
      webPaths.orderPayment(order.id, 'sub_1'),
    )
    const { product } = await testProduct()
    const attempts = await product.queries
      .selectFrom('payment_attempt')
      .select('id')
      .where('order_id', '=', order.id)
      .execute()
    expect(attempts).toEqual([])
    await confirm(person)
    expect((await payOrder(person, order)).isPaid).toBe(true)
  })

  test('[LAW-02] a free order is not placed without it either', async () => {
    const person = await newcomer()
    const order = await person.order()
    await applyCode(person, order, await newCoupon({ gift: { kind: 'percent', percent: 100 } }))
    expect((await followPaymentLink(order.payment_link)).location).toBe(webPaths.orderPayment(order.id))
    expect(await readOrder(person, order)).toMatchObject({ price: 0, isPaid: false })
    await confirm(person)
    await followPaymentLink(order.payment_link)
    expect((await readOrder(person, order)).isPaid).toBe(true)
  })

  test('[LAW-02] the server refuses at the field, and keeps the typed words', async () => {
    const person = await newcomer()
    const order = await person.order({ details: 'Weigh the causes.' })
    expect(await change(person, order, { option: 'payment_link_sent' })).toMatchObject({
      status: 422,
      body: {
        text: 'Please confirm that you are 18 or older',
        error_value: 'adult_confirmed',
        error_type: 'adult_unconfirmed',
      },
    })
    expect(await readOrder(person, order)).toMatchObject({ details: 'Weigh the causes.' })
    await confirm(person)
    expect((await change(person, order, { option: 'payment_link_sent' })).status).toBe(200)
  })

  test('[LAW-02] stores its first time, asks once and cannot be revoked', async () => {
    const { clock } = await testProduct()
    const person = await newcomer()
    expect((await person.send<Client>('GET', me)).body.adult_confirmed).toBe(false)
    const before = clock.now()
    expect((await confirm(person)).body.adult_confirmed).toBe(true)
    const first = (await confirmedAt(person)).adult_confirmed_at
    expect(first).toBeGreaterThanOrEqual(before)
    clock.advance(3_600_000)
    await confirm(person)
    expect((await person.send('PATCH', me, { adult_confirmed: false })).status).toBe(422)
    expect((await confirmedAt(person)).adult_confirmed_at).toBe(first)
  })

  test('[LAW-02][OPS-05] operations may record a client’s statement, which is logged', async () => {
    const phone = `+1415${Math.floor(2_000_000 + Math.random() * 7_000_000)}`
    const creation = await operate<Client>('POST', '/clients', { phone, adult_confirmed: true })
    expect(creation).toMatchObject({ status: 201, body: { adult_confirmed: true } })
    const { product } = await testProduct()
    const log = await product.queries
      .selectFrom('operations_log')
      .select('request')
      .where('subject', '=', `client ${creation.body.id}`)
      .executeTakeFirstOrThrow()
    expect(log.request).toMatchObject({ adult_confirmed: true })
  })
})

describe('the honor code', () => {
  test('[LAW-03] its version is stored with the order’s details, at creation or later', async () => {
    const person = await signedInPerson()
    const bare = await person.order({ details: undefined })
    expect((await seenByOperations(bare)).honour_code).toBeNull()
    await change(person, bare, { size: '3 Pages' })
    expect((await seenByOperations(bare)).honour_code).toBeNull()
    await change(person, bare, { details: 'Weigh the causes.' })
    expect((await seenByOperations(bare)).honour_code).toBe(honourCode.version)
    const described = await person.order({ details: 'Weigh the causes.' })
    expect((await seenByOperations(described)).honour_code).toBe(honourCode.version)
  })

  test('[LAW-03] saving the same details again under a new text keeps the new version', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order({ details: 'Weigh the causes.' })
    await product.queries
      .updateTable('client_order')
      .set({ honour_code: '2020-01' })
      .where('id', '=', order.id)
      .execute()
    await change(person, order, { details: 'Weigh the causes.' })
    expect((await seenByOperations(order)).honour_code).toBe(honourCode.version)
  })

  test('[LAW-03] details that operations write are no agreement of the client', async () => {
    const person = await signedInPerson()
    const creation = await operate<OperationsOrderWithHistory>('POST', '/orders', {
      client_id: person.clientId,
      details: 'As told on the phone.',
    })
    expect(creation.body.honour_code).toBeNull()
  })
})

describe('regions', () => {
  const south = async () => {
    const person = await signedInPerson()
    await operate('PATCH', `/clients/${person.clientId}`, { country_final: 'AQ' })
    return person
  }
  const refused = {
    status: 422,
    body: {
      text: 'The law where you are doesn’t let us do graded work for pay. We can edit your writing and explain problems to you.',
      error_value: 'type',
      error_type: 'region_restricted',
    },
  }

  test('[LAW-04] only editing and problems can be ordered there; the rest is refused with the reason', async () => {
    const person = await south()
    expect((await person.send<Client>('GET', me)).body.restricted_region).toBe(true)
    for (const type of ['Essay (writing)', 'Presentations', 'Quiz', 'Other task']) {
      expect(await person.send('POST', '/api/v3/orders', { type })).toMatchObject(refused)
    }
    // Without a type (FLOW-02) there is nothing to refuse, and no price; it then refuses a type that is not offered.
    const begun = await person.send<Order>('POST', '/api/v3/orders', { subject: 'History', size: '2 Pages' })
    expect(begun).toMatchObject({ status: 201, body: { service_type: null, price: 0 } })
    expect(await change(person, begun.body, { type: 'Quiz', size: '60 Minutes' })).toMatchObject(refused)
    const order = await person.order({ type: 'Essay (editing)' })
    expect(await change(person, order, { type: 'Quiz', size: '60 Minutes' })).toMatchObject(refused)
    expect((await change(person, order, { type: 'Problems', size: '60 Minutes' })).status).toBe(200)
    expect((await payOrder(person, order)).isPaid).toBe(true)
    const creation = await operate('POST', '/orders', { client_id: person.clientId, type: 'Quiz' })
    expect(creation).toMatchObject(refused)
  })

  test('[LAW-04] a foreign order cannot be paid there: its link leads to the choice of the job type', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await operate('PATCH', `/clients/${person.clientId}`, { country_final: 'AQ' })
    expect((await followPaymentLink(order.payment_link)).location).toBe(webPaths.orderJobType(order.id))
  })

  test('[LAW-04] everywhere else, and in unknown regions, everything is offered', async () => {
    const person = await signedInPerson()
    expect((await person.send<Client>('GET', me)).body).toMatchObject({ country_final: null, restricted_region: false })
    await operate('PATCH', `/clients/${person.clientId}`, { country_final: 'NZ' })
    expect((await person.send<Client>('GET', me)).body.restricted_region).toBe(false)
    expect((await person.order({ type: 'Quiz', size: '60 Minutes' })).type).toBe('Quiz')
  })

  test('[LAW-04][OPS-07] the client’s country decides, and the address only without one', async () => {
    const { settings } = await testProduct()
    const parts = { settings, geo: geoBySetting('AQ') }
    expect(isInRestrictedRegion(parts, { country: null }, '203.0.113.7')).toBe(true)
    expect(isInRestrictedRegion(parts, { country: 'NZ' }, '203.0.113.7')).toBe(false)
    expect(isInRestrictedRegion(parts, { country: null }, undefined)).toBe(false)
    expect(isInRestrictedRegion({ settings, geo: geoBySetting('NZ') }, { country: null }, '203.0.113.7')).toBe(false)
  })

  test('[LAW-04][MSG-01] a US state comes from the address, also for a client with a US number', async () => {
    const { product, ...running } = await testProduct()
    const phone = newPhone()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ country: 'usa', phone }).toString()
    expect((await send('POST', '/api/v1/client', { body, headers })).status).toBe(200)
    const authorization = `Bearer ${await signInByCode(running, phone)}`
    const regions: Record<string, string> = { '203.0.113.7': 'US-NY', '198.51.100.7': 'US-CA', '192.0.2.7': 'GB-ENG' }
    const geo = { knowsRegions: true, regionOf: (ip: string) => regions[ip] }
    const settings = { ...running.settings, restrictedRegions: ['US-NY', 'GB'] }
    const app = await buildApp({ ...product, geo, settings }, { webDirectory: 'no-web-app', logger: false })
    const orderFrom = async (remoteAddress: string) => {
      const payload = { type: 'Quiz' }
      const sent = {
        method: 'POST',
        url: '/api/v3/orders',
        headers: { authorization },
        payload,
        remoteAddress,
      } as const
      const answer = await app.inject(sent)
      return { status: answer.statusCode, body: answer.json<unknown>() }
    }
    expect(await orderFrom('203.0.113.7')).toMatchObject(refused)
    // An IP address does not override a known country.
    for (const elsewhere of ['198.51.100.7', '192.0.2.7', '127.0.0.1']) {
      expect(await orderFrom(elsewhere)).toMatchObject({ status: 201, body: { type: 'Quiz' } })
    }
    await app.close()
  })
})

describe('requests that we refuse', () => {
  const text =
    'Our honor code doesn’t let us take an exam or a test for you (“take my exam”). Please rephrase your task. We’re happy to explain or help you prepare.'

  test('[LAW-05] are refused at the field, on creation and on a change, without an effect', async () => {
    const person = await signedInPerson()
    const details = 'Please take my exam on Monday.'
    const refused = { status: 422, body: { text, error_value: 'details', error_type: 'request_refused' } }
    expect(await person.send('POST', '/api/v3/orders', { details })).toMatchObject(refused)
    const order = await person.order({ details: 'Explain integrals.' })
    expect(await change(person, order, { details, subject: 'Law' })).toMatchObject(refused)
    expect(await readOrder(person, order)).toEqual(order)
    expect(await change(person, order, { title: details })).toMatchObject({ body: { error_value: 'title' } })
  })

  test('[LAW-05] accepts the rephrased task', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const details = 'I have to take my exam on Monday. Help me prepare for it.'
    expect(await change(person, order, { details })).toMatchObject({ status: 200, body: { details } })
  })
})

describe('the task description', () => {
  const hostile =
    '<img src=x onerror=alert(1)><script>alert(1)</script> {{7*7}} \u202Egnp.exe\u202C 👩🏽‍🎓 שלום \u200b& "quotes" \'); drop table client_order;--'

  test('[API-10] (abuse 39) stores and shows HTML, script, emoji and right-to-left marks as text', async () => {
    const person = await signedInPerson()
    const order = await person.order({ details: hostile, title: hostile })
    expect(order).toMatchObject({ details: hostile, title: wordsLine(hostile) })
    expect((await seenByOperations(order)).details).toBe(hostile)
    const answer = await send('GET', `/api/v3/orders/${order.id}`, { token: person.token })
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('[FLOW-32] invisible marks alone are no description, even as an addition', async () => {
    const person = await signedInPerson()
    const order = await person.order({ details: '\u200B\u2800', title: '\u2060' })
    expect(order).toMatchObject({ details: '', title: '' })
    expect(await change(person, order, { details: 'Explain.' })).toMatchObject({ body: { details: 'Explain.' } })
    const emptied = await change(person, await readOrder(person, order), { details: '\uFEFF \u3164' })
    expect(emptied).toMatchObject({ status: 200, body: { details: '' } })
  })

  test('[DISC-13] (abuse 39) no message contains it', async () => {
    const { settings } = await testProduct()
    const product = await testProduct()
    const person = await signedInPerson()
    const order = await person.order({ details: hostile, title: hostile })
    await applyCode(person, order, 'OLD10')
    const mail = await eventually(async () => {
      const all = (await textsTo(product, settings.supportEmail, order.number)) as {
        text: string
        html: string
        subject: string
      }[]
      return all.find(({ subject }) => subject.includes(`order ${order.number}:`))
    })
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part).not.toContain('onerror')
      expect(part).not.toContain('\u202E')
    }
    expect(mail.html).not.toContain('<script')
  })

  test('[API-10] (abuse 39) keeps 100,000 characters, and refuses one more in words', async () => {
    const person = await signedInPerson()
    const details = '😀a&<'.repeat(20_000)
    expect(details).toHaveLength(100_000)
    const order = await person.order({ details })
    expect((await readOrder(person, order)).details).toBe(details)
    expect(await change(person, order, { details: `${details}!` })).toMatchObject({
      status: 422,
      body: {
        text: 'This is 1 character too long: at most 100,000. Please shorten it.',
        error_value: 'details',
        error_type: 'details_too_long',
      },
    })
    expect((await readOrder(person, order)).details).toBe(details)
  })

  test('[API-10] (abuse 39) refuses a NUL', async () => {
    const person = await signedInPerson()
    expect((await person.send('POST', '/api/v3/orders', { details: 'a\u0000b' })).status).toBe(422)
  })
})

describe('the preferred Nerd', () => {
  const elite = ['subscription_active', 'subscription_nerdify_premium']
  const find = async (order: { id: string }, name: string, rating: number) =>
    operate('POST', `/orders/${order.id}/events`, { event: 'nerd_found', nerd: await registeredNerd(name, rating) })

  /** A person with an order by a Nerd, delivered and rated. */
  async function personWithNerd(tags: readonly string[], name = 'Noor', rating = 4.9): Promise<TestPerson> {
    const person = await signedInPerson(tags)
    const order = await payOrder(person, await person.order())
    await find(order, name, rating)
    await postEvents(order, 'send')
    await rate(order)
    return person
  }
  async function rate(order: { id: string }) {
    const { product } = await testProduct()
    await product.queries.updateTable('client_order').set({ mark: 5 }).where('id', '=', order.id).execute()
  }
  const nerdsOf = async (person: TestPerson) => (await person.send<NerdList>('GET', `${me}/nerds`)).body.results
  const prefer = (person: TestPerson, order: Order, worker?: string) =>
    change(person, order, { action: 'service_add', tag: 'client_recomended_writer', ...(worker && { worker }) })

  test('[SRV-05][SRV-04] is chosen by name, free with the plan that offers it, and shown to operations', async () => {
    const person = await personWithNerd(elite)
    expect(await nerdsOf(person)).toEqual([{ name: 'Noor', rating: 4.9 }])
    const order = await person.order()
    const chosen = (await prefer(person, order, 'Noor')).body
    expect(chosen).toMatchObject({ preferred_worker: 'Noor', price: order.quote_price })
    expect(chosen.services.client_recomended_writer).toMatchObject({ added: true, price: 0, free_reason: 'plan' })
    expect(await seenByOperations(order)).toMatchObject({ preferred_worker: 'Noor' })
    const paid = await payOrder(person, order)
    expect(paid).toMatchObject({ preferred_worker: 'Noor', client_paid: chosen.price })
  })

  test('[SRV-05] the choice can be changed and removed', async () => {
    const person = await personWithNerd(elite)
    const second = await payOrder(person, await person.order())
    await find(second, 'Omar', 4.9)
    await postEvents(second, 'send')
    expect((await nerdsOf(person)).map(({ name }) => name)).toEqual(['Omar', 'Noor'])
    const order = await person.order()
    await prefer(person, order, 'Omar')
    expect((await prefer(person, order, 'Noor')).body.preferred_worker).toBe('Noor')
    const without = await change(person, order, { action: 'service_delete', tag: 'client_recomended_writer' })
    expect(without.body).toMatchObject({ preferred_worker: null, price: order.price })
  })

  test('[SRV-05][OPS-14] a merged or renamed Nerd is offered and preferred by the present name', async () => {
    const suffix = crypto.randomUUID()
    const person = await personWithNerd(elite, `Alex ${suffix}`)
    const { body: found } = await operate<NerdPage>('GET', `/nerds?q=${suffix}`)
    const merged = `Alexandra ${suffix}`
    const nerd = await registeredNerd(merged)
    expect((await operate('POST', `/nerds/${found.results[0]?.id}/merge`, { into: nerd })).status).toBe(200)
    expect(await nerdsOf(person)).toEqual([{ name: merged, rating: 4.9 }])
    const [paid, unpaid] = [await person.order(), await person.order()]
    for (const order of [paid, unpaid]) expect((await prefer(person, order, merged)).status).toBe(200)
    await payOrder(person, paid)

    const renamed = `Sandra ${suffix}`
    expect((await operate('PATCH', `/nerds/${nerd}`, { name: renamed })).status).toBe(200)
    expect(await nerdsOf(person)).toEqual([{ name: renamed, rating: 4.9 }])
    await payOrder(person, unpaid)
    for (const order of [paid, unpaid]) {
      const assigned = await operate('POST', `/orders/${order.id}/events`, { event: 'nerd_found', nerd })
      expect(assigned).toMatchObject({ status: 200, body: { preferred_worker: renamed, nerd: { name: renamed } } })
    }
  })

  test('[SRV-05] a Nerd who is no longer active is neither offered nor accepted', async () => {
    const name = `Ines ${crypto.randomUUID()}`
    const person = await personWithNerd(elite, name)
    const { body: found } = await operate<NerdPage>('GET', `/nerds?q=${name}`)
    await operate('PATCH', `/nerds/${found.results[0]?.id}`, { active: false })
    expect(await nerdsOf(person)).toEqual([])
    expect((await prefer(person, await person.order(), name)).status).toBe(422)
  })

  test('[SRV-05] the name goes with its service once the plan has ended and the order is priced again', async () => {
    const { product, clock } = await testProduct()
    const person = await personWithNerd(elite)
    const [changed, renewed] = [await person.order(), await person.order()]
    for (const order of [changed, renewed]) expect((await prefer(person, order, 'Noor')).status).toBe(200)
    const ended = product.queries.updateTable('client').set({ tags: ['subscription_inactive'] })
    await ended.where('id', '=', person.clientId).execute()

    const { body } = await change<Order>(person, changed, { size: '3 Pages' })
    expect(body).toMatchObject({ preferred_worker: null, extras: [] })
    clock.advance(31 * 60_000)
    await followPaymentLink(renewed.payment_link)
    expect(await readOrder(person, renewed)).toMatchObject({ preferred_worker: null, extras: [] })
  })

  test.each([
    ['without a premium plan', [], true],
    ['with the basic plan', ['subscription_active', 'subscription_nerdify_basic'], true],
    ['without a rated order', elite, false],
  ])('[SRV-05] %s it is neither offered nor accepted', async (_, tags, rated) => {
    const person = await personWithNerd(tags)
    if (!rated) {
      const { product } = await testProduct()
      await product.queries
        .updateTable('client_order')
        .set({ mark: 0 })
        .where('client_id', '=', person.clientId)
        .execute()
    }
    expect(await nerdsOf(person)).toEqual([])
    const order = await person.order()
    expect(await prefer(person, order, 'Noor')).toMatchObject({ status: 422, body: { error_value: 'tag' } })
    expect(await readOrder(person, order)).toEqual(order)
  })

  test('[SRV-05] must be a Nerd of one of the client’s orders', async () => {
    const person = await personWithNerd(elite)
    await personWithNerd(elite, 'Somebody else’s')
    const undelivered = await payOrder(person, await person.order())
    await find(undelivered, 'Not done yet', 5)
    const order = await person.order()
    for (const worker of ['Somebody else’s', 'Not done yet', undefined]) {
      expect(await prefer(person, order, worker)).toMatchObject({
        status: 422,
        body: { text: 'Please choose one of your Nerds', error_value: 'worker', error_type: 'worker_unknown' },
      })
    }
    expect(await change(person, order, { worker: 'Noor' })).toMatchObject({
      status: 422,
      body: { error_value: 'worker' },
    })
    expect(await readOrder(person, order)).toEqual(order)
  })
})
