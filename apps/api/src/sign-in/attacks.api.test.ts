import { randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { transaction } from '../database/transaction.ts'
import type { App } from '../http/app-type.ts'
import { startSession } from '../sessions/sessions.ts'
import { testProduct } from '../testing/running-product.ts'
import { bookCardPayment } from '../testing/operations-calls.ts'
import { codeSentTo, eventually, newAccount as accountOf, signedInPerson, textsTo } from '../testing/test-client.ts'

/** Answers calls from any network's address. */
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
/** A number with a prefix that hardly any other number of these tests shares. */
const newPhone = () => `+1${areas[randomInt(areas.length)]}${randomInt(200, 999)}${randomInt(2_000, 5_000)}`
const areas = [205, 303, 312, 404, 503, 602, 713, 801, 907]

/** An existing client without a session. */
const newAccount = (phone = newPhone()) => accountOf([], { phone })

/** An address in an unused network. */
const newAddress = () => `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

/** A refusal that names the contact page as the other way in. */
const sentToContactPage = {
  status: 429,
  body: { text: expect.stringContaining('get a link by text from Contact us') },
}

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
const requestCode = (value: string, ip: string, nonce?: string) =>
  factorAuth({ type: 'request_code', factor: 'phone', value, ...(nonce !== undefined && { nonce }) }, ip)
const checkCode = (value: string, code: string, ip: string, nonce?: string) =>
  factorAuth({ type: 'check_code', factor: 'phone', value, code, ...(nonce !== undefined && { nonce }) }, ip)
const makeAccount = (phone: string, ip: string) =>
  post('/api/v1/client', new URLSearchParams({ country: 'usa', phone }).toString(), ip)
const wrong = (code: string, by: number) => String((Number(code) + by) % 100_000).padStart(5, '0')

/** Signs in by a code; returns the nonce that the browser stores. */
async function signIn(phone: string, { ip = newAddress(), nonce }: { ip?: string; nonce?: string | undefined } = {}) {
  const after = (await textsTo(await testProduct(), phone, 'Your Nerdify code is')).length
  const request = await requestCode(phone, ip, nonce)
  expect(request).toMatchObject({ status: 200 })
  expect(await checkCode(phone, await codeSentTo(phone, { after }), ip, request.body.nonce)).toMatchObject({
    status: 200,
  })
  return request.body.nonce as string
}

/** Creates an account for a new number and signs in. */
async function signInNewcomer(phone = newPhone()): Promise<void> {
  const ip = newAddress()
  expect((await makeAccount(phone, ip)).status).toBe(200)
  await signIn(phone, { ip })
}

/** Requests a link by text on the contact page, and signs in by it. */
async function signInByContactPage(phone: string, ip: string): Promise<void> {
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

/** A client with a known browser: it has signed in before. */
async function clientWithBrowser(phone = newPhone()) {
  await newAccount(phone)
  return { phone, nonce: await signIn(phone) }
}

describe('[SAFE-14] sign-in by text under attack', () => {
  test('[AUTH-21] 100 wrong codes for made-up numbers block codes for their network only', async () => {
    const client = await clientWithBrowser()
    let compared = 0
    for (let account = 0; account < 10; account += 1) {
      const phone = newPhone()
      await makeAccount(phone, attacker)
      for (let codes = 0; codes < 2; codes += 1) {
        await requestCode(phone, attacker)
        const code = await codeSentTo(phone, { after: codes })
        for (let by = 1; by <= 5; by += 1)
          if ((await checkCode(phone, wrong(code, by), attacker)).status === 422) compared += 1
      }
    }
    expect(compared).toBe(20)
    await signInNewcomer()
    // A client's new browser can sign in, and a known one even in the attacker's network.
    await signIn(client.phone)
    await signIn(client.phone, { ip: attacker, nonce: client.nonce })
    // A neighbor in the attacker's network is sent to a way that works.
    const { phone } = await newAccount()
    const { body } = await requestCode(phone, newAddress())
    const refused = await checkCode(phone, await codeSentTo(phone), attacker, body.nonce)
    expect(refused).toMatchObject(sentToContactPage)
    await signInByContactPage(phone, attacker)
  })

  test('[AUTH-21] (abuse 26) requests from 11 networks of one /56 leave texts for everybody else', async () => {
    const client = await clientWithBrowser()
    const phones = await Promise.all(Array.from({ length: 80 }, () => newAccount()))
    let granted = 0
    for (let round = 0; round < 3; round += 1)
      for (const [at, { phone }] of phones.entries())
        if (
          (await requestCode(phone, `2001:db8:9:5${(at % 11).toString(16).padStart(2, '0')}::${round}`)).status === 200
        )
          granted += 1
    expect(granted).toBe(60)
    await signInNewcomer()
    await signIn(client.phone, { nonce: client.nonce })
  })

  test('[AUTH-21] (abuse 26) a country’s used-up budget reserves a third for known browsers', async () => {
    const { product } = await testProduct()
    const client = await clientWithBrowser()
    await product.queries
      .updateTable('rate_bucket')
      .set({ count: 200 })
      .where('key', '=', 'texts-to-country:US')
      .execute()
    const { phone } = await newAccount()
    const ip = newAddress()
    const refused = await requestCode(phone, ip)
    expect(refused).toMatchObject(sentToContactPage)
    await signInByContactPage(phone, ip)
    await signIn(client.phone, { nonce: client.nonce })
  })

  test('[AUTH-21] (abuse 26) unanswered codes block neither a prefix nor known browsers', async () => {
    const { clock } = await testProduct()
    const prefix = `+1217${randomInt(200, 999)}`
    const client = await clientWithBrowser(`${prefix}9999`)
    const numbers = await Promise.all(Array.from({ length: 25 }, (_, at) => newAccount(`${prefix}${1000 + at}`)))
    const pump = async (ipAt: (at: number) => string) => {
      let granted = 0
      for (const [at, { phone }] of numbers.entries())
        if ((await requestCode(phone, ipAt(at))).status === 200) granted += 1
      clock.advance(1.1 * hourMs)
      return granted
    }
    let fromOneNetwork = 0
    for (let hours = 0; hours < 5; hours += 1) fromOneNetwork += await pump(() => attacker)
    expect(fromOneNetwork).toBe(10)
    await signInNewcomer(`${prefix}2000`)
    let fromManyNetworks = 0
    for (let hours = 0; hours < 5; hours += 1) fromManyNetworks += await pump(() => newAddress())
    expect(fromManyNetworks).toBeGreaterThanOrEqual(35)
    const { phone } = await newAccount(`${prefix}2001`)
    const ip = newAddress()
    const refused = await requestCode(phone, ip)
    expect(refused).toMatchObject(sentToContactPage)
    await signInByContactPage(phone, ip)
    await signIn(client.phone, { nonce: client.nonce })
    await signInNewcomer()
  })

  test('[AUTH-21] texts a number with a paid order when strangers used up their share', async () => {
    const { product } = await testProduct()

    const person = await signedInPerson([], { phone: newPhone() })
    await bookCardPayment(person, await person.order(), 4800)
    await clientWithBrowser()
    await product.queries.updateTable('rate_bucket').set({ count: 400 }).where('key', '=', 'texts:all').execute()
    expect((await requestCode((await newAccount()).phone, newAddress())).status).toBe(429)
    await signIn(person.phone)
  })

  test('[AUTH-21] right codes of a whole campus do not count as wrong ones', async () => {
    const campus = newAddress()
    const nonces = new Set<string>()
    for (let student = 0; student < 22; student += 1)
      nonces.add(await signIn((await newAccount()).phone, { ip: campus }))
    expect(nonces.size).toBe(22)
  })

  test('[AUTH-21] compares 20 of 60 simultaneous wrong codes from one network', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { phone } = await newAccount()
        const { body } = await requestCode(phone, newAddress())
        return { phone, nonce: body.nonce, code: await codeSentTo(phone) }
      }),
    )
    const answers = await Promise.all(
      people.flatMap(({ phone, nonce, code }) =>
        [1, 2, 3, 4, 5].map((by) => checkCode(phone, wrong(code, by), attacker, nonce)),
      ),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(20)
  })

  test('[SAFE-14] guesses from many networks send only clients’ new browsers to another way', async () => {
    const { product, clock } = await testProduct()
    clock.advance(3000 * hourMs)
    const client = await clientWithBrowser()
    for (let network = 0; network < 25; network += 1) {
      const { phone, clientId } = await newAccount()
      await transaction(product.queries, (queries) => startSession(product, queries, { clientId, origin: 'code' }))
      await requestCode(phone, newAddress())
      await checkCode(phone, wrong(await codeSentTo(phone), 1), newAddress())
    }
    const ip = newAddress()
    const refused = await requestCode(client.phone, ip)
    expect(refused).toMatchObject(sentToContactPage)
    await signInByContactPage(client.phone, ip)
    await signIn(client.phone, { nonce: client.nonce })
    await signInNewcomer()
  })
})
