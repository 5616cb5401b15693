import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { freePort } from '../testing/sandbox-process.ts'
import { textsTo } from '../testing/test-client.ts'
import { smtpMail } from './mail-smtp.ts'

const smtp = (port = inject('sandbox').smtp) => ({
  host: '127.0.0.1',
  port,
  user: undefined,
  password: undefined,
  from: 'Nerdify <hi@nerdify.test>',
  replyTo: 'help@nerdify.test',
})

/** Sends one mail by SMTP to the sandbox's mail server, or to another port. */
async function sendTo(to: string, port?: number, replyTo?: string) {
  const mail = smtpMail({ ...smtp(port), dkim: undefined })
  try {
    const words = { subject: 'A subject', text: 'Some text', html: '<p>Some text</p>' }
    return await mail.send({ id: `mail-${to}`, to, replyTo, ...words })
  } finally {
    mail.close()
  }
}

const mailbox = async (to: string) => textsTo(await testProduct(), to)

/** The source of the only mail to an address. */
async function sourceTo(to: string): Promise<string> {
  const [{ id } = { id: '' }] = (await mailbox(to)) as unknown as { id: string }[]
  return (await fetch(`${inject('sandbox').http}/mailbox/messages/${id}/source`)).text()
}

/** Plans a fault of the sandbox's mail server for the next mail to an address. */
async function planFault(to: string, fault: string): Promise<void> {
  const answer = await fetch(`${inject('sandbox').http}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'mail', to, fault }),
  })
  if (!answer.ok) throw new Error(`the sandbox refused: ${await answer.text()}`)
}

test('[MSG-05] a mail arrives with its subject, its text and its HTML', async () => {
  expect(await sendTo('ann@example.com')).toEqual({
    outcome: 'sent',
    providerId: '<mail-ann@example.com@nerdify.test>',
  })
  expect(await mailbox('ann@example.com')).toMatchObject([
    { from: 'Nerdify <hi@nerdify.test>', subject: 'A subject', text: expect.stringContaining('Some text') },
  ])
})

test('[MSG-05] tells a permanent refusal from a temporary one', async () => {
  expect(await sendTo('bounce@example.com')).toEqual({ outcome: 'refused', code: '550' })
  expect(await sendTo('busy@example.com')).toEqual({ outcome: 'unavailable', code: '451' })
})

test('[MSG-05] an unreachable server has no mail; after a lost answer the outcome is unknown', async () => {
  expect(await sendTo('cut@example.com', await freePort())).toMatchObject({ outcome: 'unavailable' })
  await planFault('lost@example.com', 'lose_response')
  expect(await sendTo('lost@example.com')).toMatchObject({ outcome: 'unknown' })
  expect(await mailbox('lost@example.com')).toHaveLength(1)
})

test('[MSG-05] (abuse 28) refuses an address with a second address or SMTP commands', async () => {
  for (const to of ['a1@example.com, b1@example.com', 'a1@example.com\r\nRCPT TO:<b1@example.com>', '']) {
    expect(await sendTo(to)).toEqual({ outcome: 'refused', code: 'not_one_address' })
  }
  for (const to of ['a1@example.com', 'b1@example.com']) expect(await mailbox(to)).toEqual([])
})

test('[SAFE-11] strips control and bidirectional characters from typed text', async () => {
  const mail = smtpMail({ ...smtp(), dkim: undefined })
  const to = 'typed@example.com'
  const typed = 'report_\u202Efdp.exe\u001b[2J\u200B'
  const html = `<p>${typed}</p>`
  expect(await mail.send({ id: 'typed', to, subject: typed, text: `${typed}\r\nsecond`, html })).toMatchObject({
    outcome: 'sent',
  })
  mail.close()
  const plain = 'report_fdp.exe[2J'
  expect(await mailbox(to)).toMatchObject([
    {
      subject: 'report_fdp.exe [2J',
      text: expect.stringContaining(`${plain}\nsecond`),
      html: expect.stringContaining(plain),
    },
  ])
})

test('[MSG-05] (abuse 28) a subject with line breaks stays one line and adds no header or recipient', async () => {
  const mail = smtpMail({ ...smtp(), dkim: undefined })
  const subject = 'Hello\r\nBcc: c1@example.com\r\n\r\nBody'
  const [to, text, html] = ['crlf@example.com', 'Some text', '<p>Some text</p>']
  expect(await mail.send({ id: 'crlf', to, subject, text, html })).toMatchObject({ outcome: 'sent' })
  mail.close()
  expect(await mailbox(to)).toMatchObject([{ subject: 'Hello Bcc: c1@example.com Body' }])
  expect(await mailbox('c1@example.com')).toEqual([])
})

test('[MSG-05] a DKIM key signs the mail with its one-click header', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const mail = smtpMail({ ...smtp(), dkim: { domain: 'nerdify.test', selector: 's1', privateKey } })
  const to = 'signed@example.com'
  const unsubscribeUrl = 'https://nerdify.test/u/1'
  await mail.send({ id: 'signed', to, subject: 'Signed', text: 'x', html: '<p>x</p>', unsubscribeUrl })
  mail.close()
  const source = await sourceTo(to)
  // Stops automatic replies.
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/im)
  const signature = /^DKIM-Signature:.*(?:\r\n[ \t].*)*/im.exec(source)?.[0].replace(/\s+/g, '') ?? ''
  expect(signature).toContain('d=nerdify.test')
  expect(signature).toContain('s=s1')
  expect(/;h=([^;]*)/.exec(signature)?.[1]?.toLowerCase().split(':')).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
})

test('[HOLD-11] greets with the sender’s domain, and replies go to the read mailbox', async () => {
  await sendTo('greeted@example.com')
  const source = await sourceTo('greeted@example.com')
  expect(source).toMatch(/^Received: from nerdify\.test by /m)
  expect(source).toMatch(/^Reply-To: help@nerdify\.test\r?$/im)
})

test('[MSG-01] (abuse 28) replies go to a mail’s own single address, else to the default one', async () => {
  await sendTo('answered@example.com', undefined, 'stranger@example.com')
  expect(await sourceTo('answered@example.com')).toMatch(/^Reply-To: stranger@example\.com\r?$/im)
  await sendTo('guarded@example.com', undefined, 'a@b.co, victim@x.co')
  expect(await sourceTo('guarded@example.com')).toMatch(/^Reply-To: help@nerdify\.test\r?$/im)
})

test.each([
  ['at once has no mail', '', 'unavailable'],
  ['after its greeting leaves the outcome unknown', '220 here\r\n', 'unknown'],
])('[HOLD-11] a mail server that falls mute %s', async (_what, greeting, outcome) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume()
    socket.write(greeting)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const mail = smtpMail({ ...smtp(port), dkim: undefined }, { connectMs: 500, answerMs: 1_000 })
  const message = { id: 'mute', to: 'mute@example.com', subject: 'A subject', text: 'x', html: '<p>x</p>' }
  expect(await mail.send(message)).toMatchObject({ outcome })
  await expect(mail.reach()).rejects.toThrow(/timeout|never received/i)
  mail.close()
  server.close()
})

test.each([
  ['our sender', { MAIL: '550 5.7.60 Client does not have permissions to send as this sender' }, 'unavailable'],
  ['a stranger', { MAIL: '530 5.7.0 Authentication Required' }, 'unavailable'],
  ['a stranger at the recipient', { RCPT: '530 5.7.1 Must issue a STARTTLS command first' }, 'unavailable'],
  ['a foreign domain', { RCPT: '554 5.7.1 <ann@example.com>: Relay access denied' }, 'unavailable'],
  ['an unverified sender', { DATA: '554 Message rejected: Email address is not verified.' }, 'unavailable'],
  ['the recipient', { RCPT: '550 5.1.1 <relay@example.com>: Recipient unknown' }, 'refused'],
  ['the size', { MAIL: '552 5.3.4 Message size exceeds fixed limit' }, 'refused'],
])('[MSG-05] keeps a mail for later if the server refuses us, not it: %s', async (_what, replies, outcome) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 here\r\n')
    socket.on('data', (bytes) => {
      const verb = bytes.toString().slice(0, 4)
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      socket.write(`${(replies as Record<string, string>)[verb] ?? '250 well'}\r\n`)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  expect(await sendTo('ann@example.com', port)).toEqual({ outcome, code: Object.values(replies)[0]?.slice(0, 3) })
  server.close()
})
