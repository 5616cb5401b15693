import nodemailer from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.control('reset'))
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

test('[SBX-01][SBX-02] a mail sent by SMTP is in the mailbox, its texts decoded', async () => {
  await connect().sendMail(mailTo('dana@example.com'))
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

test('[SBX-01] a mail goes to the recipients of its envelope, each with a copy, and to nobody in its headers', async () => {
  await connect().sendMail({
    ...mailTo('shown@example.com'),
    envelope: { from: 'bounce@shop.test', to: ['one@example.com', 'two@example.com'] },
  })
  expect((await sandbox.mailbox()).map((message) => message.to).toSorted()).toEqual([
    'one@example.com',
    'two@example.com',
  ])
})

test('[SBX-01] any user and password are taken', async () => {
  await connect({ auth: { user: 'someone', pass: 'secret' } }).sendMail(mailTo('dana@example.com'))
  expect(await sandbox.mailbox()).toHaveLength(1)
})

test.each([
  ['bounce@example.com', 550],
  ['Busy@example.com', 451],
])('[SBX-01] %s is refused with %d', async (address, responseCode) => {
  await expect(connect().sendMail(mailTo(address))).rejects.toMatchObject({ responseCode })
  expect(await sandbox.mailbox()).toEqual([])
})

test('[SBX-01] a planned error refuses the next mail for now, and not the one after it', async () => {
  await sandbox.control('faults', { provider: 'mail', fault: 'error' })
  await expect(connect().sendMail(mailTo('dana@example.com'))).rejects.toMatchObject({ responseCode: 451 })
  await connect().sendMail(mailTo('dana@example.com'))
  expect(await sandbox.mailbox()).toHaveLength(1)
})

test('[SBX-01] a fault that is planned for one address waits for its mails', async () => {
  await sandbox.control('faults', { provider: 'mail', fault: 'error', to: 'ann@example.com' })
  await connect().sendMail(mailTo('dana@example.com'))
  await expect(connect().sendMail(mailTo('ann@example.com'))).rejects.toMatchObject({ responseCode: 451 })
  await connect().sendMail(mailTo('ann@example.com'))
  expect(await sandbox.mailbox()).toHaveLength(2)
})

test('[SBX-01] a lost answer leaves the mail delivered and the sender without knowledge of it', async () => {
  await sandbox.control('faults', { provider: 'mail', fault: 'lose_response' })
  await expect(connect().sendMail(mailTo('dana@example.com'))).rejects.toThrow('closed')
  expect(await sandbox.mailbox()).toHaveLength(1)
})

test('[SBX-01] the source of a mail says how its sender greeted', async () => {
  await connect({ name: 'shop.test' }).sendMail(mailTo('dana@example.com'))
  const [{ id } = { id: '' }] = await sandbox.mailbox()
  const source = await (await fetch(`${sandbox.url}/mailbox/messages/${id}/source`)).text()
  expect(source).toMatch(/^Received: from shop\.test by sandbox\r\n/)
})
