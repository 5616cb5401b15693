import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { setErasure } from '../../accounts/clients.store.ts'
import { createClient } from '../../accounts/create-client.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { eraseDueAccounts } from '../../personal-data/erase-accounts.ts'
import { bookCardPayment } from '../../testing/operations-calls.ts'
import { nothingPutOff } from '../../testing/nothing-put-off.ts'
import { testProduct } from '../../testing/running-product.ts'
import { eventually, newAccount, newPhone, send, signedInPerson, textsTo } from '../../testing/test-client.ts'
import { postText, signatureOfText } from '../../testing/text-webhook.ts'
import { insertMessage, type OutboxMessage } from '../outbox.store.ts'
import { hasOptedOut, mayGetMarketing, noteMarketingConsent } from './opt-outs.ts'

afterEach(async () => (await testProduct()).clock.reset())

/** Answers a text as its reader, on the sandbox's mailbox page. */
async function replyFrom(phone: string, body: string): Promise<void> {
  const { sandboxUrl, settings } = await testProduct()
  const answer = await fetch(`${sandboxUrl}/mailbox/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: phone, to: settings.sms.from.US, body }),
  })
  expect(answer.status).toBe(200)
}

const lastText = async (phone: string, count: number) =>
  eventually(async () => {
    const texts = await textsTo(await testProduct(), phone)
    return texts.length === count && texts[0]
  })

/** Announces something about an order, and waits for the message's final state. */
const announceTo = async (address: string): Promise<string> =>
  (await sendTo(address, { template: 'order-sent', variables: { number: '1234', title: '<b>Title</b>' } })).status

/** Sends a message, and waits for its final state. */
async function sendTo(address: string, message: Pick<OutboxMessage, 'template' | 'variables'>) {
  const { product, clock } = await testProduct()
  const channel = address.includes('@') ? 'email' : 'sms'
  const id = uuidv7(clock.now())
  await insertMessage(product.queries, id, clock.now(), { channel, to: address, ...message, dedupeKey: id })
  product.wake.outbox()
  return eventually(async () => {
    const sent = await product.queries
      .selectFrom('outbox')
      .select(['status', 'error_code'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return !['queued', 'sending'].includes(sent.status) && sent
  })
}

const requestCode = (phone: string) =>
  send('POST', '/api/v3/factor_auth', { body: { type: 'request_code', factor: 'phone', value: phone } })

describe('STOP', () => {
  test.each(['STOP', 'stop.', 'Unsubscribe', 'CANCEL', 'End', 'quit', 'Stop all'])(
    '[LAW-07] "%s" ends the texts at once, confirmed once; a requested code still arrives; START undoes it',
    async (word) => {
      const { phone } = await newAccount()
      expect(await announceTo(phone)).toBe('sent')
      await replyFrom(phone, word)
      expect((await lastText(phone, 2))?.text).toContain('no more texts')
      expect(await announceTo(phone)).toBe('opted_out')
      await requestCode(phone)
      expect((await lastText(phone, 3))?.text).toContain('Your Nerdify code')
      await replyFrom(phone, 'START')
      expect((await lastText(phone, 4))?.text).toContain('again')
      expect(await announceTo(phone)).toBe('sent')
      await lastText(phone, 5)
    },
  )

  test('[LAW-07] answers HELP, and any other text has no effect', async () => {
    const phone = newPhone()
    await replyFrom(phone, 'please do not stop')
    await replyFrom(phone, 'help')
    expect((await lastText(phone, 1))?.text).toContain('/contact-us')
    expect(await announceTo(phone)).toBe('sent')
  })

  test('[WAIT-03] mails staff a client’s text with sender and order, but not STOP and similar words', async () => {
    const product = await testProduct()
    const person = await signedInPerson()
    const { phone, clientId } = person
    const order = await person.order()
    await bookCardPayment(person, order, 4800)
    await replyFrom(phone, 'STOP')
    await replyFrom(phone, 'Where is my essay?')
    const [mail, ...others] = await eventually(async () => {
      const ours = await textsTo(product, product.settings.supportEmail, formatPhone(phone))
      return ours.length > 0 && ours
    })
    expect(others).toEqual([])
    expect(mail?.text).toContain('Where is my essay?')
    expect(mail?.text).toContain(clientId)
    expect(mail?.text).toContain(order.number)
  })

  test('[LAW-07] an unsigned text has no effect; a repeated one counts once', async () => {
    const phone = newPhone()
    const fields = { MessageSid: `SM${phone}`, From: phone, Body: 'STOP', To: '+15005550006' }
    for (const forged of [await signatureOfText(fields, 'another token'), '', 'x']) {
      expect(await postText(fields, forged)).toMatchObject({ status: 400, body: { error_type: 'signature_wrong' } })
    }
    expect(await announceTo(phone)).toBe('sent')
    for (let time = 0; time < 2; time += 1) expect((await postText(fields)).status).toBe(200)
    await lastText(phone, 2)
    expect(await announceTo(phone)).toBe('opted_out')
    expect(await textsTo(await testProduct(), phone)).toHaveLength(2)
  })

  test('[LAW-07] respects an opt-out at the provider', async () => {
    const phone = '+12125550004'
    const announcement = { template: 'order-sent', variables: { number: '1234', title: 'Essay' } } as const
    const refused = { status: 'opted_out', error_code: '21610' }
    expect(await sendTo(phone, announcement)).toEqual(refused)
    expect(await sendTo(phone, announcement)).toEqual({ status: 'opted_out', error_code: null })
    // The provider confirmed the STOP itself; staff learn that a help text did not arrive.
    expect(await sendTo(phone, { template: 'texts-ended', variables: {} })).toEqual(refused)
    expect(await sendTo(phone, { template: 'texts-help', variables: {} })).toEqual({ ...refused, status: 'dead' })
  })
})

describe('the unsubscribe link', () => {
  const mailTo = async (address: string, count = 1) => {
    const { sandboxUrl } = await testProduct()
    await lastText(address, count)
    const answer = await fetch(`${sandboxUrl}/mailbox/messages.json?to=${encodeURIComponent(address)}`)
    const [mail] = (await answer.json()) as { id: string; text: string; html: string }[]
    const source = await (await fetch(`${sandboxUrl}/mailbox/messages/${mail?.id}/source`)).text()
    return { text: mail?.text ?? '', html: mail?.html ?? '', source }
  }
  const tokenIn = (text: string) => /\/unsubscribe\/([\w.-]+)/.exec(text)?.[1] as string

  test('[LAW-07][MSG-06] a mail program’s click ends such mails, however often; others continue', async () => {
    const address = `${uuidv7(Date.now())}@example.com`
    expect(await announceTo(address)).toBe('sent')
    const { source, text } = await mailTo(address)
    const { publicUrl } = (await testProduct()).settings
    const oneClick = /^List-Unsubscribe: <([^>]+)>/im.exec(source.replace(/\r\n[ \t]+/g, ' '))?.[1] as string
    expect(oneClick.startsWith(`${publicUrl}/api/v1/unsubscribe/`)).toBe(true)
    expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im)
    expect(text).toContain(`${publicUrl}/unsubscribe/${tokenIn(text)}`)
    for (let click = 0; click < 2; click += 1) {
      const answer = await send<{ ok: boolean }>('POST', new URL(oneClick).pathname, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    }
    expect(await announceTo(address.toUpperCase())).toBe('opted_out')
    expect(await announceTo(`other.${address}`)).toBe('sent')
  })

  test('[LAW-07] a foreign token has no effect, nor has opening the link', async () => {
    const address = `${uuidv7(Date.now())}@example.com`
    await announceTo(address)
    const token = tokenIn((await mailTo(address)).text)
    for (const wrong of [`${token}x`, `${uuidv7(0)}.${token.split('.')[1]}`, token.split('.')[0], 'nonsense']) {
      expect((await send('POST', `/api/v1/unsubscribe/${wrong}`)).status).toBe(404)
    }
    expect((await send('GET', `/api/v1/unsubscribe/${token}`)).status).toBe(404)
    expect(await announceTo(address)).toBe('sent')
  })

  test('[LAW-07][LAW-06] the link of an erased account says that it does not work, and stores nothing', async () => {
    const { product, clock } = await testProduct()
    const email = `${uuidv7(Date.now())}@example.com`
    const clientId = await createClient(product.queries, clock.now(), { phone: null, email })
    await announceTo(email)
    const token = tokenIn((await mailTo(email)).text)
    await setErasure(product.queries, clientId, clock.now() - 1)
    while ((await eraseDueAccounts(nothingPutOff(product))) > 0);
    expect((await send('POST', `/api/v1/unsubscribe/${token}`)).status).toBe(404)
    expect(await hasOptedOut(product.queries, { channel: 'email', address: '' })).toBe(false)
  })

  test('[MSG-06] (abuse 39) the mail shows the client’s title as plain words', async () => {
    const address = `${uuidv7(Date.now())}@example.com`
    await announceTo(address)
    const { html } = await mailTo(address)
    expect(html).toContain('&lt;b&gt;Title&lt;/b&gt;')
    expect(html).not.toContain('<b>Title')
  })

  test('[AUTH-08] a sign-in mail has no such link', async () => {
    const { product, clock } = await testProduct()
    const address = `a${Math.floor(Math.random() * 1e9)}@example.com`
    await createClient(product.queries, clock.now(), { phone: null, email: address })
    await send('POST', '/api/v3/factor_auth', { body: { type: 'request_code', factor: 'email', value: address } })
    expect((await mailTo(address)).source).not.toMatch(/unsubscribe/i)
  })
})

describe('consent to marketing', () => {
  test('[LAW-07] nobody gets marketing without consent; STOP withdraws it', async () => {
    const { product, clock } = await testProduct()
    const { phone, clientId } = await newAccount()
    const address = { channel: 'sms', address: phone } as const
    expect(await mayGetMarketing(product.queries, address)).toBe(false)
    await noteMarketingConsent(product.queries, {
      clientId,
      phone,
      email: null,
      ip: '127.0.0.1',
      granted: true,
      wording: 'Yes',
      now: clock.now(),
    })
    expect(await mayGetMarketing(product.queries, address)).toBe(true)
    await replyFrom(phone, 'STOP')
    await lastText(phone, 1)
    expect(await mayGetMarketing(product.queries, address)).toBe(false)
  })
})
