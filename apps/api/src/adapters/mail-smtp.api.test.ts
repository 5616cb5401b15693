import { expect, inject, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { freePort } from '../testing/sandbox-process.ts'
import { textsTo } from '../testing/test-client.ts'
import { smtpMail } from './mail-smtp.ts'

/** Sends one mail by SMTP to the sandbox's mail server, or to another port. */
async function sendTo(to: string, port = inject('sandbox').smtp) {
  const mail = smtpMail({
    host: '127.0.0.1',
    port,
    user: undefined,
    password: undefined,
    from: 'Nerdify <hi@nerdify.test>',
  })
  try {
    return await mail.send({ id: `mail-${to}`, to, subject: 'A subject', text: 'Some text', html: '<p>Some text</p>' })
  } finally {
    mail.close()
  }
}

const mailbox = async (to: string) => textsTo(await testProduct(), to)

/** Plans what the sandbox's mail server does with the next mail. */
async function planFault(fault: string): Promise<void> {
  const answer = await fetch(`${inject('sandbox').http}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'mail', fault, calls: 1 }),
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

test('[MSG-05] an address that is refused for good is told from one that is refused for now', async () => {
  expect(await sendTo('bounce@example.com')).toEqual({ outcome: 'refused', code: '550' })
  expect(await sendTo('busy@example.com')).toEqual({ outcome: 'unavailable', code: '451' })
})

test('[MSG-05] a server that is not there took nothing; one that breaks off after the mail may have it', async () => {
  expect(await sendTo('cut@example.com', await freePort())).toMatchObject({ outcome: 'unavailable' })
  await planFault('lose_response')
  expect(await sendTo('lost@example.com')).toMatchObject({ outcome: 'unknown' })
  expect(await mailbox('lost@example.com')).toHaveLength(1)
})

test('[MSG-05] (abuse 28) an address that is really two, or carries commands, reaches nobody', async () => {
  for (const to of ['a1@example.com, b1@example.com', 'a1@example.com\r\nRCPT TO:<b1@example.com>', '']) {
    expect(await sendTo(to)).toEqual({ outcome: 'refused', code: 'not_one_address' })
  }
  for (const to of ['a1@example.com', 'b1@example.com']) expect(await mailbox(to)).toEqual([])
})
