import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { expect, test } from 'vitest'
import { setErasure } from '../accounts/clients.store.ts'
import { isErased, lockClient } from '../accounts/find-client.ts'
import {
  addNote,
  answerConversation,
  type ConversationKey,
  findConversationToChange,
  postReason,
} from '../conversations/conversations.ts'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { addAnswerFile } from '../files/add-order-file.ts'
import { takeIncomingText } from '../inbox/incoming-texts.ts'
import { lockOrder } from '../orders/change-locked.ts'
import { lockOrdersOf } from '../orders/list/own-order.ts'
import { everythingOf } from '../testing/everything-of.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'
import { operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { isAwaited } from '../testing/is-awaited.ts'
import { eventually, send } from '../testing/test-client.ts'
import { eraseDueAccounts } from './erase-accounts.ts'
import { eraseRows } from './personal-data.store.ts'

const secret = 'my grandmother’s illness'

/** Writes of staff in two parts: an erasure begins between them. */
const concurrentWrites: Record<string, (key: ConversationKey, within: Queries) => Promise<() => Promise<unknown>>> = {
  'a reason of an event': async ({ clientId, id }, within) => {
    const order = await lockOrder(within, { clientId, orderId: id })
    return () => postReason(within, order, { tell: secret, now: Date.now() })
  },
  'an answer to a client': async ({ clientId }, within) => {
    const key = await findConversationToChange(within, clientId)
    const answer = {
      key,
      as: 'support',
      content: { text: secret, files: [] },
      operator: 'Ada',
      now: Date.now(),
    } as const
    return () => answerConversation(within, answer)
  },
  'a note about an order': async ({ id }, within) => {
    const key = await findConversationToChange(within, id)
    return () => addNote(within, key, { text: secret, operator: 'Ada', now: Date.now() })
  },
  'a file for an answer': async ({ clientId }, within) => {
    const file = { type: '', name: secret, bytes: 1, detectedType: undefined }
    const [id, now] = [uuidv7(Date.now()), Date.now()]
    await addAnswerFile(within, clientId, { file, object: { id, key: id }, now })
    return () => Promise.resolve()
  },
}

test.each(Object.keys(concurrentWrites))('[LAW-06] an erasure leaves nothing of %s beside it', async (write) => {
  const { person, order } = await personWithPaidOrder()
  const { product, clock } = await testProduct()
  await setErasure(product.queries, person.clientId, clock.now() - 1)
  const { erasure } = await transaction(product.queries, async (within) => {
    const end = await concurrentWrites[write]?.({ clientId: person.clientId, id: order.id }, within)
    const begun = eraseDueAccounts(nothingPutOff(product))
    await isAwaited(within)
    await end?.()
    return { erasure: begun }
  })
  await erasure
  await eventually(() => isErased(product.queries, person.clientId))
  expect(await everythingOf(person.clientId)).not.toContain(secret)
})

/** Holds an erasure until `write` waits for it, then commits it; returns the result of the write. */
async function overtaken<Result>(clientId: string, write: () => Promise<Result>): Promise<Result> {
  const { product, clock } = await testProduct()
  const { writing } = await transaction(product.queries, async (erasure) => {
    await lockClient(erasure, clientId)
    await lockOrdersOf(erasure, clientId)
    const begun = write()
    await isAwaited(erasure)
    await eraseRows(erasure, clientId, clock.now())
    return { writing: begun }
  })
  return writing
}

/** Writes of a client: method, address after the client's order, and body. */
const clientWrites = {
  'a new order': ['POST', () => '/api/v3/orders', { details: secret }],
  'a change of an order': ['PATCH', (order) => order, { details: secret }],
  'a requested revision': ['PATCH', (order) => order, { action: 'request_revision', note: secret }],
  'a rating': ['PATCH', (order) => order, { action: 'client_feedback', mark: 5, feedback: secret }],
  'a message': ['POST', (order) => `${order}/messages`, { text: secret }],
  'an upload': ['POST', () => '/api/v3/uploads', { filename: `${secret}.pdf`, size: 1 }],
} satisfies Record<string, [method: string, path: (order: string) => string, body: Record<string, unknown>]>

test.each(Object.entries(clientWrites))(
  '[LAW-06] %s that an erasure overtakes is refused and leaves nothing',
  async (_name, [method, path, body]) => {
    const { person, order } = await personWithPaidOrder()
    await postEvents(order, 'nerd_found', 'send')
    const write = () => person.send(method, path(`/api/v3/orders/${order.id}`), body)
    expect(await overtaken(person.clientId, write)).toMatchObject({
      status: 409,
      body: { error_type: 'account_erased' },
    })
    expect(await everythingOf(person.clientId)).not.toContain(secret)
  },
)

test('[LAW-06][TALK-05] a text that an erasure overtakes is one of an unknown number', async () => {
  const { person } = await personWithPaidOrder()
  const { product } = await testProduct()
  const text = { id: `SM${uuidv7(Date.now())}`, from: person.phone, body: secret }
  await overtaken(person.clientId, () => takeIncomingText(product, text))
  expect(await everythingOf(person.clientId)).not.toContain(secret)
  const rows = product.queries.selectFrom('text_received').selectAll().where('phone', '=', person.phone)
  expect(await rows.execute()).toMatchObject([{ client_id: null, body: secret }])
})

test('[LAW-06][MSG-01] words of the contact page that an erasure overtakes are a newcomer’s', async () => {
  const { person } = await personWithPaidOrder()
  const { product } = await testProduct()
  const form = new URLSearchParams({ phone: person.phone, message: secret }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { token } = person
  const post = () => send('POST', '/api/v1/client', { token, headers, body: form })
  expect(await overtaken(person.clientId, post)).toMatchObject({ status: 200 })
  expect(await everythingOf(person.clientId)).not.toContain(secret)
  const rows = product.queries.selectFrom('contact_request').selectAll().where('phone', '=', person.phone)
  expect(await rows.execute()).toMatchObject([{ signed_in: false, body: secret }])
})

test('[LAW-06] an event of staff beside an erasure keeps no words, and its order becomes Deleted', async () => {
  const { person, order } = await personWithPaidOrder()
  await postEvents(order, 'request_refund')
  const { product, clock } = await testProduct()
  const { decision } = await transaction(product.queries, async (erasure) => {
    await lockOrder(erasure, { clientId: person.clientId, orderId: order.id })
    const decline = { event: 'decline_refund', tell: secret, note: secret }
    const posting = operate<OperationsOrderWithHistory>('POST', `/orders/${order.id}/events`, decline)
    await isAwaited(erasure)
    await eraseRows(erasure, person.clientId, clock.now())
    return { decision: posting }
  })
  expect(await decision).toMatchObject({ status: 200, body: { system_client_status: 'Deleted' } })
  expect(await everythingOf(person.clientId)).not.toContain(secret)
})
