import type { Order } from '@nerdify/contract/orders.ts'
import { unservedCountryText } from '@nerdify/domain/messages/texted-countries.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { noteUse, textBacksToOneCountry, textBacksToOnePrefix } from '../limits/rate-limit.ts'
import { newCard } from '../testing/cards/card-page.ts'
import { payBy, signInFrom } from '../testing/friends.ts'
import { postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { personWithEmail } from '../testing/subscribing.ts'
import {
  codeSentTo,
  eventually,
  newAccount,
  newPhone,
  send,
  signedInPerson,
  type TestPerson,
  textsTo,
} from '../testing/test-client.ts'

afterEach(async () => {
  const { clock, settings } = await testProduct()
  clock.reset()
  settings.limitScale = 1000
})

const numberText = 'Looks like you have mistyped your phone number. Please check and re-enter it.'

const post = <Body>(path: string, fields: Record<string, string>, token?: string) =>
  send<Body>('POST', path, {
    body: new URLSearchParams(fields).toString(),
    token,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const leave = (fields: Record<string, string>, token?: string) =>
  post<Record<string, unknown>>('/api/v1/client', fields, token)
const askToBeTexted = (fields: Record<string, string>, token?: string) =>
  post<Record<string, unknown>>('/api/v1/text-back', fields, token)

const clientsWith = async (phone: string) => {
  const { product } = await testProduct()
  return product.queries.selectFrom('client').selectAll().where('phone', '=', phone).execute()
}

const textTo = (phone: string, count = 1) =>
  eventually(async () => {
    const texts = (await textsTo(await testProduct(), phone)) as { text: string; from: string }[]
    return texts.length === count && texts[0]
  })

/** Signs in with the key of a link, as its page does. */
const signInWith = (text: string) =>
  send<{ jwt: string }>('POST', '/api/v3/factor_auth', {
    body: { type: 'check_code', factor: 'key', value: /authkey\/([\w-]+)/.exec(text)?.[1], code: '' },
  })

describe('leaving a number', () => {
  test('[MSG-01][REF-04] creates a client for a new phone, once, and stores their landing at the first code', async () => {
    const phone = newPhone()
    const fields = {
      country: 'usa',
      phone: `${phone.slice(0, 2)} (${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`,
      phone_ref: 'a friend',
      email: 'someone@example.com',
      message: '<b>Hello</b>',
      landing: '/contact-us',
      landing_query: '?ref=NERD42&utm=x',
    }
    const answers = await Promise.all([leave(fields), leave(fields), leave(fields)])
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    const clients = await clientsWith(phone)
    expect(clients).toMatchObject([{ country: 'US', email: null }])
    const { product, settings } = await testProduct()
    const clientId = clients[0]?.id as string
    const origins = product.queries.selectFrom('client_origin').selectAll().where('client_id', '=', clientId)
    const { phone_ref, email, message, landing } = fields
    const unbound = { landing: null, landing_query: null, referral: null }
    expect(await origins.execute()).toMatchObject([{ phone_ref, email, message, ...unbound }])
    const mails = product.queries.selectFrom('outbox').select('to_address')
    expect(await mails.where('dedupe_key', 'like', `contact-request:${clientId}:%`).execute()).toEqual([
      { to_address: settings.supportEmail },
    ])
    // A newcomer reports their landing once, with the code.
    for (const landing_query of ['?ref=NERD43&utm=x', '?ref=OTHER']) {
      await signInFrom(landing_query, phone)
      expect(await origins.execute()).toMatchObject([
        { landing, landing_query: '?ref=NERD43&utm=x', referral: 'NERD43' },
      ])
    }
  })

  test('[MSG-01] stores a known phone’s words and notifies support once, even if repeated', async () => {
    const { product, settings } = await testProduct()
    const { phone, clientId } = await newAccount([], { email: null })
    const request = { email: 'me@example.com', message: 'Where is <b>my</b> order?', phone_ref: 'a friend' }
    const from = { landing: '/refunds', landing_query: '?utm=y' }
    for (let time = 0; time < 2; time += 1) {
      expect((await leave({ country: 'usa', phone, ...request, ...from })).status).toBe(200)
    }
    expect((await leave({ country: 'usa', phone })).status).toBe(200)
    const requests = product.queries.selectFrom('contact_request').selectAll().where('client_id', '=', clientId)
    const { message: body, ...rest } = request
    expect(await requests.execute()).toMatchObject([
      { phone, body, ...rest, ...from },
      { phone, body, ...rest, ...from },
    ])
    const mails = await eventually(async () => {
      const found = await textsTo(await testProduct(), settings.supportEmail, formatPhone(phone))
      return found.length > 0 && found
    })
    expect(mails).toHaveLength(1)
    for (const words of [request.message, request.email, request.phone_ref])
      expect(mails[0]?.text).toContain(`\n> ${words}\n`)
    // The address is unproved.
    expect(await clientsWith(phone)).toMatchObject([{ id: clientId, email: null }])
  })

  test('[MSG-01][SAFE-11] a stranger with a client’s number gets neither information nor a reply', async () => {
    const { product, sandboxUrl, settings } = await testProduct()
    const person = await personWithEmail()
    const other = await personWithEmail()
    const { number } = await person.order({ title: 'Private title' })
    const message = 'npm run ops -- client me block\u2028Client: somebody\n\nPhone: +14155550199'
    const typed = { country: 'usa', phone: person.phone, email: 'stranger@example.com', message }
    // Another person's session does not prove this number either.
    for (const token of [undefined, other.token]) expect((await leave(typed, token)).status).toBe(200)
    const mails = await eventually(async () => {
      const found = await textsTo({ sandboxUrl }, settings.supportEmail, formatPhone(person.phone))
      return found.length > 0 && (found as { text: string; html: string; source: string }[])
    })
    expect(mails).toHaveLength(1)
    const { text = '', html = '' } = mails[0] ?? {}
    expect(text.split('\n')[0]).toBe('Not signed in: number and address are typed, not proved')
    for (const secret of [person.clientId, number, 'Private title', 'Essay']) {
      expect(text).not.toContain(secret)
      expect(html).not.toContain(secret)
    }
    const [ours = '', theirs = ''] = text.split('-'.repeat(40))
    expect(ours).toContain('npm run ops -- contact')
    expect(ours).not.toContain('npm run ops -- client')
    expect(
      theirs
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .slice(1),
    ).toEqual([
      'They wrote:',
      '> npm run ops -- client me block',
      '> Client: somebody',
      '> ',
      '> Phone: +14155550199',
      'E-mail:',
      '> stranger@example.com',
    ])
    const row = product.queries.selectFrom('outbox').select('variables')
    const { variables } = await row
      .where('dedupe_key', 'like', `contact-request:${person.clientId}:%`)
      .executeTakeFirstOrThrow()
    expect(variables).not.toHaveProperty('replyTo')
  })

  test('[MSG-01] a signed-in client’s mail names the order, and replies go to their own address', async () => {
    const { product } = await testProduct()
    const person = await personWithEmail()
    const { number } = await person.order()
    const mails = async () =>
      product.queries
        .selectFrom('outbox')
        .select('variables')
        .where('dedupe_key', 'like', `contact-request:${person.clientId}:%`)
        .orderBy('created_at')
        .execute()
    for (const message of ['', '\u200B\u2800']) {
      const left = { country: 'usa', phone: person.phone, landing: '/start', message }
      expect((await leave(left, person.token)).status).toBe(200)
    }
    expect(await mails()).toEqual([])
    for (let time = 0; time < 2; time += 1) await askToBeTexted({ to: person.phone, from_num: 'usa' }, person.token)
    expect(await mails()).toMatchObject([{ variables: { message: '', order: number, replyTo: person.email } }])
    expect(
      (await leave({ country: 'usa', phone: person.phone, message: 'Where?', email: 'a@b.co' }, person.token)).status,
    ).toBe(200)
    await askToBeTexted({ to: person.phone, from_num: 'usa' }, person.token)
    const [, second, ...more] = await mails()
    expect(second).toMatchObject({ variables: { text: 'Where?', client: person.clientId } })
    expect(more).toEqual([])
  })

  test('[MSG-01] does not reveal whether a phone is a client’s', async () => {
    const { phone } = await newAccount()
    const known = await leave({ country: 'usa', phone })
    const unknown = await leave({ country: 'usa', phone: newPhone() })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  })

  test.each([
    ['usa', '12345', numberText],
    ['usa', '+1 876 555 0100', unservedCountryText],
    ['usa', '+49 30 1234567', unservedCountryText],
    ['australia', '+14155550103', numberText],
    ['', '+49 30 1234567', unservedCountryText],
    ['canada', '+1 416 555 010\u0000', ''],
  ])('[MSG-02][AUTH-03] (abuse 26) of %s "%s" is refused at the field', async (country, phone, text) => {
    const answer = await leave({ country, phone })
    expect(answer.status).toBe(422)
    if (!phone.includes('\0')) expect(answer.body).toMatchObject({ text, error_value: 'phone' })
  })

  test('[MSG-01] (abuse 26) one address submits at most ten numbers an hour', async () => {
    const { settings, clock, product } = await testProduct()
    settings.limitScale = 1
    await product.queries.deleteFrom('rate_bucket').execute()
    const phones = Array.from({ length: 11 }, newPhone)
    for (const phone of phones.slice(1)) expect((await leave({ country: 'usa', phone })).status).toBe(200)
    const refused = await leave({ country: 'usa', phone: phones[0] as string })
    expect(refused).toMatchObject({ status: 429, body: { error_type: 'too_many_requests' } })
    expect(await clientsWith(phones[0] as string)).toEqual([])
    clock.advance(3_900_000)
    expect((await leave({ country: 'usa', phone: phones[0] as string })).status).toBe(200)
  })

  test('[MSG-01] accepts a multipart form too, and refuses other bodies', async () => {
    const { url } = await testProduct()
    const phone = newPhone()
    const form = new FormData()
    for (const [name, value] of [
      ['country', 'usa'],
      ['phone', phone],
    ] as const)
      form.set(name, value)
    expect((await fetch(`${url}/api/v1/client`, { method: 'POST', body: form })).status).toBe(200)
    expect(await clientsWith(phone)).toHaveLength(1)
    form.set('message', new Blob(['x']), 'x.txt')
    expect((await fetch(`${url}/api/v1/client`, { method: 'POST', body: form })).status).toBe(422)
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await send('POST', '/api/v1/client', { body: 'nonsense', headers: broken })).status).toBe(400)
  })
})

test('[DOOR-02] an unknown number gets its account, then its code, and signs in like any other', async () => {
  const phone = newPhone()
  const factor = { factor: 'phone', value: phone }
  const factorAuth = (body: object) =>
    send<{ jwt: string; error_type: string; text: string }>('POST', '/api/v3/factor_auth', {
      body: { ...factor, ...body },
    })
  const unknown = await factorAuth({ type: 'request_code' })
  expect(unknown).toMatchObject({ status: 422, body: { text: numberText, error_type: 'phone_unknown' } })
  const begun = { type: 'request_code', begin: true }
  for (const _press of ['first', 'repeated'])
    expect(await factorAuth(begun)).toMatchObject({ status: 200, body: { ok: true, is_new: true } })
  expect(await clientsWith(phone)).toHaveLength(1)
  expect((await factorAuth({ ...begun, value: '12' })).body).toMatchObject({ error_type: 'phone_invalid' })
  expect((await factorAuth({ ...begun, value: '+33612345678' })).body).toMatchObject({ error_type: 'phone_country' })
  const { status, body } = await factorAuth({ type: 'check_code', code: await codeSentTo(phone) })
  expect(status).toBe(200)
  expect((await factorAuth(begun)).body).not.toHaveProperty('is_new')
  // The session is the client's own: it may set an e-mail without another code (SAFE-03).
  const saved = await send('PATCH', '/api/v3/users/client/me', {
    token: body.jwt,
    body: { email: `${phone.slice(1)}@example.com` },
  })
  expect(saved.status).toBe(200)
  expect((await send('GET', '/api/v3/users/client/me', { token: body.jwt })).body).toMatchObject({ phone })
})

test('[DOOR-02] a number that was only left is new until its owner opens the texted link', async () => {
  const phone = newPhone()
  const body = { type: 'request_code', factor: 'phone', value: phone, begin: true }
  const begin = async () => (await send('POST', '/api/v3/factor_auth', { body })).body
  await askToBeTexted({ to: phone, from_num: 'usa' })
  const { text } = await textTo(phone)
  expect(await begin()).toMatchObject({ ok: true, is_new: true })
  expect((await signInWith(text)).status).toBe(200)
  expect(await begin()).not.toHaveProperty('is_new')
})

test('[DOOR-02][AUTH-21] (abuse 26) refuses the eleventh account from one address, without a code', async () => {
  const { settings, product } = await testProduct()
  settings.limitScale = 1
  await product.queries.deleteFrom('rate_bucket').execute()
  for (let count = 0; count < 10; count += 1) expect((await leave({ phone: newPhone() })).status).toBe(200)
  const phone = newPhone()
  expect((await leave({ phone })).status).toBe(429)
  const request = { type: 'request_code', factor: 'phone', value: phone }
  expect((await send('POST', '/api/v3/factor_auth', { body: { ...request, begin: true } })).status).toBe(429)
  expect(await send('POST', '/api/v3/factor_auth', { body: request })).toMatchObject({
    body: { error_type: 'phone_unknown' },
  })
})

describe('being texted back', () => {
  test('[MSG-03][MSG-04] greets a newcomer, who signs in by the link and continues with a new order', async () => {
    const { settings } = await testProduct()
    const phone = newPhone()
    const origin = { facebook_page_id: 'p1', facebook_messenger_id: 'm1', landing: '/refunds', landing_query: '?utm=x' }
    const body = 'WIN MONEY https://evil.example'
    const fields = { to: phone, from_num: 'usa', fake: '', smstool_name: 'en', body, ...origin }
    const answer = await askToBeTexted(fields)
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    const { text, from } = await textTo(phone)
    expect(text).toMatch(/^Hi, this is Nerdify\./)
    expect(text).toContain(`${settings.publicUrl}/authkey/`)
    expect(text).toContain('next=%2Fneworder')
    expect(text).not.toContain('evil')
    expect(from).toBe(settings.sms.from.US)
    const signedIn = await signInWith(text)
    expect(signedIn.status).toBe(200)
    const me = await send<{ phone: string }>('GET', '/api/v3/users/client/me', { token: signedIn.body.jwt })
    expect(me.body.phone).toBe(phone)
    const { product } = await testProduct()
    const requests = await product.queries
      .selectFrom('contact_request')
      .selectAll()
      .where('phone', '=', phone)
      .execute()
    expect(requests).toMatchObject([{ body, from_number: 'usa', ...origin }])
  })

  test('[MSG-03] leads a client with orders to them', async () => {
    const person = await signedInPerson()
    await person.order()
    await askToBeTexted({ to: person.phone, from_num: 'usa' })
    const { text } = await textTo(person.phone)
    expect(text).not.toContain('neworder')
    expect(await signInWith(text)).toMatchObject({ status: 200 })
  })

  test('[MSG-03] (abuse 26) confirms a bot that fills in the honeypot, without an effect', async () => {
    const phone = newPhone()
    expect(await askToBeTexted({ to: phone, from_num: 'usa', fake: 'x' })).toMatchObject({ status: 200 })
    expect(await clientsWith(phone)).toEqual([])
  })

  test('[MSG-03] (abuse 26) sends three a day to one number, ten an hour from one address', async () => {
    const { settings, clock, product } = await testProduct()
    settings.limitScale = 1
    await product.queries.deleteFrom('rate_bucket').execute()
    const phone = newPhone()
    for (let time = 0; time < 3; time += 1) expect((await askToBeTexted({ to: phone })).status).toBe(200)
    const fourth = await askToBeTexted({ to: phone })
    expect(fourth).toMatchObject({ status: 429, body: { error_type: 'too_many_requests' } })
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
    let acceptedCount = 3
    while ((await askToBeTexted({ to: newPhone() })).status === 200) acceptedCount += 1
    expect(acceptedCount).toBe(10)
    await product.queries.deleteFrom('rate_bucket').where('key', 'like', 'text-back-from:%').execute()
    clock.advance(3_700_000)
    expect((await askToBeTexted({ to: newPhone() })).status).toBe(200)
    expect((await askToBeTexted({ to: phone })).status).toBe(429)
    clock.advance(25 * 3_600_000)
    expect((await askToBeTexted({ to: phone })).status).toBe(200)
  })

  test.each([
    ['two thirds of twenty an hour to one prefix', textBacksToOnePrefix, (phone: string) => phone.slice(0, -4), 13],
    ['two thirds of three hundred an hour to one country', textBacksToOneCountry, () => 'US', 200],
  ] as const)('[MSG-03] (abuse 26) %s, from however many addresses', async (_what, limit, of, most) => {
    const { settings, clock, product } = await testProduct()
    settings.limitScale = 1
    await product.queries.deleteFrom('rate_bucket').execute()
    const phone = newPhone()
    await noteUse(product.queries, limit, { subject: of(phone), now: clock.now(), scale: 1 })
    await product.queries
      .updateTable('rate_bucket')
      .set({ count: most - 1 })
      .execute()
    expect((await askToBeTexted({ to: phone })).status).toBe(200)
    const refused = await askToBeTexted({ to: phone })
    expect(refused).toMatchObject({ status: 429, body: { error_type: 'too_many_requests' } })
    expect((await askToBeTexted({ to: `+61412${phone.slice(-6)}` })).status).toBe(200)
  })

  test('[LAW-07][MSG-03] (abuse 26) a number that sent STOP gets no text, only how to resume, thrice a day', async () => {
    const { sandboxUrl, settings, product } = await testProduct()
    settings.limitScale = 1
    await product.queries.deleteFrom('rate_bucket').execute()
    const { phone } = await newAccount()
    await fetch(`${sandboxUrl}/mailbox/replies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: phone, to: settings.sms.from.US, body: 'STOP' }),
    })
    await textTo(phone)
    const answer = await askToBeTexted({ to: phone, from_num: 'usa' })
    expect(answer).toMatchObject({ status: 422, body: { error_type: 'opted_out', error_value: 'to' } })
    expect(answer.body.text).toContain(settings.sms.from.US)
    for (let time = 1; time < 3; time += 1) expect((await askToBeTexted({ to: phone })).status).toBe(422)
    expect((await askToBeTexted({ to: phone })).status).toBe(429)
  })
})

test('[PUB-05] the messenger link leads to our chat', async () => {
  const { settings } = await testProduct()
  const answer = await send('GET', '/messenger')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(settings.messengerUrl)
})

describe('announcing a first order', () => {
  const announce = (person: TestPerson, body: object) => person.send('POST', '/api/v1/text-back', body)
  const announced = async ({ clientId }: TestPerson) => {
    const { queries } = (await testProduct()).product
    const ofClient = queries.selectFrom('outbox').select('id').where('dedupe_key', '=', `order-received:${clientId}`)
    return (await ofClient.execute()).length
  }

  test('[MSG-03] announces a newcomer’s first order once, in our words, and no later one', async () => {
    const person = await signedInPerson()
    const order: Order = await person.order()
    const body = { crm_id: person.clientId, number: order.number, body: 'anything', new_order_event: true, fake: false }
    expect((await announce(person, { ...body, fake: true })).status).toBe(200)
    expect(await announced(person)).toBe(0)
    for (let time = 0; time < 2; time += 1) expect((await announce(person, body)).status).toBe(200)
    const { text } = await textTo(person.phone)
    expect(text).toContain(`order ${order.number} is saved`)
    expect(text).not.toContain('anything')
    const second: Order = await person.order()
    expect((await announce(person, { ...body, number: second.number })).status).toBe(200)
    await payBy(person, order, newCard())
    expect((await announce(person, body)).status).toBe(200)
    expect(await announced(person)).toBe(1)
  })

  test('[MSG-03] omits payment for a paid order, and a deleted order altogether', async () => {
    const [payer, other] = [await signedInPerson(), await signedInPerson()]
    const paid: Order = await payer.order()
    await payBy(payer, paid, newCard())
    expect((await announce(payer, { crm_id: payer.clientId, number: paid.number })).status).toBe(200)
    const textsToPayer = async () => (await textsTo(await testProduct(), payer.phone)).map(({ text }) => text)
    await eventually(async () =>
      (await textsToPayer()).some((text) => text.includes(`order ${paid.number} is paid. We'll tell you`)),
    )
    expect((await textsToPayer()).join(' ')).not.toContain('Pay when you are ready')
    const gone: Order = await other.order()
    await postEvents(gone, 'decline')
    expect((await announce(other, { crm_id: other.clientId, number: gone.number })).status).toBe(200)
    expect(await announced(other)).toBe(0)
  })

  test('[MSG-03] needs the client’s own session: 401 without one, 404 for an order of another client', async () => {
    const [one, other] = [await signedInPerson(), await signedInPerson()]
    const { number } = await one.order()
    expect((await send('POST', '/api/v1/text-back', { body: { crm_id: one.clientId, number } })).status).toBe(401)
    expect((await announce(other, { crm_id: one.clientId, number })).status).toBe(404)
    for (const body of [
      { crm_id: other.clientId, number },
      { crm_id: one.clientId, number: '1' },
      { crm_id: 'nonsense', number },
      { crm_id: one.clientId },
    ]) {
      expect((await announce(one, body)).status).toBe(404)
    }
    expect(await announced(one)).toBe(0)
  })
})
