import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventReceiver, type ReceivedCall, startEventReceiver } from '../testing/event-receiver.ts'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'
import { phoneEndings } from './phone-endings.ts'

let sandbox: TestSandbox
let product: EventReceiver
beforeAll(async () => {
  product = await startEventReceiver()
  const account = { SMS_ACCOUNT_SID: 'AC123', SMS_AUTH_TOKEN: 'token' }
  sandbox = await startTestSandbox({ ...account, SMS_REPLY_URL: product.url })
})
afterAll(async () => {
  await sandbox.close()
  await product.close()
})

const authorization = (sid = 'AC123', password = 'token') =>
  `Basic ${Buffer.from(`${sid}:${password}`).toString('base64')}`
function send(fields: Record<string, string>, password?: string, sid = 'AC123'): Promise<Response> {
  return fetch(`${sandbox.url}/2010-04-01/Accounts/${sid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: authorization(sid, password) },
    body: new URLSearchParams({ From: '+14155550100', Body: 'Hello', ...fields }),
  })
}
const to = (To: string) => ({ To })

/** The fields of a call, after a check of its signature. */
function signedFields(url: string, { headers, body }: ReceivedCall): Record<string, string> {
  const form = [...new URLSearchParams(body)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const signed = url + form.flat().join('')
  expect(headers['x-twilio-signature']).toBe(createHmac('sha1', 'token').update(signed).digest('base64'))
  return Object.fromEntries(form)
}

test("[SBX-01] accepts a text with 201 as on Twilio's wire, and shows it in the mailbox", async () => {
  const Body = 'Your code is 12345\n\n@shop.test #12345'
  const response = await send({ To: '+14155550103', Body })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ sid: expect.stringMatching(/^SM[0-9a-f]{32}$/), status: 'queued' })
  expect(await sandbox.mailbox('+14155550103')).toMatchObject([{ channel: 'sms', text: Body }])
})

const refusals: [what: string, sent: () => Promise<Response>, status: number, code: number][] = [
  ['a wrong password', () => send(to('+14155550104'), 'wrong'), 401, 20003],
  ['another account', () => send(to('+14155550104'), 'token', 'AC999'), 401, 20003],
  ['a number that is none', () => send(to('4155550103')), 400, 21211],
  ['a sender that is none', () => send({ To: '+14155550104', From: '+1' }), 400, 21212],
  ['no text', () => send({ To: '+14155550104', Body: '' }), 400, 21602],
  ['a text of 1601 characters', () => send({ To: '+14155550104', Body: 'x'.repeat(1601) }), 400, 21617],
]
for (const { ending, status, code } of phoneEndings) {
  if (status !== undefined) refusals.push([`…${ending}`, () => send(to(`+1500${ending}`)), status, code])
}

test.each(refusals)("[SBX-01] %s is refused with the provider's code", async (_what, sent, status, code) => {
  const response = await sent()
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code, status, message: expect.any(String) })
  expect(await sandbox.mailbox('+14155550104')).toEqual([])
})

test.each([
  ['+14155550105', ['delivered', 'sent'], 1],
  ['+14155550006', ['sent', 'undelivered'], 0],
])(
  "[SBX-01] for %s the callback gets %j, signed with the account's token and tried once",
  async (phone, statuses, kept) => {
    sandbox.receiver.status = 500
    sandbox.receiver.received.length = 0
    const url = `${sandbox.receiver.url}?order=1`
    const { sid } = (await (await send({ To: phone, StatusCallback: url })).json()) as { sid: string }
    await sandbox.idle()
    sandbox.receiver.status = 200
    const webhooks = sandbox.receiver.received.map((call) => signedFields(url, call))
    expect(webhooks.map((fields) => fields['MessageStatus']).toSorted()).toEqual(statuses)
    expect(webhooks.every((fields) => fields['MessageSid'] === sid && fields['To'] === phone)).toBe(true)
    expect(webhooks.some((fields) => fields['ErrorCode'] === '30006')).toBe(kept === 0)
    expect(await sandbox.mailbox(phone)).toHaveLength(kept)
  },
)

test('[SBX-02] forwards a mailbox reply as a signed webhook, but not an empty or foreign one', async () => {
  const reply = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/mailbox/replies`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams(fields),
    })
  const words = { from: '+14155550103', to: '+15005550006', body: 'STOP' }
  expect((await reply({ from: '+1', to: '+2' })).status).toBe(400)
  expect((await reply(words, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const answer = await reply(words, { accept: 'text/html' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mailbox?to=%2B14155550103&replied=1'])
  await sandbox.idle()
  expect(product.received.map((call) => signedFields(product.url, call))).toMatchObject([
    { From: '+14155550103', To: '+15005550006', Body: 'STOP' },
  ])
})
