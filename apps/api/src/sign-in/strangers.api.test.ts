import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guessingNetworks } from '../limits/rate-limit.ts'
import { testProduct } from '../testing/running-product.ts'
import { codeSentTo, newAccount, type Reply, send } from '../testing/test-client.ts'
import { endAccess } from '../sessions/end-access.ts'

/** With the real limits (LIMIT_SCALE 1), and without earlier requests. */
beforeEach(async () => {
  const { settings, product } = await testProduct()
  settings.limitScale = 1
  await product.queries.deleteFrom('rate_bucket').execute()
})
afterEach(async () => {
  const { settings, clock, product } = await testProduct()
  settings.limitScale = 1000
  clock.reset()
  await product.queries.deleteFrom('rate_bucket').execute()
})

const hour = 3_600_000

interface Answer {
  nonce: string
  jwt: string
  text: string
  error_type: string
}
const call = (body: object): Promise<Reply<Answer>> => send<Answer>('POST', '/api/v3/factor_auth', { body })
/** Requests a code; `nonce` is the one that this browser signed in with before. */
const ask = (phone: string, nonce?: string) => call({ type: 'request_code', factor: 'phone', value: phone, nonce })
const check = (phone: string, code: string, nonce?: string) =>
  call({ type: 'check_code', factor: 'phone', value: phone, code, nonce })
const wrong = (code: string, by = 1) => String((Number(code) + by) % 100_000).padStart(5, '0')

/** A person with a sent code; returns their browser's data. */
async function personWithCode() {
  const { phone, clientId } = await newAccount()
  const { body } = await ask(phone)
  return { phone, clientId, nonce: body.nonce, code: await codeSentTo(phone) }
}

/** Wrong codes of a stranger without a request, or with a made-up nonce. */
async function guess(person: { phone: string; code: string }, times: number, nonce?: string) {
  const answers = []
  for (let index = 1; index <= times; index += 1)
    answers.push(await check(person.phone, wrong(person.code, index), nonce))
  return answers
}

describe('the wrong codes of strangers', () => {
  test('[SAFE-14][AUTH-20] (abuse 27) do not expire the owner’s code, which signs in with its nonce', async () => {
    const person = await personWithCode()
    await guess(person, 5)
    await guess(person, 5, 'made-up-by-a-stranger')
    expect((await check(person.phone, person.code)).body).toMatchObject({ error_type: 'code_ended' })
    expect(await check(person.phone, person.code, person.nonce)).toMatchObject({ status: 200 })
  })

  test('[SAFE-14][AUTH-21] (abuse 27) lock the number for strangers only: a code sent before and a known browser still sign in', async () => {
    const person = await personWithCode()
    expect((await check(person.phone, person.code, person.nonce)).status).toBe(200)
    const known = person.nonce
    const again = await ask(person.phone)
    const code = await codeSentTo(person.phone, { after: 1 })
    // A stranger requests a code too, and guesses with their own nonce, then without.
    const stranger = await ask(person.phone)
    await guess({ ...person, code }, 5, stranger.body.nonce)
    await ask(person.phone)
    const guesses = await guess({ ...person, code: await codeSentTo(person.phone, { after: 3 }) }, 6)
    expect(guesses.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429])
    expect((await ask(person.phone)).status).toBe(429)
    // A client with an earlier request still has their code.
    expect((await check(person.phone, code, again.body.nonce)).status).toBe(200)
    expect((await ask(person.phone, known)).status).toBe(200)
  })

  test('[SAFE-14][AUTH-20] (abuse 27) at most five are compared for one nonce, even of a hundred at once', async () => {
    const { product } = await testProduct()
    const person = await personWithCode()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => check(person.phone, wrong(person.code, index + 1), person.nonce)),
    )
    expect(answers.filter(({ body }) => body.error_type === 'code_wrong')).toHaveLength(4)
    await product.queries.deleteFrom('rate_bucket').execute()
    expect(await check(person.phone, person.code, person.nonce)).toMatchObject({
      status: 422,
      body: { error_type: 'code_ended' },
    })
    // The next one is another code.
    const { body } = await ask(person.phone)
    const code = await codeSentTo(person.phone, { after: 1 })
    expect(code).not.toBe(person.code)
    expect((await check(person.phone, code, body.nonce)).status).toBe(200)
  })

  test('[SAFE-14][AUTH-21] (abuse 27) ten in a day from a known browser lock known browsers too', async () => {
    const person = await personWithCode()
    await check(person.phone, person.code, person.nonce)
    for (const after of [1, 2]) {
      const { body } = await ask(person.phone, person.nonce)
      await guess({ ...person, code: await codeSentTo(person.phone, { after }) }, 5, body.nonce)
    }
    expect((await ask(person.phone, person.nonce)).status).toBe(429)
  })

  test('[SAFE-14] a nonce belongs to one number, and one code', async () => {
    const [one, other] = [await personWithCode(), await personWithCode()]
    expect((await check(one.phone, other.code, other.nonce)).status).toBe(422)
    expect((await check(one.phone, one.code, one.nonce)).status).toBe(200)
    expect((await check(one.phone, one.code, one.nonce)).body.error_type).toBe('code_expired')
    const { clock } = await testProduct()
    clock.advance(11 * 60_000)
    expect((await check(other.phone, other.code, other.nonce)).body.error_type).toBe('code_expired')
  })
})

describe('during wrong codes from many networks', () => {
  // In an hour without other tests' alerts.
  beforeEach(async () => (await testProduct()).clock.advance(1000 * hour))

  /** As if clients' codes had just been guessed from `count` networks. */
  async function guessesFromNetworks(count: number): Promise<void> {
    const { product, clock } = await testProduct()
    const window = { key: `${guessingNetworks.name}:all`, window_start: new Date(clock.now() - 60_000) }
    await product.queries
      .insertInto('rate_bucket')
      .values({ ...window, count })
      .execute()
  }

  test('[SAFE-14] leads a number to the e-mail link, unless it signed in from that browser before', async () => {
    const person = await personWithCode()
    await check(person.phone, person.code, person.nonce)
    const other = await personWithCode()
    await guessesFromNetworks(guessingNetworks.most - 1)
    expect((await ask(person.phone)).status).toBe(200)
    await guess(other, 1)
    // A stranger's made-up number needs no protection.
    expect((await ask(person.phone)).status).toBe(200)
    await check(other.phone, other.code, other.nonce)
    await ask(other.phone)
    await guess({ ...other, code: await codeSentTo(other.phone, { after: 1 }) }, 1)
    const led = await ask(person.phone)
    expect(led).toMatchObject({ status: 429, body: { error_type: 'too_many_requests' } })
    expect(led.body.text).toMatch(/^We can’t text you a code right now\. Please log in with your e-mail instead/)
    // A newcomer signs in, and so does a known browser; another person's nonce proves nothing.
    const newcomer = await personWithCode()
    expect((await check(newcomer.phone, newcomer.code, newcomer.nonce)).status).toBe(200)
    expect((await ask(other.phone, person.nonce)).status).toBe(429)
    expect((await ask(person.phone, person.nonce)).status).toBe(200)
    expect((await ask(other.phone, other.nonce)).status).toBe(200)
  })

  test('[SAFE-14][SAFE-04] signing out everywhere removes the known browsers too', async () => {
    const person = await personWithCode()
    await check(person.phone, person.code, person.nonce)
    const { product, settings, clock } = await testProduct()
    const whose = { clientId: person.clientId, secret: settings.secret, now: clock.now() }
    await product.queries.transaction().execute((within) => endAccess(within, whose))
    await guessesFromNetworks(guessingNetworks.most)
    expect((await ask(person.phone, person.nonce)).status).toBe(429)
    clock.advance(2 * hour)
    expect((await ask(person.phone, person.nonce)).status).toBe(200)
  })
})
