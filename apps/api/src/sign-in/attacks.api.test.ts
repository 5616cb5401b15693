import { randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { startSession } from '../sessions/sessions.ts'
import { testProduct } from '../testing/running-product.ts'
import { bookCardPayment } from '../testing/operations-calls.ts'
import { codeSentTo, eventually, newAccount as accountOf, signedInPerson, textsTo } from '../testing/test-client.ts'

/** The product as it answers to addresses of any network. */
let app: App | undefined
afterAll(() => app?.close())

beforeEach(async () => {
  const { settings, product } = await testProduct()
  app ??= await buildApp(product, { webDirectory: 'no-web-app', logger: false })
  settings.limitScale = 1
  await product.queries.deleteFrom('rate_bucket').execute()
  await product.queries.deleteFrom('sign_in_challenge').execute()
})
afterEach(async () => {
  const { settings, clock, product } = await testProduct()
  settings.limitScale = 1000
  clock.reset()
  await product.queries.deleteFrom('rate_bucket').execute()
})

const hourMs = 3_600_000
const attacker = '198.51.100.66'
/** A number in a prefix that no other number of these tests has. */
const newPhone = () => `+1${areas[randomInt(areas.length)]}${randomInt(200, 999)}${randomInt(2_000, 5_000)}`
const areas = [205, 303, 312, 404, 503, 602, 713, 801, 907]

/** A client that is there, without a session. */
const newAccount = (phone = newPhone()) => accountOf([], { phone })

/** A network that nothing came from yet. */
const elsewhere = () => `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

interface Answer {
  nonce?: string
  jwt?: string
  text?: string
}

async function post(path: string, body: object | string, ip: string): Promise<{ status: number; body: Answer }> {
  const isForm = typeof body === 'string'
  const answer = await (app as App).inject({
    method: 'POST',
    url: path,
    remoteAddress: ip,
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    payload: isForm ? body : JSON.stringify(body),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const factorAuth = (body: object, ip: string) => post('/api/v3/factor_auth', body, ip)
const ask = (value: string, ip: string, nonce?: string) =>
  factorAuth({ type: 'request_code', factor: 'phone', value, ...(nonce !== undefined && { nonce }) }, ip)
const check = (value: string, code: string, ip: string, nonce?: string) =>
  factorAuth({ type: 'check_code', factor: 'phone', value, code, ...(nonce !== undefined && { nonce }) }, ip)
const makeAccount = (phone: string, ip: string) =>
  post('/api/v1/client', new URLSearchParams({ country: 'usa', phone }).toString(), ip)
const wrong = (code: string, by: number) => String((Number(code) + by) % 100_000).padStart(5, '0')

/** Signs in by a code; answers the nonce that the browser keeps. */
async function signIn(phone: string, { ip = elsewhere(), nonce }: { ip?: string; nonce?: string | undefined } = {}) {
  const after = (await textsTo(await testProduct(), phone, 'Your Nerdify code is')).length
  const asked = await ask(phone, ip, nonce)
  expect(asked).toMatchObject({ status: 200 })
  expect(await check(phone, await codeSentTo(phone, { after }), ip, asked.body.nonce)).toMatchObject({ status: 200 })
  return asked.body.nonce as string
}

/** A newcomer with a number that nobody had yet. */
async function newcomerGetsIn(phone = newPhone()): Promise<void> {
  const ip = elsewhere()
  expect((await makeAccount(phone, ip)).status).toBe(200)
  await signIn(phone, { ip })
}

/** Asks for a link by text on the contact page, and signs in by it. */
async function getsInByContactPage(phone: string, ip: string): Promise<void> {
  const before = (await textsTo(await testProduct(), phone)).length
  expect(
    (await post('/api/v1/text-back', new URLSearchParams({ to: phone, from_num: 'usa' }).toString(), ip)).status,
  ).toBe(200)
  const [text] = await eventually(async () => {
    const texts = await textsTo(await testProduct(), phone)
    return texts.length > before && texts
  })
  const value = /authkey\/([\w-]+)/.exec(text?.text ?? '')?.[1]
  expect(await factorAuth({ type: 'check_code', factor: 'key', value, code: '' }, ip)).toMatchObject({ status: 200 })
}

/** Somebody whose browser signed in before. */
async function clientWithBrowser(phone = newPhone()) {
  await newAccount(phone)
  return { phone, nonce: await signIn(phone) }
}

describe('[SAFE-14] sign-in by text under attack', () => {
  test('[AUTH-21] 100 wrong codes of made-up numbers from one network end codes for that network alone', async () => {
    const client = await clientWithBrowser()
    let compared = 0
    for (let made = 0; made < 10; made += 1) {
      const phone = newPhone()
      await makeAccount(phone, attacker)
      for (let codes = 0; codes < 2; codes += 1) {
        await ask(phone, attacker)
        const code = await codeSentTo(phone, { after: codes })
        for (let by = 1; by <= 5; by += 1)
          if ((await check(phone, wrong(code, by), attacker)).status === 422) compared += 1
      }
    }
    expect(compared).toBe(20)
    await newcomerGetsIn()
    // A client's new browser, and a known one: even in the network of the attacker.
    await signIn(client.phone)
    await signIn(client.phone, { ip: attacker, nonce: client.nonce })
    // A neighbor in the attacker's network reads what works, and it does.
    const { phone } = await newAccount()
    const { body } = await ask(phone, elsewhere())
    const refused = await check(phone, await codeSentTo(phone), attacker, body.nonce)
    expect(refused).toMatchObject({
      status: 429,
      body: { text: expect.stringContaining('get a link by text from Contact us') },
    })
    await getsInByContactPage(phone, attacker)
  })

  test('[AUTH-21] (abuse 26) requests from 11 networks of one /56 leave texts of the country for everybody else', async () => {
    const client = await clientWithBrowser()
    const phones = await Promise.all(Array.from({ length: 80 }, () => newAccount()))
    let granted = 0
    for (let round = 0; round < 3; round += 1)
      for (const [at, { phone }] of phones.entries())
        if ((await ask(phone, `2001:db8:9:5${(at % 11).toString(16).padStart(2, '0')}::${round}`)).status === 200)
          granted += 1
    expect(granted).toBe(60)
    await newcomerGetsIn()
    await signIn(client.phone, { nonce: client.nonce })
  })

  test('[AUTH-21] (abuse 26) a used-up budget of a country keeps a third for known browsers, and the contact page works', async () => {
    const { product } = await testProduct()
    const client = await clientWithBrowser()
    await product.queries
      .updateTable('rate_bucket')
      .set({ count: 200 })
      .where('key', '=', 'texts-to-country:US')
      .execute()
    const { phone } = await newAccount()
    const ip = elsewhere()
    const refused = await ask(phone, ip)
    expect(refused).toMatchObject({
      status: 429,
      body: { text: expect.stringContaining('get a link by text from Contact us') },
    })
    await getsInByContactPage(phone, ip)
    await signIn(client.phone, { nonce: client.nonce })
  })

  test('[AUTH-21] (abuse 26) unanswered codes of one network block no prefix, and those of many no known browser', async () => {
    const { clock } = await testProduct()
    const prefix = `+1217${randomInt(200, 999)}`
    const client = await clientWithBrowser(`${prefix}9999`)
    const numbers = await Promise.all(Array.from({ length: 25 }, (_, at) => newAccount(`${prefix}${1000 + at}`)))
    const pump = async (ipAt: (at: number) => string) => {
      let granted = 0
      for (const [at, { phone }] of numbers.entries()) if ((await ask(phone, ipAt(at))).status === 200) granted += 1
      clock.advance(1.1 * hourMs)
      return granted
    }
    let ofOne = 0
    for (let hours = 0; hours < 5; hours += 1) ofOne += await pump(() => attacker)
    expect(ofOne).toBe(10)
    await newcomerGetsIn(`${prefix}2000`)
    let ofMany = 0
    for (let hours = 0; hours < 5; hours += 1) ofMany += await pump(() => elsewhere())
    expect(ofMany).toBeGreaterThanOrEqual(35)
    const { phone } = await newAccount(`${prefix}2001`)
    const ip = elsewhere()
    const refused = await ask(phone, ip)
    expect(refused).toMatchObject({
      status: 429,
      body: { text: expect.stringContaining('get a link by text from Contact us') },
    })
    await getsInByContactPage(phone, ip)
    await signIn(client.phone, { nonce: client.nonce })
    await newcomerGetsIn()
  })

  test('[AUTH-21] a number with a paid order gets its code when strangers have used up their share', async () => {
    const { product } = await testProduct()

    const person = await signedInPerson([], { phone: newPhone() })
    await bookCardPayment(person, await person.order(), 4800)
    await clientWithBrowser()
    await product.queries.updateTable('rate_bucket').set({ count: 400 }).where('key', '=', 'texts:all').execute()
    expect((await ask((await newAccount()).phone, elsewhere())).status).toBe(429)
    await signIn(person.phone)
  })

  test('[AUTH-21] right codes of a whole campus use up no limit for wrong ones', async () => {
    const campus = elsewhere()
    const nonces = new Set<string>()
    for (let student = 0; student < 22; student += 1)
      nonces.add(await signIn((await newAccount()).phone, { ip: campus }))
    expect(nonces.size).toBe(22)
  })

  test('[AUTH-21] of 60 wrong codes at once from one network 20 are compared', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { phone } = await newAccount()
        const { body } = await ask(phone, elsewhere())
        return { phone, nonce: body.nonce, code: await codeSentTo(phone) }
      }),
    )
    const answers = await Promise.all(
      people.flatMap(({ phone, nonce, code }) =>
        [1, 2, 3, 4, 5].map((by) => check(phone, wrong(code, by), attacker, nonce)),
      ),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(20)
  })

  test('[SAFE-14] guesses from many networks send clients’ new browsers to another way, and newcomers nowhere', async () => {
    const { product, clock } = await testProduct()
    clock.advance(3000 * hourMs)
    const client = await clientWithBrowser()
    for (let network = 0; network < 25; network += 1) {
      const { phone, clientId } = await newAccount()
      await transaction(product.queries, (queries) => startSession(product, queries, { clientId, origin: 'code' }))
      await ask(phone, elsewhere())
      await check(phone, wrong(await codeSentTo(phone), 1), elsewhere())
    }
    const ip = elsewhere()
    const refused = await ask(client.phone, ip)
    expect(refused).toMatchObject({
      status: 429,
      body: { text: expect.stringContaining('get a link by text from Contact us') },
    })
    await getsInByContactPage(client.phone, ip)
    await signIn(client.phone, { nonce: client.nonce })
    await newcomerGetsIn()
  })
})
