import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { MyData } from '@nerdify/contract/client.ts'
import type { FoundClientPage } from '@nerdify/contract/finding.ts'
import type { OperationsClient } from '@nerdify/contract/operations.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { expect, test } from 'vitest'
import { uploadPageOf } from '../files/upload-page.ts'
import { eraseDueAccounts } from '../personal-data/erase-accounts.ts'
import { newFriendOf, refer } from '../testing/friends.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'
import { operate, wholeQueue } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import {
  codeSentTo,
  eventually,
  keyOfConfirmation,
  newAccount,
  newPhone,
  openAccountLink,
  personSignedInByCode,
  send,
  signedInAs,
  signedInPerson,
  signInByCode,
  type TestPerson,
  textsTo,
} from '../testing/test-client.ts'
import { uploaded } from '../testing/uploaded.ts'

const correct = (clientId: string, body: object) =>
  operate<OperationsClient & ErrorBody>('POST', `/clients/${clientId}/contact`, body)

const factorAuth = (body: object) =>
  send<{ jwt: string; error_type: string }>('POST', apiPaths.factorAuth(), { body: { factor: 'phone', ...body } })

const toldTo = async (address: string, says: string) =>
  eventually(async () => (await textsTo(await testProduct(), address, says)).length > 0)

test('[OPS-11] a corrected phone replaces the former one at once, and old contacts get a notice', async () => {
  const person = await personSignedInByCode()
  const email = `p${person.phone.slice(1)}@example.com`
  const phone = newPhone()
  expect(await correct(person.clientId, { phone })).toMatchObject({ status: 200, body: { phone } })
  expect((await person.send('GET', '/api/v3/users/client/me')).status).toBe(401)
  await toldTo(person.phone, "our team changed your account's phone")
  await toldTo(email, `ends in ${phone.slice(-4)}`)

  const token = await signInByCode(await testProduct(), phone)
  const me = await send<{ _id: string }>('GET', '/api/v3/users/client/me', { token })
  expect(me.body._id).toBe(person.clientId)
  const found = await operate<FoundClientPage>('GET', `/clients?q=${encodeURIComponent(person.phone)}`)
  expect(found.body.results).toEqual([])
  const { body } = await (await signedInAs({ phone, clientId: person.clientId })).send<MyData>(
    'GET',
    '/api/v3/users/client/me/data',
  )
  expect(body.records.messages?.map(({ to, message }) => [to, message])).toContainEqual([person.phone, 'sign-in-code'])
})

test('[OPS-11][SAFE-04] a corrected phone ends codes and links that the former one got', async () => {
  const { clientId, phone, send: call } = await signedInPerson()
  await call('PATCH', apiPaths.me(), { email: `new${phone.slice(1)}@example.com` })
  await call('PATCH', apiPaths.me(), { action: 'delete_account' })
  await factorAuth({ type: 'request_code', value: phone })
  const texted = async (path: string) =>
    eventually(async () => {
      const texts = await textsTo(await testProduct(), phone)
      return texts.flatMap(({ text }) => new RegExp(`${path}([\\w-]+)`).exec(text)?.[1] ?? [])[0]
    })
  const code = await codeSentTo(phone)
  const undoKey = await texted(webPaths.undoEmail(''))
  const keepKey = await texted(webPaths.keepAccount(''))
  expect((await correct(clientId, { phone: newPhone() })).status).toBe(200)

  const checked = await factorAuth({ type: 'check_code', value: phone, code })
  expect(checked).toMatchObject({ status: 422, body: { error_type: 'code_expired' } })
  const expired = { status: 422, body: { error_type: 'link_expired' } }
  expect(await openAccountLink('undo_email', undoKey)).toMatchObject(expired)
  expect(await openAccountLink('keep_account', keepKey)).toMatchObject(expired)

  // The number's owner gets an account and a code of their own, though the former code has not expired.
  const owner = await newAccount([], { phone, email: null })
  await factorAuth({ type: 'request_code', value: phone })
  const ownCode = await codeSentTo(phone, { after: 1 })
  const { body } = await factorAuth({ type: 'check_code', value: phone, code: ownCode })
  const me = await send<{ _id: string }>('GET', apiPaths.me(), { token: body.jwt })
  expect(me.body._id).toBe(owner.clientId)
})

test('[OPS-11][SAFE-02] a corrected e-mail counts once confirmed, and the former one gets a notice', async () => {
  const oldEmail = `held${newPhone().slice(1)}@example.com`
  const person = await signedInPerson([], { email: oldEmail })
  const email = `new${newPhone().slice(1)}@example.com`
  expect((await correct(person.clientId, { email })).status).toBe(200)
  await toldTo(oldEmail, 'in place of this address')
  await toldTo(person.phone, 'a new e-mail was entered for your account')
  const read = async () => (await operate<OperationsClient>('GET', `/clients/${person.clientId}`)).body.email
  await openAccountLink('confirm_email', await keyOfConfirmation(email))
  expect(await read()).toEqual({ email })
})

test('[OPS-11] refuses an invalid or taken phone at its field', async () => {
  const [person, other] = [await signedInPerson(), await signedInPerson()]
  expect(await correct(person.clientId, { phone: '12' })).toMatchObject({
    status: 422,
    body: { error_value: 'phone', error_type: 'phone_invalid' },
  })
  expect(await correct(person.clientId, { phone: other.phone })).toMatchObject({
    status: 422,
    body: { error_value: 'phone', error_type: 'phone_taken' },
  })
  expect((await correct(person.clientId, {})).status).toBe(422)
  // The same number again signs nobody out.
  expect((await correct(person.clientId, { phone: person.phone })).status).toBe(200)
  expect((await person.send('GET', '/api/v3/users/client/me')).status).toBe(200)
})

test('[OPS-11][MSG-01] a number with which only words were left goes to the client who has it now', async () => {
  const person = await signedInPerson()
  const phone = newPhone()
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
  const message = `My old phone is lost, this is ${person.clientId}`
  const left = new URLSearchParams({ country: 'usa', phone, message }).toString()
  expect((await send('POST', apiPaths.newClient(), { body: left, headers: asForm })).status).toBe(200)
  const textBack = new URLSearchParams({ to: phone, from_num: 'usa', body: message }).toString()
  expect((await send('POST', apiPaths.textBack(), { body: textBack, headers: asForm })).status).toBe(200)
  const key = await eventually(
    async () =>
      (await textsTo(await testProduct(), phone)).flatMap(({ text }) => /authkey\/([\w-]+)/.exec(text)?.[1] ?? [])[0],
  )
  // They may have opened the texted link, too.
  const empty = (await factorAuth({ type: 'check_code', factor: 'key', value: key })).body.jwt

  expect(await correct(person.clientId, { phone })).toMatchObject({ status: 200, body: { phone } })
  expect((await send('GET', apiPaths.me(), { token: empty })).status).toBe(401)
  expect((await factorAuth({ type: 'check_code', factor: 'key', value: key })).status).toBe(422)
  const token = await signInByCode(await testProduct(), phone)
  expect((await send<{ _id: string }>('GET', apiPaths.me(), { token })).body._id).toBe(person.clientId)

  const { product } = await testProduct()
  while ((await eraseDueAccounts(nothingPutOff(product))) > 0);
  const waiting = (await wholeQueue('&kind=message')).filter((entry) => entry.phone === phone)
  expect(waiting).toMatchObject([{ proved: false, words: message }])
})

async function sendByUploadPage(holder: TestPerson): Promise<void> {
  const { location: url } = await uploaded(holder)
  const page = await uploadPageOf((await testProduct()).product.queries, holder.clientId)
  const body = { files: [{ filename: 'notes.pdf', url }], description: '' }
  expect((await send('POST', `/api/webhooks/files/${page}/receive`, { body })).status).toBe(201)
}

test.each([
  ['an order', (holder: TestPerson) => holder.order()],
  [
    'a balance',
    ({ clientId }: TestPerson) => operate('POST', `/clients/${clientId}/balance_credits`, { amount: 1, reason: 'x' }),
  ],
  ['an invited friend', (holder: TestPerson) => newFriendOf(holder)],
  ["a friend's gift", async (holder: TestPerson) => refer(holder, await signedInPerson())],
  ['files sent by its upload page', sendByUploadPage],
  ['a nickname', ({ send: call }: TestPerson) => call('PATCH', apiPaths.me(), { nickname: 'Ada' })],
  ['a message', (holder: TestPerson) => holder.send('POST', messagePaths.messages(), { text: 'Hello' })],
  [
    'an e-mail',
    ({ clientId, send: call }: TestPerson) => call('PATCH', apiPaths.me(), { email: `${clientId}@example.com` }),
  ],
])('[OPS-11] a number whose account has %s stays there', async (_, fill) => {
  const holder = await signedInPerson([], { email: null })
  await fill(holder)
  const person = await signedInPerson()
  expect(await correct(person.clientId, { phone: holder.phone })).toMatchObject({
    status: 422,
    body: { error_type: 'phone_taken', text: expect.stringContaining('deletes that account') },
  })
  expect((await holder.send('GET', apiPaths.me())).status).toBe(200)
})
