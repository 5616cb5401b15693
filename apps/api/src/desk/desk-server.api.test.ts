import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opsCalls } from '@nerdify/contract/ops-calls.ts'
import { bookCardPayment, operate, registeredNerd } from '../testing/operations-calls.ts'
import { mailsTo } from '../testing/subscribing.ts'
import { eventually, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { uploaded } from '../testing/uploaded.ts'
import { testProduct } from '../testing/running-product.ts'
import { newStaffEmail, signedInStaff, staffKeyMailedTo } from '../testing/staff-calls.ts'
import { deskServer } from './desk-server.ts'

const page = '<!doctype html><title>Nerdify desk</title>'
const origin = 'https://desk.nerdify.test'
let directory: string
let server: Server
let url: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'nerdify-desk-'))
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), page)
  writeFileSync(join(directory, 'assets/main-1.js'), 'export {}')
  const { app } = await testProduct()
  server = await deskServer({ directory, origin, api: app.routing })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(directory, { recursive: true })
})

test('[DESK-09] each answer is strict: only own scripts, no frame, no index, HTTPS, at any address', async () => {
  for (const path of ['/', '/orders/48213', '/assets/main-1.js']) {
    const { headers } = await fetch(url + path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  }
  const { headers } = await fetch(`${url}/api/ops/queue`)
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('[DESK-09] serves its own pages, operations’ calls and /healthz, and nothing else', async () => {
  expect(await (await fetch(`${url}/orders/48213`)).text()).toBe(page)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const others = ['/api/v3/orders', '/api/v1/pricing', '/metrics', '/assets/none.js']
  for (const path of others) {
    const answer = await fetch(url + path)
    expect([path, await answer.text()]).toEqual([path, path === '/metrics' ? page : ''])
  }
})

test('[DESK-09] the desk accepts no machine token, neither as a bearer token nor in the cookie', async () => {
  const { settings } = await testProduct()
  const token = settings.operationsToken
  for (const proof of [{ authorization: `Bearer ${token}` }, { cookie: `__Host-desk=${token}` }])
    expect((await fetch(`${url}/api/ops/queue`, { headers: proof })).status).toBe(401)
})

/** The link to a client's file in the mailed work sheet of a Nerd (OPS-14). */
async function fileLinkOfNerd(person: TestPerson): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  const nerd = await registeredNerd(`Ada ${email}`)
  await operate('PATCH', `/nerds/${nerd}`, { email })
  const file = await uploaded(person)
  const order = await person.order({ files: [{ location: file.location }] })
  await bookCardPayment(person, order, Math.round((order.price ?? 0) * 100))
  await operate('POST', `/orders/${order.id}/events`, { event: 'nerd_found', nerd })
  await eventually(async () => (await mailsTo(email)).length > 0)
  const [sheet] = await mailsTo(email)
  return /^http\S+\/f\/\S+$/m.exec(sheet?.text ?? '')?.[0] ?? ''
}

test('[DESK-09][OPS-15] every operations call refuses a client’s session and a Nerd’s file link with 401', async () => {
  const { url: product } = await testProduct()
  const person = await signedInPerson()
  const link = await fileLinkOfNerd(person)
  expect((await fetch(link)).status).toBe(200)
  const key = link.split('/f/')[1] ?? ''
  for (const call of Object.keys(opsCalls).filter((each) => each.includes(' /api/ops/'))) {
    const [method = '', pattern = ''] = call.split(' ')
    const path = pattern.replaceAll(/:\w+/g, '1234567')
    for (const token of [person.token, key, link]) {
      const [bearer, cookie] = [`Bearer ${token}`, `__Host-desk=${token}`]
      const answers = [
        await fetch(product + path, { method, headers: { authorization: bearer } }),
        await fetch(product + path, { method, headers: { cookie } }),
        await fetch(url + path, { method, headers: { origin, authorization: bearer } }),
        await fetch(url + path, { method, headers: { origin, cookie } }),
      ]
      expect([call, answers.map(({ status }) => status)]).toEqual([call, [401, 401, 401, 401]])
    }
  }
})

test('[DESK-09] refuses a write without the desk’s origin', async () => {
  const post = (from: Record<string, string>) =>
    fetch(`${url}/api/ops/orders/1/events`, { method: 'POST', headers: from })
  for (const from of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    const answer = await post(from)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error_type: 'wrong_origin' })
  }
  expect((await post({ origin })).status).toBe(401)
})

test('[DESK-09][OPS-15] a mailed link sets a session cookie hidden from scripts, until the sign-out', async () => {
  const owner = await signedInStaff('owner')
  const email = newStaffEmail()
  await owner.operate('POST', '/staff', { email, role: 'clerk' })
  const key = await staffKeyMailedTo(email)
  const post = (path: string, body: unknown, cookie?: string) =>
    fetch(`${url}/api/ops/${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    })
  const opened = await post('sign_in/key', { key, press: true })
  expect(await opened.json()).toEqual({ me: expect.objectContaining({ email, role: 'clerk' }) })
  const header = opened.headers.get('set-cookie') ?? ''
  expect(header).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure$/)
  const cookie = header.split(';')[0] ?? ''

  const me = () => fetch(`${url}/api/ops/me`, { headers: { cookie } })
  expect(await (await me()).json()).toMatchObject({ email, company_zone: 'America/Los_Angeles' })
  const bearer = { authorization: `Bearer ${cookie.split('=')[1]}` }
  expect((await fetch(`${url}/api/ops/me`, { headers: bearer })).status).toBe(401)
  const signedOut = await post('sign_out', {}, cookie)
  expect(signedOut.headers.get('set-cookie')).toMatch(/^__Host-desk=; Path=\/; Max-Age=0; /)
  expect((await me()).status).toBe(401)
})
