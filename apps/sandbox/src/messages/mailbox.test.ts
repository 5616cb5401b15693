import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
  await text('+14155550103', 'Your Nerdify code is 48213\n\n@shop.test #48213')
  await text('+61412345678', 'Order No. 48090 is ready: https://shop.test/orders?a=1&b=2.')
  await nodemailer.createTransport({ host: '127.0.0.1', port: sandbox.smtp, secure: false }).sendMail({
    from: 'login@shop.test',
    to: { name: '', address: 'Dana@example.com' },
    subject: '<script>alert(1)</script>',
    text: '<img src=x onerror=alert(2)>',
    html: '<p>Hello</p><script>alert(3)</script>',
  })
})
afterAll(() => sandbox.close())

async function text(To: string, Body: string): Promise<void> {
  const response = await fetch(`${sandbox.url}/2010-04-01/Accounts/ACsandbox/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('ACsandbox:sandbox').toString('base64')}` },
    body: new URLSearchParams({ To, From: '+14155550100', Body }),
  })
  expect(response.status).toBe(201)
}
const page = async (query = '') => (await fetch(`${sandbox.url}/mailbox${query}`)).text()

test('[SBX-02] messages.json has every message, newest first, in exactly the promised shape', async () => {
  const messages = await sandbox.mailbox()
  expect(messages.map(({ channel }) => channel)).toEqual(['email', 'sms', 'sms'])
  for (const message of messages) {
    expect(Object.keys(message)).toEqual(['id', 'channel', 'to', 'from', 'subject', 'text', 'html', 'received_at'])
  }
  expect(messages.at(-1)).toMatchObject({
    to: '+14155550103',
    from: '+14155550100',
    subject: null,
    html: null,
    text: 'Your Nerdify code is 48213\n\n@shop.test #48213',
  })
  const times = messages.map((message) => message.received_at)
  expect(times.map((time) => new Date(time).toISOString())).toEqual(times)
  expect(times).toEqual(times.toSorted().toReversed())
})

test.each([
  ['+1 (415) 555-0103', ['+14155550103']],
  ['4155550103', ['+14155550103']],
  ['0412 345 678', ['+61412345678']],
  ['dana@example.COM', ['Dana@example.com']],
  ['0103', []],
  ['+14155550104', []],
  ['ana@example.com', []],
  ['%', []],
])('[SBX-02] finds a phone or an address in any notation, and no other: %s', async (to, found) => {
  expect((await sandbox.mailbox(to)).map((message) => message.to)).toEqual(found)
})

test('[SBX-02] searches subjects and texts, even with an unescaped plus sign', async () => {
  const found = async (query: string) => {
    const response = await fetch(`${sandbox.url}/mailbox/messages.json?${query}`)
    return ((await response.json()) as { to: string }[]).map(({ to }) => to)
  }
  expect(await found('says=code+is+48213')).toEqual(['+14155550103'])
  expect(await found('says=alert(1)')).toEqual(['Dana@example.com'])
  expect(await found('says=%25')).toEqual([])
  expect(await found('to=+14155550103')).toEqual(['+14155550103'])
})

test('[SBX-02] shows messages newest first, with links, and a button to copy the code', async () => {
  const markup = await page()
  const labels = [...markup.matchAll(/<article[^>]* aria-label="([^"]*)"/g)].map(([, label]) => label)
  expect(labels).toEqual(['E-mail to Dana@example.com', 'SMS to +61412345678', 'SMS to +14155550103'])
  expect(markup).toContain('href="https://shop.test/orders?a=1&amp;b=2"')
  expect(markup).toContain('<output class="code big">48213</output>')
  expect([...markup.matchAll(/data-copy="(\d+)"/g)].map(([, code]) => code)).toEqual(['48213'])
  const narrowed = await page('?to=%2B14155550103')
  expect(narrowed).toContain('SMS to +14155550103')
  expect(narrowed).not.toContain('Dana@example.com')
  expect(await page('?to=nobody%40example.com')).toContain('No messages to nobody@example.com yet.')
})

test('[SBX-02] shows a mail as text, and its HTML in a frame without scripts', async () => {
  const markup = await page()
  expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(markup).not.toMatch(/<script>|<img/)
  const frame = /<iframe[^>]*>/.exec(markup)?.[0] ?? ''
  expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  const policyOf = async (path = '') => (await fetch(sandbox.url + path)).headers.get('content-security-policy')
  const policy = await policyOf(/src="([^"]*)"/.exec(frame)?.[1])
  expect(policy).toMatch(/^sandbox allow-popups[a-z -]*; default-src 'none';/)
  expect(policy).not.toContain('script')
  expect(await policyOf('/mailbox')).toContain("script-src 'self';")
  expect((await fetch(`${sandbox.url}/assets/mailbox.js`)).status).toBe(200)
})
