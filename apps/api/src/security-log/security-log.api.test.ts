import { randomBytes, randomInt } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { connectServer } from '../database/connect.ts'
import { loggingApp } from '../testing/logging-app.ts'
import { testProduct } from '../testing/running-product.ts'
import { newStaffEmail, signedInStaff } from '../testing/staff-calls.ts'
import { mailsTo } from '../testing/subscribing.ts'
import { freePort } from '../testing/sandbox-process.ts'
import { codeSentTo, eventually, keyOfConfirmation, newAccount, personSignedInByCode } from '../testing/test-client.ts'
import { mailCodeOf } from '../keys/sign-in-keys.ts'
import { networkHash } from '../limits/network-of.ts'
import { makeStaffLink } from '../staff/staff-links.ts'

/** An unused network. */
const newNetwork = () => `2001:db8:${randomInt(0xffff).toString(16)}:${randomInt(0xffff).toString(16)}::1`
const signIn = '/api/v3/factor_auth'

/** Calls one server of the product from one network; returns its security events, without the fields of every line. */
async function visit(changed: Parameters<typeof loggingApp>[0] = {}) {
  const { app, lines, entries } = await loggingApp(changed)
  const { settings } = await testProduct()
  const remoteAddress = newNetwork()
  return {
    lines,
    ask: (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, headers: Record<string, string> = {}) =>
      app.inject({ method, url, remoteAddress, headers, ...(payload === undefined ? {} : { payload }) }),
    events: () =>
      entries()
        .filter(({ msg }) => msg === 'security event')
        .map(({ level: _level, time: _time, pid: _pid, hostname: _host, msg: _msg, ...event }) => event),
    requests: () => entries().filter(({ msg }) => msg === 'request'),
    network: networkHash(settings.secret, remoteAddress),
    end: () => app.close(),
  }
}

describe('[SAFE-10] security events are in the log, with the account and a hash of the network', () => {
  test('sign-ins, refused ones, and later events from the same network', async () => {
    const { phone, clientId: account } = await newAccount()
    const { ask, events, requests, lines, network, end } = await visit()
    await ask('POST', signIn, { type: 'request_code', factor: 'phone', value: phone })
    const code = await codeSentTo(phone)
    const wrong = code === '11111' ? '22222' : '11111'
    await ask('POST', signIn, { type: 'check_code', factor: 'phone', value: phone, code: wrong })
    const { jwt } = (await ask('POST', signIn, { type: 'check_code', factor: 'phone', value: phone, code })).json()
    const headers = { authorization: `Bearer ${jwt}` }
    await ask('GET', '/api/v3/users/client/me', undefined, headers)
    await ask('POST', signIn, { type: 'check_code', factor: 'key', value: 'no-key' })
    await ask('GET', '/m/cno-code')
    await ask('POST', signIn, { type: 'sign_out' }, headers)
    await end()
    const reqId = expect.any(String)
    expect(events()).toEqual([
      { reqId, security: 'sign_in_refused', account, network, factor: 'phone', why: 'code_wrong' },
      { reqId, security: 'signed_in', account, network, factor: 'phone' },
      { reqId, security: 'key_refused', network, factor: 'key', why: 'link_unknown' },
      { reqId, security: 'key_refused', network, factor: 'plan-link' },
      { reqId, security: 'signed_out', account, network },
    ])
    // Each request's line names the network, and the account if there is one.
    expect(requests().map((line) => [line['network'], line['account']])).toEqual([
      [network, undefined],
      ...[account, account, account].map((each) => [network, each]),
      [network, undefined],
      [network, undefined],
      [network, account],
    ])
    for (const personal of [phone, phone.slice(1), code, wrong, jwt, '2001:db8'])
      expect(lines.join('')).not.toContain(personal)
  })

  test('changes of address, and downloads of personal data', async () => {
    const { token, clientId: account } = await personSignedInByCode()
    const { ask, events, lines, network, end } = await visit()
    const headers = { authorization: `Bearer ${token}` }
    const email = `s${account.slice(-12)}@example.com`
    await ask('PATCH', '/api/v3/users/client/me', { email }, headers)
    const key = await keyOfConfirmation(email)
    await ask('POST', '/api/v1/account_link', { does: 'confirm_email', key })
    await ask('POST', '/api/v1/account_link', { does: 'confirm_email', key: 'none' })
    await ask('GET', '/api/v3/users/client/me/data', undefined, headers)
    await ask('POST', '/api/v3/users/client/me/sign_out_everywhere', undefined, headers)
    await end()
    const reqId = expect.any(String)
    expect(events()).toEqual([
      { reqId, security: 'address_change_asked', account, network },
      { reqId, security: 'address_changed', account, network },
      { reqId, security: 'key_refused', network, why: 'link_unknown' },
      { reqId, security: 'personal_data_downloaded', account, network },
      { reqId, security: 'signed_out_everywhere', account, network },
    ])
    for (const personal of [email, key]) expect(lines.join('')).not.toContain(personal)
  })

  test('reads of personal data by operations, with the reader', async () => {
    const person = await personSignedInByCode()
    const order = await person.order()
    const anna = await signedInStaff('clerk')
    const { ask, events, network, end } = await visit()
    const headers = { authorization: `Bearer ${anna.token}` }
    const paths = [
      [`/clients/${person.clientId}`, '/clients/:id'],
      [`/clients/${person.clientId}/files`, '/clients/:id/files'],
      [`/orders/${order.id}`, '/orders/:id'],
      [`/orders/${order.id}/files`, '/orders/:id/files'],
    ] as const
    for (const [path] of paths) await ask('GET', `/api/ops${path}`, undefined, headers)
    await ask('GET', '/api/ops/messages', undefined, headers)
    await end()
    const read = { reqId: expect.any(String), security: 'operations_read', network, operator: anna.name }
    expect(events()).toEqual([
      ...paths.map(([, route]) => ({ ...read, account: person.clientId, route: `/api/ops${route}` })),
      { ...read, route: '/api/ops/messages' },
    ])
  })
})

describe('[SAFE-10] wrong tokens of operations', () => {
  test('slow down their network, are logged, and alert support', async () => {
    const { settings } = await testProduct()
    const { ask, events, network, end } = await visit({ limitScale: 1 })
    const guess = (token: string) =>
      ask('GET', '/api/ops/orders', undefined, { authorization: `Bearer ${token}` }).then(
        ({ statusCode }) => statusCode,
      )
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(`guess-${index}`)))
    // Concurrent ones count too.
    expect(answers.filter((status) => status === 401)).toHaveLength(10)
    expect(answers.filter((status) => status === 429)).toHaveLength(20)
    // The right one works while wrong ones are refused.
    expect(await guess('guess-31')).toBe(429)
    expect(await guess(settings.operationsToken)).toBe(200)
    expect(await guess('guess-32')).toBe(429)
    await end()
    const refused = { reqId: expect.any(String), security: 'operations_token_refused', network }
    const refusals = events().filter(({ security }) => security === 'operations_token_refused')
    expect(refusals.length).toBeGreaterThanOrEqual(10)
    expect(refusals).toEqual(refusals.map(() => refused))
    const alerts = await eventually(async () => {
      const found = await mailsTo(settings.supportEmail, 'Wrong operations tokens')
      return found.length > 0 && found
    })
    expect(alerts).toHaveLength(1)
  })
})

describe('[SAFE-10][OPS-15] wrong sign-ins of staff', () => {
  const hourMs = 3_600_000
  afterEach(async () => (await testProduct()).clock.reset())

  /** Runs guesses in a separate hour; returns the number of alerts to support. */
  async function alertsFor(guesses: () => Promise<void>): Promise<number> {
    const { clock, settings } = await testProduct()
    const alerts = async () => (await mailsTo(settings.supportEmail, 'Wrong operations tokens')).length
    clock.advance(2 * hourMs * (1 + (await alerts())))
    const before = await alerts()
    await guesses()
    return eventually(async () => {
      const more = (await alerts()) - before
      return more > 0 && more
    })
  }

  test('unknown links slow down their network, are logged, and alert support once', async () => {
    const { product, clock, settings } = await testProduct()
    const { id: staffId } = await signedInStaff('clerk')
    const { ask, events, network, end } = await visit({ limitScale: 1 })
    const use = async (key: string) => (await ask('POST', '/api/ops/sign_in/key', { key, press: true })).statusCode
    const alerts = await alertsFor(async () => {
      const wrong = Array.from({ length: 30 }, () => randomBytes(32).toString('base64url'))
      const answers = await Promise.all(wrong.map(use))
      expect(answers.filter((status) => status === 422)).toHaveLength(10)
      expect(answers.filter((status) => status === 429)).toHaveLength(20)
      // The right one works while wrong ones are refused.
      const link = await makeStaffLink(product.queries, { secret: settings.secret, staffId, now: clock.now() })
      expect(await use(mailCodeOf(settings.secret, link.keyId))).toBe(200)
      expect(await use('x'.repeat(43))).toBe(429)
    })
    expect(alerts).toBe(1)
    await end()
    const refusals = events().filter(({ security }) => security === 'staff_sign_in_refused')
    expect(refusals.length).toBeGreaterThanOrEqual(10)
    const refused = { reqId: expect.any(String), security: 'staff_sign_in_refused', network }
    expect(refusals).toEqual(refusals.map(() => refused))
  })

  test('unknown addresses get the same answer, slow down their network, and alert support once', async () => {
    const { ask, events, network, end } = await visit({ limitScale: 1 })
    const alerts = await alertsFor(async () => {
      const emails = Array.from({ length: 40 }, newStaffEmail)
      const answers = await Promise.all(emails.map((email) => ask('POST', '/api/ops/sign_in', { email })))
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
    })
    expect(alerts).toBe(1)
    await end()
    const refused = { reqId: expect.any(String), security: 'staff_sign_in_refused', network, why: 'address_unknown' }
    expect(events()).toEqual(Array.from({ length: 30 }, () => refused))
  })
})

test('[SAFE-10][OPS-03] without the database the right token still works where no database is needed', async () => {
  const { product, settings } = await testProduct()
  const away = connectServer(`postgres://nobody@127.0.0.1:${await freePort()}/none`, 1)
  const parts = { ...product, database: away, queries: away.queries }
  const app = await buildApp(parts, { webDirectory: 'no-web-app', logger: false })
  const ask = async (token: string) =>
    (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).statusCode
  expect([await ask(settings.operationsToken), await ask('wrong')]).toEqual([200, 503])
  await app.close()
  await away.close()
})

test('[SAFE-10] a network has one name in the log for all its addresses, per secret', () => {
  const name = networkHash('one', '2001:db8:1:2::1')
  expect(networkHash('one', '2001:db8:1:2:ffff::9')).toBe(name)
  expect(networkHash('one', '2001:db8:1:3::1')).not.toBe(name)
  expect(networkHash('two', '2001:db8:1:2::1')).not.toBe(name)
})
