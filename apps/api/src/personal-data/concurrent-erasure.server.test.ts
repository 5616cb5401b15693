import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { expect, test } from 'vitest'
import { setErasure } from '../accounts/clients.store.ts'
import { isErased } from '../accounts/find-client.ts'
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
import { lockOrder } from '../orders/change-locked.ts'
import { everythingOf } from '../testing/everything-of.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'
import { operate, personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { isAwaited } from '../testing/is-awaited.ts'
import { eventually } from '../testing/test-client.ts'
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
      sent: { text: secret, files: [] },
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
    const sent = { type: '', name: secret, bytes: 1, detectedType: undefined }
    const [id, now] = [uuidv7(Date.now()), Date.now()]
    await addAnswerFile(within, clientId, { sent, stored: { id, key: id }, now })
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
