import type { MyData } from '@nerdify/contract/client.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import {
  codeSentTo,
  newAccount,
  newPhone,
  send,
  signedInPerson,
  textsTo,
  untilAvailable,
  withForgedSignature,
} from '../testing/test-client.ts'

afterEach(async () => (await testProduct()).clock.reset())

const path = '/api/v3/factor_auth'
const requestCode = (phone: string) =>
  send('POST', path, { body: { type: 'request_code', factor: 'phone', value: phone } })
const checkCode = (phone: string, code: string) =>
  send<{ jwt?: string; text: string; error_type: string }>('POST', path, {
    body: { type: 'check_code', factor: 'phone', value: phone, code, timezone_str: 'America/New_York' },
  })

const numberText = 'Looks like you have mistyped your phone number. Please check and re-enter it.'
const codeText = 'Looks like you have mistyped the verification code. Please check and re-enter it.'

/** A wrong code of the right form. */
const wrong = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0')

test('[API-02][API-13] stores the browser’s time zone with the session; answers the token and sets no cookie', async () => {
  const { phone } = await newAccount()
  await requestCode(phone)
  const { body, headers } = await checkCode(phone, await codeSentTo(phone))
  expect(Object.keys(body)).toEqual(['jwt'])
  expect(headers.get('set-cookie')).toBeNull()
  const data = await send<MyData>('GET', '/api/v3/users/client/me/data', { token: body.jwt })
  expect(data.body.records.sessions).toMatchObject([{ time_zone: 'America/New_York' }])
})

describe('asking for a code', () => {
  test('[AUTH-07][API-02] the text names service and code first and binds the code to the host last', async () => {
    const product = await testProduct()
    const { phone } = await newAccount()
    const answer = await requestCode(phone)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ ok: true })
    const code = await codeSentTo(phone)
    const [message] = await textsTo(product, phone)
    const lines = message?.text.split('\n') ?? []
    expect(lines[0]).toContain(`Nerdify code is ${code}`)
    expect(lines.at(-1)).toBe(`@localhost #${code}`)
  })

  test.each(['12', 'hello', '+1 415 555 01', '+123456789012345', '415-555-010x'])(
    '[AUTH-03] %s is no phone number',
    async (phone) => {
      expect(await requestCode(phone)).toMatchObject({
        status: 422,
        body: { text: numberText, error_type: 'phone_invalid' },
      })
    },
  )

  test('[AUTH-03] refuses an unknown number with the same words', async () => {
    expect(await requestCode(newPhone())).toMatchObject({ status: 422, body: { text: numberText } })
  })

  test('[AUTH-03] spaces, brackets, dots and dashes, with or without the country code, are the same number', async () => {
    const { phone } = await newAccount()
    const local = phone.slice(2)
    for (const written of [
      `+1 (${local.slice(0, 3)}) ${local.slice(3, 6)}-${local.slice(6)}`,
      `${local.slice(0, 3)}.${local.slice(3, 6)}.${local.slice(6)}`,
      ` 1 ${local} `,
      `\u202A001 ${local}\uFE0F,`,
      `“tel:+1-${local}”`,
      [...local].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join(''),
    ]) {
      expect(await requestCode(written)).toMatchObject({ status: 200, body: { ok: true } })
    }
  })

  test('[AUTH-04] sends the same code again while it is valid, else a new one', async () => {
    const product = await testProduct()
    // Two people, as one may get the same digits again by chance.
    const phones = [(await newAccount()).phone, (await newAccount()).phone]
    const codes = async (after: number) => {
      for (const phone of phones) await requestCode(phone)
      return Promise.all(phones.map((phone) => codeSentTo(phone, { after })))
    }
    const first = await codes(0)
    expect(await codes(1)).toEqual(first)
    product.clock.advance(10 * 60_000 + 1)
    const second = await codes(2)
    expect(second).not.toEqual(first)
    for (const [index, phone] of phones.entries()) {
      expect((await checkCode(phone, second[index] ?? '')).status).toBe(200)
    }
  })

  test('[AUTH-04] the text says how long its code still works', async () => {
    const product = await testProduct()
    const { phone } = await newAccount()
    const nextText = async (after: number) => {
      await requestCode(phone)
      await codeSentTo(phone, { after })
      return (await textsTo(product, phone)).map(({ text }) => text)
    }
    expect(await nextText(0)).toEqual([expect.stringContaining('It works for 10 minutes.')])
    product.clock.advance(6.5 * 60_000)
    expect(await nextText(1)).toContainEqual(expect.stringContaining('It works for 3 minutes.'))
    product.clock.advance(3 * 60_000)
    expect(await nextText(2)).toContainEqual(expect.stringContaining('It works for 1 minute.'))
  })
})

describe('checking a code', () => {
  test('[AUTH-06] the right code gives a session that opens what is the client’s', async () => {
    const person = await signedInPerson()
    const me = await person.send<{ phone: string }>('GET', '/api/v3/users/client/me')
    expect(me).toMatchObject({ status: 200, body: { phone: person.phone } })
  })

  test('[AUTH-05] a wrong code answers 422 with the sentence for it', async () => {
    const { phone } = await newAccount()
    await requestCode(phone)
    const code = await codeSentTo(phone)
    const answer = await checkCode(phone, wrong(code))
    expect(answer).toMatchObject({
      status: 422,
      body: { text: codeText, error_type: 'code_wrong', error_value: 'code' },
    })
    expect((await checkCode(phone, code)).status).toBe(200)
  })

  test('[AUTH-05] a code for a number that never asked answers 422', async () => {
    expect((await checkCode(newPhone(), '12345')).status).toBe(422)
    expect((await checkCode('nobody', '12345')).status).toBe(422)
  })

  test('[AUTH-07] a code pasted with a space or a dash works', async () => {
    const { phone } = await newAccount()
    await requestCode(phone)
    const code = await codeSentTo(phone)
    expect((await checkCode(phone, `${code.slice(0, 2)} ${code.slice(2)}`)).status).toBe(200)
  })

  test('[AUTH-07] a code in the digits of another script, or in words, works', async () => {
    const { phone } = await newAccount()
    await requestCode(phone)
    const code = await codeSentTo(phone)
    const arabic = [...code].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('')
    expect((await checkCode(phone, `Within 10 minutes use ${arabic}\u200F`)).status).toBe(200)
  })

  test('[AUTH-20] a code works once', async () => {
    const { phone } = await newAccount()
    await requestCode(phone)
    const code = await codeSentTo(phone)
    expect((await checkCode(phone, code)).status).toBe(200)
    expect(await checkCode(phone, code)).toMatchObject({ status: 422, body: { error_type: 'code_expired' } })
  })

  test('[AUTH-20][HOLD-05] a code from a process whose clock was ahead does not hide the code after it', async () => {
    const { clock } = await testProduct()
    const { phone } = await newAccount()
    clock.advance(3 * 60_000)
    await requestCode(phone)
    expect((await checkCode(phone, await codeSentTo(phone))).status).toBe(200)
    clock.reset()
    await requestCode(phone)
    expect((await checkCode(phone, await codeSentTo(phone, { after: 1 }))).status).toBe(200)
  })

  test('[AUTH-20] a code lives ten minutes', async () => {
    const product = await testProduct()
    const { phone } = await newAccount()
    await requestCode(phone)
    const code = await codeSentTo(phone)
    product.clock.advance(9 * 60_000)
    expect(await checkCode(phone, wrong(code))).toMatchObject({ status: 422, body: { error_type: 'code_wrong' } })
    product.clock.advance(60_000 + 1)
    expect(await checkCode(phone, code)).toMatchObject({ status: 422, body: { error_type: 'code_expired' } })
  })

  test('[AUTH-20] neither the database nor the outbox contains a code', async () => {
    const { product } = await testProduct()
    const { phone } = await newAccount()
    await requestCode(phone)
    const code = await codeSentTo(phone)
    const { queries } = product
    const challenge = await queries.selectFrom('sign_in_challenge').selectAll().where('value', '=', phone).execute()
    const sent = await queries.selectFrom('outbox').selectAll().where('to_address', '=', phone).execute()
    expect([challenge.length, sent.length]).toEqual([1, 1])
    // Whole values, as a key or an instant may contain the same digits by chance.
    const values = [...challenge, ...sent.flatMap((row) => [row, row.variables])].flatMap((row) => Object.values(row))
    expect(values.map(String)).not.toContain(code)
  })

  test('[AUTH-20] five wrong codes expire the code, even for the right one', async () => {
    const { phone } = await newAccount()
    await requestCode(phone)
    const code = await codeSentTo(phone)
    const types = []
    for (let tries = 0; tries < 5; tries += 1) types.push((await checkCode(phone, wrong(code))).body.error_type)
    expect(types).toEqual(['code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_ended'])
    expect(await checkCode(phone, code)).toMatchObject({ status: 422, body: { error_type: 'code_ended' } })
  })

  test('[AUTH-20] of a hundred concurrent wrong codes at most five are compared', async () => {
    const { phone } = await newAccount()
    await requestCode(phone)
    const code = await codeSentTo(phone)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => untilAvailable(() => checkCode(phone, wrong(code)))),
    )
    expect(answers.filter((each) => each.body.error_type === 'code_wrong')).toHaveLength(4)
    expect(new Set(answers.map((each) => each.status))).toEqual(new Set([422]))
  })
})

describe('sessions', () => {
  test('[AUTH-15][AUTH-23] signing out ends the session on the server, and never answers 401 or 403', async () => {
    const person = await signedInPerson()
    const signOut = (token?: string) => send<{ ok: boolean }>('POST', path, { body: { type: 'sign_out' }, token })
    expect(await signOut(person.token)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await person.send('GET', '/api/v3/users/client/me')).status).toBe(401)
    for (const token of [person.token, 'nonsense', undefined]) expect((await signOut(token)).status).toBe(200)
  })

  test('[API-13] a client’s call needs a token that is signed by us, alive, and names an open session', async () => {
    const person = await signedInPerson()
    const [, payload] = person.token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const token of [undefined, '', 'x.y.z', withForgedSignature(person.token), unsigned]) {
      expect((await send('GET', '/api/v3/orders', { token })).status).toBe(401)
    }
    expect((await person.send('GET', '/api/v3/orders')).status).toBe(200)
    expect((await send('GET', '/api/v3/orders', { headers: { cookie: `jwt=${person.token}` } })).status).toBe(401)
    const { clock } = await testProduct()
    clock.advance(30 * 24 * 3_600_000 - 60_000)
    expect((await person.send('GET', '/api/v3/orders')).status).toBe(200)
    clock.advance(61_000)
    expect((await person.send('GET', '/api/v3/orders')).status).toBe(401)
  })

  test('[API-13] no answer sets a cookie', async () => {
    const person = await signedInPerson()
    const answer = await person.send('GET', '/api/v3/orders')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})
