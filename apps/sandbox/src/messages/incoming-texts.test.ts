import { createHmac } from 'node:crypto'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventReceiver, startEventReceiver } from '../testing/event-receiver.ts'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'

let sandbox: TestSandbox
let product: EventReceiver
beforeAll(async () => {
  product = await startEventReceiver()
  sandbox = await startTestSandbox({ SMS_REPLY_URL: product.url })
})
afterAll(async () => {
  await sandbox.close()
  await product.close()
})

const reply = (body: URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/mailbox/replies`, { method: 'POST', redirect: 'manual', headers, body })

test("[SBX-02] a reply from the mailbox goes on as the provider's webhook does, signed", async () => {
  const form = new URLSearchParams({ from: '+14155550103', to: '+15005550006', body: 'STOP' })
  const answer = await reply(form, { accept: 'text/html' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/mailbox?to=%2B14155550103&replied=1'])
  await sandbox.idle()
  const [call] = product.received
  const fields = new URLSearchParams(call?.body)
  expect(Object.fromEntries(fields)).toMatchObject({ From: '+14155550103', To: '+15005550006', Body: 'STOP' })
  const signed =
    product.url +
    [...fields]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flat()
      .join('')
  expect(call?.headers['x-twilio-signature']).toBe(createHmac('sha1', 'sandbox').update(signed).digest('base64'))
})

test('[SBX-02] a reply without words, or from another website, goes nowhere', async () => {
  const before = product.received.length
  expect((await reply(new URLSearchParams({ from: '+1', to: '+2' }))).status).toBe(400)
  const form = new URLSearchParams({ from: '+14155550103', to: '+15005550006', body: 'STOP' })
  expect((await reply(form, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  await sandbox.idle()
  expect(product.received).toHaveLength(before)
})

test('[SBX-02] a mail that comes twice with one Message-ID is in the mailbox once, and its source can be read', async () => {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: sandbox.smtp, secure: false })
  const mail = { from: 'a@shop.test', to: 'twice@example.com', subject: 'Once', text: 'x', messageId: '<1@shop.test>' }
  await transport.sendMail(mail)
  await transport.sendMail(mail)
  await transport.sendMail({ ...mail, to: 'other@example.com' })
  const kept = await sandbox.mailbox('twice@example.com')
  expect(kept).toHaveLength(1)
  expect(await sandbox.mailbox('other@example.com')).toHaveLength(1)
  const source = await fetch(`${sandbox.url}/mailbox/messages/${kept[0]?.id}/source`)
  expect(await source.text()).toContain('Message-ID: <1@shop.test>')
})
