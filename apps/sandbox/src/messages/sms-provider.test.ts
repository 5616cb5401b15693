import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'
import { phoneEndings } from './phone-endings.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ SMS_ACCOUNT_SID: 'AC123', SMS_AUTH_TOKEN: 'token' })
})
afterEach(async () => {
  await sandbox.control('reset')
  sandbox.receiver.received.length = 0
})
afterAll(() => sandbox.close())

function send(fields: Record<string, string>, password = 'token', sid = 'AC123'): Promise<Response> {
  return fetch(`${sandbox.url}/2010-04-01/Accounts/${sid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${password}`).toString('base64')}` },
    body: new URLSearchParams({ From: '+14155550100', Body: 'Hello', ...fields }),
  })
}
const to = (To: string) => ({ To })

describe('sending a text', () => {
  test("[SBX-01] a text is taken with 201 as on Twilio's wire, and is in the mailbox", async () => {
    const response = await send({ To: '+14155550103', Body: 'Your code is 12345\n\n@shop.test #12345' })
    expect(response.status).toBe(201)
    const answer = (await response.json()) as { sid: string }
    expect(answer).toMatchObject({
      account_sid: 'AC123',
      api_version: '2010-04-01',
      direction: 'outbound-api',
      status: 'queued',
      error_code: null,
      from: '+14155550100',
      to: '+14155550103',
      uri: `/2010-04-01/Accounts/AC123/Messages/${answer.sid}.json`,
    })
    expect(answer.sid).toMatch(/^SM[0-9a-f]{32}$/)
    expect(await sandbox.mailbox('+14155550103')).toMatchObject([
      { channel: 'sms', text: 'Your code is 12345\n\n@shop.test #12345' },
    ])
  })

  test('[SBX-01] a wrong password or account is refused with 401', async () => {
    expect((await send(to('+14155550103'), 'wrong')).status).toBe(401)
    expect((await send(to('+14155550103'), 'token', 'AC999')).status).toBe(401)
    expect(await sandbox.mailbox()).toEqual([])
  })

  const mistakes: [what: string, fields: Record<string, string>, code: number][] = [
    ['no number', { To: '' }, 21604],
    ['a number that is none', { To: '4155550103' }, 21211],
    ['no sender', { To: '+14155550103', From: '' }, 21603],
    ['a sender that is none', { To: '+14155550103', From: '+1' }, 21212],
    ['no text', { To: '+14155550103', Body: '' }, 21602],
    ['a text of 1601 characters', { To: '+14155550103', Body: 'x'.repeat(1601) }, 21617],
    ['a callback that is no address', { To: '+14155550103', StatusCallback: 'javascript:0' }, 21609],
  ]

  test.each(mistakes)("[SBX-01] %s is refused with the provider's code", async (_what, fields, code) => {
    const response = await send(fields)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code, status: 400, message: expect.any(String) })
    expect(await sandbox.mailbox()).toEqual([])
  })
})

describe('numbers that provoke failures', () => {
  const refused = phoneEndings.flatMap((ending) => (ending.kind === 'refused' ? [ending] : []))

  test.each(refused)('[SBX-01] …$ending is $outcome, in any area code', async ({ ending, status, code }) => {
    for (const number of [`+1500${ending}`, `+1415${ending}`]) {
      const response = await send(to(number))
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ code, status })
    }
    expect(await sandbox.mailbox()).toEqual([])
  })

  test('[SBX-01] …5550008 gets its text, and the answer is lost', async () => {
    await expect(send(to('+14155550008'))).rejects.toThrow('fetch failed')
    expect(await sandbox.mailbox('+14155550008')).toHaveLength(1)
  })

  test('[SBX-01] …5550006 is taken, then reported undelivered', async () => {
    const response = await send({ To: '+14155550006', StatusCallback: sandbox.receiver.url })
    expect(response.status).toBe(201)
    await sandbox.idle()
    const statuses = sandbox.receiver.received.map(({ body }) => new URLSearchParams(body))
    expect(statuses.map((form) => form.get('MessageStatus')).toSorted()).toEqual(['sent', 'undelivered'])
    expect(statuses.some((form) => form.get('ErrorCode') === '30006')).toBe(true)
    expect(await sandbox.mailbox('+14155550006')).toEqual([])
  })
})

test("[SBX-01] the callback is told of the delivery, signed with the account's token, and is tried once", async () => {
  sandbox.receiver.status = 500
  const url = `${sandbox.receiver.url}?order=1`
  const { sid } = (await (await send({ To: '+14155550103', StatusCallback: url })).json()) as { sid: string }
  await sandbox.idle()
  sandbox.receiver.status = 200
  expect(sandbox.receiver.received).toHaveLength(2)
  for (const { headers, body } of sandbox.receiver.received) {
    const form = [...new URLSearchParams(body)].toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(Object.fromEntries(form)).toMatchObject({ MessageSid: sid, AccountSid: 'AC123', To: '+14155550103' })
    const signed = url + form.map(([name, value]) => name + value).join('')
    expect(headers['x-twilio-signature']).toBe(createHmac('sha1', 'token').update(signed).digest('base64'))
  }
})

test.each([
  ['error', 500],
  ['rate_limit', 429],
] as const)('[SBX-01] a planned %s breaks the next text and no other', async (fault, status) => {
  await sandbox.control('faults', { provider: 'sms', fault })
  expect((await send(to('+14155550103'))).status).toBe(status)
  expect((await send(to('+14155550103'))).status).toBe(201)
})

test('[SBX-01] a fault that is planned for one number waits for its texts', async () => {
  await sandbox.control('faults', { provider: 'sms', fault: 'rate_limit', to: '+14155550177' })
  expect((await send(to('+14155550103'))).status).toBe(201)
  expect((await send(to('+14155550177'))).status).toBe(429)
  expect((await send(to('+14155550177'))).status).toBe(201)
})

test('[SBX-01] nonsense is a page in place of an answer, and nothing is taken', async () => {
  await sandbox.control('faults', { provider: 'sms', fault: 'nonsense' })
  const answer = await send(to('+14155550177'))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await sandbox.mailbox('+14155550177')).toEqual([])
})

test('[SBX-01] the account lists what it took, newest first, also a text whose answer was lost', async () => {
  await send({ To: '+14155550178', Body: 'first' })
  await sandbox.control('faults', { provider: 'sms', fault: 'lose_response' })
  await expect(send({ To: '+14155550178', Body: 'second' })).rejects.toThrow('fetch failed')
  const url = `${sandbox.url}/2010-04-01/Accounts/AC123/Messages.json?To=%2B14155550178`
  const authorization = `Basic ${Buffer.from('AC123:token').toString('base64')}`
  const list = (await (await fetch(url, { headers: { authorization } })).json()) as { messages: { body: string }[] }
  expect(list.messages.map(({ body }) => body)).toEqual(['second', 'first'])
  expect((await fetch(url)).status).toBe(401)
})
