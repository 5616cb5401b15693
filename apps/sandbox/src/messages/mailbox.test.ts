import nodemailer from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('messages.json', () => {
  test('[SBX-02] has every message, newest first, in exactly the promised shape', async () => {
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
    expect(messages[0]).toMatchObject({
      to: 'Dana@example.com',
      from: 'login@shop.test',
      subject: '<script>alert(1)</script>',
      text: expect.stringContaining('<img src=x onerror=alert(2)>'),
      html: expect.stringContaining('<p>Hello</p><script>alert(3)</script>'),
    })
    const times = messages.map((message) => message.received_at)
    expect(times.map((time) => new Date(time).toISOString())).toEqual(times)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3)
  })

  test.each(['+14155550103', '+1 (415) 555-0103', '1.415.555.0103', '4155550103', '415 555 0103'])(
    '[SBX-02] finds the texts of a phone written as %s',
    async (to) => {
      expect((await sandbox.mailbox(to)).map((message) => message.to)).toEqual(['+14155550103'])
    },
  )

  test('[SBX-02] finds an Australian phone as it is dialled at home', async () => {
    expect((await sandbox.mailbox('0412 345 678')).map((message) => message.to)).toEqual(['+61412345678'])
  })

  test('[SBX-02] a plus sign that was not escaped in the address does no harm', async () => {
    const response = await fetch(`${sandbox.url}/mailbox/messages.json?to=+14155550103`)
    expect(await response.json()).toHaveLength(1)
  })

  test('[SBX-02] finds an e-mail address in any case', async () => {
    expect((await sandbox.mailbox('dana@example.COM')).map((message) => message.to)).toEqual(['Dana@example.com'])
  })

  test.each(['0103', '+14155550104', 'ana@example.com', '%', ''])(
    '[SBX-02] does not take "%s" for one of them',
    async (to) => {
      expect(await sandbox.mailbox(to)).toHaveLength(to === '' ? 3 : 0)
    },
  )
})

describe('the page', () => {
  test('[SBX-02] shows the messages newest first', async () => {
    const markup = await page()
    const order = ['E-mail to Dana@example.com', 'SMS to +61412345678', 'SMS to +14155550103']
    const places = order.map((label) => markup.indexOf(`aria-label="${label}"`))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('[SBX-02] links are clickable, without the full stop behind them', async () => {
    expect(await page()).toContain('href="https://shop.test/orders?a=1&amp;b=2"')
  })

  test('[SBX-02] a code stands in an element of its own with a button to copy it; an order number does not', async () => {
    const markup = await page()
    expect(markup).toContain('<output class="code">48213</output>')
    expect(markup).toContain('data-copy="48213"')
    expect(markup).not.toContain('data-copy="48090"')
  })

  test('[SBX-02] can be narrowed to one recipient', async () => {
    const markup = await page('?to=%2B14155550103')
    expect(markup).toContain('SMS to +14155550103')
    expect(markup).not.toContain('Dana@example.com')
    expect(await page('?to=nobody%40example.com')).toContain('No messages to nobody@example.com yet.')
  })

  test('[SBX-02] what a mail contains is shown as text, and its HTML in a frame where nothing runs', async () => {
    const markup = await page()
    expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(markup).not.toContain('<script>')
    expect(markup).not.toContain('<img')
    const frame = /<iframe[^>]*>/.exec(markup)?.[0] ?? ''
    expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    const source = /src="([^"]*)"/.exec(frame)?.[1]
    const mail = await fetch(sandbox.url + source)
    expect(mail.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups[a-z -]*; default-src 'none';/)
    expect(mail.headers.get('content-security-policy')).not.toContain('script')
  })

  test('[SBX-02] runs no script but its own', async () => {
    const response = await fetch(`${sandbox.url}/mailbox`)
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect((await fetch(`${sandbox.url}/assets/mailbox.js`)).status).toBe(200)
  })
})
