import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

const connect = (more: object = {}) =>
  nodemailer.createTransport({ host: '127.0.0.1', port: sandbox.smtp, secure: false, ...more })
const mailTo = (address: string) => ({
  from: { name: 'Nerdify', address: 'login@shop.test' },
  to: { name: '', address },
  subject: 'Your link to sign in – ✓',
  text: 'Sign in: https://shop.test/auth/abc',
  html: '<p>Sign in: <a href="https://shop.test/auth/abc">here</a></p>',
})
const countOf = async (to: string) => (await sandbox.mailbox(to)).length

test('[SBX-01][SBX-02] accepts a mail by SMTP from any user and decodes its texts in the mailbox', async () => {
  const auth = { user: 'someone', pass: 'secret' }
  await connect({ auth }).sendMail(mailTo('dana@example.com'))
  expect(await sandbox.mailbox('dana@example.com')).toEqual([
    {
      id: expect.any(String),
      channel: 'email',
      to: 'dana@example.com',
      from: 'Nerdify <login@shop.test>',
      subject: 'Your link to sign in – ✓',
      text: 'Sign in: https://shop.test/auth/abc\n',
      html: '<p>Sign in: <a href="https://shop.test/auth/abc">here</a></p>\n',
      received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
  ])
})

test('[SBX-01] delivers a mail to its envelope’s recipients, and to nobody in its headers', async () => {
  const envelope = { from: 'bounce@shop.test', to: ['one@example.com', 'two@example.com'] }
  await connect().sendMail({ ...mailTo('shown@example.com'), envelope })
  expect([await countOf('one@example.com'), await countOf('two@example.com')]).toEqual([1, 1])
  expect(await countOf('shown@example.com')).toBe(0)
})

test('[SBX-02] keeps a mail with a repeated Message-ID once, with its source and greeting', async () => {
  const transport = connect({ name: 'shop.test' })
  const mail = { ...mailTo('twice@example.com'), messageId: '<1@shop.test>' }
  await transport.sendMail(mail)
  await transport.sendMail(mail)
  await transport.sendMail({ ...mail, to: 'other@example.com' })
  const mails = await sandbox.mailbox('twice@example.com')
  expect([mails.length, await countOf('other@example.com')]).toEqual([1, 1])
  const source = await (await fetch(`${sandbox.url}/mailbox/messages/${mails[0]?.id}/source`)).text()
  expect(source).toMatch(/^Received: from shop\.test by sandbox\r\n/)
  expect(source).toContain('Message-ID: <1@shop.test>')
})
