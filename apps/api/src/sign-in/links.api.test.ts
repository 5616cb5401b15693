import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from '../accounts/create-client.ts'
import { transaction } from '../database/transaction.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { eventually, newAccount, newPhone, send, signedInPerson, textsTo } from '../testing/test-client.ts'
import { referralCodes } from '../keys/referral-codes.ts'
import { makeShortKey, shortKeyOf } from '../keys/sign-in-keys.ts'

afterEach(async () => (await testProduct()).clock.reset())

const path = '/api/v3/factor_auth'
const minute = 60_000
const day = 24 * 60 * minute

interface Answer {
  ok?: boolean
  jwt?: string
  text: string
  error_type: string
}
const request = (factor: string, value: string, more: { next?: string; nonce?: string } = {}) =>
  send<Answer>('POST', path, { body: { type: 'request_code', factor, value, ...more } })
const check = (factor: string, value: string, token?: string) =>
  send<Answer>('POST', path, { body: { type: 'check_code', factor, value }, token })
const clientOf = async (token: string | undefined) =>
  (await send<{ id: string }>('GET', '/api/v3/users/client/me', { token })).body.id

let lastAddress = Math.floor(Math.random() * 1e9)
const newEmail = () => {
  lastAddress += 1
  return `ann.${lastAddress}@mail.example.com`
}

/** An account with an e-mail address. */
async function newReader(email = newEmail()) {
  const { product, clock } = await testProduct()
  const phone = newPhone()
  return { email, phone, clientId: await createClient(product.queries, clock.now(), { phone, email }) }
}

interface Mail {
  to: string
  subject: string
  text: string
  html: string
}
/** The mails to an address, newest first. */
async function mailsTo(email: string): Promise<Mail[]> {
  const { sandboxUrl } = await testProduct()
  return (await fetch(`${sandboxUrl}/mailbox/messages.json?to=${encodeURIComponent(email)}`)).json() as Promise<Mail[]>
}
const mailTo = async (email: string, { after = 0 } = {}) =>
  (
    await eventually(async () => {
      const all = await mailsTo(email)
      return all.length > after && all
    })
  )[0] as Mail
/** The code in a link of a mail. */
const codeIn = (mail: Mail) => /\/auth\/([\w-]+)/.exec(mail.text)?.[1] as string

/** A key as in a text message. */
async function newShortKey(clientId: string, channel?: 'sms' | 'email'): Promise<string> {
  const { product, clock, settings } = await testProduct()
  const { secret } = settings
  const id = await transaction(product.queries, (within) =>
    makeShortKey(within, { secret, clientId, now: clock.now(), ...(channel && { channel }) }),
  )
  return shortKeyOf(secret, id)
}
async function codesOf(clientId: string) {
  const { product, clock, settings } = await testProduct()
  return transaction(product.queries, (within) =>
    referralCodes(within, { secret: settings.secret, clientId, now: clock.now() }),
  )
}

/** Opens a link as its page does on load, before any press. */
const look = (factor: string, value: string, token?: string, nonce?: string) =>
  send<Answer & { switches?: unknown; press?: unknown }>('POST', path, {
    body: { type: 'check_code', factor, value, ask_to_switch: true, ...(nonce !== undefined && { nonce }) },
    token,
  })
const mailCode = async ({ email }: { email: string }, more: { nonce?: string } = {}) => {
  await request('email', email, more)
  return codeIn(await mailTo(email))
}

describe('a link in a mail', () => {
  const waitsFor = ({ phone }: { phone: string }) => ({
    status: 200,
    body: { press: { to: `•••${phone.slice(-4)}` } },
  })

  test('[AUTH-10] signs in at once only in the browser that requested it; elsewhere it waits for a press', async () => {
    const owner = await newReader()
    const code = await mailCode(owner, { nonce: 'of-this-browser' })
    for (const nonce of [undefined, 'of-another-browser']) {
      expect(await look('code', code, undefined, nonce)).toMatchObject(waitsFor(owner))
    }
    expect(await clientOf((await look('code', code, undefined, 'of-this-browser')).body.jwt)).toBe(owner.clientId)
    const other = await newReader()
    const withoutNonce = await mailCode(other)
    expect(await look('code', withoutNonce, undefined, 'of-this-browser')).toMatchObject(waitsFor(other))
    expect(await clientOf((await check('code', withoutNonce)).body.jwt)).toBe(other.clientId)
  })

  test('[AUTH-12][AUTH-13] to an order waits for a press; in a text it signs in at once', async () => {
    const owner = await newReader()
    const key = await newShortKey(owner.clientId, 'email')
    expect(await look('key', key)).toMatchObject(waitsFor(owner))
    expect(await clientOf((await check('key', key)).body.jwt)).toBe(owner.clientId)
    expect(await clientOf((await look('key', await newShortKey(owner.clientId))).body.jwt)).toBe(owner.clientId)
  })
})

describe('a link while somebody is signed in', () => {
  test('[SAFE-05] of another account names it, masked, and is used up only on confirmation', async () => {
    const [owner, other] = [await newReader(), await signedInPerson()]
    const code = await mailCode(owner)
    const { phone } = (await send<{ phone: string }>('GET', '/api/v3/users/client/me', { token: other.token })).body
    for (const [factor, value] of [
      ['code', code],
      ['key', await newShortKey(owner.clientId)],
      ['key', (await codesOf(owner.clientId)).referralCode],
    ] as const) {
      for (let times = 0; times < 2; times += 1) {
        expect(await look(factor, value, other.token)).toMatchObject({
          status: 200,
          body: { switches: { from: `•••${phone.slice(-4)}`, to: `•••${owner.phone.slice(-4)}` } },
        })
      }
      expect((await look(factor, value, other.token)).body.jwt).toBeUndefined()
    }
    expect(await clientOf(other.token)).toBe(other.clientId)
    expect(await clientOf((await check('code', code, other.token)).body.jwt)).toBe(owner.clientId)
    expect((await look('code', code, other.token)).status).toBe(422)
  })

  test('[SAFE-05] of the same account, or without a session, asks nothing', async () => {
    const owner = await newReader()
    const nonce = 'of-this-browser'
    const { jwt } = (await look('code', await mailCode(owner, { nonce }), undefined, nonce)).body
    expect(await clientOf(jwt)).toBe(owner.clientId)
    expect(await clientOf((await look('key', await newShortKey(owner.clientId), jwt)).body.jwt)).toBe(owner.clientId)
    const other = await signedInPerson()
    await send('POST', path, { body: { type: 'sign_out' }, token: other.token })
    const key = await newShortKey(owner.clientId)
    expect(await clientOf((await look('key', key, other.token)).body.jwt)).toBe(owner.clientId)
  })

  test('[SAFE-05] an invalid one says so, and reveals nothing about an account', async () => {
    const other = await signedInPerson()
    const answer = await look('key', 'x'.repeat(16), other.token)
    expect(answer).toMatchObject({ status: 422, body: { error_type: 'link_unknown' } })
  })
})

describe('the link of a mail', () => {
  test('[AUTH-08][AUTH-09][API-02] goes to the address of a client and signs in', async () => {
    const { email, clientId } = await newReader()
    expect(await request('email', email)).toMatchObject({ status: 200, body: { ok: true } })
    const mail = await mailTo(email)
    const { publicUrl } = (await testProduct()).settings
    expect(mail.text).toContain(`${publicUrl}/auth/`)
    expect(mail.html).toContain(`href="${publicUrl}/auth/${codeIn(mail)}"`)
    const answer = await check('code', codeIn(mail))
    expect(answer.status).toBe(200)
    expect(await clientOf(answer.body.jwt)).toBe(clientId)
  })

  test('[AUTH-09] an unknown address gets no mail, and the answer says so', async () => {
    const email = newEmail()
    expect(await request('email', email)).toMatchObject({ status: 200, body: { ok: false } })
    expect(await mailsTo(email)).toEqual([])
  })

  test('[INFO-03] a placeholder address belongs to no account', async () => {
    const { email } = await newReader(`${lastAddress}@placeholder.test`)
    expect(await request('email', email)).toMatchObject({ status: 200, body: { ok: false } })
  })

  test('[AUTH-22] any spelling of the address is the same account', async () => {
    const { email, clientId } = await newReader()
    expect((await request('email', `  ${email.toUpperCase()} `)).body).toMatchObject({ ok: true })
    const answer = await check('code', codeIn(await mailTo(email)))
    expect(await clientOf(answer.body.jwt)).toBe(clientId)
  })

  test.each(['a@b.co, victim@x.co', 'a@b.co\r\nBcc: victim@x.co', 'a@b.co\r\n', 'Ann <a@b.co>', 'a@b', 'a b@c.co'])(
    '[AUTH-08] %j is not one address (abuse 28)',
    async (value) => {
      expect(await request('email', value)).toMatchObject({
        status: 422,
        body: { text: 'Invalid email', error_type: 'email_invalid', error_value: 'value' },
      })
      expect(await mailsTo('victim@x.co')).toEqual([])
    },
  )

  test('[AUTH-20] works once: a second use says so (abuse 28)', async () => {
    const { email } = await newReader()
    await request('email', email)
    const code = codeIn(await mailTo(email))
    expect((await check('code', code)).status).toBe(200)
    expect(await check('code', code)).toMatchObject({
      status: 422,
      body: { error_type: 'link_used', text: expect.stringContaining('log in again') },
    })
  })

  test('[AUTH-20] works once, even if used twenty times at once', async () => {
    const { email } = await newReader()
    await request('email', email)
    const code = codeIn(await mailTo(email))
    const answers = await Promise.all(Array.from({ length: 20 }, () => check('code', code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
  })

  test('[AUTH-20] lives thirty minutes', async () => {
    const { clock } = await testProduct()
    const codes = []
    for (const { email } of [await newReader(), await newReader()]) {
      await request('email', email)
      codes.push(codeIn(await mailTo(email)))
    }
    const [early = '', late = ''] = codes
    clock.advance(29 * minute)
    expect((await check('code', early)).status).toBe(200)
    clock.advance(minute)
    expect(await check('code', late)).toMatchObject({ status: 422, body: { error_type: 'link_expired' } })
  })

  test('[AUTH-10] an expired or used one is replaced, with the same address and page', async () => {
    const { clock } = await testProduct()
    const { email, clientId } = await newReader()
    await request('email', email, { next: '/order/0192a1b2-0000-7000-8000-000000000007' })
    const code = codeIn(await mailTo(email))
    clock.advance(31 * minute)
    expect(await request('code', code, { next: '/order/0192a1b2-0000-7000-8000-000000000007' })).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    const mail = await mailTo(email, { after: 1 })
    expect(codeIn(mail)).not.toBe(code)
    expect(mail.text).toContain(`/auth/${codeIn(mail)}?next=%2Forder%2F0192a1b2-0000-7000-8000-000000000007`)
    expect(await clientOf((await check('code', codeIn(mail))).body.jwt)).toBe(clientId)
  })

  test('[AUTH-10] an unknown link is not replaced', async () => {
    expect((await request('code', 'x'.repeat(43))).body).toMatchObject({ ok: false })
    expect(await check('code', 'x'.repeat(43))).toMatchObject({ status: 422, body: { error_type: 'link_unknown' } })
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/logout#evil',
    '/auth/evil-key',
    '/a/evil-key/0192a1b2-0000-7000-8000-000000000007',
    '/orders/../o/evil',
    '/order/..%2F..%2F..%2Ff%2Fevil/extra-services',
  ])('[AUTH-11][SAFE-01] does not lead to %s (abuse 12, abuse 37)', async (next) => {
    const { email } = await newReader()
    await request('email', email, { next })
    const mail = await mailTo(email)
    expect(mail.text).not.toContain('evil')
    expect(mail.text).not.toContain('next=')
  })

  test('[AUTH-11] ignores a next of 10 kB or with a line break (abuse 37)', async () => {
    for (const next of [`/${'x'.repeat(10_000)}`, '/orders\n/evil']) {
      const { email } = await newReader()
      expect((await request('email', email, { next })).body).toMatchObject({ ok: true })
      expect((await mailTo(email)).text).not.toContain('next=')
    }
  })
})

describe('the key of a text message', () => {
  test('[AUTH-10][AUTH-20] signs in more than once, for fourteen days', async () => {
    const { clock } = await testProduct()
    const { clientId } = await newAccount()
    const key = await newShortKey(clientId)
    expect(await clientOf((await check('key', key)).body.jwt)).toBe(clientId)
    clock.advance(14 * day - minute)
    expect((await check('key', key)).status).toBe(200)
    clock.advance(minute)
    expect(await check('key', key)).toMatchObject({ status: 422, body: { error_type: 'link_expired' } })
  })

  test('[AUTH-10] replaces an expired one by text', async () => {
    const product = await testProduct()
    const { phone, clientId } = await newAccount()
    const key = await newShortKey(clientId)
    product.clock.advance(15 * day)
    expect((await request('key', key, { next: '/neworder' })).body).toMatchObject({ ok: true })
    const text = (await eventually(async () => (await textsTo(product, phone))[0])).text
    const [, newKey = ''] = /\/authkey\/([\w-]+)\?next=%2Fneworder /.exec(text) ?? []
    expect(await clientOf((await check('key', newKey)).body.jwt)).toBe(clientId)
  })

  test('[AUTH-20] neither the database nor the outbox contains a key or a code', async () => {
    const product = await testProduct()
    const { email, clientId } = await newReader()
    await request('email', email)
    const secrets = [codeIn(await mailTo(email)), await newShortKey(clientId), (await codesOf(clientId)).referralCode]
    const tables = ['sign_in_key', 'client_referral', 'referral_code_hash', 'outbox'] as const
    for (const table of tables) {
      const rows = JSON.stringify(await product.product.queries.selectFrom(table).selectAll().execute())
      for (const secret of secrets) expect(rows).not.toContain(secret)
    }
  })

  test('[AUTH-20] a code is no key and a key is no code', async () => {
    const { email, clientId } = await newReader()
    await request('email', email)
    expect((await check('key', codeIn(await mailTo(email)))).body.error_type).toBe('link_unknown')
    expect((await check('code', await newShortKey(clientId))).body.error_type).toBe('link_unknown')
  })
})

describe('the codes of a referral', () => {
  test('[AUTH-13][AUTH-14] the private one signs its client in, has at least 96 bits and does not expire', async () => {
    const { clock } = await testProduct()
    const { clientId } = await newAccount()
    const { referralCode } = await codesOf(clientId)
    expect(Buffer.from(referralCode, 'base64url').length * 8).toBeGreaterThanOrEqual(96)
    clock.advance(400 * day)
    expect(await clientOf((await check('key', referralCode)).body.jwt)).toBe(clientId)
  })

  test('[SAFE-03][AUTH-14][API-06] its client reads the public one and a code of the session, operations only the public one', async () => {
    const person = await signedInPerson()
    const { referralCode, shareCode } = await codesOf(person.clientId)
    const own = await person.send<{ referral_code: string }>('GET', '/api/v3/users/client/me')
    expect(own.body).toMatchObject({ profile_referral_code: shareCode })
    expect(JSON.stringify(own.body)).not.toContain(referralCode)
    expect(await check('key', own.body.referral_code)).toMatchObject({
      status: 422,
      body: { error_type: 'link_unknown' },
    })
    const read = await operate<Record<string, unknown>>('GET', `/clients/${person.clientId}`)
    expect(read.body).toMatchObject({ profile_referral_code: shareCode })
    expect(JSON.stringify(read.body)).not.toContain(referralCode)
  })

  test('[SAFE-03][AUTH-13] the private one, in an older rating link, opens the order of that link and no other', async () => {
    const person = await signedInPerson()
    const [order, other, stranger] = [
      await person.order(),
      await person.order(),
      await (await signedInPerson()).order(),
    ]
    const { referralCode } = await codesOf(person.clientId)
    const openAt = async (orderId: string) => {
      const body = { type: 'check_code', factor: 'key', value: referralCode, order_id: orderId }
      return (await send<Answer>('POST', path, { body })).body.jwt
    }
    const reads = async (token: string | undefined, { _id }: { _id: string }) =>
      (await send('GET', `/api/v3/orders/${_id}`, { token })).status
    const token = await openAt(order._id)
    expect([await reads(token, order), await reads(token, other)]).toEqual([200, 422])
    for (const nothing of [stranger._id, 'nonsense']) expect(await reads(await openAt(nothing), order)).toBe(422)
  })

  test('[AUTH-13][AUTH-14] the code that a client reads works only in their own session, and adds no reach', async () => {
    const person = await signedInPerson()
    const stranger = await signedInPerson()
    const readCode = async (token: string) =>
      (await send<{ referral_code: string }>('GET', '/api/v3/users/client/me', { token })).body.referral_code
    const code = await readCode(person.token)
    expect(await look('key', code, person.token)).toMatchObject({ status: 200, body: { jwt: person.token } })
    // Also in a narrower session of the same client, which stays as narrow.
    const narrow = (await check('key', await newShortKey(person.clientId))).body.jwt as string
    expect((await look('key', code, narrow)).body.jwt).toBe(narrow)
    for (const token of [undefined, stranger.token]) {
      expect(await look('key', code, token)).toMatchObject({ status: 422, body: { error_type: 'link_unknown' } })
    }
    // A code of an ended session works as well: only the current session counts.
    const old = await readCode(narrow)
    await send('POST', path, { body: { type: 'sign_out' }, token: narrow })
    expect((await look('key', old, person.token)).body.jwt).toBe(person.token)
    expect((await look('key', old, narrow)).status).toBe(422)
  })

  test('[AUTH-14][AUTH-20] replaces one that was sealed with another secret', async () => {
    const { product, clock } = await testProduct()
    const { clientId } = await newAccount()
    const before = await transaction(product.queries, (within) =>
      referralCodes(within, { clientId, secret: 'another secret', now: clock.now() }),
    )
    const after = await codesOf(clientId)
    expect(after.shareCode).toBe(before.shareCode)
    expect((await check('key', before.referralCode)).status).toBe(422)
    expect(await clientOf((await check('key', after.referralCode)).body.jwt)).toBe(clientId)
  })

  test('[AUTH-14] the public one signs nobody in, and is unknown like any text (abuse 31)', async () => {
    const { clientId } = await newAccount()
    const { shareCode } = await codesOf(clientId)
    for (const factor of ['key', 'code']) {
      const [shared, nonsense] = [await check(factor, shareCode), await check(factor, 'nonsense')]
      expect(shared.status).toBe(422)
      expect(shared.body).toEqual(nonsense.body)
      expect((await request(factor, shareCode)).body).toEqual((await request(factor, 'nonsense')).body)
    }
  })

  test('[AUTH-14][AUTH-20] operations replace the private one; the public one stays', async () => {
    const { clientId } = await newAccount()
    const before = await codesOf(clientId)
    expect(await operate('POST', `/clients/${clientId}/referral_code`)).toMatchObject({ status: 200 })
    const after = await codesOf(clientId)
    expect((await check('key', before.referralCode)).status).toBe(422)
    expect(await clientOf((await check('key', after.referralCode)).body.jwt)).toBe(clientId)
    expect(after.shareCode).toBe(before.shareCode)
    expect((await operate('POST', '/clients/nobody/referral_code')).status).toBe(404)
    expect((await send('POST', `/api/ops/clients/${clientId}/referral_code`)).status).toBe(401)
  })

  test('[AUTH-14] they stay the same, even if first requested ten times at once', async () => {
    const { clientId } = await newAccount()
    const all = await Promise.all(Array.from({ length: 10 }, () => codesOf(clientId)))
    expect(new Set(all.map((each) => `${each.referralCode} ${each.shareCode}`)).size).toBe(1)
  })
})

describe('who is signed in', () => {
  test('[AUTH-16][AUTH-23] a key replaces the current session; a bad one keeps it', async () => {
    const person = await signedInPerson()
    const { clientId } = await newAccount()
    expect((await check('key', 'nonsense', person.token)).status).toBe(422)
    expect(await clientOf(person.token)).toBe(person.clientId)
    const answer = await check('key', await newShortKey(clientId), person.token)
    expect(await clientOf(answer.body.jwt)).toBe(clientId)
    expect((await person.send('GET', '/api/v3/users/client/me')).status).toBe(401)
  })

  test('[API-02] an e-mail alone is no proof', async () => {
    const { email } = await newReader()
    expect(await check('email', email)).toMatchObject({ status: 422, body: { error_type: 'factor_not_supported' } })
  })
})
