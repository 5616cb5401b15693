import type { ConversationMessage, ConversationPage, OperationsConversation } from '@nerdify/contract/conversations.ts'
import type { ReceivedFile, UploadForm } from '@nerdify/contract/files.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { MyData } from '@nerdify/contract/client.ts'
import { messagePaths } from '@nerdify/contract/message-paths.ts'
import { answerHoldMs } from '@nerdify/domain/conversations/message-rules.ts'
import { afterEach, expect, test } from 'vitest'
import { setErasure } from '../accounts/clients.store.ts'
import { findRow } from '../database/rows.ts'
import { eraseDueAccounts } from '../personal-data/erase-accounts.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInStaff } from '../testing/staff-calls.ts'
import { eventually, signedInPerson, type TestPerson, textsTo } from '../testing/test-client.ts'
import { pdf, uploaded } from '../testing/uploaded.ts'
import { cleanBucket } from '../uploads/janitor.ts'

afterEach(async () => {
  const { clock, product } = await testProduct()
  clock.reset()
  product.scanner = undefined
})

const path = messagePaths.messages()
const send = (person: TestPerson, text: string, ...forms: Pick<UploadForm, 'location'>[]) =>
  person.send<ConversationMessage & ErrorBody>('POST', path, {
    text,
    files: forms.map(({ location }) => ({ location })),
  })
const threadOf = async (person: TestPerson) => (await person.send<ConversationPage>('GET', path)).body.results
const download = async (location: string | null | undefined) => {
  const { url } = await testProduct()
  const answer = await fetch(new URL(location ?? '', url))
  return answer.status === 200 && answer.headers.get('content-disposition') !== null ? answer.text() : undefined
}

/** Stores a file for a later answer, as staff do. */
async function sendAnswerFile(person: TestPerson): Promise<ReceivedFile> {
  const { url, settings } = await testProduct()
  const body = new FormData()
  body.set('file', new Blob([pdf]), 'plan.pdf')
  const headers = { authorization: `Bearer ${settings.operationsToken}` }
  const answer = await fetch(`${url}/api/ops/conversations/${person.clientId}/files`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  return (await answer.json()) as ReceivedFile
}

test('[TALK-01][FILE-04] a client sends a file that staff download by their own link', async () => {
  const { clock, product, settings } = await testProduct()
  const person = await signedInPerson()
  const form = await uploaded(person)
  const sent = await send(person, 'See the file', form)
  expect(sent).toMatchObject({ status: 201, body: { files: [{ _id: form.id, name: 'notes.pdf', status: 'ready' }] } })
  const [shown] = await threadOf(person)
  expect(await download(shown?.files[0]?.location)).toBe(pdf)
  const { body: thread } = await operate<OperationsConversation>('GET', `/conversations/${person.clientId}`)
  expect(await download(thread.messages[0]?.files[0]?.location)).toBe(pdf)
  const mails = await eventually(async () => {
    const found = await textsTo(await testProduct(), settings.supportEmail, person.clientId)
    return found.length > 0 ? found : undefined
  })
  expect(mails[0]?.text).toContain('notes.pdf')
  // The janitor keeps the file of a message, and its client cannot remove it.
  expect(await person.send('DELETE', `/api/v3/uploads/${form.id}`)).toMatchObject({
    status: 409,
    body: { error_type: 'file_sent' },
  })
  clock.advance(30 * 24 * 3_600_000)
  await cleanBucket(product)
  const { body: later } = await operate<OperationsConversation>('GET', `/conversations/${person.clientId}`)
  expect(await download(later.messages[0]?.files[0]?.location)).toBe(pdf)
})

test('[TALK-01] a message takes ten files, each once and only its sender’s; a refusal names the field', async () => {
  const { product } = await testProduct()
  const [person, stranger] = [await signedInPerson(), await signedInPerson()]
  const refused = (status: number, body: object) => ({ status, body: { error_value: 'files', ...body } })
  const forms = await Promise.all(Array.from({ length: 11 }, (_, at) => uploaded(person, `f${at}.pdf`)))
  expect(await send(person, 'Eleven', ...forms)).toMatchObject(
    refused(422, { text: 'f10.pdf was not added: a message takes at most 10 files. Put several into one archive.' }),
  )
  expect(await send(stranger, 'Not mine', forms[0] as UploadForm)).toMatchObject(refused(422, {}))
  expect((await send(person, 'Ten', ...forms.slice(0, 10))).status).toBe(201)
  expect(await send(person, 'Again', forms[0] as UploadForm)).toMatchObject(refused(422, {}))
  const order = await person.order()
  const files = [{ location: forms[0]?.location }]
  expect(await person.send('PATCH', `/api/v3/orders/${order.id}`, { files, version: order.version })).toMatchObject({
    status: 422,
  })
  product.scanner = { scan: async () => ({ verdict: 'unavailable' }) }
  const waiting = await uploaded(person, 'slow.pdf')
  expect(await send(person, 'Now', waiting)).toMatchObject(
    refused(422, {
      text: 'We’re still checking slow.pdf for viruses. Please send your message again in a minute.',
    }),
  )
  // A refused message leaves no trace.
  expect((await threadOf(person)).map(({ text }) => text)).toEqual(['Ten'])
})

test('[TALK-01] the client reads a file of an answer after the hold; taking the answer back deletes it', async () => {
  const { clock, product } = await testProduct()
  const person = await signedInPerson()
  await send(person, 'Do you have a plan?')
  const answer = async (name: string) => {
    const { _id: id } = await sendAnswerFile(person)
    const body = { text: name, files: [id] }
    return operate<OperationsConversation>('POST', `/conversations/${person.clientId}/answers`, body)
  }
  const keptAnswer = (await answer('Kept')).body.messages[0]
  expect(keptAnswer?.files).toMatchObject([{ name: 'plan.pdf' }])
  expect((await threadOf(person)).map(({ text }) => text)).toEqual(['Do you have a plan?'])
  clock.advance(answerHoldMs)
  const [shown] = await threadOf(person)
  expect(await download(shown?.files[0]?.location)).toBe(pdf)

  const withdrawnAnswer = (await answer('Taken')).body.messages[0]
  expect((await operate('POST', `/conversations/${person.clientId}/take_back`)).status).toBe(200)
  await cleanBucket(product)
  expect(await download(withdrawnAnswer?.files[0]?.location)).toBeUndefined()
  expect(await download(shown?.files[0]?.location)).toBe(pdf)
})

test('[LAW-06][TALK-01] downloads have messages and files without staff; erasing removes all', async () => {
  const { clock, product } = await testProduct()
  const person = await signedInPerson()
  const ann = await signedInStaff('clerk')
  const conversation = `/conversations/${person.clientId}`
  await send(person, 'My question', await uploaded(person))
  expect((await ann.operate('POST', `${conversation}/answers`, { text: 'Our answer' })).status).toBe(200)
  expect((await ann.operate('POST', `${conversation}/notes`, { text: 'Rather rude' })).status).toBe(200)
  clock.advance(answerHoldMs)
  const [, asked] = await threadOf(person)
  expect(await download(asked?.files[0]?.location)).toBe(pdf)

  const { body } = await person.send<MyData>('GET', `${apiPaths.me()}/data`)
  const { conversation_messages: messages, files } = body.records
  expect(messages?.map(({ body: words }) => words)).toEqual(['My question', 'Our answer'])
  expect(files).toMatchObject([{ file_name: 'notes.pdf' }])
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${ann.name}|Rather rude`))

  await setErasure(product.queries, person.clientId, clock.now() - 1)
  while ((await eraseDueAccounts(nothingPutOff(product))) > 0);
  expect(await download(asked?.files[0]?.location)).toBeUndefined()
  for (const table of ['conversation', 'message', 'conversation_note'] as const)
    expect(await findRow(product.queries, table, { client_id: person.clientId })).toBeUndefined()
  expect((await operate('GET', conversation)).status).toBe(404)
})
