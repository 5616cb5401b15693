import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { Client } from '@nerdify/contract/client.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { daysOfAccountLink, emailChangesADay } from '@nerdify/domain/clients/email-change.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { startSession } from '../sessions/sessions.ts'
import { limitUse } from '../limits/rate-limit.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import {
  confirmationKeys,
  eventually,
  giveEmail,
  keyOfConfirmation,
  openAccountLink,
  type Reply,
  send,
  signedInPerson,
  signInByCode,
  signedInAnew,
  type TestPerson,
  textsTo,
} from '../testing/test-client.ts'
import { emailChangesOfOneClient } from './email-changes.ts'

const dayMs = 86_400_000
const me = apiPaths.me()

const changeMe = (person: TestPerson, change: object): Promise<Reply<Client>> =>
  person.send<Client>('PATCH', me, change)
const readMe = async (person: TestPerson) => (await person.send<Client>('GET', me)).body
const addressOf = (person: TestPerson, name: string) => `${name}${person.phone.slice(-9)}@example.com`

/** A client without an e-mail. */
const newcomer = () => signedInPerson([], { email: null })

/** Requests a new address, as the screen does; throws if it is refused. */
async function ask(person: TestPerson, email: string): Promise<Client> {
  const answer = await changeMe(person, { email })
  expect(answer.status).toBe(200)
  return answer.body
}

/** The keys of undo links in the messages to an address or a phone, newest first. */
async function undoKeysIn(to: string): Promise<string[]> {
  const messages = await textsTo(await testProduct(), to)
  const link = new RegExp(`${webPaths.undoEmail('')}([\\w-]+)`)
  return messages.flatMap(({ text }) => link.exec(text)?.[1] ?? [])
}

const firstUndoKeyIn = (to: string) => eventually(async () => (await undoKeysIn(to))[0])

/** Signs the same client in again once their address has been in force longer than a link lives. */
async function onceHeldLong(person: TestPerson): Promise<TestPerson> {
  const { clock } = await testProduct()
  clock.advance((daysOfAccountLink + 1) * dayMs)
  return signedInAnew(person)
}

/** The keys of undo links in the texts to a phone, newest first, once there are `count`. */
const undoKeysTexted = (phone: string, count: number) =>
  eventually(async () => {
    const keys = await undoKeysIn(phone)
    return keys.length === count && keys
  })

/** The notice of a change to the former address. */
const mailAboutChange = (to: string) =>
  eventually(async () => (await mailsTo(to)).find((text) => text.includes('in place of this address')))

/** Whether an address can sign in. */
async function signsIn(email: string): Promise<boolean> {
  const body = { type: 'request_code', factor: 'email', value: email }
  return (await send<{ ok: boolean }>('POST', apiPaths.factorAuth(), { body })).body.ok
}

/** The mails to an address so far, newest first. */
async function mailsTo(email: string): Promise<string[]> {
  return (await textsTo(await testProduct(), email)).map(({ text }) => text)
}

afterEach(async () => (await testProduct()).clock.reset())

describe('a new e-mail', () => {
  test('[SAFE-02] is pending until its link is opened: it signs nobody in, and the old one stays', async () => {
    const person = await newcomer()
    const [old, wanted] = [addressOf(person, 'old'), addressOf(person, 'wanted')]
    await giveEmail(person, old)
    expect(await ask(person, wanted)).toMatchObject({ email: { email: old }, pending_email: wanted })
    expect(await signsIn(wanted)).toBe(false)
    expect(await signsIn(old)).toBe(true)
    // A scanner that fetches the link confirms nothing: the page's script posts the key.
    const key = await keyOfConfirmation(wanted)
    await send('GET', webPaths.confirmEmail(key))
    await send('GET', apiPaths.accountLink())
    expect((await readMe(person)).email).toEqual({ email: old })
    expect(await openAccountLink('confirm_email', key)).toMatchObject({ status: 200, body: { email: wanted } })
    expect(await readMe(person)).toMatchObject({ email: { email: wanted }, pending_email: null })
    expect(await signsIn(wanted)).toBe(true)
    expect(await signsIn(old)).toBe(false)
    // A second opening is a no-op.
    expect(await openAccountLink('confirm_email', key)).toMatchObject({ status: 200, body: { email: wanted } })
  })

  test('[SAFE-02][SAFE-13] merely loading a link’s page names the account, without effect', async () => {
    const newOwner = await newcomer()
    const [old, wanted] = [addressOf(newOwner, 'old'), addressOf(newOwner, 'wanted')]
    await giveEmail(newOwner, old)
    const person = await onceHeldLong(newOwner)
    await ask(person, wanted)
    await changeMe(person, { action: 'delete_account' })
    const links = {
      confirm_email: await keyOfConfirmation(wanted),
      undo_email: await firstUndoKeyIn(old),
      keep_account: await eventually(
        async () => /\/account\/keep\/([\w-]+)/.exec((await mailsTo(old)).join('\n'))?.[1],
      ),
    }
    for (const [does, key] of Object.entries(links)) {
      const body = { does, key, look: true }
      expect(await send('POST', apiPaths.accountLink(), { body })).toMatchObject({
        status: 200,
        body: { account: { phone_end: person.phone.slice(-4), email: null } },
      })
    }
    expect(await readMe(person)).toMatchObject({
      email: { email: old },
      pending_email: wanted,
      delete_at: expect.any(String),
    })
  })

  test('[SAFE-02] a pending address gets no other message', async () => {
    const person = await newcomer()
    const newEmail = addressOf(person, 'quiet')
    await ask(person, newEmail)
    await changeMe(person, { announce_by: 'email' })
    const order = await person.order()
    await person.send('POST', apiPaths.textBack(), { crm_id: person.clientId, number: order.number })
    // The announcement goes to the phone instead (MSG-06).
    await eventually(async () =>
      (await textsTo(await testProduct(), person.phone)).find(({ text }) => text.includes(order.number)),
    )
    const mails = await mailsTo(newEmail)
    expect(mails.filter((text) => !text.includes(webPaths.confirmEmail('')))).toEqual([])
  })

  test('[SAFE-02] blocks nobody: its true owner may still use it, and the other’s link says so', async () => {
    const [squatter, owner] = [await newcomer(), await newcomer()]
    const email = addressOf(owner, 'mine')
    await ask(squatter, email)
    const key = await keyOfConfirmation(email)
    await giveEmail(owner, email)
    expect(await openAccountLink('confirm_email', key)).toMatchObject({
      status: 422,
      body: { error_type: 'email_taken' },
    })
    expect((await readMe(squatter)).email_confirmed).toBe(false)
    expect((await readMe(owner)).email).toEqual({ email })
    // It does not block an account created by operations either.
    const other = addressOf(owner, 'other')
    await ask(squatter, other)
    expect((await operate('POST', '/clients', { email: other })).status).toBe(201)
  })

  test('[SAFE-02][FLOW-22][AUTH-22] answers the same whether or not another account has it, in any spelling', async () => {
    const [owner, curious] = [await newcomer(), await newcomer()]
    const takenEmail = addressOf(owner, 'taken')
    await giveEmail(owner, takenEmail)
    const free = addressOf(curious, 'free0')
    const answers = []
    for (const email of [takenEmail.toUpperCase(), ` ${free} `]) {
      const { status, body } = await changeMe(curious, { email })
      const shown = body.email?.email.replace(/.*@/, '@').toLowerCase()
      answers.push({ status, body: { ...body, email: { email: shown } } })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { email: { email: '@example.com' }, email_confirmed: false },
    })
    // Its owner gets a mail without a link, so the address cannot be given away.
    const notice = await eventually(async () => (await mailsTo(takenEmail)).find((text) => /already/.test(text)))
    expect(notice).not.toContain(webPaths.confirmEmail(''))
    expect(await signsIn(takenEmail)).toBe(true)
  })

  test('[SAFE-02] no mail to an unproved address contains words of its sender', async () => {
    const person = await newcomer()
    await changeMe(person, { nickname: 'Win $500 at evil.example' })
    const newEmail = addressOf(person, 'relay')
    await ask(person, newEmail)
    await keyOfConfirmation(newEmail)
    expect((await mailsTo(newEmail)).join()).not.toContain('evil')
  })

  test('[SAFE-02] refuses the sixth change of a day with the time to try again', async () => {
    const person = await newcomer()
    const { product, clock, settings } = await testProduct()
    const limit = emailChangesOfOneClient
    expect(limit).toMatchObject({ most: emailChangesADay, windowMs: dayMs })
    expect(emailChangesADay).toBe(5)
    // LIMIT_SCALE multiplies every limit in tests: this spends all but one use.
    const use = { subject: person.clientId, now: clock.now(), scale: settings.limitScale }
    const most = limit.most * settings.limitScale
    await limitUse(product.queries, limit, use)
    await product.queries
      .updateTable('rate_bucket')
      .set({ count: most - 1 })
      .where('key', '=', `${limit.name}:${person.clientId}`)
      .execute()
    await ask(person, addressOf(person, 'fifth'))
    const sixth = await changeMe(person, { email: addressOf(person, 'sixth') })
    expect(sixth).toMatchObject({ status: 429, body: { error_type: 'too_many_requests' } })
    expect(sixth.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await readMe(person)).email).toEqual({ email: addressOf(person, 'fifth') })
    clock.advance(dayMs + dayMs / 12)
    // A change needs a recent sign-in (SAFE-03).
    const again = { token: await signInByCode(await testProduct(), person.phone) }
    const change = { ...again, body: { email: addressOf(person, 'sixth') } }
    expect((await send('PATCH', me, change)).status).toBe(200)
  })

  test('[SAFE-02] the newest change counts; earlier links expire, and a repeat mails the link again', async () => {
    const person = await newcomer()
    const [one, other] = [addressOf(person, 'one'), addressOf(person, 'other')]
    await ask(person, one)
    const key = await keyOfConfirmation(one)
    await ask(person, other)
    expect(await openAccountLink('confirm_email', key)).toMatchObject({
      status: 422,
      body: { error_type: 'link_replaced' },
    })
    await keyOfConfirmation(other)
    await ask(person, other)
    await eventually(async () => (await mailsTo(other)).length === 2)
    expect(await openAccountLink('confirm_email', await keyOfConfirmation(other))).toMatchObject({ status: 200 })
    expect((await readMe(person)).email).toEqual({ email: other })
  })

  test('[SAFE-02] an opened link says so again only while the account has its address', async () => {
    const person = await newcomer()
    const [one, other] = [addressOf(person, 'one'), addressOf(person, 'other')]
    await ask(person, one)
    const key = await keyOfConfirmation(one)
    const open = () => openAccountLink('confirm_email', key)
    for (const _press of ['first', 'repeated'])
      expect(await open()).toMatchObject({ status: 200, body: { email: one } })
    await ask(person, other)
    expect((await open()).status).toBe(200)
    expect((await openAccountLink('confirm_email', await keyOfConfirmation(other))).status).toBe(200)
    expect(await open()).toMatchObject({ status: 422, body: { error_type: 'link_replaced' } })
    expect((await readMe(person)).email).toEqual({ email: other })
  })

  test('[SAFE-02] typing the current address cancels a pending one', async () => {
    const person = await newcomer()
    const [old, wanted] = [addressOf(person, 'old'), addressOf(person, 'wanted')]
    await giveEmail(person, old)
    await ask(person, wanted)
    const key = await keyOfConfirmation(wanted)
    expect(await ask(person, old)).toMatchObject({ email: { email: old }, pending_email: null })
    expect((await openAccountLink('confirm_email', key)).status).toBe(422)
  })

  test('[SAFE-02] an expired or unknown link is refused in words', async () => {
    const person = await newcomer()
    const newEmail = addressOf(person, 'late')
    await ask(person, newEmail)
    const key = await keyOfConfirmation(newEmail)
    const { clock } = await testProduct()
    clock.advance(daysOfAccountLink * dayMs + 1)
    expect(await openAccountLink('confirm_email', key)).toMatchObject({
      status: 422,
      body: { error_type: 'link_expired' },
    })
    expect(await openAccountLink('confirm_email', 'no-such-key')).toMatchObject({
      status: 422,
      body: { error_type: 'link_unknown' },
    })
    // A key has one purpose.
    expect(await openAccountLink('undo_email', key)).toMatchObject({
      status: 422,
      body: { error_type: 'link_unknown' },
    })
  })
})

describe('a first e-mail', () => {
  test('[SAFE-02] typed after a code it counts at once, notifies nobody, and signs in after confirmation', async () => {
    const person = await newcomer()
    const first = addressOf(person, 'first')
    expect(await ask(person, first)).toMatchObject({
      email: { email: first },
      email_confirmed: false,
      pending_email: null,
    })
    expect(await signsIn(first)).toBe(false)
    const { product } = await testProduct()
    const texts = product.queries.selectFrom('outbox').select('template').where('to_address', '=', person.phone)
    expect(await texts.execute()).toEqual([])
    expect((await openAccountLink('confirm_email', await keyOfConfirmation(first))).status).toBe(200)
    expect(await readMe(person)).toMatchObject({ email: { email: first }, email_confirmed: true })
    expect(await signsIn(first)).toBe(true)
  })

  test('[SAFE-02] typed after a mailed link it is pending, and the phone gets an undo link', async () => {
    const { product } = await testProduct()
    const { clientId, phone } = await newcomer()
    const token = await startSession(product, product.queries, { clientId, origin: 'mail-link' })
    const email = `mailed${phone.slice(-9)}@example.com`
    expect((await send<Client>('PATCH', me, { token, body: { email } })).body).toMatchObject({
      email: null,
      email_confirmed: false,
      pending_email: email,
    })
    await openAccountLink('confirm_email', await keyOfConfirmation(email))
    expect(await openAccountLink('undo_email', await firstUndoKeyIn(phone))).toMatchObject({
      status: 200,
      body: { email: null },
    })
    expect(await signsIn(email)).toBe(false)
  })
})

describe('undoing a change of the e-mail', () => {
  test('[SAFE-02] notifies the old address and the phone at once, each with an undo link', async () => {
    const newOwner = await newcomer()
    const [old, wanted] = [addressOf(newOwner, 'old'), addressOf(newOwner, 'thief')]
    await giveEmail(newOwner, old)
    const person = await onceHeldLong(newOwner)
    const before = (await undoKeysIn(person.phone)).length
    // Another spelling of the address does not restart the time that it has been in force.
    const spelt = old.toUpperCase()
    await ask(person, spelt)
    await ask(person, wanted)
    const byMail = await firstUndoKeyIn(spelt)
    await undoKeysTexted(person.phone, before + 1)
    expect(await openAccountLink('undo_email', byMail)).toMatchObject({ status: 200, body: { email: spelt } })
    expect((await send('GET', me, { token: person.token })).status).toBe(401)
    const key = await keyOfConfirmation(wanted)
    expect(await openAccountLink('confirm_email', key)).toMatchObject({ status: 422 })
    expect([await signsIn(old), await signsIn(wanted)]).toEqual([true, false])
  })

  test('[SAFE-02] an address newer than a link’s lifetime gets neither a link nor the new address', async () => {
    const person = await newcomer()
    const [recent, wanted] = [addressOf(person, 'recent'), addressOf(person, 'wanted')]
    await giveEmail(person, recent)
    const { clock } = await testProduct()
    clock.advance((daysOfAccountLink - 1) * dayMs)
    await ask(await signedInAnew(person), wanted)
    const mail = await mailAboutChange(recent)
    expect(mail).not.toContain(webPaths.undoEmail(''))
    expect(mail).not.toContain(wanted)
    expect(mail).toContain('the link that we texted to your phone')
  })

  test('[SAFE-02] an intruder’s address does not return after the owner changed it and signed out', async () => {
    const newOwner = await newcomer()
    const [own, evil] = [addressOf(newOwner, 'own'), addressOf(newOwner, 'evil')]
    await giveEmail(newOwner, own)
    const owner = await onceHeldLong(newOwner)
    const textsBefore = (await undoKeysIn(owner.phone)).length
    await giveEmail(await signedInAnew(owner), evil)
    const mailedToOwner = await firstUndoKeyIn(own)
    await giveEmail(owner, own)
    expect((await owner.send('POST', apiPaths.signOutEverywhere())).status).toBe(200)

    await mailAboutChange(evil)
    expect(await undoKeysIn(evil)).toEqual([])
    expect(await signsIn(evil)).toBe(false)
    // A confirmed change ends mailed links, but not texted ones.
    expect(await openAccountLink('undo_email', mailedToOwner)).toMatchObject({
      status: 422,
      body: { text: expect.stringContaining('texted to your phone') },
    })
    const [, ofEvil = ''] = await undoKeysTexted(owner.phone, textsBefore + 2)
    expect(await openAccountLink('undo_email', ofEvil)).toMatchObject({ status: 200, body: { email: own } })
    expect(await signsIn(own)).toBe(true)
  })

  test('[SAFE-02] an account without a phone undoes a change by mail, also after its confirmation', async () => {
    const { clock, product } = await testProduct()
    const old = addressOf(await newcomer(), 'old')
    const { body: account } = await operate<{ id: string }>('POST', '/clients', { email: old })
    clock.advance((daysOfAccountLink + 1) * dayMs)
    const token = await startSession(product, product.queries, { clientId: account.id, origin: 'mail-link' })
    const thief = `thief.${old}`
    await giveEmail({ send: (method, path, body) => send(method, path, { token, body }) }, thief)
    const key = await firstUndoKeyIn(old)
    expect(await openAccountLink('undo_email', key)).toMatchObject({ status: 200, body: { email: old } })
    expect(await signsIn(thief)).toBe(false)
  })

  test('[SAFE-02] by text is possible for days, even after two confirmed changes', async () => {
    const newOwner = await newcomer()
    const [old, thief, second] = ['old', 'thief', 'second'].map((name) => addressOf(newOwner, name)) as [
      string,
      string,
      string,
    ]
    await giveEmail(newOwner, old)
    const person = await onceHeldLong(newOwner)
    const textsBefore = (await undoKeysIn(person.phone)).length
    await giveEmail(person, thief)
    await giveEmail(person, second)
    const [ofSecond = '', ofThief = ''] = await undoKeysTexted(person.phone, textsBefore + 2)
    const { clock } = await testProduct()
    clock.advance((daysOfAccountLink - 1) * dayMs)
    expect(await openAccountLink('undo_email', ofThief)).toMatchObject({ status: 200, body: { email: old } })
    // Undoing a change also undoes those after it.
    for (const key of [ofSecond, ofThief]) {
      expect(await openAccountLink('undo_email', key)).toMatchObject({ status: 422, body: { error_type: 'link_used' } })
    }
    expect([await signsIn(old), await signsIn(thief), await signsIn(second)]).toEqual([true, false, false])
  })

  test('[SAFE-02] leaves an old address with the account that has taken it', async () => {
    const [person, other] = [await newcomer(), await newcomer()]
    const [old, wanted] = [addressOf(person, 'old'), addressOf(person, 'wanted')]
    await giveEmail(person, old)
    const textsBefore = (await undoKeysIn(person.phone)).length
    await giveEmail(person, wanted)
    const [key = ''] = await undoKeysTexted(person.phone, textsBefore + 1)
    await giveEmail(other, old)
    expect(await openAccountLink('undo_email', key)).toMatchObject({ status: 200, body: { email: null } })
    expect((await readMe(other)).email).toEqual({ email: old })
    expect(await signsIn(wanted)).toBe(false)
  })
})

describe('two clients confirm one address', () => {
  test('[SAFE-02][AUTH-22] at once: one succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => newcomer()))
    const email = addressOf(people[0] as TestPerson, 'wanted')
    for (const person of people) await ask(person, email)
    const keys = await eventually(async () => {
      const found = await confirmationKeys(email)
      return found.length === people.length && found
    })
    const answers = await Promise.all(keys.map((key) => openAccountLink('confirm_email', key)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    const active = await Promise.all(people.map(readMe))
    expect(active.filter((each) => each.email_confirmed && each.email?.email === email)).toHaveLength(1)
  })
})
